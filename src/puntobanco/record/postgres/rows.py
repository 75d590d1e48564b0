"""The SQL of the shared store: migrating, locking, writing and reading rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import asyncpg

from puntobanco.base.money import Units
from puntobanco.record.checkpoint import statement
from puntobanco.record.envelope import Head, Kept, time_in
from puntobanco.record.schema import NEWEST, VERSION_TABLE, migrations, unread
from puntobanco.record.store import (
    AnsweredRequest,
    Earlier,
    Rows,
    StoreFailedError,
    UnknownOutcomeError,
    WrongStoreError,
)

if TYPE_CHECKING:  # the classes are generic for a type checker only
    from asyncpg.pool import PoolConnectionProxy

    Connection: TypeAlias = asyncpg.Connection[Any] | PoolConnectionProxy[Any]

LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that is cut while it is given back says this
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""What is raised when the database goes away or is not back; what it did then is not known."""
CHANNEL = "left('puntobanco_' || current_schema(), 63)"
"""Where news travel, in SQL: each schema of a database may hold a house of its own."""
_MIGRATION_LOCK = 7_243_011
"""Any number, the same in every process."""

SETTINGS = {
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "5s",
    **dict.fromkeys(("enable_seqscan", "enable_hashjoin", "enable_mergejoin"), "off"),
}
"""A commit returns when it is durable, whatever the server's default. A process that stops within
a transaction loses it, and with it the locks on its logs, so that others can go on. Rows are
found by their keys: a plan made while the tables were small is kept, and would read them whole when
they are not.
"""
MAY_PAUSE = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""For transactions that wait for files in between and hold nothing that another process needs."""
ANSWERED = """
SELECT answer.*, envelope FROM answer
JOIN unnest($1::text[], $2::text[]) AS asked (table_id, request) USING (table_id, request)
LEFT JOIN event ON event.table_id = answer.table_id AND sequence = last AND first <= last
"""
SOME_BALANCES = """
SELECT table_id, account, amount FROM balance
JOIN unnest($1::text[], $2::text[]) AS asked (table_id, account) USING (table_id, account)
"""
FORGET_REFUSED = """
WITH gone AS (
    DELETE FROM refused WHERE at < greatest(
        least($1, (SELECT coalesce(min(at), 0) + 1 FROM
            (SELECT at FROM refused ORDER BY at DESC OFFSET $2 LIMIT 1) AS newer)),
        (SELECT at FROM refused ORDER BY at DESC OFFSET $3 LIMIT 1) + 1)
    RETURNING table_id, request
)
DELETE FROM answer USING gone
WHERE answer.table_id = gone.table_id AND answer.request = gone.request AND first > last
RETURNING 1
"""
EVENTS_AFTER = """
SELECT event.table_id, event.sequence, envelope, hash FROM event
JOIN unnest($1::text[], $2::int8[]) AS known (table_id, sequence)
ON event.table_id = known.table_id AND event.sequence > known.sequence
ORDER BY event.table_id, event.sequence
"""
_WRITE = f"""
WITH events AS (
    INSERT INTO event SELECT * FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[])
), answers AS (
    INSERT INTO answer SELECT * FROM unnest(
        $5::text[], $6::text[], $7::text[], $8::int8[], $9::int8[], $10::bytea[])
), refusals AS (
    INSERT INTO refused SELECT * FROM unnest($24::int8[], $25::text[], $26::text[])
    ON CONFLICT DO NOTHING
), balances AS (
    INSERT INTO balance SELECT * FROM unnest($11::text[], $12::text[], $13::int8[])
    ON CONFLICT (table_id, account) DO UPDATE SET amount = excluded.amount
), checkpoints AS (
    INSERT INTO checkpoint SELECT * FROM unnest($14::text[], $15::int8[], $16::text[], $17::text[])
    ON CONFLICT DO NOTHING
), heads AS (
    INSERT INTO head SELECT * FROM unnest($18::text[], $19::int8[], $20::text[], $21::int8[])
    ON CONFLICT (table_id) DO UPDATE
    SET sequence = excluded.sequence, hash = excluded.hash, time = excluded.time
)
SELECT pg_notify({CHANNEL}, sequence || ' ' || table_id)
FROM unnest($22::text[], $23::int8[]) AS news (table_id, sequence)
"""  # noqa: S608 - the channel is a constant


@contextmanager
def in_words_of_the_store() -> Iterator[None]:
    """Raise what the database raises as what a store promises to raise."""
    try:
        yield
    except LOST as error:
        text = f"the database went away before it answered: {error}"
        raise UnknownOutcomeError(text) from None
    except asyncpg.PostgresError as error:
        raise StoreFailedError(f"the database refused this: {error}") from None


async def leave(connection: Connection) -> None:
    """Give a connection back as it is: nothing is ever set on one, so nothing must be reset."""


async def check_sync(connection: Connection) -> None:
    """Refuse a server that does not sync."""
    if await connection.fetchval("SHOW fsync") != "on":
        raise WrongStoreError("the database runs with fsync off; a log needs it on")


async def version_of(connection: Connection) -> int:
    """Which version a database has; 0 when there is nothing of ours in it."""
    if await connection.fetchval("SELECT to_regclass('record_version')") is None:
        return 0
    return int(await connection.fetchval("SELECT max(version) FROM record_version") or 0)


async def check_version(connection: Connection) -> None:
    """Refuse a database of another version."""
    found = await version_of(connection)
    if found != NEWEST:
        raise WrongStoreError(unread(found, "the database"))


async def migrate(connection: Connection, target: int = NEWEST) -> None:
    """Bring a database to a version, one process at a time, all steps or none."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        found = await version_of(connection)
        for version in range(found + 1, target + 1):
            await connection.execute(VERSION_TABLE)
            for step in migrations("postgres")[version - 1]:
                await connection.execute(step)
            await connection.execute("INSERT INTO record_version VALUES ($1)", version)


