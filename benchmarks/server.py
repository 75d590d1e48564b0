"""What a house carries: durable bets, many viewers, their coming back, restart; and a bare path.

    python benchmarks/server.py [bets|viewers|storm|restart|postgres ...] [--report FOLDER]

PUNTO_VIEWERS says how many viewers there are, 10,000 unless told, and PUNTO_RUNS how often bets are
measured, ten times unless told. Everything is on loopback, so CPU time a bet and ratios within one
run are what counts. While bets are measured, the load generator has a core of its own.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import uvloop
from report import Report, at
from results import Figure, keep
from server_house import Floor, build, fill, open_tables, postgres, seat, serve, uris_and_stakes
from server_load import opened
from server_storm import storm
from websockets.asyncio.client import ClientConnection, connect

from puntobanco.base.cards import DECK
from puntobanco.client import HouseClient
from puntobanco.play.reports import CardLeftShoe
from puntobanco.play.requests import CloseBetting

IN_FLIGHT = 200
SECONDS = 8.0
RUNS = int(os.environ.get("PUNTO_RUNS", "10"))
REPORT = Report()
Card = tuple[str, int]
"""A card by its table and where it is in the log."""


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and all its children so far."""
    return sum(
        int((thread / "schedstat").read_text().split()[0]) / 1e9
        for each in [pid, *children(pid)]
        for thread in Path(f"/proc/{each}/task").iterdir()
    )


def children(pid: int) -> list[int]:
    """The processes that a process has started, the first first."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in path.read_text().split()] if path.exists() else []


@contextmanager
def apart(pid: int) -> Iterator[None]:
    """Keep a process off this one's core, as far as there are two.

    The load stands for other machines. On the house's own core each answer would wake it, and it
    would push the house off that core in the middle of a round: 45 us a bet that no house pays.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[-1:])
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:-1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@dataclass(frozen=True)
class Run:
    """What one run of bets came to."""

    rate: float
    p99_ms: float
    p999_ms: float
    cpu_us: float


def report(title: str, times: list[float], seconds: float, cpu: float) -> Run:
    """Print one line of figures, and return them."""
    rate = len(times) / seconds
    REPORT.add_bets(title, times, seconds, cpu)
    ordered = sorted(times)
    p50, p99, p999 = (1e3 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99, 0.999))
    print(
        f"{title:30} {rate:8,.0f}/s  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms  p99.9 {p999:6.1f} ms  "
        f"server CPU {cpu / len(times) * 1e6:6.0f} us each",
        flush=True,
    )
    return Run(rate, p99, p999, cpu / len(times) * 1e6)


def keep_bets(runs: Sequence[tuple[Run, Run]]) -> None:
    """Keep every run of the house, each with the bare path's."""
    name = f"durable bets, {IN_FLIGHT} in flight"
    figures = [
        Figure(name, "bets/s", "bare path", 0.5, [(ours.rate, bare.rate) for ours, bare in runs]),
        Figure(f"{name}: rate", "bets/s", "at least", 1.0, [(run.rate, 5000.0) for run, _ in runs]),
    ]
    for what, unit, most, values in (
        ("CPU of the house a bet", "us", 120.0, [run.cpu_us for run, _ in runs]),
        ("p99", "ms", 100.0, [run.p99_ms for run, _ in runs]),
        ("p99.9", "ms", 250.0, [run.p999_ms for run, _ in runs]),
    ):
        rounds = [(value, most) for value in values]
        figures.append(Figure(f"{name}: {what}", unit, "at most", 1.0, rounds, less_is_better=True))
    keep("server", figures)


async def drive(
    uris: list[str], bodies: list[bytes], seconds: float, pid: int
) -> tuple[list[float], float, float]:
    """One wish in flight on every socket, for so long: the time of each, and the server's CPU."""
    askers = await opened(uris, bodies)
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    for each in askers:
        each.ends = began + seconds
        each.ask()
    await asyncio.gather(*(each.done for each in askers))
    took, used = time.perf_counter() - began, cpu_seconds(pid) - cpu
    if busy := sum(each.busy for each in askers):
        print(f"told to ask again: {busy:,}", flush=True)
    REPORT.moments = [moment for each in askers for moment in each.moments]
    return [spent for each in askers for spent in each.times], took, used


