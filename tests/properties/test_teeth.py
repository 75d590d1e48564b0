"""Planted faults, each of which the sessions must find: a watch that never barks proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as with_fields
from itertools import count
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from puntobanco.base.accounts import Posting, transfer
from puntobanco.base.clauses import c
from puntobanco.play import doors, evolve, paying, postings
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.draft import Draft
from puntobanco.play.rulings import remedies, ruling
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import Remedy
from puntobanco.rules.settlement import settle_line
from puntobanco.rules.wagers import Result
from puntobanco.sayings.saying import say

from .law import BrokenLawError
from .session import session_of

SESSIONS = range(60, 120)
"""Among these each fault must be found; the first find most of them, for the sake of time."""
Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def put(patch: pytest.MonkeyPatch, where: dict[Any, Any], key: Any, wrong: Any) -> None:
    """Put something wrong in the place of something right."""
    patch.setitem(where, key, wrong)


def one_unit_too_much(patch: pytest.MonkeyPatch) -> None:
    right = evolve._STEPS[e.StakeSettled]

    def wrong(table: Table, event: e.StakeSettled) -> Table:
        after = right(table, event)
        richer = replace(after.patrons[event.patron], rack=after.patrons[event.patron].rack + 1)
        return replace(after, patrons={**after.patrons, event.patron: richer})

    put(patch, evolve._STEPS, e.StakeSettled, wrong)


def stakes_paid_by_the_house(patch: pytest.MonkeyPatch) -> None:
    def wrong(event: e.StakePlaced) -> tuple[Posting, ...]:
        return transfer(event.amount, source=postings.FLOAT, target=postings.FELT)

    put(patch, postings._MOVES, e.StakePlaced, wrong)


def bets_after_the_close(patch: pytest.MonkeyPatch) -> None:
    right = doors._DECIDERS[r.PlaceStake]

    def wrong(rules: Any, table: Table, request: r.PlaceStake) -> e.Events | Refusal:
        known = table.patrons.get(request.patron)
        if isinstance(table.stage, Dealing) and known and 0 < request.amount <= known.rack:
            late = e.StakePlaced(
                patron=request.patron,
                place=request.place,
                wager="player",
                amount=request.amount,
                by=request.by,
                clauses=c("default:21"),
            )
            return (late,)
        return right(rules, table, request)

    put(patch, doors._DECIDERS, r.PlaceStake, wrong)


def a_refusal_with_consequences(patch: pytest.MonkeyPatch) -> None:
    right = doors._DECIDERS[r.PlaceStake]

    def wrong(rules: Any, table: Table, request: r.PlaceStake) -> e.Events | Refusal:
        outcome = right(rules, table, request)
        if isinstance(outcome, Refusal):
            table.barred["wagers"] = {request.by: True}
        return outcome

    put(patch, doors._DECIDERS, r.PlaceStake, wrong)


def a_void_that_keeps_the_stakes(patch: pytest.MonkeyPatch) -> None:
    def wrong(rules: Any, draft: Draft, halt: Any, step: Any) -> bool:
        if isinstance(draft.table.stage, Dealing):
            draft.add(e.CoupVoided(coup=draft.table.coup, clauses=step.clauses))
        return True

    put(patch, remedies.REMEDIES, Remedy.VOID_COUP, wrong)


def a_choice_that_gives_nothing_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ruling, "return_patron", lambda *given: None)


def an_event_without_a_clause(patch: pytest.MonkeyPatch) -> None:
    right = doors._DECIDERS[r.OpenBetting]

    def wrong(rules: Any, table: Table, request: Any) -> e.Events | Refusal:
        outcome = right(rules, table, request)
        if isinstance(outcome, Refusal):
            return outcome
        return tuple(replace(event, clauses=()) for event in outcome)

    put(patch, doors._DECIDERS, r.OpenBetting, wrong)


def a_clause_that_does_not_exist(patch: pytest.MonkeyPatch) -> None:
    right = doors._DECIDERS[r.CloseBetting]

    def wrong(rules: Any, table: Table, request: Any) -> e.Events | Refusal:
        outcome = right(rules, table, request)
        if isinstance(outcome, Refusal):
            return outcome
        return tuple(replace(event, clauses=c("99.9")) for event in outcome)

    put(patch, doors._DECIDERS, r.CloseBetting, wrong)


def a_card_counted_twice(patch: pytest.MonkeyPatch) -> None:
    right = evolve._STEPS[e.CardDealt]

    def wrong(table: Table, event: e.CardDealt) -> Table:
        after = right(table, event)
        return replace(after, shoe=replace(after.shoe, out=after.shoe.out + 1))

    put(patch, evolve._STEPS, e.CardDealt, wrong)


def a_coup_that_cannot_be_paid(patch: pytest.MonkeyPatch) -> None:
    def wrong(rules: Any, table: Table, request: Any) -> Refusal:
        return Refusal(Reason.WRONG_STAGE, say("refused.earlier"))

    put(patch, doors._DECIDERS, r.Settle, wrong)


def ties_that_lose(patch: pytest.MonkeyPatch) -> None:
    right = settle_line

    def wrong(*given: Any) -> Any:
        line = right(*given)
        if line.result is Result.PUSH:
            return with_fields(line, result=Result.LOSE, profit=-line.stake)
        return line

    patch.setattr(paying, "settle_line", wrong)


def a_state_that_no_log_tells(patch: pytest.MonkeyPatch) -> None:
    calls, right = count(1), evolve._STEPS[e.TableOpened]

    def wrong(table: Table, event: e.TableOpened) -> Table:
        after: Table = right(table, event)
        return replace(after, barred={"cards": {str(next(calls)): True}})

    put(patch, evolve._STEPS, e.TableOpened, wrong)


def play_all() -> None:
    """Play so many sessions."""
    for seed in SESSIONS:
        session_of(seed).play()


@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (one_unit_too_much, "rack of"),
        (stakes_paid_by_the_house, "rack of"),
        (bets_after_the_close, "while betting was not open"),
        (a_refusal_with_consequences, "changed the state"),
        (a_void_that_keeps_the_stakes, "a void coup left"),
        (a_choice_that_gives_nothing_back, "took back and still has"),
        (an_event_without_a_clause, "BettingOpened names no clause"),
        (a_clause_that_does_not_exist, r"no clause or default .*99\.9"),
        (a_card_counted_twice, "cards are out of the shoe"),
        (a_coup_that_cannot_be_paid, "no way on, Settle refused"),
        (ties_that_lose, "settlement: .*should have been"),
        (a_state_that_no_log_tells, "a replay of the log leads to another state"),
    ],
)
def test_the_sessions_find_a_planted_fault(
    plant: Plant, law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(BrokenLawError, match=law):
        play_all()
