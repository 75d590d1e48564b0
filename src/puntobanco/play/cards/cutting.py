"""The cut that a patron does not make: declined in person, or for want of an answer."""

from __future__ import annotations

from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.cards.preparing import (
    cut_clauses,
    missing_step,
    preparation_of,
    requirements,
    waiting_for_cut,
)
from puntobanco.play.people import entitled
from puntobanco.play.table import Preparing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import named, say


def decline_cut(rules: HouseRules, table: Table, request: r.DeclineCut) -> e.Events | Refusal:
    """A seated patron leaves the cut to the next, or the dealer says that no answer came.

    The cut is offered until a patron accepts; silence is no acceptance. So that no patron loses it
    unasked, the dealer passes over those only to whom it is offered now.
    """
    stage, clauses = table.stage, cut_clauses(rules)
    who = request.patron or request.by
    patron = table.patrons.get(who)
    cut = bool(rules.chosen(rules.book.conduct.cut)) and isinstance(stage, Preparing)
    if not cut or patron is None or patron.place is None:
        return Refusal(Reason.WRONG_STAGE, say("refused.no-cut-offered", who=named(who)), clauses)
    assert isinstance(stage, Preparing), stage
    if who == request.by:
        return (e.CutDeclined(patron=who, clauses=clauses),)
    refusal = entitled(rules, request.by, "dealer", clauses) or _not_now(rules, table, stage, who)
    return refusal or (e.CutDeclined(patron=who, by=request.by, clauses=clauses),)


def _not_now(rules: HouseRules, table: Table, stage: Preparing, who: str) -> Refusal | None:
    clauses, preparation = cut_clauses(rules), preparation_of(rules, stage.source)
    steps = requirements(rules, preparation) if preparation is not None else ()
    due = next((each for each in steps if "cut" in each.steps), None)
    if due is None or set(due.steps) & set(stage.steps):
        return Refusal(Reason.WRONG_STAGE, say("refused.no-cut-offered", who=named(who)), clauses)
    waiting = waiting_for_cut(table, stage)
    if waiting[:1] == [who]:
        return missing_step(steps, stage, due)
    if waiting:
        said = say("refused.cut-now", who=named(waiting[0]))
    else:
        said = say("refused.cut-declined", who=named(who))
    return Refusal(Reason.NOT_ENTITLED, said, clauses)
