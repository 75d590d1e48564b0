"""The sign of a table: every rule that must be displayed, from its book, options and settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Notice
from puntobanco.rules.wagers import Wager

LIMITS, DIFFERENTIAL, ANTE = "limits", "differential", "ante"


@dataclass(frozen=True, slots=True)
class SignLine:
    """One line of a sign; what is not said is empty."""

    words: str = ""
    """What the book has the operator display: `International Baccarat`."""
    wager: str = ""
    label: str = ""
    """On what the wager ends so."""
    end: str = ""
    """How: `8 to 1`, `push` or `loses`."""
    amount: Units | None = None
    most: Units | None = None
    """The upper end, where there are two."""


@dataclass(frozen=True, slots=True)
class SignNotice:
    """A rule that must be displayed at the table, and what is shown of it."""

    name: str
    clauses: Clauses
    lines: tuple[SignLine, ...]


def required_notices(rules: HouseRules) -> tuple[Notice, ...]:
    """The notices without which this table does not open."""
    conduct = rules.book.conduct
    notices = list(rules.chosen(conduct.notices))
    differential = conduct.betting.differential
    if differential is not None and (differential.required or rules.settings.differential):
        notices.append(Notice(DIFFERENTIAL, differential.shown_clauses))
    if rules.ante is not None:
        rule, waived = rules.ante.rule, rules.ante.waived_from is not None
        clauses = (*rule.shown_clauses, *(rule.waiver_clauses if waived else ()))
        notices.append(Notice(ANTE, clauses))
    return tuple(notices)


def sign_of(rules: HouseRules) -> tuple[SignNotice, ...]:
    """Every notice that must be shown, with its lines; one without lines is missing."""
    return tuple(
        SignNotice(each.name, each.clauses, tuple(_lines(rules, each)))
        for each in required_notices(rules)
    )


def missing_notice(rules: HouseRules) -> Notice | None:
    """A notice of which the table's own sign shows nothing."""
    shown = {each.name for each in sign_of(rules) if each.lines}
    return next((each for each in required_notices(rules) if each.name not in shown), None)


def _lines(rules: HouseRules, notice: Notice) -> Iterator[SignLine]:
    settings = rules.settings
    if notice.name == LIMITS:
        for wager in rules.wagers.values():
            limit = settings.limit(wager)
            yield SignLine(wager=wager.name, amount=limit.minimum, most=limit.maximum)
    if notice.name == DIFFERENTIAL and settings.differential is not None:
        yield SignLine(amount=settings.differential)
    if notice.name == ANTE and rules.ante is not None:
        yield SignLine(amount=rules.ante.amount, most=rules.ante.waived_from)
    if notice.says:
        yield SignLine(words=notice.says)
    for wager in rules.wagers.values():
        if wager.name.partition(":")[0] in notice.shows:
            yield from _ends(wager)


def _ends(wager: Wager) -> Iterator[SignLine]:
    for line in wager.ends():
        yield SignLine(wager=wager.name, label=line.label, end=str(line.end))
