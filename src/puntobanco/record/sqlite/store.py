"""The embedded store: SQLite with a write-ahead log and full sync, one writer, group commit.

A single thread owns the writing connection. While one transaction is being synced, requests queue
up, and the next transaction takes them all: that is what makes durability cheap. Readers use their
own connection and never wait for the writer. A second owner is kept out by a lock that dies with
its process; who only reads (a verifier, a witness) needs no lock.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from puntobanco.base.money import Units
from puntobanco.record.chain import AppendsChains
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.group import Bundle, Outcome, StoredState, asked_in, plan, prepare
from puntobanco.record.schema import NEWEST, unread
from puntobanco.record.sqlite import rows as sql
from puntobanco.record.sqlite.cabinet import SqliteCabinet
from puntobanco.record.sqlite.end import EndNote
from puntobanco.record.sqlite.files import OpenFiles
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
)

GROUP_MAX = 1000
"""After so many appends a transaction takes no more, so that the first waits not for ever."""

_Result = TypeVar("_Result")
_Job: TypeAlias = Callable[[sqlite3.Connection], object]
_Wish: TypeAlias = "list[Bundle] | _Job"
_Item: TypeAlias = "tuple[_Wish, asyncio.Future[object]]"
_Loop: TypeAlias = asyncio.AbstractEventLoop


class SqliteStore(AppendsChains, SqliteCabinet):
    """An EventStore in one file; `SqliteStore.open` gives one that may write."""

    _end: EndNote
    """Where the log ends; there while this process writes."""

    def __init__(self, path: Path, clock: Clock) -> None:
        """Prepare the connections; open() and open_to_read() are the ways in."""
        self._path = path
        self._clock = clock
        self._reader = sql.connect(path, read_only=True)
        self._reading = threading.Lock()
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._asked: dict[_Loop, list[_Item]] = {}
        """What each loop has asked for in this round."""
        self._heads: dict[str, Head] = {}
        self._balances: dict[tuple[str, str], Units] = {}
        self._touched: set[str] = set()
        """Tables whose balances are known here."""
        self._listeners: list[tuple[_Loop, News]] = []
        self._ahead = 0
        """Pages, about, that have gone into the write-ahead log since it was worked in."""
        self._failure: str | None = None
        self._closed = False
        self._thread: threading.Thread | None = None
        self._owner: sql.Owner | None = None
        self._files: OpenFiles | None = None
        """Set while this process writes."""

    @classmethod
    def open(cls, path: Path, clock: Clock | None = None) -> SqliteStore:
        """Open a file for writing, making or upgrading it; raises when another process has it."""
        with ExitStack() as undone:
            owner = undone.enter_context(closing(sql.Owner(path)))
            end = undone.enter_context(closing(EndNote(path)))
            try:
                writer = sql.connect(path)
                sql.migrate(writer)
                sql.empty_wal(writer)
                store = cls(path, clock or SteadyClock())
            except sqlite3.Error as error:
                raise WrongStoreError(
                    f"{path} cannot be opened for writing: {error}{sql.way_out(error)}"
                ) from None
            store._heads = sql.heads(writer)
            store._reader.execute("PRAGMA user_version")  # opens its files, while they are there
            undone.pop_all()
        store._owner, store._end = owner, end
        store._files = OpenFiles(path)
        end.follow()
        store._thread = threading.Thread(
            target=store._write_all, args=(writer,), name="record-writer", daemon=True
        )
        store._thread.start()
        return store

    @classmethod
    def open_to_read(cls, path: Path) -> SqliteStore:
        """Open a file that another process may be writing."""
        store = cls(path, SteadyClock())
        found = sql.version_of(store._reader)
        if found != NEWEST:
            store._reader.close()
            raise WrongStoreError(unread(found, str(path)))
        return store

    # --- writing ------------------------------------------------------------------------------

    async def append_chain(self, chain: Chain) -> list[Outcome]:
        """Do what each command of a chain does; for each its receipts, or why there are none."""
        bundles = [prepare(*each) for each in chain.appends]
        try:
            outcomes: list[Outcome] = await self._ask(bundles)
        except StoreFailedError as error:
            return [error for _ in bundles]
        return outcomes

    async def adopt(self, chunks: Iterable[Rows]) -> None:
        """Write rows from elsewhere as they are, all or none; their tables must be new here."""
        await self._ask(lambda writer: self._adopt(writer, chunks))

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a table's state; an older one gives way."""
        row = (snapshot.table, snapshot.sequence, snapshot.form, snapshot.state)
        await self._ask(
            lambda writer: writer.execute(
                "INSERT INTO snapshot VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
                " sequence = excluded.sequence, form = excluded.form, state = excluded.state"
                " WHERE excluded.sequence >= snapshot.sequence",
                row,
            )
        )

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed statement of where a log stood."""
        await self._ask(lambda writer: sql.write(writer, Rows(checkpoints=[checkpoint])))

    async def forget_refused(self, before: int, fewest: int, most: int) -> int:
        """Forget the oldest of more than `most`, and old ones beyond the newest `fewest`."""
        gone, more = 0, sql.FORGOTTEN_AT_ONCE
        while more == sql.FORGOTTEN_AT_ONCE:
            more = await self._ask(lambda writer: sql.forget_refused(writer, before, fewest, most))
            gone += more
        return gone

    def _ask(self, command: _Wish) -> asyncio.Future[Any]:
        """Have the writer do something; what is asked in one round of a loop reaches it together.

        Handed over one by one, the first alone would wake the writer, which would sync for it.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if self._failure is not None:
            future.set_exception(StoreFailedError(self._failure))
        elif self._thread is None or self._closed:
            future.set_exception(StoreFailedError("the log is not open for writing"))
        elif (asked := self._asked.get(loop)) is not None:
            asked.append((command, future))
        else:
            self._asked[loop] = [(command, future)]
            loop.call_soon(self._hand_over, loop)
        return future

    def _hand_over(self, loop: _Loop) -> None:
        for item in self._asked.pop(loop):
            self._queue.put(item)

    def _write_all(self, writer: sqlite3.Connection) -> None:
        """The writer thread: take what has queued up, write it, sync, and only then answer."""
        goes_on = True
        while goes_on:
            items, goes_on = self._take()
            chains = [(command, future) for command, future in items if isinstance(command, list)]
            if chains:
                group = [bundle for bundles, _ in chains for bundle in bundles]
                made = self._safely(len(group), partial(self._write_group, writer, group))
                outcomes = iter(made)
                _tell((future, list(islice(outcomes, len(some)))) for some, future in chains)
            jobs = [(command, future) for command, future in items if not isinstance(command, list)]
            if jobs:
                commands = [command for command, _ in jobs]
                done = self._safely(len(jobs), partial(self._do_all, writer, commands))
                _tell((future, outcome) for (_, future), outcome in zip(jobs, done, strict=True))
            if self._ahead >= sql.CHECKPOINT_PAGES:
                self._ahead = 0
                self._safely(1, partial(self._work_in, writer))
            if self._files is not None and self._files.wal_bytes > sql.WAL_BYTES_MAX:
                self._safely(1, partial(self._empty_wal, writer))
        if self._failure is None:
            with suppress(sqlite3.Error):  # what is in the write-ahead log is durable all the same
                self._empty_wal(writer)
        writer.close()  # SQLite removes the write-ahead log here if it could work all of it in

    def _work_in(self, writer: sqlite3.Connection) -> Sequence[object]:
        if sql.work_in(writer):
            self._end.let_go()
        return [None]

    def _empty_wal(self, writer: sqlite3.Connection) -> Sequence[object]:
        self._end.let_go()
        sql.empty_wal(writer)
        self._end.note()
        return [None]

    def _safely(self, count: int, write: Callable[[], Sequence[object]]) -> Sequence[object]:
        """What a transaction leads to; after the first that fails, nothing is tried again.

        A sync that failed may have lost what it should have kept, and the next one may not say so.
        """
        if self._failure is None:
            try:
                return write()
            except StoreFailedError as error:
                self._failure = str(error)
            except Exception as error:
                self._failure = f"the log could not be written: {error}"
        return [StoreFailedError(self._failure) for _ in range(count)]

    def _committed(self, pages: int) -> None:
        """What follows each commit, before it is acknowledged."""
        self._must_have_files()
        self._end.note()
        self._ahead += sql.COMMIT_PAGES + pages

    def _must_have_files(self) -> None:
        """Raise where what was committed went into a file that nobody finds again."""
        if self._files is not None and (missing := self._files.missing()) is not None:
            with self._reading:
                raise StoreFailedError(self._files.rescue(missing, self._reader))

    def _take(self) -> tuple[list[_Item], bool]:
        items: list[_Item] = []
        count, item = 0, self._queue.get()
        while item is not None:
            items.append(item)
            count += len(item[0]) if isinstance(item[0], list) else 1
            if count >= GROUP_MAX:
                return items, True
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return items, True
        return items, False

    def _write_group(self, writer: sqlite3.Connection, group: Sequence[Bundle]) -> Sequence[object]:
        """Write a group as if nothing in it had been asked before; if something was, look first.

        Nearly every request is new, and the database refuses a second answer by its own key. To
        look for each beforehand costs as much as writing it.
        """
        self._know_balances(writer, group)
        made = plan(group, StoredState(self._heads, {}, self._balances), self._clock())
        if made.is_accepted and self._keep(writer, made.rows):
            return made.outcomes
        answers = sql.answered(writer, asked_in(group))
        made = plan(group, StoredState(self._heads, answers, self._balances), self._clock())
        if made.rows.answers and not self._keep(writer, made.rows):
            raise sqlite3.IntegrityError("an answer is there that was not found")
        return made.outcomes

    def _know_balances(self, writer: sqlite3.Connection, group: Sequence[Bundle]) -> None:
        for table in {part.append.table for bundle in group for part in bundle} - self._touched:
            for account, amount in sql.balances(writer, table).items():
                self._balances[table, account] = amount
            self._touched.add(table)

    def _keep(self, writer: sqlite3.Connection, rows: Rows) -> bool:
        """Make rows durable; false, and nothing is written, where one of them is there already."""
        writer.execute("BEGIN IMMEDIATE")
        try:
            sql.write(writer, rows)
        except sqlite3.IntegrityError:
            writer.execute("ROLLBACK")
            return False
        writer.execute("COMMIT")
        self._committed(len(rows.events))
        self._learn(rows)
        return True

    def _do_all(self, writer: sqlite3.Connection, jobs: Sequence[_Job]) -> Sequence[object]:
        """Do what has queued up in one transaction; what one of them cannot do undoes no other."""
        writer.execute("BEGIN IMMEDIATE")
        outcomes = [self._do(writer, job) for job in jobs]
        writer.execute("COMMIT")
        self._committed(len(jobs))
        return outcomes

    def _do(self, writer: sqlite3.Connection, job: _Job) -> object:
        writer.execute("SAVEPOINT job")
        try:
            result = job(writer)
        except StoreError as error:
            result = error
        except sqlite3.IntegrityError as error:
            result = WrongStoreError(f"the rows do not fit this database: {error}")
        if isinstance(result, StoreError):
            writer.execute("ROLLBACK TO job")
        writer.execute("RELEASE job")
        return result

    def _adopt(self, writer: sqlite3.Connection, chunks: Iterable[Rows]) -> None:
        for rows in chunks:
            present = [each for each in rows.heads if self._heads.get(each, Head()).sequence]
            if present:
                raise WrongStoreError(f"table {present[0]} is already in this database")
            sql.write(writer, rows)
            self._ahead += len(rows.events)
        self._heads = sql.heads(writer)
        self._balances.clear()
        self._touched.clear()

    def _learn(self, rows: Rows) -> None:
        self._heads |= rows.heads
        self._balances |= rows.balances
        if rows.events:
            grown = [(table, head.sequence) for table, head in rows.heads.items()]
            for loop, news in self._listeners:
                _call(loop, _spread, news, grown)

    # --- reading ------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0, limit: int = 1000) -> list[Kept]:
        """Envelopes that follow a sequence, in order."""
        return await self._look(lambda reader: sql.events(reader, table, after, limit))

    async def heads(self) -> dict[str, Head]:
        """Where each table's log ends."""
        return await self._look(sql.heads)

    async def balances(self, table: str) -> dict[str, Units]:
        """What each account of a table holds."""
        return await self._look(lambda reader: sql.balances(reader, table))

    async def answered(self, table: str, request: str) -> Receipt | None:
        """The answer that a request has had."""
        asked = (table, request)
        found = (await self._look(lambda reader: sql.answered(reader, [asked]))).get(asked)
        return None if found is None else found.receipt(repeated=True)

    async def requests(self, table: str) -> list[str]:
        """Every request of a table that has had its answer, in the order of their events."""
        return await self._look(lambda reader: sql.requests(reader, table))

    async def answers(self, table: str, requests: Sequence[str]) -> list[AnsweredRequest]:
        """What requests of a table were answered, in the order in which they are named."""
        return await self._look(lambda reader: sql.answers(reader, table, requests))

    async def has_answers_after(self, table: str, sequence: int) -> bool:
        """Whether a request of a table was answered for an event after this one."""
        query = "SELECT 1 FROM answer WHERE table_id = ? AND last > ? LIMIT 1"
        given = (table, sequence)
        return await self._look(lambda reader: reader.execute(query, given).fetchone() is not None)

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept."""
        return await self._look(lambda reader: sql.snapshot(reader, table))

    async def restart_points(self, tables: Sequence[str], kind: str) -> dict[str, RestartPoint]:
        """What each table's state is taken up from, with what is kept beside it under a kind."""
        return await self._look(
            lambda reader: {table: sql.standing(reader, table, kind) for table in tables}
        )

    async def balances_at(self, ends: Mapping[str, int]) -> dict[str, dict[str, Units]]:
        """What each account of tables holds, of those whose logs end at these events."""

        def look(reader: sqlite3.Connection) -> dict[str, dict[str, Units]]:
            held = {table: sql.balances(reader, table) for table in ends}
            return {
                table: found
                for table, found in held.items()
                if not sql.events(reader, table, ends[table], 1)
            }

        return await self._look(look)

    async def checkpoints(self, table: str, size: int | None = None) -> list[Checkpoint]:
        """Signed statements about a table, or about so many of its events, the fewest first."""
        return await self._look(lambda reader: sql.checkpoints(reader, table, size))

    async def editions(self) -> list[KeptEdition]:
        """Every edition kept, in the order of their digests."""
        return await self._look(sql.editions)

    async def edition(self, digest: str) -> KeptEdition | None:
        """The edition that logs call by this digest."""
        found = await self._look(lambda reader: sql.editions(reader, digest))
        return found[0] if found else None

    async def _look(self, query: Callable[[sqlite3.Connection], _Result]) -> _Result:
        def run() -> _Result:
            with self._reading:
                if self._closed:
                    raise StoreFailedError("the log is closed")
                try:
                    return query(self._reader)
                except sqlite3.DatabaseError as error:
                    raise self._unread(error) from error

        return await asyncio.to_thread(run)

    def _unread(self, error: sqlite3.DatabaseError) -> Exception:
        """What a reading that failed means: a disk that did not answer may be asked again.

        A damaged file may say anything: nothing more is written on the strength of it.
        """
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self._failure = self._failure or f"the log is damaged: {error}{sql.way_out(error)}"
            return StoreFailedError(self._failure)
        if code == sqlite3.SQLITE_ERROR or not isinstance(error, sqlite3.OperationalError):
            return error  # a mistake of ours, which asking again does not mend
        return UnknownOutcomeError(f"the log could not be read: {error}")

    # --- the rest -----------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        """Why nothing more is written until the file is opened again; empty while all is well."""
        if self._failure is None and not self._closed:
            try:
                self._must_have_files()
            except StoreFailedError as error:
                self._failure = str(error)
        return self._failure or ""

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """True for the process that has the file open for writing: there is no other."""
        return self._thread is not None and not self._closed

    async def leases(self) -> list[str]:
        """Nobody else can hold anything: the file has one owner."""
        return []

    async def release(self, name: str, owner: str) -> None:
        """Nothing to give up: the file's one owner holds everything."""

    async def backup(self, path: Path) -> None:
        """Copy everything as it stands at one moment into a new file; writing goes on."""
        await asyncio.to_thread(sql.back_up, self._path, path)

    def listen(self, news: News) -> Callable[[], None]:
        """Be told whenever a log grew, from now until the returned function is called."""
        entry = (asyncio.get_running_loop(), news)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)

    async def close(self) -> None:
        """Finish what was accepted and let go of the file."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._close_reader)  # first: the last to close works the log in
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        if self._owner is not None:
            self._end.close()
            self._owner.close()

    def _close_reader(self) -> None:
        with self._reading:  # or it would go while another thread reads
            self._reader.close()


def _tell(told: Iterable[tuple[asyncio.Future[object], object]]) -> None:
    """Hand outcomes over to the loops that wait for them, each loop woken once."""
    by_loop: dict[_Loop, list[tuple[asyncio.Future[object], object]]] = {}
    for future, outcome in told:
        by_loop.setdefault(future.get_loop(), []).append((future, outcome))
    for loop, those in by_loop.items():
        _call(loop, _resolve, those)


def _call(loop: _Loop, function: Callable[..., None], *given: object) -> None:
    with suppress(RuntimeError):  # the loop has ended, and with it the waiting caller
        loop.call_soon_threadsafe(function, *given)


def _spread(news: News, grown: Iterable[tuple[str, int]]) -> None:
    for table, sequence in grown:
        news(table, sequence)


def _resolve(told: Iterable[tuple[asyncio.Future[object], object]]) -> None:
    for future, outcome in told:
        if future.done():  # the caller has gone away
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
