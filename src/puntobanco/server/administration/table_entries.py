"""The rules and the way of running of a table, from what the house's log says of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import structlog

from puntobanco.base.money import UnreadableAmountError
from puntobanco.house.events import AlertRaised, TableAdded, TableChanged, TableEdition
from puntobanco.house.house import House, HouseTable, evolve_house
from puntobanco.notation.setting_words import SETTING_NAMES, change_setting
from puntobanco.record.envelope import rules_digest
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.store import EventStore, read_on
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import hint
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settings import TableSettings
from puntobanco.sayings.saying import say
from puntobanco.server.administration.editions import EditionError, NoSuchBookError
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.views.setup import Setup

_log = structlog.get_logger(__name__)


def rules_of(entry: HouseTable, house_log: HouseLog) -> HouseRules | Refusal:
    """The rules of one table, or what forbids them.

    A table that is only being set up has no edition yet: there its book's name decides.
    """
    editions = house_log.editions
    try:
        book = editions.book(entry.edition) if entry.edition else editions.named(entry.book)
    except (EditionError, NoSuchBookError) as error:
        return Refusal(Reason.UNKNOWN_VALUE, error.said)
    settings = settings_of(entry.settings)
    if isinstance(settings, Refusal):
        return settings
    # Nobody deals, and the order of the cards is preserved: that is what the books call automatic.
    automatic = entry.cards == "random" and entry.pace == "clock"
    return book.configure(entry.options, replace(settings, automatic=automatic))


def not_open(entry: HouseTable, sentence: str) -> AlertRaised:
    """What the floor is told, once, of a table that this program cannot open."""
    _log.error("table cannot open", table=entry.table, sentence=sentence)
    name = f"shut-{entry.table}-{entry.edition[:16]}"
    told = f"{entry.table} is not open: {sentence}"[:500]
    return AlertRaised(alert=name, table=entry.table, kind="stopped", sentence=told)


def settings_of(words: Mapping[str, str]) -> TableSettings | Refusal:
    """Settings as `.play` scripts write them."""
    settings = TableSettings()
    for name, value in words.items():
        if name not in SETTING_NAMES:
            said = say("refused.no-setting", name=name[:40], hint=hint(name, SETTING_NAMES))
            return Refusal(Reason.BAD_SETTING, said)
        try:
            settings = change_setting(settings, f"{name}={value}")
        except UnreadableAmountError as error:  # it does not know which setting it was for
            return Refusal(Reason.BAD_SETTING, say("refused.unreadable", name=name, why=str(error)))
        except ValueError as error:
            return Refusal(Reason.BAD_SETTING, say("refused.not-readable", why=str(error)))
    return settings


def setup_of(entry: HouseTable) -> Setup:
    """How a table is run."""
    return Setup(
        entry.table,
        entry.title,
        entry.cards,
        entry.pace,
        entry.betting_seconds,
        closing=bool(entry.closing),
    )


def conflict(
    rules: HouseRules, others: Iterable[HouseTable], house_log: HouseLog
) -> Refusal | None:
    """Why a table may not stand beside those, where a scale must be one for the house."""
    configured = (rules_of(each, house_log) for each in others)
    return rules.conflict_with(each for each in configured if isinstance(each, HouseRules))


async def rules_ever(store: EventStore, table: str, house_log: HouseLog) -> dict[str, HouseRules]:
    """By digest: every set of rules that the house has given a table."""
    found: dict[str, HouseRules] = {}
    house = House()
    async for kept in read_on(store, HOUSE_LOG):
        event = kept.event
        if isinstance(event, TableAdded | TableChanged | TableEdition) and event.table == table:
            house = evolve_house(house, event, kept.envelope.time)
            rules = rules_of(house.tables[table], house_log)
            if isinstance(rules, HouseRules):
                found[rules_digest(rules)] = rules
    return found
