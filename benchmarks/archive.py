"""What a house costs when it comes back: opening many tables, verifying, restoring, and its size.

    python benchmarks/archive.py [open|restore|size ...] [--tables 20] [--coups 250]

CPU time is measured, of all processes together, because the wall clock of a shared machine says
little. What restoring 10^6 coups costs is reckoned from two smaller houses.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from msgspec.structs import replace
from results import Figure, keep
from server_house import fill, serve

from puntobanco.books import BOOKS
from puntobanco.client import HouseClient
from puntobanco.fair.sealing import read_or_make_key
from puntobanco.house.events import AccountOpened, MoneyPaidIn, MoneyToTable
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.events import ChipsBought
from puntobanco.record.audit import audit_store
from puntobanco.record.copies import LEVEL
from puntobanco.record.logs import account_log
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append
from puntobanco.record.transfer import export
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import HouseRules
from puntobanco.server.operations.keys import read_or_make_signer
from record import game
from server import cpu_seconds

MILLION = 1_000_000
ROUNDS = 3
OPENED_SECONDS = 2.0
RESTORED_SECONDS = 60.0
VERIFIED = 250_000.0
AT_ONCE = 1000
LARGER = 4


# --- a house with accounts and long logs ------------------------------------------------------


def _bundles(tables: int, coups: int) -> Iterator[list[Append]]:
    """One game at every table; what is bought there is paid from accounts."""
    rules = BOOKS["mbs"].configure()
    assert isinstance(rules, HouseRules)
    appends, ends = game(rules, coups), dict[str, int]()

    def booked(name: str, request: str, *events: AnyEvent) -> Append:
        log = account_log(name)
        end = ends.get(log, 0)
        ends[log] = end + len(events)
        one = replace(appends[0], table=log, expected=end, request=request, events=events)
        return replace(one, edition="0" * 64, rules="0" * 64)

    for number in range(1, tables + 1):
        table = f"T{number}"
        for each in appends:
            (event,) = each.events
            request = f"{table}-{each.request}"
            bundle = [replace(each, table=table, request=request)]
            if isinstance(event, ChipsBought):
                name, amount = event.patron, event.amount
                if account_log(name) not in ends:
                    yield [booked(name, f"open {name}", AccountOpened(account=name))]
                paid = MoneyPaidIn(account=name, amount=amount, by="cashier")
                yield [booked(name, f"pay {table} {name}", paid)]
                moved = MoneyToTable(account=name, table=table, amount=amount)
                bundle.append(booked(name, request, moved))
            yield bundle


async def build(folder: Path, tables: int, coups: int) -> None:
    """Make the house; every event has a request and an answer of its own."""
    folder.mkdir()
    read_or_make_signer(folder / "house.key")
    read_or_make_key(folder / "shoes.key")
    store = SqliteStore.open(folder / "house.db")
    bundles = _bundles(tables, coups)
    while some := list(islice(bundles, AT_ONCE)):
        await asyncio.gather(*(store.append_together(each) for each in some))
    await store.close()


# --- measuring --------------------------------------------------------------------------------


async def opening(folder: Path) -> Figure:
    """How much CPU a house of 1,000 tables with 10^6 events needs until its first answer."""
    floor = await fill(folder, 1000, MILLION)
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        process, address = serve(folder)
        try:
            async with HouseClient(address, next(iter(floor.patrons.values()))) as house:
                await house.view(floor.tables[-1])
            used = cpu_seconds(process.pid)
            print(f"{used:.2f} CPU s, {time.perf_counter() - began:.2f} s", flush=True)
        finally:
            process.kill()
            process.wait()
        rounds.append((used, OPENED_SECONDS))
    what = "1,000 tables with 10^6 events: command to first answer"
    return Figure(what, "CPU s", "at most", 1.0, rounds, less_is_better=True)


def _restoring(folder: Path) -> float:
    """The CPU seconds of `punto restore`, processes that it starts included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    target, house = folder / "restored", folder / "house"
    words = ["restore", str(folder / "copy.db"), str(target), "--keys", str(house)]
    command = [sys.executable, "-m", "puntobanco", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own program
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(target)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def _verifying(path: Path) -> tuple[float, float]:
    store = SqliteStore.open_to_read(path)
    cpu = time.process_time()
    audit = await audit_store(store, Verifier(is_signed))
    used = time.process_time() - cpu
    await store.close()
    assert not audit.findings, audit.findings
    return audit.verifier.events / used, VERIFIED


def restoring(small: Path, large: Path, coups: int) -> list[Figure]:
    """Verify a store in one process by both verifiers, and restore it on all cores.

    What a million coups cost follows from a house of so many and one of LARGER times as many.
    """
    verified = [asyncio.run(_verifying(small / "house" / "house.db")) for _ in range(ROUNDS)]
    for folder in (small, large):
        shutil.copyfile(folder / "house" / "house.db", folder / "copy.db")
    restored, most = [], RESTORED_SECONDS * (os.cpu_count() or 1)
    for _ in range(ROUNDS):
        start, more = _restoring(small), _restoring(large)
        print(f"restored: {start:.1f} and {more:.1f} CPU s", flush=True)
        each = (more - start) / (coups * (LARGER - 1))
        restored.append((start + each * (MILLION - coups), most))
    what = "restoring 10^6 coups, all cores together"
    return [
        Figure("verifying a store by both verifiers", "events/CPU s", "at least", 1.0, verified),
        Figure(what, "CPU s", "60 s on each core", 1.0, restored, less_is_better=True),
    ]


async def _exported(path: Path) -> bytes:
    store = SqliteStore.open_to_read(path)
    text = "".join([f"{line}\n" async for line in export(store)])
    await store.close()
    return text.encode()


def sizes(folder: Path, coups: int) -> list[Figure]:
    """What a coup takes, each beside half of what it takes in the house's own file."""
    path = folder / "house" / "house.db"
    stored = path.read_bytes()
    lines = asyncio.run(_exported(path))
    taken = {
        "a coup as exported lines": len(lines),
        "a coup in a packed copy": len(gzip.compress(stored, LEVEL)),
        "a coup in a packed export": len(gzip.compress(lines, LEVEL)),
    }
    print(f"a coup in the house's own file: {len(stored) / coups:,.0f} bytes", flush=True)
    half = len(stored) / coups / 2
    return [
        Figure(
            *(what, "bytes", "half of the house's own file", 1.0),
            [(size / coups, half)],
            less_is_better=True,
        )
        for what, size in taken.items()
    ]


def main() -> None:
    """Measure what was asked for, or everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", default=["open", "restore", "size"])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--coups", type=int, default=250, help="at each table")
    given = parser.parse_args()
    figures, coups = list[Figure](), given.tables * given.coups
    with tempfile.TemporaryDirectory(prefix="punto-bench-") as name:
        folder = Path(name)
        if "open" in given.what:
            figures.append(asyncio.run(opening(folder / "opened")))
        if {"restore", "size"} & {*given.what}:
            asyncio.run(build(folder / "house", given.tables, given.coups))
        if "restore" in given.what:
            large = folder / "large"
            large.mkdir()
            asyncio.run(build(large / "house", given.tables, LARGER * given.coups))
            figures += restoring(folder, large, coups)
        if "size" in given.what:
            figures += sizes(folder, coups)
    keep("archive", figures)


if __name__ == "__main__":
    main()
