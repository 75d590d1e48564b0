"""The shared store: PostgreSQL, for as many server processes as there are.

Any process may append to any table: the append holds only if the log still ends where the asker
thought it did, decided under a lock on the table's head row. Within a process one writer takes
everything that queued up during the last commit into the next transaction. News travel by the
database's own notifications, sent by the same transaction as the events.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import asyncpg

from puntobanco.base.money import Units
from puntobanco.record.chain import AppendsChains
from puntobanco.record.checkpoint import Checkpoint, kept_statement
from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.group import Bundle, Outcome, StoredState, asked_in, plan, prepare
from puntobanco.record.postgres import rows as sql
from puntobanco.record.postgres.cabinet import PostgresCabinet
from puntobanco.record.postgres.copy import copy_into_file
from puntobanco.record.store import (
    AnsweredRequest,
    Chain,
    KeptEdition,
    News,
    Receipt,
    RestartPoint,
    Rows,
    Snapshot,
    StoreError,
    StoreFailedError,
    UnknownOutcomeError,
    WrongStoreError,
    balances_of,
    restart_point_of,
)

GROUP_MAX = 1000
RETRIES = 5
"""How often a transaction that the database gave up for another one is tried again."""
RECONNECT_SECONDS = 0.2

FOLLOW_MAX = 200
"""The most events that a chain follows while its log is held; who is further behind reads first."""

_GIVEN_UP = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


@dataclass
class _Waiting:
    """A chain with what it writes as far as that is known, and the caller that waits for it."""

    chain: Chain
    bundles: list[Bundle]
    future: asyncio.Future[list[Outcome]]

    @property
    def logs(self) -> set[str]:
        return {part.append.table for bundle in self.bundles for part in bundle}


class _SilentError(Exception):
    """Nothing may be written, and nothing was."""


class PostgresStore(AppendsChains, PostgresCabinet):
    """An EventStore in a PostgreSQL database; `await PostgresStore.open(address)` gives one."""

    def __init__(self, address: str, pool: asyncpg.Pool[Any], clock: Clock) -> None:
        """Take a pool that open() has made."""
        self._address = address
        self._pool = pool
        self._clock = clock
        self._waiting: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._listeners: list[News] = []
        self._hearing = asyncio.Event()
        self._closed = False
        self._tasks = [
            asyncio.create_task(self._write_all(), name="record-writer"),
            asyncio.create_task(self._hear(), name="record-news"),
        ]

    @classmethod
    async def open(
        cls, address: str, clock: Clock | None = None, *, may_migrate: bool = True
    ) -> PostgresStore:
        """Connect, and make or upgrade the tables; raises when the server does not sync."""
        try:
            pool = await asyncpg.create_pool(
                address, min_size=1, max_size=8, server_settings=sql.SETTINGS, reset=sql.leave
            )
        except (*sql.LOST, ValueError, asyncpg.PostgresError) as error:
            raise WrongStoreError(f"the database cannot be reached: {error}") from None
        try:
            async with pool.acquire() as connection:
                await sql.check_sync(connection)
                if may_migrate:
                    await sql.migrate(connection)
                await sql.check_version(connection)
        except BaseException:
            await pool.close()
            raise
        store = cls(address, pool, clock or SteadyClock())
        await store._hearing.wait()
        return store

    # --- writing ------------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        """Nothing lasts: a connection is made anew, and the server says itself what it kept."""
        return ""

    async def append_chain(self, chain: Chain) -> list[Outcome]:
        """Do what each command of a chain does; for each its receipts, or why there are none."""
        if self._closed:
            return [StoreFailedError("the log is not open for writing") for _ in chain.appends]
        future: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Waiting(chain, _prepared(chain), future))
        return await future

    async def _write_all(self) -> None:
        while True:
            group = [await self._waiting.get()]
            count = len(group[0].bundles)
            while count < GROUP_MAX and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
                count += len(group[-1].bundles)
            outcomes = iter(await self._outcomes(group))
            for each in group:
                told = list(islice(outcomes, len(each.bundles)))
                if not each.future.done():  # or the caller has gone away
                    each.future.set_result(told)
                self._waiting.task_done()

    async def _outcomes(self, group: Sequence[_Waiting]) -> Sequence[Outcome]:
        for _ in range(RETRIES):
            try:
                return await self._write_group(group)
            except _GIVEN_UP:  # rolled back as a whole, so nothing is done twice
                continue
            except _SilentError:
                text = "this process did not renew its lease in time; other processes took over"
                return _for_all(group, UnknownOutcomeError, text)
            except asyncpg.PostgresError as error:
                if not isinstance(error, sql.LOST):  # the server itself says that it did not commit
                    return _for_all(
                        group, StoreFailedError, f"the log could not be written: {error}"
                    )
                lost: Exception = error
            except Exception as error:
                lost = error
            text = f"the database went away before it answered: {lost}"
            return _for_all(group, UnknownOutcomeError, text)
        text = "the database gave the transaction up too often"
        return _for_all(group, StoreFailedError, text)

    async def _write_group(self, group: Sequence[_Waiting]) -> Sequence[Outcome]:
        async with self._pool.acquire() as connection, connection.transaction():
            logs = set[str]().union(*(each.logs for each in group))
            heads = await sql.lock_heads(connection, sorted(logs))
            if await self._follow(connection, group, heads):
                more = set[str]().union(*(each.logs for each in group)) - logs
                heads |= await sql.lock_heads(connection, sorted(more))
            bundles = [bundle for each in group for bundle in each.bundles]
            parts = [part for bundle in bundles for part in bundle]
            answers = await sql.answered(connection, asked_in(bundles))
            accounts = {(part.append.table, account) for part in parts for account in part.moved}
            balances = await sql.some_balances(connection, sorted(accounts))
            made = plan(bundles, StoredState(heads, answers, balances), self._clock())
            if made.rows.answers:
                if not self.may_write():
                    raise _SilentError
                await sql.write(connection, made.rows)
        return made.outcomes

    async def _follow(
        self, connection: sql.Connection, group: Sequence[_Waiting], heads: dict[str, Head]
    ) -> bool:
        """Let the chains whose logs have grown be decided anew; whether any was."""
        late = {
            each.chain.table: each
            for each in group
            if 0 < heads[each.chain.table].sequence - each.chain.sequence <= FOLLOW_MAX
        }
        if not late:
            return False
        known = [(table, each.chain.sequence) for table, each in late.items()]
        for table, kept in (await sql.events_after(connection, known)).items():
            if late[table].chain.follow(kept):
                late[table].bundles = _prepared(late[table].chain)
        return True

    async def adopt(self, chunks: Iterable[Rows]) -> None:
        """Write rows from elsewhere as they are, all or none; their tables must be new here."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(sql.MAY_PAUSE)
                for rows in chunks:
                    present = await sql.lock_heads(connection, sorted(rows.heads))
                    for table, head in present.items():
                        if head.sequence:
                            raise WrongStoreError(f"table {table} is already in this database")
                    await sql.write(connection, rows)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise WrongStoreError(f"the rows do not fit this database: {error}") from None

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a table's state; an older one gives way."""
        await self._rows(
            "INSERT INTO snapshot VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) DO UPDATE SET"
            " sequence = excluded.sequence, form = excluded.form, state = excluded.state"
            " WHERE excluded.sequence >= snapshot.sequence",
            *(snapshot.table, snapshot.sequence, snapshot.form, snapshot.state),
        )

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed statement of where a log stood."""
        with sql.in_words_of_the_store():
            async with self._pool.acquire() as connection:
                await sql.write(connection, Rows(checkpoints=[checkpoint]))

    # --- reading ------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0, limit: int = 1000) -> list[Kept]:
        """Envelopes that follow a sequence, in order."""
        rows = await self._rows(
            "SELECT table_id, sequence, envelope, hash FROM event"
            " WHERE table_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
            *(table, after, limit),
        )
        return [Kept(*row) for row in rows]

    async def heads(self) -> dict[str, Head]:
        """Where each table's log ends."""
        rows = await self._rows(
            "SELECT table_id, sequence, hash, time FROM head WHERE sequence > 0 ORDER BY table_id"
        )
        return {table: Head(*rest) for table, *rest in rows}

    async def balances(self, table: str) -> dict[str, Units]:
        """What each account of a table holds."""
        query = "SELECT account, amount FROM balance WHERE table_id = $1"
        return dict(await self._rows(query, table))

    async def answered(self, table: str, request: str) -> Receipt | None:
        """The answer that a request has had."""
        with sql.in_words_of_the_store():
            async with self._pool.acquire() as connection:
                found = (await sql.answered(connection, [(table, request)])).get((table, request))
        return None if found is None else found.receipt(repeated=True)

    async def forget_refused(self, before: int, fewest: int, most: int) -> int:
        """Forget the oldest of more than `most`, and old ones beyond the newest `fewest`."""
        return len(await self._rows(sql.FORGET_REFUSED, before, fewest, most))

    async def requests(self, table: str) -> list[str]:
        """Every request of a table that has had its answer, in the order of their events."""
        query = (
            "SELECT request FROM answer WHERE table_id = $1"
            ' ORDER BY first, last, request COLLATE "C"'
        )
        return [request for (request,) in await self._rows(query, table)]

    async def answers(self, table: str, requests: Sequence[str]) -> list[AnsweredRequest]:
        """What requests of a table were answered, in the order in which they are named."""
        query = """SELECT table_id, request, body, first, last, answer FROM answer
            WHERE table_id = $1 AND request = ANY($2::text[])"""
        found = {row[1]: AnsweredRequest(*row) for row in await self._rows(query, table, requests)}
        return [found[request] for request in requests if request in found]

    async def has_answers_after(self, table: str, sequence: int) -> bool:
        """Whether a request of a table was answered for an event after this one."""
        query = "SELECT 1 FROM answer WHERE table_id = $1 AND last > $2 LIMIT 1"
        return bool(await self._rows(query, table, sequence))

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept."""
        query = "SELECT table_id, sequence, form, state FROM snapshot WHERE table_id = $1"
        rows = await self._rows(query, table)
        return Snapshot(*rows[0]) if rows else None

    async def restart_points(self, tables: Sequence[str], kind: str) -> dict[str, RestartPoint]:
        """What each table's state is taken up from, with what is kept beside it under a kind."""
        return {table: await restart_point_of(self, table, kind) for table in tables}

    async def balances_at(self, ends: Mapping[str, int]) -> dict[str, dict[str, Units]]:
        """What each account of tables holds, of those whose logs end at these events."""
        return await balances_of(self, ends)

    async def checkpoints(self, table: str, size: int | None = None) -> list[Checkpoint]:
        """Signed statements about a table, or about so many of its events, the fewest first."""
        query = """SELECT table_id, size, statement FROM checkpoint
            WHERE table_id = $1 AND size = coalesce($2, size) ORDER BY size, key"""
        return [kept_statement(*row) for row in await self._rows(query, table, size)]

    async def editions(self) -> list[KeptEdition]:
        """Every edition kept, in the order of their digests."""
        query = "SELECT digest, text, time, by_whom FROM edition ORDER BY digest"
        return [KeptEdition(*row) for row in await self._rows(query)]

    async def edition(self, digest: str) -> KeptEdition | None:
        """The edition that logs call by this digest."""
        query = "SELECT digest, text, time, by_whom FROM edition WHERE digest = $1"
        found = [KeptEdition(*row) for row in await self._rows(query, digest)]
        return found[0] if found else None

    # --- news ---------------------------------------------------------------------------------

    async def backup(self, path: Path) -> None:
        """Copy everything as it stands at one moment into a new SQLite file; writing goes on."""
        with sql.in_words_of_the_store():
            async with self._pool.acquire() as connection:
                await copy_into_file(connection, path)

    def listen(self, news: News) -> Callable[[], None]:
        """Be told whenever a log grew, from now until the returned function is called."""
        self._listeners.append(news)
        return lambda: self._listeners.remove(news)

    async def _hear(self) -> None:
        """Keep a connection that listens; after a gap every head is told, so none is missed."""
        while True:
            with suppress(*sql.LOST, asyncpg.PostgresError, StoreError):
                connection = await asyncpg.connect(self._address)
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                try:
                    channel = await connection.fetchval(f"SELECT {sql.CHANNEL}")
                    await connection.add_listener(channel, self._heard)
                    if self._hearing.is_set():
                        for table, head in (await self.heads()).items():
                            self._tell(table, head.sequence)
                    self._hearing.set()
                    await ended.wait()
                finally:
                    connection.terminate()
            await asyncio.sleep(RECONNECT_SECONDS)

    def _heard(self, connection: object, process: int, channel: str, payload: object) -> None:
        sequence, _, table = str(payload).partition(" ")
        self._tell(table, int(sequence))

    def _tell(self, table: str, sequence: int) -> None:
        for news in tuple(self._listeners):
            news(table, sequence)

    async def close(self) -> None:
        """Finish what was accepted and let go of the database."""
        if self._closed:
            return
        self._closed = True
        await self._waiting.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()


def _prepared(chain: Chain) -> list[Bundle]:
    return [prepare(*appends) for appends in chain.appends]


def _for_all(group: Sequence[_Waiting], error: type[StoreError], text: str) -> list[Outcome]:
    return [error(text) for each in group for _ in each.bundles]