async def lock_heads(connection: Connection, tables: Sequence[str]) -> dict[str, Head]:
    """The heads of tables, locked until the transaction ends; always in one order."""
    query = (
        "SELECT table_id, sequence, hash, time FROM head"
        " WHERE table_id = ANY($1::text[]) ORDER BY table_id FOR UPDATE"
    )
    rows = await connection.fetch(query, tables)
    if len(rows) < len(tables):
        await connection.execute(
            "INSERT INTO head SELECT table_id, 0, $2, 0 FROM unnest($1::text[]) AS new (table_id)"
            " ORDER BY table_id ON CONFLICT DO NOTHING",
            *(tables, Head().hash),
        )
        rows = await connection.fetch(query, tables)
    return {table: Head(*rest) for table, *rest in rows}


async def answered(
    connection: Connection, requests: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Earlier]:
    """What is known of requests."""
    rows = await connection.fetch(ANSWERED, *_columns(requests, 2))
    return {
        (row[0], row[1]): Earlier(AnsweredRequest(*row), time_in(text))
        for *row, text in map(tuple, rows)
    }


async def events_after(
    connection: Connection, known: Sequence[tuple[str, int]]
) -> dict[str, list[Kept]]:
    """What logs have beyond what is known of each, in order."""
    rows = await connection.fetch(EVENTS_AFTER, *_columns(known, 2))
    found: dict[str, list[Kept]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(Kept(*row))
    return found


async def some_balances(
    connection: Connection, accounts: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Units]:
    """What some accounts hold."""
    rows = await connection.fetch(SOME_BALANCES, *_columns(accounts, 2))
    return {(table, account): amount for table, account, amount in rows}


async def write(connection: Connection, rows: Rows) -> None:
    """Write rows in one statement, and notify all listeners when they are durable.

    Editions, which come seldom, have a statement of their own before it.
    """
    if rows.editions:
        await connection.executemany(
            "INSERT INTO edition VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            [(each.digest, each.text, each.time, each.by) for each in rows.editions],
        )
    grown = {each.table for each in rows.events}
    await connection.execute(
        _WRITE,
        *_columns([(each.table, each.sequence, each.text, each.hash) for each in rows.events], 4),
        *_columns(
            [
                (each.table, each.request, each.body, each.first, each.last, each.answer)
                for each in rows.answers
            ],
            6,
        ),
        *_columns([(*key, amount) for key, amount in rows.balances.items()], 3),
        *_columns(
            [(each.table, each.size, each.key, statement(each)) for each in rows.checkpoints], 4
        ),
        *_columns([(table, h.sequence, h.hash, h.time) for table, h in rows.heads.items()], 4),
        *_columns([(table, h.sequence) for table, h in rows.heads.items() if table in grown], 2),
        *_columns(rows.refused, 3),
    )


def _columns(rows: Sequence[Sequence[Any]], width: int) -> Sequence[Sequence[Any]]:
    return [*zip(*rows, strict=True)] or [()] * width
