"""A ticket is good once and for a while, wherever it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from puntobanco.record.cabinet import Cabinet
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.people.tickets import OwnTickets


class Clock:
    """A clock that stands until it is set."""

    now = 1000

    def __call__(self) -> int:
        return self.now


@pytest.mark.parametrize("is_shared", [True, False])
def test_it_is_good_once_and_until_its_time(folder: Path, *, is_shared: bool) -> None:
    async def play(tickets: Cabinet | OwnTickets, clock: Clock) -> None:
        await tickets.keep("ticket", "a", b"session-1", 1100)
        await tickets.keep("ticket", "b", b"session-2", 1100)
        assert await tickets.take("ticket", "a") == b"session-1"
        assert await tickets.take("ticket", "a") is None
        assert await tickets.take("ticket", "nothing") is None
        clock.now = 1099
        await tickets.keep("ticket", "c", b"session-3", 1200)
        clock.now = 1100
        assert await tickets.take("ticket", "b") is None
        assert await tickets.take("ticket", "c") == b"session-3"

    _with_tickets(folder, play, is_shared=is_shared)


@pytest.mark.parametrize("is_shared", [True, False])
def test_of_two_who_use_it_one_gets_in(folder: Path, *, is_shared: bool) -> None:
    async def play(tickets: Cabinet | OwnTickets, clock: Clock) -> None:
        await tickets.keep("ticket", "a", b"session-1", 1100)
        got = await asyncio.gather(*(tickets.take("ticket", "a") for _ in range(10)))
        assert sorted(got, key=str) == [None] * 9 + [b"session-1"]

    _with_tickets(folder, play, is_shared=is_shared)


def test_tickets_that_nobody_used_are_not_kept_for_ever() -> None:
    async def play() -> None:
        clock = Clock()
        tickets = OwnTickets(clock)
        for _ in range(500):
            clock.now += 10
            await tickets.keep("ticket", str(clock.now), b"session", clock.now + 100)
        assert len(tickets._kept) <= 10

    asyncio.run(play())


def _with_tickets(
    folder: Path, play: Callable[[Cabinet | OwnTickets, Clock], Awaitable[None]], *, is_shared: bool
) -> None:
    async def run() -> None:
        clock = Clock()
        folder.mkdir(parents=True, exist_ok=True)
        store = SqliteStore.open(folder / "house.db", clock)
        await play(store if is_shared else OwnTickets(clock), clock)
        await store.close()

    asyncio.run(run())
