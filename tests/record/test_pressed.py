"""Stores that are pressed: askers who go away, long queues, rows that collide, reads that fail."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from puntobanco.record.postgres.store import PostgresStore
from puntobanco.record.sqlite import rows as sqlite_rows
from puntobanco.record.sqlite import store as sqlite
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import (
    Receipt,
    Rows,
    StoreFailedError,
    UnknownOutcomeError,
    WrongStoreError,
)
from tests.record.child import append
from tests.record.conftest import Place, PostgresPlace, SqlitePlace, opened
from tests.record.logs import untimed

# --- the embedded file ------------------------------------------------------------------------


def test_what_is_written_ahead_is_worked_into_the_file_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, done = sqlite_rows.work_in, threading.Event()

    def worked_in(writer: sqlite3.Connection) -> bool:
        whole = real(writer)
        assert whole
        done.set()
        return whole

    monkeypatch.setattr(sqlite_rows, "work_in", worked_in)
    monkeypatch.setattr(sqlite_rows, "CHECKPOINT_PAGES", 3 * sqlite_rows.COMMIT_PAGES)

    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        await store.append(append("T1", 0))
        await store.append(append("T1", 1))
        assert not done.is_set(), "it costs a sync, and is not done after each"
        await store.append(append("T1", 2))
        assert await asyncio.to_thread(done.wait, 10)
        shutil.copy(tmp_path / "house.db", tmp_path / "alone.db")
        alone = SqliteStore.open_to_read(tmp_path / "alone.db")
        assert (await alone.heads())["T1"].sequence == 6
        await alone.close()
        await store.close()

    asyncio.run(run())


def test_a_long_queue_is_written_in_parts_and_after_a_failure_nothing_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "GROUP_MAX", 1)
    real, tried = sqlite_rows.write, list[int]()

    def third_fails(writer: sqlite3.Connection, rows: Rows) -> None:
        tried.append(len(rows.answers))
        if len(tried) == 3:
            raise sqlite3.OperationalError("disk I/O error")
        real(writer, rows)

    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        monkeypatch.setattr(sqlite_rows, "write", third_fails)
        sent = (store.append(append(f"T{each}", 0)) for each in range(6))
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert [type(each) for each in outcomes] == [Receipt, Receipt, *[StoreFailedError] * 4]
        assert tried == [1, 1, 1], "each by itself, and none after the one that failed"
        assert "disk I/O error" in store.failure
        await store.close()

    asyncio.run(run())


def test_a_row_that_somebody_put_into_the_file_stops_the_store(tmp_path: Path) -> None:
    place = SqlitePlace(tmp_path / "house.db")

    async def run() -> None:
        store = SqliteStore.open(place.path)
        await store.append(append("T1", 0))
        await place.run(
            "INSERT INTO event SELECT table_id, 3, envelope, hash FROM event WHERE sequence = 2"
        )
        with pytest.raises(StoreFailedError, match="could not be written"):
            await store.append(append("T1", 1))
        with pytest.raises(StoreFailedError, match="could not be written"):
            await store.append(append("T2", 0))
        await store.close()

    asyncio.run(run())


def test_a_read_that_failed_says_whether_it_may_be_tried_again(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        await store.append(append("T1", 0))

        def failing(code: int) -> sqlite3.OperationalError:
            error = sqlite3.OperationalError("the disk said no")
            error.sqlite_errorcode = code
            return error

        def read(error: sqlite3.OperationalError) -> asyncio.Future[None]:
            def query(reader: sqlite3.Connection) -> None:
                raise error

            return asyncio.ensure_future(store._look(query))

        with pytest.raises(UnknownOutcomeError, match="could not be read: the disk said no"):
            await read(failing(sqlite3.SQLITE_IOERR))
        with pytest.raises(sqlite3.OperationalError, match="no such table: nowhere"):
            await store._look(lambda reader: reader.execute("SELECT * FROM nowhere"))
        assert store.failure == ""
        await store.append(append("T1", 1))
        with pytest.raises(StoreFailedError, match="the log is damaged: the disk said no"):
            await read(failing(sqlite3.SQLITE_CORRUPT))
        with pytest.raises(StoreFailedError, match="the log is damaged"):
            await store.append(append("T1", 2))
        await store.close()
        with pytest.raises(StoreFailedError, match="the log is closed"):
            await store.read("T1")

    asyncio.run(run())


def test_a_disk_that_cannot_write_ahead_is_refused() -> None:
    memory = sqlite3.connect(":memory:")
    with pytest.raises(WrongStoreError, match="does not let the log be written ahead: mode memory"):
        sqlite_rows.sync_fully(memory)
    memory.close()


# --- whoever asked has gone away --------------------------------------------------------------


async def gone_away(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask, go away before the answer, and ask again."""
    store = await place.open()
    held, may = threading.Event(), threading.Event()
    if isinstance(store, SqliteStore):
        real = sqlite_rows.write

        def slow(writer: sqlite3.Connection, rows: Rows) -> None:
            held.set()
            may.wait(10)
            real(writer, rows)

        monkeypatch.setattr(sqlite_rows, "write", slow)
    else:
        assert isinstance(store, PostgresStore)
        write = store._write_group

        async def slowly(group: object) -> object:
            held.set()
            await asyncio.to_thread(may.wait, 10)
            return await write(group)  # type: ignore[arg-type]

        monkeypatch.setattr(store, "_write_group", slowly)
    asking = asyncio.create_task(store.append(append("T1", 0)))
    await asyncio.to_thread(held.wait, 10)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    may.set()
    again = await store.append(append("T1", 0))
    assert again.repeated, "it was written all the same, once"
    assert (await store.heads())["T1"].sequence == 2
    await store.close()


def test_what_was_asked_is_done_though_nobody_waits_for_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(gone_away(place, monkeypatch))


# --- PostgreSQL -------------------------------------------------------------------------------


def test_a_transaction_that_is_given_up_again_and_again_is_not_acknowledged(
    postgres: PostgresPlace,
) -> None:
    async def run() -> None:
        async with opened(postgres) as store:
            await store.append(append("T1", 0))
            await postgres.run(
                "CREATE FUNCTION given_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " RAISE EXCEPTION 'could not serialize' USING ERRCODE = '40001'; END $$",
                "CREATE CONSTRAINT TRIGGER given_up AFTER INSERT ON answer"
                " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION given_up()",
            )
            with pytest.raises(StoreFailedError, match="gave the transaction up too often"):
                await store.append(append("T1", 1))
            assert len(await store.read("T1")) == 2
            await postgres.run("DROP TRIGGER given_up ON answer")
            assert untimed(await store.append(append("T1", 1))) == Receipt(3, 4, b"answer")

    asyncio.run(run())
