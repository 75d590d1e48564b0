"""Copies of a store, which are SQLite files wherever it is, and stores made from a copy."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from puntobanco.record.checkpoint import read_statement
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.opening import is_address, open_shared
from puntobanco.record.schema import EDITIONS_SINCE
from puntobanco.record.sqlite import rows as sql
from puntobanco.record.store import AnsweredRequest, EventStore, Rows, Snapshot, WrongStoreError

CHUNK = 5_000


async def copy_store(source: str, target: Path) -> None:
    """Copy all that is at a path or an address, as it stands at one moment; writing goes on."""
    if not is_address(source):
        await asyncio.to_thread(sql.back_up, Path(source), target)
        return
    store = await open_shared(source, may_migrate=False)
    try:
        await store.backup(target)
    finally:
        await store.close()


async def fill_store(store: EventStore, copy: Path) -> None:
    """Bring everything from a copy into a store that holds no log: the logs all or none."""
    if await store.heads():
        raise WrongStoreError("there is a house in this database already; name an empty one")
    with closing(sql.connect(copy, read_only=True)) as reader:
        for row in reader.execute("SELECT kind, name, value, expires FROM kept"):
            await store.keep(*row)
        await store.adopt(_rows(reader))
        for row in reader.execute("SELECT table_id, sequence, form, state FROM snapshot"):
            await store.keep_snapshot(Snapshot(*row))


def _rows(reader: sqlite3.Connection) -> Iterator[Rows]:
    heads = sql.heads(reader)
    if sql.version_of(reader) >= EDITIONS_SINCE:  # an older copy keeps none
        yield Rows(editions=sql.editions(reader))
    yield Rows(heads=dict.fromkeys(heads, Head()))  # refused here if a table is known
    for some in _chunks(reader, "SELECT table_id, sequence, envelope, hash FROM event"):
        yield Rows(events=[Kept(*row) for row in some])
    for some in _chunks(reader, "SELECT table_id, request, body, first, last, answer FROM answer"):
        yield Rows(answers=[AnsweredRequest(*row) for row in some])
    for some in _chunks(reader, "SELECT at, table_id, request FROM refused"):
        yield Rows(refused=[(at, table, request) for at, table, request in some])
    for some in _chunks(reader, "SELECT statement FROM checkpoint"):
        yield Rows(checkpoints=[read_statement(text) for (text,) in some])
    for some in _chunks(reader, "SELECT table_id, account, amount FROM balance"):
        yield Rows(balances={(table, account): amount for table, account, amount in some})
    yield Rows(heads=heads)


def _chunks(reader: sqlite3.Connection, query: str) -> Iterator[list[sql.Row]]:
    found = reader.execute(query)
    while some := found.fetchmany(CHUNK):
        yield some
