"""What a group of appends writes, without any database: every refusal and every row."""

from __future__ import annotations

from typing import Any

import pytest

from puntobanco.house import events as h
from puntobanco.play import events as e
from puntobanco.record.envelope import NO_HASH, Head
from puntobanco.record.group import (
    BALANCE_MAX,
    StoredState,
    WritePlan,
    asked_in,
    moved,
    plan,
    prepare,
)
from puntobanco.record.logs import account_log
from puntobanco.record.store import (
    Append,
    OverdrawnError,
    RequestReusedError,
    SequenceConflictError,
)
from puntobanco.rules.wagers import Result

ANN = account_log("ann")


def append(request: str, expected: int = 0, table: str = "T1", **given: Any) -> Append:
    wanted = {
        "body": b"body",
        "answer": b"answer",
        "actor": "ann",
        "edition": NO_HASH,
        "rules": NO_HASH,
        "events": (bought(500),),
    }
    return Append(request=request, expected=expected, table=table, **{**wanted, **given})


def bought(amount: int, patron: str = "ann") -> e.ChipsBought:
    return e.ChipsBought(patron=patron, amount=amount, clauses=())


def staked(amount: int) -> e.StakePlaced:
    return e.StakePlaced(patron="ann", place=1, wager="player", amount=amount, by="ann")


def planned(*bundles: tuple[Append, ...], standing: StoredState | None = None) -> WritePlan:
    group = [prepare(*bundle) for bundle in bundles]
    return plan(group, standing or StoredState({}, {}, {}), now=100)


def test_what_is_written_is_what_the_events_move() -> None:
    made = planned((append("a"),), (append("b", 1, events=(staked(200), staked(50))),))
    assert made.rows.balances == {
        ("T1", "cage"): -500,
        ("T1", "rack:ann"): 250,
        ("T1", "felt"): 250,
    }
    assert [(kept.sequence, kept.envelope.cause) for kept in made.rows.events] == [
        (1, "a"),
        (2, "b"),
        (3, "b"),
    ]
    first, second = made.outcomes
    assert isinstance(first, list)
    assert isinstance(second, list)
    assert (first[0].first, first[0].last, first[0].answer, first[0].time) == (1, 1, b"answer", 100)
    assert (second[0].first, second[0].last, second[0].repeated) == (2, 3, False)
    assert made.rows.heads["T1"].sequence == 3
    assert [(said.first, said.last) for said in made.rows.answers] == [(1, 1), (2, 3)]
    assert made.rows.events[1].envelope.previous == made.rows.events[0].hash
    assert made.rows.events[0].envelope.previous == NO_HASH
    assert {kept.envelope.actor for kept in made.rows.events} == {"ann"}
    assert made.rows.heads["T1"].hash == made.rows.events[2].hash


def test_an_append_without_events_is_an_answer_without_a_time() -> None:
    made = planned((append("a", events=()),))
    (receipt,) = made.outcomes[0]  # type: ignore[misc]
    assert (receipt.first, receipt.last, receipt.time) == (1, 0, 0)
    assert not made.rows.events
    assert made.rows.answers[0].answer == b"answer"


def test_a_balance_goes_to_zero_and_not_below() -> None:
    standing = StoredState({"T1": Head(1, "f" * 64, 7)}, {}, {("T1", "rack:ann"): 300})
    exact = planned((append("a", 1, events=(staked(300),)),), standing=standing)
    assert exact.rows.balances["T1", "rack:ann"] == 0
    over = planned((append("a", 1, events=(staked(301),)),), standing=standing)
    error = over.outcomes[0]
    assert isinstance(error, OverdrawnError)
    assert (error.table, error.account, error.balance) == ("T1", "rack:ann", -1)
    assert not over.rows.events
    assert not over.rows.balances