async def bare(folder: Path) -> Run:
    """The bare path."""
    program = Path(__file__).with_name("server_bare.py")
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(program), str(folder / "bare.db")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = process.stdout.readline().strip()
    try:
        body = b'{"type":"request","id":"ID","request":{"request":"place-stake","by":"p1",'
        body += b'"patron":"p1","place":1,"wager":"banker","amount":1000}}'
        uris = [f"ws://127.0.0.1:{port}/x"] * IN_FLIGHT
        with apart(process.pid):
            driven = await drive(uris, [body] * IN_FLIGHT, SECONDS, process.pid)
        return report("bare path", *driven)
    finally:
        process.terminate()
        process.wait()


async def bets(folder: Path, database: str = "", processes: int = 1) -> Run:
    """Durable bets through the whole house."""
    floor = await build(folder, 100, IN_FLIGHT, database)
    process, address = serve(folder, database, processes)
    try:
        await open_tables(address, floor)
        where = await seat(address, floor, 2)
        uris, frames = await uris_and_stakes(address, floor, where)
        if database:  # its processes and the database's need every core
            driven = await drive(uris, frames, SECONDS, process.pid)
            return report(f"PostgreSQL, {processes} processes", *driven)
        with apart(process.pid):
            driven = await drive(uris, frames, SECONDS, process.pid)
        return report("embedded house", *driven)
    finally:
        process.kill()  # asked to end, it would wait half a minute for the coups with stakes
        process.wait()


# --- many viewers -----------------------------------------------------------------------------


