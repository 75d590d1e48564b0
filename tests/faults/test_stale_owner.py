"""Two owners, a copied folder, an old copy brought back: refused, or found by who watches."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.play.table import Table
from puntobanco.record.audit import audit_store
from puntobanco.record.clock import SteadyClock
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import shoe_log
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import WrongStoreError
from puntobanco.record.verify import Finding, Verifier
from puntobanco.record.witnessing.witness import Witness, read_witness_file
from puntobanco.server.casino.running import Casino
from tests import patience
from tests.record.test_failures import kept_in, start
from tests.server.conftest import add_table, house, run, table_added
from tests.sizes import size_of

ROOT = Path(__file__).parents[2]
WITNESS = Signer(make_key())
PAUSES = size_of("pauses")


def punto(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "puntobanco", *words],
        capture_output=True,
        text=True,
        timeout=patience.SECONDS,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src"},
    )


@pytest.mark.long
def test_a_second_server_on_a_folder_is_refused_with_a_sentence(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(cards="random", pace="clock"))
            second = await asyncio.to_thread(punto, "serve", str(folder), "--port", "0")
            assert second.returncode not in (0, None)
            assert "another process has it" in second.stdout + second.stderr
            assert "Traceback" not in second.stdout + second.stderr
            before = casino.running_tables["T1"].desk.table.sequence
            await grown(casino, before + 5)
            assert not casino.running_tables["T1"].desk.stopped

    run(play())


def test_an_owner_that_was_paused_still_owns_and_goes_on(tmp_path: Path) -> None:
    """A lock that dies with its process does not run out: nobody can come in between."""
    path = tmp_path / "house.db"
    owner = start(path, "endless")
    assert owner.stdout is not None
    try:
        for _ in range(PAUSES):
            assert owner.stdout.readline().startswith("ok")
            owner.send_signal(signal.SIGSTOP)
            for _ in range(3):
                with pytest.raises(WrongStoreError, match="another process has it"):
                    SqliteStore.open(path)
            owner.send_signal(signal.SIGCONT)
    finally:
        owner.kill()
        owner.stdout.close()
        owner.wait()
    assert asyncio.run(kept_in(path))[0]


async def grown(casino: Casino, sequence: int) -> Table:
    """Wait until the table has come so far."""
    desk = casino.running_tables["T1"].desk
    async with asyncio.timeout(patience.SECONDS):
        while desk.table.sequence < sequence:
            desk.changed.clear()
            await desk.changed.wait()
    return desk.table


async def look(folder: Path, file: Path) -> list[Finding]:
    """The witness looks at a house from outside, with what it saw before."""
    store = SqliteStore.open_to_read(folder / "house.db")
    try:
        return await Witness(file, WITNESS, SteadyClock()).look(store)
    finally:
        await store.close()


async def kept(folder: Path) -> dict[str, list[Kept]]:
    store = SqliteStore.open_to_read(folder / "house.db")
    try:
        return {log: await store.read(log, 0, 1_000_000) for log in await store.heads()}
    finally:
        await store.close()


async def play_until_seen(folder: Path, witness: Path) -> int:
    """Deal some coups of a random shoe; somebody outside sees how far the log has come."""
    async with house(folder) as casino:
        if "T1" not in casino.running_tables:
            await add_table(casino, table_added(cards="random", pace="clock"))
        table = await grown(casino, casino.running_tables["T1"].desk.table.sequence + 60)
        findings = await look(folder, witness)
        assert findings == []
        return table.sequence


def test_an_old_copy_that_would_deal_a_known_shoe_again_is_found(
    folder: Path, tmp_path: Path
) -> None:
    """The copy is sound by itself: both verifiers pass it. Only who saw more can tell."""
    witness, old = tmp_path / "witness.jsonl", tmp_path / "old"

    async def play() -> None:
        await play_until_seen(folder, witness)
        async with house(folder) as casino:
            assert isinstance(casino.store, SqliteStore)
            old.mkdir(mode=0o700)
            await casino.store.backup(old / "house.db")
            for key in ("house.key", "shoes.key"):
                shutil.copy2(folder / key, old / key)
            await grown(casino, casino.running_tables["T1"].desk.table.sequence + 30)
        assert await look(folder, witness) == []

    async def again() -> None:
        store = SqliteStore.open_to_read(old / "house.db")
        assert (await audit_store(store, Verifier(is_signed))).findings == []
        seen = read_witness_file(witness, WITNESS.public)
        found = (await audit_store(store, Verifier(is_signed, [], seen))).findings
        await store.close()
        assert any("it was cut" in each for each in found), "before a card is dealt from it"
        async with house(old) as casino:
            await grown(casino, casino.running_tables["T1"].desk.table.sequence + 120)
        found = [str(each) for each in await look(old, witness)]
        assert any("was rewritten" in each for each in found), "after it has played on"

    run(play())
    run(again())


def test_a_copied_folder_that_plays_on_is_a_fork_and_found(folder: Path, tmp_path: Path) -> None:
    witness, copy = tmp_path / "witness.jsonl", tmp_path / "copy"

    async def play() -> None:
        await play_until_seen(folder, witness)
        shutil.copytree(folder, copy)
        for each in (folder, copy):
            async with house(each) as casino:
                await grown(casino, casino.running_tables["T1"].desk.table.sequence + 40)
        assert await look(folder, witness) == [], "the house itself goes on"
        found = [str(each) for each in await look(copy, witness)]
        assert any("rewritten" in each or "was cut" in each for each in found)
        both = [await kept(folder), await kept(copy)]
        log = shoe_log("T1")
        ours, theirs = ({each.hash for each in logs[log]} for logs in both)
        assert ours & theirs, "they share the shoe that was promised before the copy"
        tables = [logs["T1"] for logs in both]
        assert tables[0][-1].hash != tables[1][-1].hash

    run(play())


def test_a_reader_beside_the_house_never_writes(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asked = await asyncio.to_thread(punto, "log", "verify", str(folder / "house.db"))
            assert asked.returncode == 0, asked.stdout + asked.stderr
            copied = await asyncio.to_thread(punto, "backup", str(folder))
            assert copied.returncode != 0
            assert "punto backup --at" in copied.stdout + copied.stderr

    run(play())
