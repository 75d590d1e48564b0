"""A store whose disk, process or database fails: it raises, and never acknowledges."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from puntobanco.record.audit import audit_store
from puntobanco.record.postgres.store import PostgresStore
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite import rows as sqlite_rows
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import (
    Receipt,
    Rows,
    SequenceConflictError,
    StoreFailedError,
    UnknownOutcomeError,
    WrongStoreError,
)
from puntobanco.record.verify import Verifier
from tests import patience
from tests.patience import until
from tests.record.child import append
from tests.record.conftest import PostgresPlace, opened
from tests.record.logs import untimed
from tests.sizes import first_seed, size_of

Answer = TypeVar("Answer")

FORKS = size_of("forks")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", *sys.path])}


def start(path: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.record.child", str(path), *words],
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


async def kept_in(path: Path) -> tuple[set[tuple[str, str]], dict[str, int]]:
    """What a new process finds: sound, with the requests it holds and where each log ends."""
    store = SqliteStore.open(path)
    try:
        assert (await audit_store(store, Verifier(is_signed))).findings == []
        heads = await store.heads()
        requests = {(t, each) for t in heads for each in await store.requests(t)}
        return requests, {table: head.sequence for table, head in heads.items()}
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("call", "error"),
    [("fdatasync", errno.EIO), ("pwrite64", errno.ENOSPC), ("pwrite64", errno.EIO)],
)
def test_a_failed_sync_or_a_full_disk_is_never_acknowledged(
    tmp_path: Path, call: str, error: int
) -> None:
    path = tmp_path / "house.db"
    child = start(path, call, str(error))
    out, _ = child.communicate(timeout=patience.SECONDS)
    lines = out.splitlines()
    assert lines[:5] == [f"ok T1 {number}" for number in range(5)]
    assert len(lines) == 8
    assert all(line.startswith("refused the log could not be written: ") for line in lines[5:])
    reason = "disk is full" if error == errno.ENOSPC else "disk I/O error"
    assert all(reason in line for line in lines[5:]), lines
    requests, ends = asyncio.run(kept_in(path))
    assert {("T1", f"T1-{number}") for number in range(5)} <= requests
    assert len(requests) * 2 == ends["T1"] <= 12  # the one whose sync failed may be there, whole


@pytest.mark.parametrize("work", ["endless", "bundles"])
def test_what_was_acknowledged_survives_the_death_of_the_process(tmp_path: Path, work: str) -> None:
    path = tmp_path / "house.db"
    chance = random.Random(3)
    acknowledged: set[tuple[str, str]] = set()
    for _ in range(4):
        child = start(path, work)
        assert child.stdout is not None
        said = [child.stdout.readline()]
        time.sleep(chance.random() * 0.15)
        child.kill()
        said += child.stdout.readlines()
        child.stdout.close()
        child.wait()
        whole = [line.split() for line in said if line.endswith("\n")]
        acknowledged |= {(table, f"{table}-{number}") for _, table, number in whole}
        requests, ends = asyncio.run(kept_in(path))
        assert acknowledged <= requests
        assert sum(ends.values()) == 2 * len(requests)
    assert len(acknowledged) >= 4, "each had acknowledged something when it died"


def test_hundreds_of_processes_are_killed_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    words = (str(tmp_path), str(FORKS), str(first_seed(1)))
    done = subprocess.run(
        [sys.executable, "-m", "tests.record.forks", *words],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    kills, acknowledged = map(int, done.stdout.split())
    assert kills == FORKS
    assert acknowledged > 10 * kills


def test_after_one_failure_everything_is_refused_until_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    real = sqlite_rows.write

    def broken(writer: sqlite3.Connection, rows: Rows) -> None:
        real(writer, rows)
        raise sqlite3.OperationalError("disk I/O error")

    async def run() -> None:
        store = SqliteStore.open(path)
        await store.append(append("T1", 0))
        monkeypatch.setattr(sqlite_rows, "write", broken)
        outcomes = await asyncio.gather(
            *(store.append(append(f"T{each}", each == 1)) for each in range(1, 9)),
            return_exceptions=True,
        )
        assert {type(each) for each in outcomes} == {StoreFailedError}
        monkeypatch.setattr(sqlite_rows, "write", real)
        with pytest.raises(StoreFailedError, match="disk I/O error"):
            await store.append(append("T1", 1))
        await store.close()

    asyncio.run(run())
    requests, ends = asyncio.run(kept_in(path))
    assert (requests, ends) == ({("T1", "T1-0")}, {"T1": 2})


def test_a_second_owner_is_kept_out_and_a_reader_is_not(tmp_path: Path) -> None:
    path = tmp_path / "house.db"

    async def run() -> None:
        store = SqliteStore.open(path)
        with pytest.raises(WrongStoreError, match="another process has it"):
            SqliteStore.open(path)
        other = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.record.child", str(path), "endless"),
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
        )
        _, complaint = await other.communicate()
        assert b"another process has it" in complaint
        await store.append(append("T1", 0))
        reader = SqliteStore.open_to_read(path)
        assert len(await reader.read("T1")) == 2
        await store.append(append("T1", 1))
        assert len(await reader.read("T1")) == 4
        with pytest.raises(StoreFailedError, match="not open for writing"):
            await reader.append(append("T1", 2))
        await reader.close()
        await store.close()

    asyncio.run(run())


# --- PostgreSQL -------------------------------------------------------------------------------

CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND {}
         AND application_name = current_setting('application_name')"""


