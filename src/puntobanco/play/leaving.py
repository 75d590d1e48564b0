"""Leaving a place and no longer acting for a patron: who may not handle a hand hands it on."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.play import people
from puntobanco.play import requests as r
from puntobanco.play.cards.handlers import acts_for, handler_left
from puntobanco.play.draft import Draft
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Hand


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


def name_nominee(rules: HouseRules, table: Table, request: r.NameNominee) -> e.Events | Refusal:
    """Name a nominee; one who is named anew is approved and announced anew."""
    return _without_nominees(rules, table, people.name_nominee(rules, table, request))


def end_nominee(rules: HouseRules, table: Table, request: r.EndNominee) -> e.Events | Refusal:
    """End a nomination; the patron is offered the hand that the nominee handled."""
    return _without_nominees(rules, table, people.end_nominee(rules, table, request))


def bar_nominees(rules: HouseRules, table: Table, request: r.BarNominees) -> e.Events | Refusal:
    """Have patrons act themselves; they are offered the hands that their nominees handled."""
    return _without_nominees(rules, table, people.bar_nominees(rules, table, request))


def _without_nominees(
    rules: HouseRules, table: Table, outcome: e.Events | Refusal
) -> e.Events | Refusal:
    """These events, and the hands of nominees who may no longer touch cards are handed on."""
    stage = table.stage
    if isinstance(outcome, Refusal) or not isinstance(stage, Dealing):
        return outcome
    draft = Draft(table)
    draft.add(*outcome)
    for hand, handler in ((hand, stage.handlers.get(hand.value, "dealer")) for hand in Hand):
        patron = acts_for(rules, table, stage, hand, handler)
        if patron == handler:
            continue
        if people.nominee_refusal(rules, draft.table, handler, patron, "cards") is not None:
            draft.add(*handler_left(rules, draft.table, handler))
    return draft.events


def _with_hands_passed_on(
    rules: HouseRules, table: Table, patron: str, events: e.Events
) -> e.Events:
    draft = Draft(table)
    draft.add(*events)
    draft.add(*handler_left(rules, draft.table, patron))
    return draft.events


def _leaving_clauses(rules: HouseRules) -> Clauses:
    """What becomes of the stakes of a patron who leaves."""
    return rules.book.rulings.find(
        Irregularity.PATRON_LEFT, {"next_opened": False}, rules.options
    ).clauses
