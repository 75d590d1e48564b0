"""An hour of a floor: 100 automatic tables and 1,000 patrons, every bet durable, every change told.

    python benchmarks/hour.py --tables 100 --patrons 1000 --minutes 60

The house is the real one, with its store, its automatic dealers and its audiences. Only sockets are
missing: a bet is put where a socket would put it, and what a patron is told is encoded and thrown
away. Nobody waits: where all do, the clock of the house goes to what is due next. So the CPU time
is that of the hour, but for sockets and the patrons' own choices.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import selectors
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from results import Figure, keep
from server_house import MONEY, build

from puntobanco.play import requests as r
from puntobanco.play.events import BettingOpened, CoupSettled
from puntobanco.play.table import Betting
from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.api.handling.asking import ask, put
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Answer, Command
from puntobanco.server.tables.audience import Seat
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.pace import Turns
from puntobanco.wire.messages import Viewer, meaning

PLACES, BETS = 9, 2
WAGERS = ("player", "banker", "tie", "player-pair", "banker-pair", "player-wins-on:8")
LATEST_BET_SECONDS = 9.0


class Hurried(asyncio.SelectorEventLoop):
    """A loop that waits for the store and for nothing else."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.in_flight = 0
        """What the store has been asked and has not answered."""
        super().__init__(_Hurried(self))

    def time(self) -> float:
        """Seconds, with those that nobody waited for."""
        return super().time() + self.ahead


class _Hurried(selectors.DefaultSelector):
    def __init__(self, loop: Hurried) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait where the store is at work; else go to the time that is waited for."""
        if timeout is None or timeout <= 0 or self._loop.in_flight:
            return super().select(timeout)
        found = super().select(0)
        if not found:
            self._loop.ahead += timeout
        return found


class Store(SqliteStore):
    """The file of a house; the loop knows whether it is at work."""

    def _ask(self, command: Any) -> asyncio.Future[Any]:
        future = super()._ask(command)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Hurried)
        loop.in_flight += 1
        future.add_done_callback(lambda _: _answered(loop))
        return future

    async def _look(self, query: Any) -> Any:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Hurried)
        loop.in_flight += 1
        try:
            return await super()._look(query)
        finally:
            loop.in_flight -= 1


def _answered(loop: Hurried) -> None:
    loop.in_flight -= 1


class Ear:
    """Stands for a socket: counts what it is told."""

    fault = ""
    hear: Callable[[bytes], bool] | None = None
    payer: Turns | None = None

    def __init__(self, told: Counter[str]) -> None:
        self._told = told

    def write(self, frame: bytes) -> int:
        """Take a frame."""
        self._told["messages"] += 1
        self._told["bytes"] += len(frame)
        return 0

    def hang_up(self) -> None:
        """Nobody is cut off here."""
        raise AssertionError("a patron was cut off")


class Patron:
    """Somebody who bets in every coup."""

    def __init__(self, casino: Casino, running: RunningTable, name: str, place: int | None) -> None:
        self.name = name
        self.place = place
        self._casino = casino
        self._running = running
        self._viewer = Viewer(name=name, roles=("patron",), acts_as=(name,))
        self._asked = 0

    def may(self, permission: str, table: str) -> bool:
        """Whether the house lets him."""
        return self._casino.house_log.may(self.name, permission, table)

    def viewer(self, running: RunningTable) -> Viewer:
        """The name under which he acts."""
        return self._viewer

    async def come(self, told: Counter[str]) -> None:
        """Take a place, buy in, look on."""
        for request in (
            r.TakePlace(by=self.name, place=self.place),
            r.BuyIn(by=self.name, amount=MONEY // 1000),
        ):
            answer = await ask(self._casino, self._running, self, self._command(request))
            assert answer.accepted, answer
        seat = Seat(viewer=self._viewer, patron=self.name, is_staff=False)
        self._running.audience.join(Outgoing(Ear(told), ""), seat)

    def bet(self, chance: random.Random, told: Callable[[Answer], None]) -> None:
        """Lay one stake."""
        stake = r.PlaceStake(
            by=self.name,
            patron=self.name,
            place=self.place or 1,
            wager=chance.choice(WAGERS),
            amount=chance.randint(1, 50) * 100,
        )
        put(self._casino, self._running, self, self._viewer, self._command(stake), told)

    def _command(self, request: Any) -> Command:
        self._asked += 1
        return Command(f"{self.name}-{self._asked}", self.name, request, meaning(request, None))


class Floor:
    """Everybody at every table, and what has happened."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - the same hour again
        self.counts: Counter[str] = Counter()

    def play(self, running: RunningTable, patrons: Sequence[Patron]) -> None:
        """Have patrons bet whenever bets are called for."""
        loop = asyncio.get_running_loop()

        def happened(recorded: Sequence[Any]) -> None:
            self.counts["events"] += len(recorded)
            for each in recorded:
                self.counts["coups"] += isinstance(each.event, CoupSettled)
                if isinstance(each.event, BettingOpened):
                    for patron in patrons:
                        for _ in range(BETS):
                            later = self.chance.uniform(0.5, LATEST_BET_SECONDS)
                            loop.call_later(later, self._bet, running, patron)

        running.desk.on_change(happened)

    def _bet(self, running: RunningTable, patron: Patron) -> None:
        if isinstance(running.desk.table.stage, Betting):
            patron.bet(self.chance, self._told)
        else:
            self.counts["too late"] += 1

    def _told(self, answer: Answer) -> None:
        assert not isinstance(answer, Exception), answer
        self.counts["bets" if answer[0].accepted else "refused"] += 1


