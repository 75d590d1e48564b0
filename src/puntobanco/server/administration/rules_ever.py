"""Every set of rules that a table ever had, from what the house's log says of it."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.house.events import TableAdded, TableChanged, TableEdition
from puntobanco.house.house import HouseTable
from puntobanco.record.envelope import rules_digest
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.store import EventStore, read_on
from puntobanco.rules.book import HouseRules
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import rules_of


async def rules_ever(store: EventStore, table: str, house_log: HouseLog) -> dict[str, HouseRules]:
    """By digest: every set of rules that the house has given a table."""
    found: dict[str, HouseRules] = {}
    entry: HouseTable | None = None
    async for kept in read_on(store, HOUSE_LOG):
        event = kept.event
        if isinstance(event, TableAdded) and event.table == table:
            entry = HouseTable.of(event)
        elif not isinstance(event, TableChanged | TableEdition) or event.table != table:
            continue
        elif entry is not None and isinstance(event, TableChanged):
            entry = replace(entry, settings=event.settings, betting_seconds=event.betting_seconds)
        elif entry is not None and isinstance(event, TableEdition):
            entry = replace(entry, book=event.book, edition=event.after, options=event.options)
        assert entry is not None, event
        rules = rules_of(entry, house_log)
        if isinstance(rules, HouseRules):
            found[rules_digest(rules)] = rules
    return found
