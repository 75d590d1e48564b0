"""Taking a place and leaving it: a patron who no longer sits there handles no hand."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId
from puntobanco.play import events as e
from puntobanco.play import people
from puntobanco.play import requests as r
from puntobanco.play.cards.handlers import handler_left
from puntobanco.play.draft import Draft
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity


def take_place(rules: HouseRules, table: Table, request: r.TakePlace) -> e.Events | Refusal:
    """Sit, or stand; a patron who stands up hands on the hand they handled."""
    outcome = people.take_place(rules, table, request)
    if isinstance(outcome, Refusal) or request.place is not None:
        return outcome
    return _with_hands_passed_on(rules, table, request.by, outcome)


def leave(rules: HouseRules, table: Table, request: r.Leave) -> e.Events | Refusal:
    """Leave; stakes stay and are settled all the same."""
    refusal = people.absent(table, request.by)
    if refusal is not None:
        return refusal
    went = e.PatronWent(patron=request.by, clauses=_leaving_clauses(rules))
    return _with_hands_passed_on(rules, table, request.by, (went,))


def _with_hands_passed_on(
    rules: HouseRules, table: Table, patron: str, events: e.Events
) -> e.Events:
    draft = Draft(table)
    draft.add(*events)
    draft.add(*handler_left(rules, draft.table, patron))
    return draft.events


def _leaving_clauses(rules: HouseRules) -> tuple[ClauseId, ...]:
    """What becomes of the stakes of a patron who leaves."""
    return rules.book.rulings.find(
        Irregularity.PATRON_LEFT, {"next_opened": False}, rules.options
    ).clauses
