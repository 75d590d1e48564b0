"""Wishes of several processes on one log: who comes second is decided anew, and not sent away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from puntobanco.record.envelope import Kept
from puntobanco.record.postgres.store import FOLLOW_MAX
from puntobanco.record.store import (
    Append,
    EventStore,
    Receipt,
    SequenceConflictError,
    UnknownOutcomeError,
)
from tests import patience
from tests.record.child import append
from tests.record.conftest import Place, PostgresPlace, opened


class Patient:
    """A chain of two wishes that is decided anew wherever its log ends."""

    table = "T1"

    def __init__(self, name: str, *, may_follow: bool = True) -> None:
        self._name = name
        self._may_follow = may_follow
        self.sequence = 0
        self.followed: list[Kept] = []

    @property
    def appends(self) -> Sequence[Sequence[Append]]:
        first = replace(append("T1", 0), expected=self.sequence, request=f"{self._name}-1")
        second = replace(first, expected=self.sequence + 2, request=f"{self._name}-2", after=first)
        return [[first], [second]]

    def follow(self, kept: Sequence[Kept]) -> bool:
        if self._may_follow:
            self.followed += kept
            self.sequence += len(kept)
        return self._may_follow


def test_a_chain_is_written_as_it_was_decided_where_nobody_else_writes(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            chain = Patient("a")
            outcomes = await store.append_chain(chain)
            assert [
                (each[0].first, each[0].last) for each in outcomes if isinstance(each, list)
            ] == [
                (1, 2),
                (3, 4),
            ]
            assert chain.followed == []

    asyncio.run(run())


def test_whoever_comes_second_follows_and_is_written(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as one, opened(postgres) as two:
            rounds = [Patient(f"{number}") for number in range(12)]

            async def in_turn(store: EventStore, chains: list[Patient]) -> list[int]:
                found = []
                for chain in chains:
                    for outcome in await store.append_chain(chain):
                        assert isinstance(outcome, list), outcome
                        found.append(outcome[0].first)
                return found

            told = await asyncio.gather(in_turn(one, rounds[:6]), in_turn(two, rounds[6:]))
            assert sorted(told[0] + told[1]) == list(range(1, 49, 2))
            late = [each for each in rounds if each.followed]
            assert late
            for each in late:
                assert [kept.sequence for kept in each.followed] == list(
                    range(1, each.sequence + 1)
                )

    asyncio.run(run())


@pytest.mark.parametrize(("events", "may_follow"), [(2, False), (FOLLOW_MAX + 2, True)])
def test_who_cannot_follow_is_told_that_the_log_has_grown(
    postgres: PostgresPlace, events: int, may_follow: bool
) -> None:
    async def run() -> None:
        async with opened(postgres) as store:
            for number in range(events // 2):
                assert isinstance(await store.append(append("T1", number)), Receipt)
            chain = Patient("late", may_follow=may_follow)
            for outcome in await store.append_chain(chain):
                assert isinstance(outcome, SequenceConflictError)
            assert chain.followed == []
            assert (await store.heads())["T1"].sequence == events

    asyncio.run(run())


def test_a_process_that_may_not_write_writes_nothing(postgres: PostgresPlace) -> None:
    """It was did not renew its lease in time that others go on without it."""

    async def run() -> None:
        async with opened(postgres) as store:
            await store.append(append("T1", 0))
            store.may_write = lambda: False
            with pytest.raises(UnknownOutcomeError, match="did not renew its lease in time"):
                await store.append(append("T1", 1))
            assert (await store.append(append("T1", 0))).repeated
            store.may_write = lambda: True
            assert not (await store.append(append("T1", 1))).repeated

    asyncio.run(run())


def test_who_stops_in_the_middle_of_writing_keeps_nobody_from_the_log(
    postgres: PostgresPlace,
) -> None:
    stopped, go_on = threading.Event(), threading.Event()

    def stop() -> bool:
        stopped.set()
        return go_on.wait(60)

    async def be_stopped() -> None:
        async with opened(postgres) as store:
            await store.append(append("T1", 0))
            store.may_write = stop
            with pytest.raises(UnknownOutcomeError, match="went away before it"):
                await store.append(append("T1", 1))
            assert (await store.append(append("T1", 2))).first == 5, "the next is as any other"

    async def go_past() -> None:
        async with opened(postgres) as store:
            assert (await store.append(append("T1", 1))).first == 3

    with ThreadPoolExecutor(1) as apart:
        told = apart.submit(asyncio.run, be_stopped())
        try:
            assert stopped.wait(60)
            asyncio.run(asyncio.wait_for(go_past(), patience.SECONDS))
        finally:
            go_on.set()
        told.result()
