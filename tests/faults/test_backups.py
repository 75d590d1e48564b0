"""A copy of a house under load, everything lost, the house made anew from the copy."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from puntobanco.record.audit import audit_store
from puntobanco.record.clock import SteadyClock
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.sqlite import SqliteStore
from puntobanco.record.verify import Verifier
from puntobanco.record.witness import Witness, read_witness_file
from puntobanco.server import backups
from tests.faults.assault import TABLES, found
from tests.record.child import bundle
from tests.server.conftest import house, run

ROOT = Path(__file__).parents[2]
LOGS = 20
COPIES = int(os.environ.get("PUNTO_COPIES", "5"))


async def lines(store: SqliteStore) -> dict[str, list[str]]:
    """Every log of a store, as its hashes."""
    return {
        log: [each.hash for each in await store.read(log, 0, 10_000_000)]
        for log in await store.heads()
    }


def test_a_copy_under_load_is_one_moment_of_the_house(folder: Path) -> None:
    """Every copy is sound, a prefix of the original, and has all that was said before it began."""

    async def play() -> None:
        folder.mkdir()
        store = SqliteStore.open(folder / "house.db")
        said: dict[str, int] = dict.fromkeys((f"T{each}" for each in range(LOGS)), 0)
        ending = asyncio.Event()

        async def produce(table: str) -> None:
            while not ending.is_set():
                await store.append_together(bundle(table, said[table]))
                said[table] += 1

        work = [asyncio.create_task(produce(table)) for table in said]
        copies = []
        for number in range(COPIES):
            await asyncio.sleep(0.1)
            before = dict(said)
            copies.append((folder / f"copy-{number}.db", before))
            await store.backup(copies[-1][0])
        ending.set()
        await asyncio.gather(*work)
        original = await lines(store)
        await store.close()
        for path, before in copies:
            await compare(path, original, before)
        assert copies[-1][1] != copies[0][1], "there was load"

    run(play())


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

    async def play() -> tuple[Path, int]:
        await found(folder)
        async with house(folder) as casino:
            await grown(casino.stations, 40)
            made = await backups.make(casino.store, folder, "monday", casino.clock())
            copied = casino.stations["T1"].desk.table.sequence
            await grown(casino.stations, copied + 40)
            witness = Witness(seen, signer, SteadyClock())
            assert await witness.look(casino.store) == []
        return folder / backups.FOLDER / made.name, copied

    path, _ = run(play())
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
    words = ("restore", str(safe / path.name), str(anew), "--keys", str(keys))
    restored = subprocess.run(
        [sys.executable, "-m", "puntobanco", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src"},
    )
    assert restored.returncode == 0, restored.stderr
    assert "nothing is wrong" in restored.stdout
    assert time.perf_counter() - began < 60

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
            assert {*casino.stations} == {*TABLES}
            await grown(casino.stations, kept["T1"] + 20)
            assert not any(each.desk.stopped for each in casino.stations.values())

    run(again())


async def grown(stations: object, sequence: int) -> None:
    """Wait until the first table has come so far."""
    assert isinstance(stations, dict)
    desk = stations["T1"].desk
    async with asyncio.timeout(40):
        while desk.table.sequence < sequence:
            desk.changed.clear()
            await desk.changed.wait()
