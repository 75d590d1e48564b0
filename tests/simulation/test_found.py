"""What the simulated houses found, each alone and in short."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from puntobanco.notation.codec import encode
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Betting
from puntobanco.record.envelope import NO_HASH
from puntobanco.record.group import StoredState, plan, prepare
from puntobanco.record.store import (
    Append,
    Chain,
    Earlier,
    Receipt,
    SequenceConflictError,
    StoreError,
)
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.commands import Command
from tests.server.conftest import add_person, add_table, betting, house, run, table_added
from tests.simulation.house import SimulatedHouse
from tests.simulation.world import Streams, run_world


def append(request: str, expected: int, **given: Any) -> Append:
    wanted = {
        "table": "T1",
        "body": b"",
        "answer": b"",
        "actor": "ann",
        "edition": NO_HASH,
        "rules": NO_HASH,
        "events": (e.CoupVoided(coup=1),),
    }
    return Append(request=request, expected=expected, **{**wanted, **given})


def test_what_was_decided_on_something_that_lost_a_race_is_not_written() -> None:
    """Two wishes of one process, and one of another that came first: same count, other events."""
    first = append("a", 0)
    second = append("b", 1, after=first)
    elsewhere = append("close", 0)
    made = plan(
        [prepare(elsewhere), prepare(first), prepare(second)], StoredState({}, {}, {}), now=1
    )
    assert isinstance(made.outcomes[0], list)
    assert all(isinstance(each, SequenceConflictError) for each in made.outcomes[1:])
    good = plan([prepare(first), prepare(second)], StoredState({}, {}, {}), now=1)
    assert [each.last for (each,) in good.outcomes] == [1, 2]  # type: ignore[misc]
    said = {("T1", "a"): good_answer(first)}
    later = plan([prepare(second)], StoredState(good.rows.heads, said, {}), now=1)
    assert isinstance(later.outcomes[0], SequenceConflictError)  # the log has moved on


def good_answer(first: Append) -> Any:
    made = plan([prepare(first)], StoredState({}, {}, {}), now=1)
    return Earlier(made.rows.answers[0], 1)


@pytest.mark.parametrize("stranger", [{"body": b"other"}, {"actor": "ben"}])
def test_another_wish_under_the_same_id_does_not_stand_for_it(stranger: dict[str, Any]) -> None:
    first, other = append("a", 0), append("a", 0, **stranger)
    for written, stands in ((first, True), (other, False)):
        there = plan([prepare(written)], StoredState({}, {}, {}), now=1)
        standing = StoredState(there.rows.heads, {("T1", "a"): good_answer(written)}, {})
        made = plan([prepare(append("b", 1, after=first))], standing, now=1)
        assert isinstance(made.outcomes[0], list) is stands, written


def test_of_wishes_decided_together_each_says_what_it_rests_on(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            desk = casino.running_tables["T1"].desk
            asked: list[Append] = []
            store = casino.store

            class Recording:
                async def append_chain(self, chain: Chain) -> list[list[Receipt] | StoreError]:
                    asked.extend(append for command in chain.appends for append in command)
                    return await store.append_chain(chain)

            desk._store = Recording()  # type: ignore[assignment]
            bets = [
                r.PlaceStake(by=name, patron=name, place=int(name[-1]), wager="tie", amount=amount)
                for name, amount in (("T1p1", 100_00), ("T1p1", 10**9), ("T1p2", 100_00))
            ]
            await asyncio.gather(*(asking(bet) for bet in bets))
            desk._store = store
            first, refused, third = asked
            assert first.after is None
            assert refused.after is third.after is first
            assert not refused.events

    run(play())


def test_a_refused_wish_is_refused_again_when_it_would_be_granted_by_now(folder: Path) -> None:
    """A refusal touches one log, what it would lead to later two: the first answer holds."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            desk = casino.running_tables["T1"].desk
            out = r.CashOut(by="T1p1", amount=15_000_00)
            command = Command("cash", "T1p1", out, encode(out))
            first, repeated = await desk.ask(command)
            assert first.refusal is not None
            assert not repeated
            await asking.granted(r.BuyIn(by="T1p1", amount=10_000_00))
            assert await desk.ask(command) == (first, True)
            assert desk.table.patrons["T1p1"].rack == 20_000_00
            assert (await asking(out)).accepted

    run(play())


@pytest.mark.parametrize("alone", [p.ShoeRanDry()], ids=str)
def test_nobody_voids_a_coup_alone_by_saying_that_the_shoe_is_empty(
    folder: Path, alone: p.Report
) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs"))
            await add_person(casino, "dora", "dealer")
            asking = await betting(casino)
            stake = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="player", amount=100_00)
            await asking.granted(stake)
            await asking.granted(r.CloseBetting(by="dealer"))
            reply = await asking(alone, actor="dora")
            assert reply.approval is not None, reply
            assert not reply.accepted

    run(play())


def test_two_processes_that_start_together_interrupt_once(folder: Path) -> None:
    """After an outage one of them applies the clause; the other finds it done."""
    streams = Streams(5)

    async def play() -> None:
        world = SimulatedHouse(folder, streams, 0)
        with world.serving():
            first = await world.found()
            assert first.casino is not None
            await asyncio.sleep(10)
            followed = world.laws.tables["T1"]
            while not isinstance(followed.table.stage, Betting):
                await asyncio.sleep(0.1)
            first.process.kill()
            await asyncio.sleep(60)
            await asyncio.gather(world.start("one"), world.start("two"))
            await asyncio.sleep(20)
        assert world.broken is None, world.broken
        found = [
            kept
            for kept in world.disk.logs["T1"]
            if isinstance(kept.event, e.IrregularityFound)
            and kept.event.irregularity is Irregularity.INTERRUPTION
        ]
        assert len(found) == 1, found
        for server in world.servers:
            server.process.kill()

    run_world(play, streams)


def test_an_account_counts_as_read_when_it_was_and_not_before(folder: Path) -> None:
    """Another table would take a bet of somebody excluded while his account is being read."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_person(casino, "ann", "patron")
            accounts, store = casino.accounts, casino.store
            read = asyncio.Event()

            class Slow:
                async def read(self, *given: Any) -> Any:
                    found = await store.read(*given)
                    await read.wait()
                    return found

            accounts._store = Slow()  # type: ignore[assignment]
            for has_grown in (True, False):
                accounts.hear("ann")
                read.clear()
                reading = asyncio.create_task(accounts.fetch("ann"))
                await asyncio.sleep(0.05)
                assert not accounts.is_fresh("ann")
                if has_grown:
                    accounts.hear("ann")
                read.set()
                await reading
                assert accounts.is_fresh("ann") is not has_grown

    run(play())


def test_a_transaction_has_one_time_in_all_its_logs() -> None:
    """A clock that was set back: the log that was quiet must not seem to be the earlier one."""
    ahead = plan([prepare(append("a", 0))], StoredState({}, {}, {}), now=5_000)
    both = (append("b", 1), append("b", 0, table="T2"))
    made = plan([prepare(*both)], StoredState(ahead.rows.heads, {}, {}), now=1_000)
    assert [kept.envelope.time for kept in made.rows.events] == [5_001, 5_001]
    assert [each.time for each in made.outcomes[0]] == [5_001, 5_001]  # type: ignore[union-attr]
