"""Two processes on one PostgreSQL: who excluded himself in one of them bets in neither."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from puntobanco.house import cage, tables
from puntobanco.notation.codec import encode
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.server.casino.excluding import send_away, send_excluded_away
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command
from puntobanco.wire.messages import Reply
from tests.patience import until
from tests.record.conftest import PostgresPlace
from tests.server.conftest import (
    FOUNDER,
    add_person,
    add_table,
    betting,
    house,
    run,
    table_added,
)
from tests.sizes import size_of

RACES = size_of("exclusions")


@asynccontextmanager
async def two(folder: Path, source: str) -> AsyncIterator[tuple[Casino, Casino]]:
    """A house that two processes serve, with a table where bets are taken."""
    async with house(folder, database=source) as one, house(folder, database=source) as other:
        await add_table(one, table_added())
        await betting(one, patrons=1)
        await other.house_log.catch_up()
        await other.settled()
        yield one, other


def deaf(casino: Casino) -> None:
    """From now on nobody tells this process anything."""
    casino._unlisten()
    casino._unlisten = lambda: None


async def exclude(casino: Casino, name: str, request: str) -> None:
    """What the endpoint does before it answers."""
    reply, _ = await casino.accounts.change(
        *(name, request, name, b""), lambda account, now: cage.exclude(account, None, name, now)
    )
    assert reply.accepted, reply
    await send_away(casino, name, request)


async def ask(casino: Casino, message: r.Request, request: str) -> Reply:
    """The reply of one process to a message."""
    command = Command(request, message.by, message, encode(message))
    return (await casino.running_tables["T1"].desk.ask(command))[0]


async def seated(casino: Casino, name: str) -> None:
    """Somebody new at the table, with chips."""
    await add_person(casino, name, "patron")
    for message in (r.TakePlace(by=name), r.BuyIn(by=name, amount=10_000_00)):
        reply = await ask(casino, message, f"{name}-{type(message).__name__}")
        assert reply.accepted, reply


async def bet(casino: Casino, name: str, request: str) -> Reply:
    message = r.PlaceStake(by=name, patron=name, place=1, wager="banker", amount=10_00)
    return await ask(casino, message, request)


async def only_takes_out(casino: Casino, name: str) -> None:
    """Somebody excluded neither sits down nor pays in; chips and money he has back at once."""
    assert not (await ask(casino, r.TakePlace(by=name), f"{name}-back")).accepted
    assert not (await ask(casino, r.BuyIn(by=name, amount=10_00), f"{name}-chips")).accepted
    assert (await ask(casino, r.CashOut(by=name, amount=10_00), f"{name}-cash")).accepted
    change = casino.accounts.change
    paid_in, _ = await change(
        *(name, f"{name}-in", FOUNDER, b""),
        lambda account, now: cage.pay_in(account, 10_00, FOUNDER, now),
    )
    assert paid_in.refusal is not None
    assert paid_in.refusal.reason == "excluded"
    paid_out, _ = await change(
        *(name, f"{name}-out", FOUNDER, b""),
        lambda account, now: cage.pay_out(account, 10_00, FOUNDER),
    )
    assert paid_out.accepted, paid_out


async def everything(casino: Casino) -> AsyncIterator[object]:
    """Every event of the table, however many there are."""
    last = 0
    while kept := await casino.store.read("T1", last, 10_000):
        for each in kept:
            yield each.event
        last = kept[-1].sequence


def test_no_bet_is_taken_anywhere_after_an_exclusion_was_acknowledged(
    folder: Path, postgres: PostgresPlace
) -> None:
    """Even if no news travel: the table's own log decides."""

    async def play() -> int:
        taken = 0
        async with two(folder, postgres.source) as (one, other):
            deaf(one)
            deaf(other)
            for number in range(RACES):
                name = f"guest{number}"
                await seated(other, name)
                assert (await bet(other, name, f"{name}-first")).accepted
                acknowledged = asyncio.Event()

                async def insist(name: str = name, done: asyncio.Event = acknowledged) -> int:
                    count = 0
                    while not done.is_set():
                        count += (await bet(other, name, f"{name}-{count}")).accepted
                        await asyncio.sleep(0.001)
                    return count

                insisting = asyncio.create_task(insist())
                await asyncio.sleep(0.002 * (number % 5))
                await exclude(one, name, f"stop-{number}")
                late = await bet(other, name, f"{name}-late")
                acknowledged.set()
                taken += await insisting
                assert late.refusal is not None, "accepted after the exclusion was acknowledged"
                await only_takes_out(other, name)
            gone: set[str] = set()
            async for event in everything(one):
                if isinstance(event, e.PatronWent):
                    gone.add(event.patron)
                assert not (isinstance(event, e.StakePlaced) and event.patron in gone)
        assert len(gone) == RACES
        return taken

    assert run(play()) > 0, "some bets came in time"


def test_whoever_is_excluded_while_a_table_is_stopped_bets_nowhere_when_it_goes_on(
    folder: Path, postgres: PostgresPlace
) -> None:
    """He could not leave: there the news decide, which come in the order of what is told."""

    async def play() -> None:
        async with two(folder, postgres.source) as (one, other):
            await seated(other, "guest")
            assert (await bet(other, "guest", "first")).accepted
            await one.house_log.change(
                *("stop", FOUNDER, b""),
                lambda house, now: tables.stop_table(house, "T1", FOUNDER, "a test"),
            )
            await until(lambda: bool(other.running_tables["T1"].desk.stopped))
            await exclude(one, "guest", "exclude")
            await one.house_log.change(
                *("release", FOUNDER, b""),
                lambda house, now: tables.release_table(house, "T1", FOUNDER, "a test"),
            )
            await until(lambda: not other.running_tables["T1"].desk.stopped)
            refused = (await bet(other, "guest", "second")).refusal
            assert refused is not None
            assert refused.reason == "excluded"
            await send_excluded_away(one, one.running_tables["T1"], "release")
            kept = await one.store.read("T1", 0, 100_000)
            assert isinstance(kept[-1].event, e.PatronWent)

    run(play())
