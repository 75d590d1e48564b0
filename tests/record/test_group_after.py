"""An append that rests on another, when it is written, and what is kept of it."""

from __future__ import annotations

import hashlib

import pytest
from msgspec.structs import replace

from puntobanco.record.envelope import Head, event_in
from puntobanco.record.group import StoredState, body_digest, plan, prepare
from puntobanco.record.store import Append, Earlier, Receipt, SequenceConflictError
from tests.record.test_group import append, bought, planned

FIRST = append("a", events=(bought(500), bought(100)))


def second(after: Append = FIRST, expected: int = 2) -> Append:
    """An append that was decided on the state after another."""
    return append("b", expected, events=(bought(1),), after=after)


def accepted(outcome: object) -> bool:
    return isinstance(outcome, list) and all(isinstance(each, Receipt) for each in outcome)


def test_what_rests_on_an_append_follows_it() -> None:
    made = planned((FIRST,), (second(),))
    assert list(map(accepted, made.outcomes)) == [True, True]
    assert [kept.sequence for kept in made.rows.events] == [1, 2, 3]


def test_what_rests_on_an_append_that_was_written_earlier_follows_it() -> None:
    made = planned((FIRST,))
    (said,) = made.rows.answers
    known = StoredState(
        dict(made.rows.heads), {("T1", "a"): Earlier(said, 100)}, dict(made.rows.balances)
    )
    later = plan([prepare(second())], known, now=200)
    assert accepted(later.outcomes[0])


@pytest.mark.parametrize(
    "other",
    [
        append("c", events=(bought(500), bought(100))),
        append("a", body=b"another", events=(bought(500), bought(100))),
        append("a", actor="ben", events=(bought(500), bought(100))),
    ],
    ids=["another request", "another body", "another asker"],
)
def test_what_rests_on_something_else_is_a_conflict(other: Append) -> None:
    made = planned((FIRST,), (second(after=other),))
    assert isinstance(made.outcomes[1], SequenceConflictError)
    assert len(made.rows.events) == 2


def test_what_rests_on_an_append_that_stands_elsewhere_is_a_conflict() -> None:
    before = append("z", events=(bought(7),))
    moved = append("a", 1, events=(bought(500), bought(100)))
    made = planned((before,), (moved,), (second(after=replace(moved, expected=0), expected=3),))
    assert isinstance(made.outcomes[2], SequenceConflictError)
    between = append("y", 2, events=(bought(7),))
    made = planned((FIRST,), (between,), (second(expected=3),))
    assert isinstance(made.outcomes[2], SequenceConflictError)


def test_a_clock_that_stands_still_gives_the_next_moment() -> None:
    standing = StoredState({"T1": Head(1, "0" * 64, 500)}, {}, {})
    made = plan([prepare(append("a", 1))], standing, now=100)
    assert [kept.envelope.time for kept in made.rows.events] == [501]
    made = plan([prepare(append("a", 1))], standing, now=900)
    assert [kept.envelope.time for kept in made.rows.events] == [900]


def test_the_event_itself_is_kept() -> None:
    made = planned((FIRST,))
    assert [event_in(kept.envelope) for kept in made.rows.events] == [bought(500), bought(100)]


def test_the_digest_of_a_body_is_what_older_answers_have() -> None:
    assert body_digest(append("a", body=b"{}")) == hashlib.sha256(b"3:ann{}").hexdigest()


def test_a_programmers_mistake_in_a_bundle_is_named() -> None:
    with pytest.raises(AssertionError, match=r"^each log once"):
        prepare(append("a"), append("a"))
    with pytest.raises(AssertionError, match=r"^one request"):
        prepare(append("a"), append("b", table="T2"))
    with pytest.raises(AssertionError, match=r"^each log once"):
        prepare()
