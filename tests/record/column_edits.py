"""What somebody with every right can do to the rows of a database, and what they say afterwards."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from puntobanco.record.checkpoint import kept_statement
from puntobanco.record.state import FORM
from tests.record.edits import claim

KEYS = {
    "event": ("table_id", "sequence"),
    "head": ("table_id",),
    "answer": ("table_id", "request"),
    "balance": ("table_id", "account"),
    "snapshot": ("table_id",),
    "checkpoint": ("table_id", "size", "key"),
}
"""What is kept of logs, each with its key."""
Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = dict[str, list[Row]]


def unlocked(path: Path) -> sqlite3.Connection:
    """A connection that nothing keeps from changing anything."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def rows_in(connection: sqlite3.Connection) -> Rows:
    """Everything that is kept of logs."""
    found: Rows = {}
    for table in KEYS:
        read = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of ours
        names = [each[0] for each in read.description]
        found[table] = sorted((dict(zip(names, row, strict=True)) for row in read), key=repr)
    return found


def history(rows: Rows) -> object:
    """What a store shows of its logs: events, ends and balances of those that have an end."""
    heads = {row["table_id"]: row for row in rows["head"] if row["sequence"] > 0}
    events = [row for row in rows["event"] if row["table_id"] in heads and row["sequence"] > 0]
    money = [row for row in rows["balance"] if row["table_id"] in heads and row["amount"]]
    return heads, sorted(events, key=_place), sorted(money, key=repr)


def _place(row: Row) -> tuple[str, int]:
    return row["table_id"], row["sequence"]


def claims(rows: Rows) -> set[bytes]:
    """What the house has signed for, as far as it is kept with a log that has an end."""
    heads = {row["table_id"] for row in rows["head"]}
    return {
        claim(kept_statement(row["table_id"], row["size"], row["statement"]))
        for row in rows["checkpoint"]
        if row["table_id"] in heads
    }


def causes(rows: Rows) -> set[tuple[str, str, int, int]]:
    """Which requests were answered for which events, in logs that have an end."""
    heads = {row["table_id"] for row in rows["head"]}
    return {
        (row["table_id"], row["request"], row["first"], row["last"])
        for row in rows["answer"]
        if row["first"] <= row["last"] and row["table_id"] in heads
    }


def states(rows: Rows) -> set[tuple[str, int, str, bytes]]:
    """The snapshots that a program of this form would take up."""
    return {
        (row["table_id"], row["sequence"], row["form"], row["state"])
        for row in rows["snapshot"]
        if row["form"] == FORM and row["table_id"] in {each["table_id"] for each in rows["head"]}
    }


def edit(chance: Random, connection: sqlite3.Connection, before: Rows) -> str:
    """Change something, as far as the database can hold it; what was done."""
    table = chance.choice(tuple(KEYS))
    row = chance.choice(before[table])
    column = chance.choice(tuple(row))
    deed = chance.choice(("change", "change", "change", "delete", "copy", "swap"))
    with suppress(sqlite3.IntegrityError):  # where a key is taken, nothing is changed
        match deed:
            case "change":
                _update(connection, table, row, {column: _other(chance, row[column])})
            case "delete":
                where, key = _where(table, row)
                connection.execute(f"DELETE FROM {table} WHERE {where}", key)  # noqa: S608
            case "copy":
                name = chance.choice(KEYS[table])
                copy = {**row, name: _other(chance, row[name])}
                marks = ", ".join("?" for _ in copy)
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", [*copy.values()])  # noqa: S608
            case _:
                with_this = chance.choice(before[table])
                column = chance.choice([each for each in row if each not in KEYS[table]])
                _update(connection, table, row, {column: with_this[column]})
                _update(connection, table, with_this, {column: row[column]})
    return f"{deed} {table}.{column}"


def _update(connection: sqlite3.Connection, table: str, row: Row, values: Row) -> None:
    sets = ", ".join(f"{name} = ?" for name in values)
    where, key = _where(table, row)
    connection.execute(f"UPDATE {table} SET {sets} WHERE {where}", [*values.values(), *key])  # noqa: S608


def _where(table: str, row: Row) -> tuple[str, list[Any]]:
    names = KEYS[table]
    return " AND ".join(f"{name} = ?" for name in names), [row[name] for name in names]


def _other(chance: Random, value: Any) -> Any:
    """Another value: one byte, or a number near it."""
    if isinstance(value, int):
        return value + chance.choice((-1000, -1, 1, 1000))
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    if not data:
        return value
    at = chance.randrange(len(data))
    if isinstance(value, bytes):
        data[at] ^= 1 << chance.randrange(8)
        return bytes(data)
    data[at] = chance.choice([*range(0x20, 0x7F)])
    return data.decode(errors="replace")