def test_a_commit_that_the_database_refuses_is_not_acknowledged(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as store:
            await store.append(append("T1", 0))
            await postgres.run(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$",
                "CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON answer"
                " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION full_disk()",
            )
            with pytest.raises(StoreFailedError, match="No space left on device"):
                await store.append(append("T1", 1))
            await postgres.run("DROP TRIGGER full_disk ON answer")
            assert len(await store.read("T1")) == 2
            assert untimed(await store.append(append("T1", 1))) == Receipt(3, 4, b"answer")

    asyncio.run(run())


async def in_the_end(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Ask until no connection that was cut while it lay idle is left in the pool."""
    for _ in range(20):
        with suppress(UnknownOutcomeError):
            return await ask()
    raise AssertionError("the database does not come back")


def test_a_request_whose_connection_was_cut_is_done_once_when_asked_again(
    postgres: PostgresPlace,
) -> None:
    async def run() -> None:
        async with opened(postgres) as store:
            done = asyncio.Event()
            kept = unknown = 0

            async def cut() -> None:
                cuts = 0
                while cuts < 12 or (unknown == 0 and cuts < 200):
                    before, cuts = kept, cuts + 1
                    await postgres.run(CUT.format("query NOT LIKE 'LISTEN%'"))
                    while kept < before + 8:
                        await asyncio.sleep(0.01)
                done.set()

            async def insist(table: str) -> int:
                nonlocal kept, unknown
                number = 0
                while not done.is_set() or not number:
                    try:
                        await store.append(append(table, number))
                        number += 1
                        kept += 1
                    except UnknownOutcomeError:
                        unknown += 1
                        await asyncio.sleep(0.005)
                return number

            killer = asyncio.create_task(cut())
            counts = await asyncio.gather(*(insist(f"T{each}") for each in range(8)))
            await killer
            heads = await in_the_end(store.heads)
            # Where the last answer got lost, the table may be one request further.
            ahead = [heads[f"T{each}"].sequence - 2 * counts[each] for each in range(8)]
            assert set(ahead) <= {0, 2}
            assert unknown > 0
            audited = await in_the_end(lambda: audit_store(store, Verifier(is_signed)))
            assert audited.findings == []

    asyncio.run(run())


def test_two_processes_on_one_database_never_fork_a_log(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as one, opened(postgres) as two:
            conflicts = 0

            async def take_turns(store: PostgresStore, half: int) -> None:
                nonlocal conflicts
                for number in range(40):
                    wanted = append("T1", number)
                    wanted = wanted.__class__(
                        **{name: getattr(wanted, name) for name in wanted.__struct_fields__}
                        | {"request": f"{half}-{number}"}
                    )
                    try:
                        await store.append(wanted)
                    except SequenceConflictError:
                        conflicts += 1

            assert isinstance(one, PostgresStore)
            assert isinstance(two, PostgresStore)
            heard: list[int] = []
            two.listen(lambda table, sequence: heard.append(sequence))
            await asyncio.gather(take_turns(one, 1), take_turns(two, 2))
            assert conflicts == 40
            assert (await one.heads())["T1"].sequence == 80
            assert (await audit_store(two, Verifier(is_signed))).findings == []
            await until(lambda: heard and heard[-1] == 80)
            assert sorted(heard) == list(range(2, 81, 2))

    asyncio.run(run())


def test_news_go_on_after_the_listening_connection_was_cut(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as store:
            await store.append(append("T1", 0))
            heard: list[int] = []
            store.listen(lambda table, sequence: heard.append(sequence))
            assert await postgres.run(CUT.format("query LIKE 'LISTEN%'")) == [(1,)]
            await until(lambda: heard)
            assert heard == [2]  # told again, because something may have been missed
            await store.append(append("T1", 1))
            await until(lambda: len(heard) == 2)
            assert heard == [2, 4]

    asyncio.run(run())


def test_no_database_no_store(tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(WrongStoreError, match="cannot be reached"):
            await PostgresStore.open(f"postgresql://nobody@/nothing?host={tmp_path}")

    asyncio.run(run())


def test_a_copy_is_whole_under_its_name_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has the copy open before it is whole: its last pages would stay in another file."""
    path, target = tmp_path / "house.db", tmp_path / "copy.db"
    real, readers = sqlite_rows.connect, list[sqlite3.Connection]()

    def nosy(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
        connection = real(path, read_only=read_only)
        if path.name.endswith(".partial"):
            connection.execute("CREATE TABLE first (x)")
            readers.append(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            readers[-1].execute("BEGIN")
            readers[-1].execute("SELECT * FROM first").fetchall()
        return connection

    async def run() -> None:
        store = SqliteStore.open(path)
        await asyncio.gather(*(store.append(append(f"T{each}", 0)) for each in range(50)))
        monkeypatch.setattr(sqlite_rows, "connect", nosy)
        with pytest.raises(WrongStoreError, match=r"before it is whole|locked"):
            await store.backup(target)
        monkeypatch.setattr(sqlite_rows, "connect", real)
        assert not target.exists()
        for each in readers:
            each.close()
        await store.backup(target)
        await store.close()

    asyncio.run(run())
    assert asyncio.run(kept_in(target)) == asyncio.run(kept_in(path))
