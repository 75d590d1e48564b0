"""The shared store copied into a file of the embedded one, which has the same tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.record.postgres.rows import MAY_PAUSE
from puntobanco.record.sqlite import rows as sqlite

if TYPE_CHECKING:
    from puntobanco.record.postgres.rows import Connection

CHUNK = 5_000
TABLES = {
    "event": "table_id, sequence, envelope, hash",
    "answer": "table_id, request, body, first, last, answer",
    "refused": "at, table_id, request",
    "head": "table_id, sequence, hash, time",
    "balance": "table_id, account, amount",
    "snapshot": "table_id, sequence, form, state",
    "checkpoint": "table_id, size, key, statement",
    "kept": "kind, name, value, expires",
    "edition": "digest, text, time, by_whom",
}
"""What a house consists of. Leases are not of it: they say which process is alive."""


async def copy_into_file(connection: Connection, target: Path) -> None:
    """Copy every row as it stands at one moment."""
    with sqlite.new_file(target) as copy:
        sqlite.migrate(copy)
        copy.execute("BEGIN IMMEDIATE")
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await connection.execute(MAY_PAUSE)
            for table, columns in TABLES.items():
                places = ", ".join("?" for _ in columns.split(","))
                insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 - ours
                rows = await connection.cursor(f"SELECT {columns} FROM {table}")  # noqa: S608 - ours
                while some := await rows.fetch(CHUNK):
                    values: Sequence[sqlite.Row] = [tuple(row) for row in some]
                    await asyncio.to_thread(_write, copy, insert, values)
        copy.execute("COMMIT")


def _write(copy: sqlite3.Connection, insert: str, values: Sequence[sqlite.Row]) -> None:
    """Insert rows; the cursor is gone before another thread uses the statement again."""
    copy.executemany(insert, values).close()
