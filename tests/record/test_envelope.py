"""Envelopes and clocks by themselves."""

from __future__ import annotations

import hashlib
import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.play.events import PatronCame
from puntobanco.record.clock import SteadyClock
from puntobanco.record.envelope import (
    Envelope,
    Head,
    UnreadableLineError,
    event_form,
    read_line,
    rules_digest,
    seal,
)
from tests.record.logs import rules_of

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@given(names, names, names, st.integers(1, 2**62), st.integers(0, 2**62))
def test_anybody_can_recompute_a_hash_from_the_exported_line(
    table: str, actor: str, patron: str, sequence: int, time: int
) -> None:
    """With nothing but a JSON library: the canonical form is not a secret of this program."""
    envelope = Envelope(
        table=table,
        sequence=sequence,
        time=time,
        actor=actor,
        cause="cause",
        edition="e",
        rules="r",
        previous="p",
        event=event_form(PatronCame(patron=patron)),
    )
    kept, head = seal(Head(sequence - 1), envelope)
    assert read_line(kept.line) == kept
    whole = json.loads(kept.line)
    assert whole.pop("hash") == head.hash == kept.hash
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == kept.hash
    assert "\n" not in kept.line


@given(st.text())
def test_rubbish_is_told_apart(text: str) -> None:
    with pytest.raises(UnreadableLineError):
        read_line(text)


def test_the_digest_of_rules_knows_the_book_every_option_and_every_setting() -> None:
    plain = rules_of("nz-division")
    assert rules_digest(plain) == rules_digest(rules_of("nz-division"))
    assert rules_digest(plain) != rules_digest(rules_of("nz-division", tie="9"))
    assert rules_digest(plain) != rules_digest(rules_of("mbs"))


@given(st.lists(st.integers(0, 10**7)))
def test_the_steady_clock_never_goes_back(times: list[int]) -> None:
    source = iter(times)
    clock = SteadyClock(lambda: next(source))
    told = [clock() for _ in times]
    assert told == sorted(told)
    assert all(said >= true for said, true in zip(told, times, strict=True))


def test_a_step_of_more_than_a_second_is_reported_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    source = iter([5_000_000, 4_500_000, 3_000_000, 2_000_000, 6_000_000, 1_000_000])
    clock = SteadyClock(lambda: next(source), lambda: 0)
    with caplog.at_level(logging.WARNING):
        for _ in range(6):
            clock()
    assert [record.getMessage() for record in caplog.records] == [
        "the clock went back by 2000000 microseconds",
        "the clock went forward by 3000000 microseconds",
        "the clock went back by 5000000 microseconds",
    ]