async def run(
    folder: Path, tables: int, patrons: int, minutes: float
) -> tuple[Floor, float, float]:
    """The house of that folder for so long; what happened, the CPU and the wall seconds of it."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Hurried)
    began = time.time()

    def wall() -> int:
        return int((began + loop.time() - zero) * 1e6)

    zero = loop.time()
    clock = SteadyClock(wall, wall)

    async def opened(source: str, clock: Clock | None = None) -> SqliteStore:
        return Store.open(Path(source), clock)

    with patch("puntobanco.server.casino.running.open_store", opened):
        casino = await Casino.open(Plan(folder, clock=clock))
    floor, told = Floor(1), Counter[str]()
    everyone: dict[str, list[Patron]] = {}
    for number in range(patrons):
        table, at = f"T{number % tables + 1}", number // tables
        place = at + 1 if at < PLACES else None
        patron = Patron(casino, casino.running_tables[table], f"p{number}", place)
        await patron.come(told)
        everyone.setdefault(table, []).append(patron)
    for table, here in everyone.items():
        floor.play(casino.running_tables[table], here)
    told.clear()
    cpu, real, until = time.process_time(), time.perf_counter(), loop.time() + minutes * 60
    while (left := until - loop.time()) > 0:
        await asyncio.sleep(min(60.0, left))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{minutes - left / 60:5.1f} minutes of {minutes:g}")
    cpu, real = time.process_time() - cpu, time.perf_counter() - real
    floor.counts.update(told)
    await casino.close()
    return floor, cpu, real


def main() -> None:
    """Run the hour, print it, keep it."""
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--tables", type=int, default=100)
    words.add_argument("--patrons", type=int, default=1000)
    words.add_argument("--minutes", type=float, default=60.0)
    asked = words.parse_args()
    if min(asked.tables, asked.patrons, asked.minutes) < 1:
        words.error("tables, patrons and minutes must be 1 or more")
    with tempfile.TemporaryDirectory(prefix="punto-hour-") as name:
        folder = Path(name) / "house"
        asyncio.run(build(folder, asked.tables, asked.patrons, pace="clock"))
        before = (folder / "house.db").stat().st_size
        with asyncio.Runner(loop_factory=Hurried) as runner:
            floor, cpu, real = runner.run(run(folder, asked.tables, asked.patrons, asked.minutes))
        size = (folder / "house.db").stat().st_size - before
    counts, seconds = floor.counts, asked.minutes * 60
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(
        f"{asked.minutes:g} minutes, {asked.tables} tables, {asked.patrons} patrons: "
        f"{counts['coups']:,} coups, {counts['bets']:,} bets, {counts['refused']:,} refused, "
        f"{counts['too late']:,} too late, {counts['events']:,} events, "
        f"{counts['messages']:,} messages of {counts['bytes'] / 1e6:,.0f} MB; "
        f"{cpu:.0f} CPU s in {real:.0f} s, {1e6 * cpu / counts['bets']:.0f} us a bet with all that "
        f"follows; {size / 1e6:.0f} MB on disk, {memory:.0f} MB of memory\n"
    )
    what = f"{asked.tables} tables, {asked.patrons:,} patrons, {asked.minutes:g} minutes"
    share = (cpu / seconds, 1.0)
    keep("hour", [Figure(what, "of a core", "at most", 1.0, [share], less_is_better=True)])


if __name__ == "__main__":
    main()
