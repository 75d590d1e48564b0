"""A table that the clock conducts waits for an answer, but not for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace

from puntobanco.play import requests as r
from puntobanco.play.events import CutDeclined
from puntobanco.play.table import Betting, Preparing
from puntobanco.server.tables.croupier import Croupier, Tempo
from puntobanco.server.tables.timing import Timing
from tests import patience
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import begin

THINKING = 0.3
HELD_UP_SECONDS = 20
"""Two coups at this pace take about four."""


def test_a_silent_patron_loses_the_cut_after_his_time(folder: Path) -> None:
    async def play() -> None:
        tempo = Tempo(0, 0, 0.05, 0, THINKING, 0, 0.05)
        async with house(folder, tempo=tempo) as casino:
            await add_table(casino, table_added(cards="random", pace="clock", betting_seconds=1))
            desk, asking = casino.running_tables["T1"].desk, Asking(casino)
            await add_person(casino, "p1", "patron")
            await add_person(casino, "m1", "manager")
            assert (await asking(r.TakePlace(by="p1", place=1))).accepted
            ordered = r.OrderNewCards(by="pit-manager", reason="worn")
            assert (await asking(ordered, "m1")).accepted
            began = asyncio.get_running_loop().time()
            async with asyncio.timeout(patience.SECONDS):
                while desk.table.shoe.number < 2 or isinstance(desk.table.stage, Preparing):
                    desk.changed.clear()
                    await desk.changed.wait()
            assert asyncio.get_running_loop().time() - began > THINKING
            events = [each.event for each in await casino.store.read("T1", 0, 100_000)]
            (declined,) = [each for each in events if isinstance(each, CutDeclined)]
            assert (declined.patron, declined.by) == ("p1", "dealer")

    run(play())


def test_whoever_takes_over_closes_betting_however_many_bet(folder: Path) -> None:
    """A process that comes while betting is open has not seen it begin."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(cards="random"))
            await add_person(casino, "ann", "patron")
            asking, running = Asking(casino), casino.running_tables["T1"]
            await begin(casino, asking)
            await asking.granted(r.OpenBetting(by="dealer"))
            desk, setup = running.desk, replace(running.timing.setup, betting_seconds=1)
            timing = Timing(desk, replace(setup, pace="clock"), casino.clock, 1.0, 0.0)
            croupier = Croupier(desk, None, timing, Tempo(betting=0.5))
            croupier.start()
            stake = r.PlaceStake(by="ann", patron="ann", place=1, wager="banker", amount=10_00)
            async with asyncio.timeout(patience.SECONDS):
                while isinstance(desk.table.stage, Betting):
                    await asking(stake)
                    await asyncio.sleep(0.01)
            await croupier.stop()

    run(play())


def test_a_patron_who_acts_all_the_time_holds_up_no_step(folder: Path) -> None:
    """A pause is not begun anew by whatever happens in it."""

    async def play() -> None:
        tempo = Tempo(0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.05)
        async with house(folder, tempo=tempo) as casino:
            await add_table(casino, table_added(cards="random", pace="clock", betting_seconds=1))
            await add_person(casino, "ann", "patron")
            asking, desk = Asking(casino), casino.running_tables["T1"].desk
            await asking.granted(r.TakePlace(by="ann", place=1))
            wanted = desk.table.coup + 2
            async with asyncio.timeout(HELD_UP_SECONDS):
                while desk.table.coup < wanted:
                    await asking.granted(r.BuyIn(by="ann", amount=10_00))
                    await asking.granted(r.CashOut(by="ann", amount=10_00))
                    await asyncio.sleep(0.02)

    run(play())
