"""Houses of several processes on one PostgreSQL: what they carry, and what the death of one costs.

    python benchmarks/server_processes.py

PUNTO_RUNS says how often each is measured, three times unless told. Everything is on loopback and
shares the cores: with more processes than cores this measures contention.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import uvloop
from results import Figure, keep
from server_house import (
    Floor,
    build,
    client,
    open_tables,
    postgres,
    seat,
    serve,
    uris_and_stakes,
)
from server_load import opened, opened_one, ticket

from puntobanco.play.requests import OpenBetting
from puntobanco.server.casino.plan import LEASE_SECONDS
from server import SECONDS, children, cpu_seconds, drive, report

RUNS = int(os.environ.get("PUNTO_RUNS", "3"))
TABLES, CLOCK_TABLES = 50, 20
"""With two bettors at each; and how many that go by the clock, in a house of their own."""
BACK_SECONDS = 30.0
"""So long everybody has to come back."""
LOOK_SECONDS = 0.02
AGAIN_SECONDS = 0.1
"""Who was not let in tries again after so long."""


@asynccontextmanager
async def served(folder: Path, database: str, processes: int) -> AsyncIterator[tuple[int, str]]:
    """A house that is there, served by so many processes: the first of them and the address."""
    process, address = serve(folder, database, processes)
    try:
        while processes > 1 and len(children(process.pid)) < processes:
            await asyncio.sleep(LOOK_SECONDS)
        yield process.pid, address
    finally:
        process.kill()
        process.wait()


def postmaster(database: str) -> int:
    """The process of the database, whose folder is in its address."""
    folder = parse_qs(urlsplit(database).query)["host"][0]
    return int((Path(folder) / "postmaster.pid").read_text("utf-8").split()[0])


@dataclass
class House:
    """A house on a database, and who plays where."""

    folder: Path
    database: str
    floor: Floor
    where: dict[str, str] = field(default_factory=dict)
    rates: dict[int, list[float]] = field(default_factory=dict)
    p99_ms: dict[int, list[float]] = field(default_factory=dict)
    cpu_us: dict[int, list[float]] = field(default_factory=dict)
    database_us: dict[int, list[float]] = field(default_factory=dict)
    """By how many processes serve it: what each round came to."""
    back: dict[int, list[float]] = field(default_factory=dict)
    """Seconds until the last bettor of a killed process had a bet durable again."""

    async def measure(self, processes: int) -> None:
        """Have so many processes take bets, and then one of them die."""
        async with served(self.folder, self.database, processes) as (pid, address):
            await self._begin(address)
            uris, frames = await uris_and_stakes(address, self.floor, self.where)
            before = cpu_seconds(postmaster(self.database))
            driven = await drive(uris, frames, SECONDS, pid)
            used = cpu_seconds(postmaster(self.database)) - before
            run = report(f"PostgreSQL, {processes} processes", *driven)
            for found, value in (
                (self.rates, run.rate),
                (self.p99_ms, run.p99_ms),
                (self.cpu_us, run.cpu_us),
                (self.database_us, used / len(driven[0]) * 1e6),
            ):
                found.setdefault(processes, []).append(value)
            if processes > 1:
                seconds = await self._lose_one(pid, address)
                self.back.setdefault(processes, []).append(seconds)

    async def _begin(self, address: str) -> None:
        """Open the tables, or after the house was down the next coup at each."""
        if not self.where:
            await open_tables(address, self.floor)
            self.where = await seat(address, self.floor, 2)
            return
        async with client(address, self.floor.dealer) as dealer:
            for each in self.floor.tables:
                await dealer.ask(each, OpenBetting(by="dealer"))

    async def _lose_one(self, pid: int, address: str) -> float:
        """Kill one process under load; a bettor whose socket ends gets a ticket from another."""
        uris, frames = await uris_and_stakes(address, self.floor, self.where)
        askers = await opened(uris, frames)
        for each in askers:
            each.ends = float("inf")
            each.ask()
        await asyncio.sleep(1)
        os.kill(children(pid)[0], signal.SIGKILL)
        killed = time.perf_counter()
        await asyncio.sleep(AGAIN_SECONDS)
        players = zip(self.where.items(), frames, askers, strict=True)
        lost = [(*who, frame) for who, frame, asker in players if asker.done.done()]
        backs = (_back(address, self.floor.patrons[n], table, frame) for n, table, frame in lost)
        moments = await asyncio.gather(*backs)
        for each in askers:
            each.ends = 0.0
        await asyncio.gather(*(each.done for each in askers), return_exceptions=True)
        print(f"one killed: {len(lost)} of {len(askers)} came back", flush=True)
        if not moments:
            raise RuntimeError("nobody was at the process that was killed")
        return max(moments) - killed


async def _back(address: str, token: str, table: str, frame: bytes) -> float:
    """Come back and bet; when that bet was durable."""
    place = urlsplit(address)
    async with asyncio.timeout(BACK_SECONDS):
        while True:
            try:
                found = await ticket(place.hostname or "", place.port or 0, token)
                uri = f"ws://{place.netloc}/api/live/{table}?ticket={found}"
                asker = await opened_one(uri, frame)
                asker.ends = float("inf")
                asker.ask()
                asker.ends = 0.0  # one bet
                await asker.done
                return asker.moments[0]
            except (OSError, EOFError, RuntimeError, IndexError):
                await asyncio.sleep(AGAIN_SECONDS)


async def tables_back(folder: Path, database: str, processes: int) -> float:
    """Kill a process that conducts tables: seconds until others conduct all that it conducted."""
    async with served(folder, database, processes) as (pid, _):
        looking = await asyncpg.connect(database)
        try:
            async with asyncio.timeout(BACK_SECONDS):
                while len(before := await _conductors(looking)) < CLOCK_TABLES:
                    await asyncio.sleep(AGAIN_SECONDS)
            for victim in children(pid):
                os.kill(victim, signal.SIGKILL)
                killed = time.perf_counter()
                if await _handed_over(looking, before):
                    return time.perf_counter() - killed
        finally:
            await looking.close()
    raise RuntimeError("no process conducted a table")


async def _handed_over(looking: asyncpg.Connection, before: dict[str, str]) -> bool:
    """Wait until all tables of one process have another; false where the dead one had none."""
    ends = time.perf_counter() + 2 * LEASE_SECONDS
    while time.perf_counter() < ends:
        await asyncio.sleep(LOOK_SECONDS)
        now = await _conductors(looking)
        gone = {before[name] for name in before if now.get(name, before[name]) != before[name]}
        theirs = [name for name in before if before[name] in gone]
        if theirs and all(now.get(name, before[name]) != before[name] for name in theirs):
            return True
    return False


async def _conductors(looking: asyncpg.Connection) -> dict[str, str]:
    """By table that is conducted now: the process that does."""
    rows = await looking.fetch(
        "SELECT name, owner FROM lease WHERE expires > now() AND name LIKE 'table:%'"
    )
    return {row["name"]: row["owner"] for row in rows}


async def run() -> tuple[House, dict[int, list[float]]]:
    """Measure houses of one, two and four processes in turn."""
    tables: dict[int, list[float]] = {2: [], 4: []}
    with tempfile.TemporaryDirectory(prefix="punto-bench-") as name:
        with postgres() as database:
            folder = Path(name) / "bets"
            house = House(folder, database, await build(folder, TABLES, 2 * TABLES, database))
            for _ in range(RUNS):
                for processes in (1, 2, 4):
                    await house.measure(processes)
        with postgres() as database:
            folder = Path(name) / "clock"
            await build(folder, CLOCK_TABLES, 0, database, "clock")
            for _ in range(RUNS):
                for processes, seconds in tables.items():
                    seconds.append(await tables_back(folder, database, processes))
    return house, tables


def main() -> None:
    """Measure and keep."""
    house, tables = uvloop.run(run())
    figures = []
    for processes, rates in house.rates.items():
        name = f"durable bets, {'one process' if processes == 1 else f'{processes} processes'}"
        if processes > 1:
            rounds = [*zip(rates, house.rates[1], strict=True)]
            figures.append(Figure(name, "bets/s", "one process", 1.0, rounds))
        for what, unit, most, values in (
            ("p99", "ms", 100.0, house.p99_ms[processes]),
            ("CPU of the house a bet", "us", 120.0, house.cpu_us[processes]),
            ("CPU of the database a bet", "us", 120.0, house.database_us[processes]),
        ):
            rounds = [(value, most) for value in values]
            figures.append(
                Figure(f"{name}: {what}", unit, "at most", 1.0, rounds, less_is_better=True)
            )
    for what, most, by_count in (
        ("the last of its bettors has a bet durable again", 5.0, house.back),
        ("its tables are conducted by others", 1.5 * LEASE_SECONDS, tables),
    ):
        for processes, values in by_count.items():
            title = f"one of {processes} processes killed: {what}"
            rounds = [(value, most) for value in values]
            figures.append(Figure(title, "s", "at most", 1.0, rounds, less_is_better=True))
    keep("server_processes", figures)


if __name__ == "__main__":
    main()
