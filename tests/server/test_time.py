"""The machine's clock is set, stops or runs off: no log goes back, nobody loses time to bet."""

from __future__ import annotations

import asyncio
import logging
import random
from pathlib import Path

import pytest

from puntobanco.play import requests as r
from puntobanco.play.table import Betting
from puntobanco.record.audit import audit_store
from puntobanco.record.clock import STEP_REPORTED, SteadyClock, running_time
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from puntobanco.server.tables.croupier import Tempo
from puntobanco.server.tables.desk import Desk
from tests import patience
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.sizes import size_of

RUNS = size_of("clock_runs")
DAY = 86_400 * 1_000_000
SECOND = 1_000_000
START = 1_800_000_000 * SECOND
STEPS = (-DAY, DAY, -3600 * SECOND, SECOND + 100_000, -2 * SECOND)


class Wall:
    """A clock on the wall that people set, beside one that they cannot."""

    def __init__(self) -> None:
        self.now, self.even, self.rate = START, 0, 1.0

    def pass_time(self, microseconds: int) -> None:
        """Time goes by; a clock that is slewed or stopped shows more or less of it."""
        self.even += microseconds
        self.now += int(microseconds * self.rate)

    def steady(self) -> SteadyClock:
        return SteadyClock(lambda: self.now, lambda: self.even)


def test_a_clock_says_what_it_gained_and_how_often_it_was_set() -> None:
    wall = Wall()
    clock = wall.steady()
    clock()
    wall.rate = 1.0001
    wall.pass_time(100 * SECOND)
    clock()
    watched = clock.watched()
    assert (watched.since, watched.drift, watched.steps) == (START, 10_000, 0)
    wall.now -= 5 * SECOND
    assert clock.watched().steps == 1
    assert clock.watched().drift == 10_000 - 5 * SECOND


def test_whatever_the_clock_does_time_never_goes_back_and_every_step_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for seed in range(RUNS):
        chance, wall = random.Random(seed), Wall()
        clock, steps = wall.steady(), 0
        last = clock()
        caplog.clear()
        for _ in range(40):
            wall.rate = chance.choice((1.0, 1.0, 1.0, 1.0001, 0.9999))
            wall.pass_time(chance.randrange(1, 5 * SECOND))
            if chance.random() < 0.2:
                wall.now += chance.choice(STEPS)
                steps += 1
            now = clock()
            assert now >= last, (seed, now, last)
            last = now
        said = [each for each in caplog.records if "the clock went" in each.getMessage()]
        assert len(said) == steps, seed


def test_a_clock_that_stands_still_is_said_too(caplog: pytest.LogCaptureFixture) -> None:
    wall = Wall()
    clock = wall.steady()
    clock()
    wall.rate = 0.0
    for _ in range(5):
        wall.pass_time(STEP_REPORTED // 2)
        assert clock() == START
    assert any("went back" in each.getMessage() for each in caplog.records)


def test_setting_the_clock_shortens_no_betting_and_takes_no_late_bet(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Betting lasts 0.4 s by the clock that nobody can set, whatever the one on the wall shows."""
    offset = 0
    loop_time = 0.4

    def wall() -> int:
        return START + offset + running_time()

    async def play() -> None:
        nonlocal offset
        clock, tempo = SteadyClock(wall), Tempo(0, 0, 0, 0, 0, 0, loop_time)
        async with house(folder, clock=clock, tempo=tempo) as casino:
            await add_table(casino, table_added(cards="random", pace="clock", betting_seconds=1))
            desk, asking = casino.running_tables["T1"].desk, Asking(casino)
            await add_person(casino, "p1", "patron")
            await asking(r.TakePlace(by="p1", place=1))
            await asking(r.BuyIn(by="p1", amount=10_000_00))
            for step in (-DAY, DAY, -DAY, 2 * DAY, -30 * SECOND, 30 * SECOND):
                await reach(desk, betting=False)
                await reach(desk, betting=True)
                began = asyncio.get_running_loop().time()
                offset += step
                bet = r.PlaceStake(by="p1", patron="p1", place=1, wager="banker", amount=100_00)
                assert (await asking(bet)).accepted
                await reach(desk, betting=False)
                lasted = asyncio.get_running_loop().time() - began
                assert lasted > loop_time * 0.8, (step, lasted)
                late = await asking(bet)
                assert not late.accepted
            times = [each.envelope.time for each in await casino.store.read("T1", 0, 100_000)]
            assert times == sorted(times)
            assert (await audit_store(casino.store, Verifier(is_signed))).findings == []

    with caplog.at_level(logging.WARNING):
        run(play())
    said = [each for each in caplog.records if "the clock went" in each.getMessage()]
    assert len(said) == 6


async def reach(desk: Desk, *, betting: bool) -> None:
    async with asyncio.timeout(patience.SECONDS):
        while isinstance(desk.table.stage, Betting) is not betting:
            desk.changed.clear()
            await desk.changed.wait()
