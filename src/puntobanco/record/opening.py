"""Opening a store by where it is: a file, or the address of a PostgreSQL database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.record.clock import Clock
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import EventStore, WrongStoreError

if TYPE_CHECKING:
    from puntobanco.record.postgres.store import PostgresStore

ADDRESSES = ("postgresql://", "postgres://")
SQLITE_MAGIC = b"SQLite format 3\x00"


def is_address(source: str) -> bool:
    """Whether a text is the address of a PostgreSQL database."""
    return source.startswith(ADDRESSES)


def is_database_file(path: Path) -> bool:
    """Whether a file is an SQLite database, by its first bytes."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


async def open_store(
    source: str, clock: Clock | None = None, *, to_read: bool = False
) -> EventStore:
    """The store at a path or an address; to read, it must be there already."""
    if not is_address(source):
        path = Path(source)
        return SqliteStore.open_to_read(path) if to_read else SqliteStore.open(path, clock)
    return await open_shared(source, clock, may_migrate=not to_read)


@asynccontextmanager
async def opened(source: str, *, to_read: bool = False) -> AsyncIterator[EventStore]:
    """The store at a path or an address, closed afterwards."""
    store = await open_store(source, to_read=to_read)
    try:
        yield store
    finally:
        await store.close()


async def open_shared(
    address: str, clock: Clock | None = None, *, may_migrate: bool = True
) -> PostgresStore:
    """The store in a PostgreSQL database."""
    try:
        from puntobanco.record.postgres.store import PostgresStore  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise WrongStoreError(
            f"PostgreSQL needs the package {error.name}; install puntobanco[postgres]"
        ) from None
    return await PostgresStore.open(address, clock, may_migrate=may_migrate)