async def viewers(folder: Path, count: int, tables: int = 100) -> None:
    """So many sockets look at tables; the dealer deals, and every card reaches everybody.

    Every table has as many different patrons as sockets: each could have a side of his own. As many
    tables again are dealt at that nobody looks at: the difference is what a delivery costs.
    """
    floor = await build(folder, 2 * tables, count // tables)
    process, address = serve(folder)
    try:
        await open_tables(address, floor)
        before, watched = memory(process.pid), floor.tables[:tables]
        sockets = await _connect_all(address, floor, watched)
        each = (memory(process.pid) - before) / count
        REPORT.add_viewers(count, each)
        print(f"{count:,} viewers of {tables} tables: {each:.1f} KB a connection", flush=True)
        await _watch(address, floor, sockets, process.pid)
    finally:
        process.terminate()
        process.wait()


def memory(pid: int) -> float:
    """Resident memory in KB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise RuntimeError("no memory")


async def _connect_all(
    address: str, floor: Floor, tables: list[str]
) -> dict[str, list[ClientConnection]]:
    limit = asyncio.Semaphore(50)
    found: dict[str, list[ClientConnection]] = {table: [] for table in tables}
    base = address.replace("http", "ws", 1)

    async def one(house: HouseClient, table: str) -> None:
        async with limit:
            uri = f"{base}/api/live/{table}?ticket={await house.ticket()}"
            socket = await connect(
                uri, compression=None, max_size=2**22, ping_interval=None, max_queue=None
            )
            await socket.recv()
            found[table].append(socket)

    for token in floor.patrons.values():
        async with HouseClient(address, token) as house:
            await asyncio.gather(*(one(house, table) for table in tables))
    return found


async def _watch(
    address: str, floor: Floor, sockets: dict[str, list[ClientConnection]], pid: int
) -> None:
    """When has each viewer seen each card, and the last one, and what does it cost to tell one?"""
    seen: dict[Card, list[float]] = {}

    async def watch(socket: ClientConnection, table: str) -> None:
        async for frame in socket:
            now, message = time.perf_counter(), msgspec.json.decode(frame)
            if "hands" in message.get("view", {}):
                seen.setdefault((table, message["sequence"]), []).append(now)

    tasks = [asyncio.create_task(watch(s, t)) for t, some in sockets.items() for s in some]
    await asyncio.sleep(5)  # everybody has read who else came in
    sent, cpu = await _deal(address, floor, sockets, pid)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    delays = {card: [at - sent[card] for at in seen[card]] for card in seen.keys() & sent.keys()}
    for (table, sequence), some in delays.items():
        if len(some) != len(sockets[table]):
            raise RuntimeError(f"{table} {sequence}: {len(some)} of {len(sockets[table])} saw it")
    _report_deliveries(delays.values(), cpu / sum(map(len, delays.values())) * 1e6)


async def _deal(
    address: str, floor: Floor, watched: Collection[str], pid: int
) -> tuple[dict[Card, float], float]:
    """Deal at all tables: when each card was sent, and what the watched tables cost the more."""
    sent: dict[Card, float] = {}
    used = {True: 0.0, False: 0.0}
    async with HouseClient(address, floor.dealer) as house:
        for message in (CloseBetting(by="dealer"), *(CardLeftShoe(card=c) for c in DECK[7:11])):
            for is_watched in (False, True):
                cpu = cpu_seconds(pid)
                for table in floor.tables:
                    if (table in watched) is is_watched:
                        began = time.perf_counter()
                        sent[table, (await house.ask(table, message)).last] = began
                used[is_watched] += cpu_seconds(pid) - cpu
    return sent, used[True] - used[False]


def _report_deliveries(delays: Collection[list[float]], cost: float) -> None:
    """Print what single viewers waited, and the last of a table; `delays` are by card."""
    every, lasts = [each for some in delays for each in some], [max(some) for some in delays]
    REPORT.add_deliveries(every, lasts, cost)
    for what, some in (("deliveries", every), ("cards, to the last viewer of a table", lasts)):
        p50, p99, last = (1e3 * at(some, share) for share in (0.5, 0.99, 1.0))
        print(
            f"{len(some):,} {what}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, last {last:.0f} ms",
            flush=True,
        )
    print(f"server CPU {cost:.1f} us a delivery", flush=True)


# --- restart ----------------------------------------------------------------------------------


async def restart(folder: Path, tables: int = 1000, events: int = 1_000_000) -> None:
    """How soon a house of many tables with long logs serves again."""
    floor = await fill(folder, tables, events)
    began = time.perf_counter()
    process, address = serve(folder)
    try:
        async with HouseClient(address, next(iter(floor.patrons.values()))) as house:
            await house.view(floor.tables[-1])
        seconds = time.perf_counter() - began
        print(f"{tables:,} tables with {events:,} events serve after {seconds:.1f} s", flush=True)
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Run what was asked for, or everything."""
    words = sys.argv[1:]
    folder_of_report = None
    if "--report" in words:
        place = words.index("--report")
        folder_of_report = Path(words[place + 1])
        del words[place : place + 2]
    wanted = words or ["bets", "postgres", "viewers", "storm", "restart"]
    count = int(os.environ.get("PUNTO_VIEWERS", "10000"))
    with tempfile.TemporaryDirectory(prefix="punto-bench-") as name:
        folder = Path(name)
        if "bets" in wanted:
            runs = []
            for number in range(RUNS):
                place = folder / f"run-{number}"
                place.mkdir()
                reference = uvloop.run(bare(place))
                runs.append((uvloop.run(bets(place / "house")), reference))
            keep_bets(runs)
        if "postgres" in wanted:
            with postgres() as database:
                uvloop.run(bets(folder / "shared", database, 2))
        if "viewers" in wanted:
            uvloop.run(viewers(folder / "viewers", count))
        if "storm" in wanted:
            uvloop.run(storm(folder / "storm", count))
        if "restart" in wanted:
            uvloop.run(restart(folder / "restart"))
    if folder_of_report is not None:
        print(f"report in {REPORT.write(folder_of_report)}")


if __name__ == "__main__":
    main()
