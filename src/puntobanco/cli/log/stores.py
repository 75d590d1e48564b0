"""The store of a house that a command opens, works with and closes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from puntobanco.record.opening import open_store
from puntobanco.record.store import EventStore


@asynccontextmanager
async def opened(source: str, *, to_read: bool = False) -> AsyncIterator[EventStore]:
    """A store, closed afterwards."""
    store = await open_store(source, to_read=to_read)
    try:
        yield store
    finally:
        await store.close()
