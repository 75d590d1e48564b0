"""No statement changes, replaces or takes away what either database has once been told.

The house has one user in its database. Whoever speaks with his rights and does not take the
schema itself apart is refused, in whatever words he asks.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.record.conftest import Place, opened
from tests.record.logs import record

COLUMNS = {
    "event": ("table_id", "sequence", "envelope", "hash"),
    "answer": ("table_id", "request", "body", "first", "last", "answer"),
}
KEYS = {"event": "table_id, sequence", "answer": "table_id, request"}
_ROW = {
    "event": "SELECT table_id, sequence, 'forged', hash FROM event",
    "answer": "SELECT table_id, request, body, first, last, '\\x00' FROM answer",
}


def statements(kind: str, table: str) -> list[str]:
    """Every way that a database of this kind has of changing rows that are there."""
    found = [f"UPDATE {table} SET {column} = {column}" for column in COLUMNS[table]]  # noqa: S608 - ours
    found.append(f"DELETE FROM {table}")  # noqa: S608 - ours
    new = _ROW[table] if kind == "postgres" else _ROW[table].replace("'\\x00'", "x'00'")
    names = ", ".join(COLUMNS[table])
    other = names.replace("table_id", "'other' || table_id")
    change = ", ".join(f"{each} = excluded.{each}" for each in COLUMNS[table])
    found.append(
        f"INSERT INTO {table} {new} WHERE true ON CONFLICT ({KEYS[table]}) DO UPDATE SET {change}"
    )
    if kind == "postgres":
        found += [
            f"TRUNCATE {table}",
            f"MERGE INTO {table} USING {table} AS old ON true WHEN MATCHED THEN DELETE",
            f"WITH gone AS (DELETE FROM {table} RETURNING *) SELECT count(*) FROM gone",  # noqa: S608 - ours
        ]
    else:
        found += [
            f"INSERT OR REPLACE INTO {table} {new}",
            f"REPLACE INTO {table} {new}",
            f"UPDATE OR REPLACE {table} SET {COLUMNS[table][1]} = 1",  # noqa: S608 - ours
            f"INSERT OR REPLACE INTO {table} (rowid, {names}) SELECT rowid, {names} FROM {table}",  # noqa: S608 - ours
            f"INSERT OR REPLACE INTO {table} (rowid, {names}) SELECT rowid, {other} FROM {table}",  # noqa: S608 - ours
        ]
    return found


async def everything(place: Place) -> list[Any]:
    return [await place.run(f"SELECT * FROM {table} ORDER BY 1, 2") for table in COLUMNS]  # noqa: S608 - ours


def test_no_statement_changes_what_is_there(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, coups=1)
        before = await everything(place)
        for table in COLUMNS:
            for statement in statements(place.kind, table):
                with pytest.raises(Exception, match="the log is append-only"):
                    await place.run(statement)
                assert await everything(place) == before, statement

    asyncio.run(run())
