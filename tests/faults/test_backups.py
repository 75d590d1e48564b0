"""A copy of a house under load, everything lost, the house made anew from the copy."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from puntobanco.record.audit import audit_store
from puntobanco.record.clock import SteadyClock
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.verify import Verifier
from puntobanco.record.witnessing.witness import Witness, read_witness_file
from puntobanco.server.operations import backups
from puntobanco.server.tables.running_table import RunningTable
from tests.faults.assault import TABLES, found
from tests.record.child import bundle
from tests.server.conftest import house, run
from tests.sizes import is_long, size_of

ROOT = Path(__file__).parents[2]
LOGS = 20
COPIES = size_of("copies")
COPIES_OF_ONE = 5
"""Each is gone through from the start of the house, so one house is not copied for ever."""
EVENTS = size_of("restored")
"""What the tables of a house have seen when it is lost."""
EVENTS_LEAST = 2_000
"""So many a second are verified and restored even on a slow machine."""


async def lines(store: SqliteStore) -> dict[str, list[str]]:
    """Every log of a store, as its hashes."""
    return {
        log: [each.hash for each in await store.read(log, 0, 10_000_000)]
        for log in await store.heads()
    }


def test_a_copy_under_load_is_one_moment_of_the_house(folder: Path) -> None:
    """Every copy is sound, a prefix of the original, and has all that was said before it began."""
    for number in range(0, COPIES, COPIES_OF_ONE):
        place = folder / str(number)
        place.mkdir(parents=True)
        run(_copied_under_load(place, min(COPIES_OF_ONE, COPIES - number)))
        shutil.rmtree(place)


async def _copied_under_load(place: Path, count: int) -> None:
    store = SqliteStore.open(place / "house.db")
    said: dict[str, int] = dict.fromkeys((f"T{each}" for each in range(LOGS)), 0)
    ending = asyncio.Event()

    async def produce(table: str) -> None:
        while not ending.is_set():
            await store.append_together(bundle(table, said[table]))
            said[table] += 1

    work = [asyncio.create_task(produce(table)) for table in said]
    copies = []
    for number in range(count):
        await asyncio.sleep(0.1)
        before = dict(said)
        copies.append((place / f"copy-{number}.db", before))
        await store.backup(copies[-1][0])
    ending.set()
    await asyncio.gather(*work)
    original = await lines(store)
    await store.close()
    for path, before in copies:
        await compare(path, original, before)
    assert sum(said.values()) > sum(copies[-1][1].values()) > 0, "there was load"


async def compare(path: Path, original: dict[str, list[str]], before: dict[str, int]) -> None:
    copy = SqliteStore.open_to_read(path)
    assert (await audit_store(copy, Verifier(is_signed))).findings == []
    for log, hashes in (await lines(copy)).items():
        assert original[log][: len(hashes)] == hashes
    heads = await copy.heads()
    for table, count in before.items():
        if count:
            assert heads[table].sequence >= 2 * count
    await copy.close()


def test_everything_is_lost_and_the_house_is_made_anew_from_copy_and_keys(
    folder: Path, tmp_path: Path
) -> None:
    """The loss since the copy is told to the event by the witness; the house plays on."""
    signer, seen = Signer(make_key()), tmp_path / "witness.jsonl"
    anew, keys = tmp_path / "anew", tmp_path / "keys"

    async def play() -> Path:
        await found(folder)
        async with house(folder) as casino:
            await grown(casino.running_tables, EVENTS)
            made = await backups.make(casino.plan.source, folder, "monday", casino.clock())
            await grown(casino.running_tables, events_of(casino.running_tables) + 100)
            witness = Witness(seen, signer, SteadyClock())
            assert await witness.look(casino.store) == []
        return folder / backups.FOLDER / made.name

    path = run(play())
    safe = tmp_path / "safe"
    safe.mkdir()
    for each in (path, path.with_name(f"{path.name}.json")):
        shutil.copy2(each, safe / each.name)
    keys.mkdir()
    for name in backups.KEYS:
        if (folder / name).exists():
            shutil.copy2(folder / name, keys / name)
    shutil.rmtree(folder)
    began = time.perf_counter()
    words = ("restore", str(safe / path.name), str(anew), "--keys", str(keys), "--json")
    restored = subprocess.run(
        [sys.executable, "-m", "puntobanco", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src"},
    )
    seconds = time.perf_counter() - began
    assert restored.returncode == 0, restored.stderr
    events = msgspec.json.decode(restored.stdout)["events"]
    assert events >= EVENTS
    print(f"{events} events restored in {seconds:.1f} s")  # noqa: T201 - for `-s`
    if is_long():
        assert seconds < 60 + events / EVENTS_LEAST, "so many a second"

    async def again() -> None:
        store = SqliteStore.open_to_read(anew / "house.db")
        kept = {log: head.sequence for log, head in (await store.heads()).items()}
        witnessed = read_witness_file(seen, signer.public)
        audit = await audit_store(store, Verifier(is_signed, [], witnessed))
        await store.close()
        lost = {each.table: each.size for each in witnessed if each.size > kept.get(each.table, 0)}
        assert lost, "something happened after the copy"
        for log, size in lost.items():
            assert any(str(size) in each and "was cut" in each for each in audit.findings), log
        async with house(anew) as casino:
            assert {*casino.running_tables} == {*TABLES}
            await grown(casino.running_tables, events_of(casino.running_tables) + 60)
            assert not any(each.desk.stopped for each in casino.running_tables.values())

    run(again())


def events_of(running_tables: dict[str, RunningTable]) -> int:
    """How many events all tables have."""
    return sum(each.desk.table.sequence for each in running_tables.values())


async def grown(running_tables: dict[str, RunningTable], events: int) -> None:
    """Wait until the tables have come so far."""
    desk = running_tables["T1"].desk
    async with asyncio.timeout(40 + events / 50):
        while events_of(running_tables) < events:
            desk.changed.clear()
            await desk.changed.wait()