def test_the_cage_may_owe_and_nothing_holds_more_than_can_be_kept() -> None:
    most = StoredState({"T1": Head(1, "f" * 64, 7)}, {}, {("T1", "rack:ann"): BALANCE_MAX - 500})
    assert isinstance(planned((append("a", 1),), standing=most).outcomes[0], list)
    beyond = StoredState({"T1": Head(1, "f" * 64, 7)}, {}, {("T1", "rack:ann"): BALANCE_MAX - 499})
    error = planned((append("a", 1),), standing=beyond).outcomes[0]
    assert isinstance(error, OverdrawnError)
    assert error.balance == BALANCE_MAX + 1
    deep = StoredState({"T1": Head(1, "f" * 64, 7)}, {}, {("T1", "cage"): -BALANCE_MAX + 499})
    assert isinstance(planned((append("a", 1),), standing=deep).outcomes[0], OverdrawnError)


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
def test_only_the_sequence_that_the_log_has_will_do(expected: int) -> None:
    standing = StoredState({"T1": Head(2, "f" * 64, 7)}, {}, {})
    error = planned((append("a", expected),), standing=standing).outcomes[0]
    assert isinstance(error, SequenceConflictError)
    assert (error.table, error.expected, error.actual) == ("T1", expected, 2)
    assert isinstance(planned((append("a", 2),), standing=standing).outcomes[0], list)


def test_a_later_one_of_the_group_sees_what_the_earlier_wrote() -> None:
    made = planned((append("a"),), (append("b"),), (append("c", 1),))
    assert isinstance(made.outcomes[0], list)
    assert isinstance(made.outcomes[1], SequenceConflictError)
    assert isinstance(made.outcomes[2], list)


def test_of_two_logs_both_are_written_or_none() -> None:
    opened = append("a", table=ANN, events=(h.AccountOpened(account="ann"),))
    both = (append("b"), append("b", 5, table=ANN, events=()))
    made = planned((opened,), both)
    error = made.outcomes[1]
    assert isinstance(error, SequenceConflictError)
    assert (error.table, error.actual) == (ANN, 1)
    assert "T1" not in made.rows.heads
    assert ("T1", "rack:ann") not in made.rows.balances
    good = planned((opened,), (append("b"), append("b", 1, table=ANN, events=())))
    assert [each.last for each in good.outcomes[1]] == [1, 1]  # type: ignore[union-attr]


def test_a_repeat_within_the_group_gets_the_first_answer() -> None:
    made = planned((append("a"),), (append("a", answer=b"other"),))
    (again,) = made.outcomes[1]  # type: ignore[misc]
    assert (again.answer, again.repeated, again.time, again.last) == (b"answer", True, 100, 1)
    assert len(made.rows.events) == 1


@pytest.mark.parametrize(
    "other", [{"body": b"x"}, {"actor": "ben"}, {"body": b"", "actor": "annb"}]
)
def test_something_else_under_a_known_id_is_refused(other: dict[str, Any]) -> None:
    made = planned((append("a"),), (append("a", 1, **other),))
    error = made.outcomes[1]
    assert isinstance(error, RequestReusedError)
    assert (error.table, error.request) == ("T1", "a")


def test_a_bundle_that_is_known_in_part_is_refused() -> None:
    made = planned((append("a"),), (append("a", 1), append("a", table=ANN, events=())))
    assert isinstance(made.outcomes[1], RequestReusedError)


def test_mistakes_are_found_before_anything_joins_a_group() -> None:
    with pytest.raises(AssertionError, match="each log once"):
        prepare(append("a"), append("a"))
    with pytest.raises(AssertionError, match="each log once"):
        prepare()
    with pytest.raises(AssertionError, match="one request"):
        prepare(append("a"), append("b", table="T2"))
    with pytest.raises(AssertionError, match="is not a name to keep"):
        prepare(append(""))
    with pytest.raises(AssertionError, match="not an event of a log"):
        prepare(append("a", table=ANN))
    with pytest.raises(AssertionError):
        prepare(append("a", edition="short"))


def test_what_moves_is_summed_by_account() -> None:
    assert moved(append("a", events=(bought(5), bought(7), bought(1, "ben")))) == {
        "cage": -13,
        "rack:ann": 12,
        "rack:ben": 1,
    }
    lost = e.StakeSettled(
        patron="ann",
        place=1,
        wager="player",
        stake=9,
        result=Result.LOSE,
        profit=-9,
        commission=0,
        breakage=0,
        label="",
        clauses=(),
    )
    assert moved(append("a", events=(lost,))) == {"felt": -9, "float": 9}


def test_a_plan_asks_for_its_own_ids_and_for_what_they_rest_on() -> None:
    first = append("a")
    group = [prepare(append("b", 1, after=first)), prepare(append("b", 1, after=first))]
    assert asked_in(group) == [("T1", "b"), ("T1", "a")]
