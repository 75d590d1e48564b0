"""Databases of every earlier version come up to the newest with everything they hold."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import asyncpg
import pytest

from puntobanco.record.audit import audit_store
from puntobanco.record.opening import open_store
from puntobanco.record.postgres import rows as postgres_rows
from puntobanco.record.schema import NEWEST, migrations
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite import rows as sqlite_rows
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Snapshot, WrongStoreError
from puntobanco.record.verify import Verifier
from tests.record.child import append
from tests.record.conftest import Place, opened

HELD = ("event", "head", "answer", "balance")


def test_both_databases_have_the_same_steps() -> None:
    assert len(migrations("sqlite")) == len(migrations("postgres")) == NEWEST


async def bring_to(place: Place, version: int) -> None:
    if place.kind == "sqlite":
        with closing(sqlite3.connect(place.source, isolation_level=None)) as file:
            sqlite_rows.migrate(file, version)
            return
    connection = await asyncpg.connect(place.source)
    try:
        await postgres_rows.migrate(connection, version)
    finally:
        await connection.close()


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_up_from_each_version(place: Place, version: int, tmp_path: Path) -> None:
    async def run() -> None:
        rows: dict[str, list[Any]] = {}
        await bring_to(place, version)
        if version:  # what a house of that version had written
            whole = SqliteStore.open(tmp_path / "whole.db")
            await whole.append(append("T1", 0))
            await whole.close()
            with closing(sqlite3.connect(tmp_path / "whole.db")) as file:
                query = "SELECT * FROM {}"
                rows = {name: file.execute(query.format(name)).fetchall() for name in HELD}
            for name, those in rows.items():
                for row in those:
                    insert = "INSERT INTO {} VALUES ({})"
                    await place.run(insert.format(name, ", ".join(map(sql, row))))
        async with opened(place) as store:
            assert await place.run("SELECT max(version) FROM record_version") == [(NEWEST,)]
            await store.append(append("T1", 1 if version else 0))
            await store.keep_snapshot(Snapshot("T1", 2, "form", b"state"))
            assert (await store.heads())["T1"].sequence == (4 if version else 2)
            await place.run("DELETE FROM snapshot")
            assert (await audit_store(store, Verifier(is_signed))).findings == []
        with pytest.raises(Exception, match="append-only"):
            await place.run("DELETE FROM event")

    def sql(value: object) -> str:
        if isinstance(value, bytes):
            return f"x'{value.hex()}'" if place.kind == "sqlite" else f"'\\x{value.hex()}'"
        return str(value) if isinstance(value, int) else f"'{value}'"

    asyncio.run(run())


def test_a_database_from_a_later_program_is_left_alone(place: Place) -> None:
    async def run() -> None:
        await bring_to(place, NEWEST)
        later = "INSERT INTO record_version SELECT max(version) + 1 FROM record_version"
        await place.run(later)
        with pytest.raises(WrongStoreError, match=f"has version {NEWEST + 1} and this program"):
            await place.open()

    asyncio.run(run())


@pytest.mark.parametrize("content", [b"", b"rubbish" * 1000])
def test_a_file_that_is_no_log_is_refused_to_readers(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(WrongStoreError):
        SqliteStore.open_to_read(path)


def test_a_database_from_an_earlier_program_tells_readers_what_to_do(place: Place) -> None:
    asyncio.run(bring_to(place, NEWEST - 1))
    said = f"has version {NEWEST - 1} and this program reads {NEWEST}; open the house once with"

    async def read() -> None:
        store = await open_store(place.source, to_read=True)
        await store.close()

    with pytest.raises(WrongStoreError, match=said):
        asyncio.run(read())


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE theirs (x)")
        file.commit()
    with pytest.raises(WrongStoreError, match="not a log of this program"):
        SqliteStore.open(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT name FROM sqlite_schema").fetchall() == [("theirs",)]


def test_a_server_that_does_not_sync_is_refused() -> None:
    class Careless:
        async def fetchval(self, query: str) -> str:
            assert query == "SHOW fsync"
            return "off"

    with pytest.raises(WrongStoreError, match="fsync off"):
        asyncio.run(postgres_rows.check_sync(cast("Any", Careless())))
