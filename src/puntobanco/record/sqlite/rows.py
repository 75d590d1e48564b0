"""The SQL of the embedded store: opening, migrating, writing and reading rows."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from puntobanco.base.money import Units
from puntobanco.record.checkpoint import Checkpoint, kept_statement, statement
from puntobanco.record.envelope import Head, Kept, time_in
from puntobanco.record.schema import NEWEST, VERSION_TABLE, migrations, too_new
from puntobanco.record.store import CHUNK as LATER
from puntobanco.record.store import (
    AnsweredRequest,
    Earlier,
    KeptEdition,
    RestartPoint,
    Rows,
    Snapshot,
    WrongStoreError,
)

Row: TypeAlias = tuple[Any, ...]
CHUNK = 128
"""The most rows in one statement."""
_STATEMENTS_KEPT = 5 * CHUNK
"""Those of every length for event, answer, head and balance, and as many others; where groups of
every size came, those of the events alone take 5 megabytes."""
WAL_BYTES_MAX = 64 * 1024 * 1024
"""Beyond this the write-ahead log is cut as soon as nobody reads."""
CHECKPOINT_PAGES = 4000
"""How far the write-ahead log grows, about, before it is worked into the file: 16 megabytes."""
FORGOTTEN_AT_ONCE = 2_000
"""So many refusals are forgotten in one transaction, so that others wait not long for it."""
COMMIT_PAGES = 6
"""What a transaction writes, about, beside a page for each of its events."""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that syncs fully, or one that only reads."""
    mode = "ro" if read_only else "rwc"
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_STATEMENTS_KEPT,
        )
        with _closed_if_not_usable(connection):
            connection.execute("PRAGMA busy_timeout = 5000")
            if not read_only:
                sync_fully(connection)
    except sqlite3.Error as error:
        raise WrongStoreError(
            f"{path} cannot be opened as a log: {error}{way_out(error)}"
        ) from None
    return connection


@contextmanager
def _closed_if_not_usable(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def way_out(error: sqlite3.Error) -> str:
    """What to do about a file that is damaged."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    is_damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return ". Restore a copy with `punto restore`" if is_damaged else ""


def sync_fully(writer: sqlite3.Connection) -> None:
    """Have every commit reach the disk before it returns.

    A mode that cannot be had is not refused but silently another one, and a change that fails
    when it is committed says so only after its answer; so all is read, and asked again. Working
    the log into the file is asked for (`work_in`), because SQLite keeps to itself what goes wrong
    when it does so unasked.
    """
    writer.execute("PRAGMA journal_mode = WAL").fetchall()
    ((mode,),) = writer.execute("PRAGMA journal_mode").fetchall()
    if mode != "wal":
        raise WrongStoreError(f"the disk does not let the log be written ahead: mode {mode}")
    writer.execute("PRAGMA synchronous = FULL")
    writer.execute("PRAGMA wal_autocheckpoint = 0")


def work_in(writer: sqlite3.Connection) -> bool:
    """Work the write-ahead log into the file; whether all of it was, which a reader may delay."""
    ((_, waiting, done),) = writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    return bool(waiting == done)


def empty_wal(writer: sqlite3.Connection) -> bool:
    """Work all of the write-ahead log into the file and cut it to nothing; false: it is being read.

    Nobody is waited for.
    """
    ((wait,),) = writer.execute("PRAGMA busy_timeout").fetchall()
    writer.execute("PRAGMA busy_timeout = 0")
    try:
        ((busy, _, _),) = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        return False
    finally:
        writer.execute(f"PRAGMA busy_timeout = {wait}")
    return not busy


class Owner:
    """The right of one process to write a file, until it ends, however it ends.

    It is a lock beside the file, and where the system has such locks one on the file itself: the
    first can be deleted while it is held.
    """

    def __init__(self, path: Path) -> None:
        self._lock = own(path)
        self._file: int | None = None
        try:
            self._file = _lock_file(path)
        except BlockingIOError:
            self._lock.close()
            raise WrongStoreError(
                f"{path} cannot be opened for writing, another process has it"
            ) from None
        except OSError as error:
            self._lock.close()
            raise WrongStoreError(
                f"{path} cannot be opened for writing: {error.strerror}. Make it writable for "
                f"the user who runs the house: chmod 600 {path}"
            ) from None

    def close(self) -> None:
        """Give it up; every connection to the file is closed by now."""
        if self._file is not None:
            os.close(self._file)
        self._lock.close()


def _lock_file(path: Path) -> int | None:
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ModuleNotFoundError:
        return None
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise
    return file


def own(path: Path) -> sqlite3.Connection:
    """A lock beside the file that ends with the process, however it ends."""
    try:
        lock = sqlite3.connect(f"{path}-owner", isolation_level=None, check_same_thread=False)
        with _closed_if_not_usable(lock):
            lock.execute("PRAGMA busy_timeout = 0")
            lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        is_taken = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        if is_taken:
            sentence = f"{path} cannot be opened for writing, another process has it"
        else:
            sentence = f"{path} cannot be opened for writing: {error}"
        raise WrongStoreError(sentence) from None
    return lock


def back_up(source: Path, target: Path) -> None:
    """Copy a database that is in use.

    All pages are copied in one step: that holds one state of the file while the writer goes on
    in the write-ahead log. In several steps each write would begin the copy anew.
    """
    with new_file(target) as copy, closing(connect(source, read_only=True)) as reader:
        reader.backup(copy)


@contextmanager
def new_file(target: Path) -> Iterator[sqlite3.Connection]:
    """A database that has its name when it is whole and synced; nothing is left where it fails."""
    if target.exists():
        raise WrongStoreError(f"{target} is already there; name a new file")
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        with closing(connect(partial)) as copy:
            yield copy
            if not work_in(copy):  # or the copy would lie in a log that keeps its old name
                raise WrongStoreError("the copy is in use before it is whole")
        partial.rename(target)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError | sqlite3.Error | WrongStoreError):
            raise WrongStoreError(f"{target} could not be written: {error}") from None
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """Which version a file has; 0 when it is empty."""
    try:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if not tables:
            return 0
        (version,) = connection.execute("SELECT max(version) FROM record_version").fetchone()
    except sqlite3.Error as error:
        raise WrongStoreError(f"the file is not a log of this program: {error}") from None
    return int(version or 0)


def migrate(writer: sqlite3.Connection, target: int = NEWEST) -> None:
    """Bring a file to a version, each step whole or not at all."""
    found = version_of(writer)
    if found > NEWEST:
        raise WrongStoreError(too_new(found))
    for version in range(found + 1, target + 1):
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(VERSION_TABLE)
        for step in migrations("sqlite")[version - 1]:
            writer.execute(step)
        writer.execute("INSERT INTO record_version VALUES (?)", (version,))
        writer.execute("COMMIT")


def write(writer: sqlite3.Connection, rows: Rows) -> None:
    """Write rows into the transaction that is open."""
    _insert(
        *(writer, "event", ""),
        [(each.table, each.sequence, each.text, each.hash) for each in rows.events],
    )
    _insert(
        *(writer, "answer", ""),
        [
            (each.table, each.request, each.body, each.first, each.last, each.answer)
            for each in rows.answers
        ],
    )
    _insert(*(writer, "refused", "ON CONFLICT DO NOTHING"), rows.refused)
    _insert(
        *(writer, "head", "ON CONFLICT (table_id) DO UPDATE SET"),
        [(table, head.sequence, head.hash, head.time) for table, head in rows.heads.items()],
        " sequence = excluded.sequence, hash = excluded.hash, time = excluded.time",
    )
    _insert(
        *(writer, "balance", "ON CONFLICT (table_id, account) DO UPDATE SET"),
        [(*key, amount) for key, amount in rows.balances.items()],
        " amount = excluded.amount",
    )
    _insert(
        *(writer, "checkpoint", "ON CONFLICT DO NOTHING"),
        [(each.table, each.size, each.key, statement(each)) for each in rows.checkpoints],
    )
    _insert(
        *(writer, "edition", "ON CONFLICT DO NOTHING"),
        [(each.digest, each.text, each.time, each.by) for each in rows.editions],
    )


def forget_refused(writer: sqlite3.Connection, before: int, fewest: int, most: int) -> int:
    """Forget some of the refusals that are too old or too many, the oldest first; how many."""
    (count,) = writer.execute("SELECT count(*) FROM refused").fetchone()
    query = "SELECT at, table_id, request FROM refused ORDER BY at LIMIT ?"
    oldest = writer.execute(query, (FORGOTTEN_AT_ONCE,)).fetchall()
    gone = [
        row
        for place, row in enumerate(oldest)
        if place < count - (fewest if row[0] < before else most)
    ]
    keys = "table_id = ? AND request = ?"
    writer.executemany(f"DELETE FROM answer WHERE {keys}", [row[1:] for row in gone])  # noqa: S608 - ours
    writer.executemany(f"DELETE FROM refused WHERE at = ? AND {keys}", gone)  # noqa: S608 - ours
    return len(gone)


def _insert(
    writer: sqlite3.Connection, table: str, conflict: str, rows: Sequence[Row], change: str = ""
) -> None:
    for some in _chunks(rows):
        query = f"INSERT INTO {table} VALUES {_places(some)} {conflict}{change}"  # noqa: S608 - ours
        writer.execute(query, [value for row in some for value in row])


def _chunks(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Rows for as few statements as can be; those of every length stay prepared.

    Each statement hands the interpreter to other threads and has to get it back; one for each row
    would make the writer wait for the others hundreds of times in every transaction.
    """
    return (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))


def _places(rows: Sequence[Row]) -> str:
    return _all_places(len(rows), len(rows[0]))


@cache
def _all_places(rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def heads(connection: sqlite3.Connection) -> dict[str, Head]:
    """Where each table's log ends."""
    query = "SELECT table_id, sequence, hash, time FROM head WHERE sequence > 0 ORDER BY table_id"
    return {table: Head(*rest) for table, *rest in connection.execute(query)}


def events(connection: sqlite3.Connection, table: str, after: int, limit: int) -> list[Kept]:
    """Envelopes that follow a sequence, in order."""
    query = """SELECT table_id, sequence, envelope, hash FROM event
        WHERE table_id = ? AND sequence > ? ORDER BY sequence LIMIT ?"""
    return [Kept(*row) for row in connection.execute(query, (table, after, limit))]


def snapshot(connection: sqlite3.Connection, table: str) -> Snapshot | None:
    """The latest state kept."""
    query = "SELECT table_id, sequence, form, state FROM snapshot WHERE table_id = ?"
    row = connection.execute(query, (table,)).fetchone()
    return row and Snapshot(*row)


def checkpoints(
    connection: sqlite3.Connection, table: str, size: int | None = None
) -> list[Checkpoint]:
    """Signed statements about a table, or about so many of its events, the fewest first."""
    query = """SELECT table_id, size, statement FROM checkpoint
        WHERE table_id = ? AND size = ifnull(?, size) ORDER BY size, key"""
    return [kept_statement(*row) for row in connection.execute(query, (table, size))]


def standing(connection: sqlite3.Connection, table: str, kind: str) -> RestartPoint:
    """What a table's state is taken up from, with what is kept beside it under a kind."""
    found = snapshot(connection, table)
    if found is None:
        return RestartPoint()
    at = events(connection, table, found.sequence - 1, 1)
    later = events(connection, table, found.sequence, LATER)
    query = "SELECT value FROM kept WHERE kind = ? AND name = ? AND expires IS NULL"
    beside = connection.execute(query, (kind, table)).fetchone()
    return RestartPoint(
        found,
        at[0] if at and at[0].sequence == found.sequence else None,
        checkpoints(connection, table, found.sequence),
        beside and beside[0],
        later,
        len(later) < LATER,
    )


def editions(connection: sqlite3.Connection, digest: str | None = None) -> list[KeptEdition]:
    """The editions kept, or one of them."""
    query = """SELECT digest, text, time, by_whom FROM edition
        WHERE digest = ifnull(?, digest) ORDER BY digest"""
    return [KeptEdition(*row) for row in connection.execute(query, (digest,))]


def balances(connection: sqlite3.Connection, table: str) -> dict[str, Units]:
    """What each account of a table holds."""
    query = "SELECT account, amount FROM balance WHERE table_id = ?"
    return dict(connection.execute(query, (table,)).fetchall())


def answered(
    connection: sqlite3.Connection, requests: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Earlier]:
    """What is known of requests, each a log and an id."""
    found = {}
    for some in _chunks(requests):
        query = f"""WITH asked (table_id, request) AS (VALUES {_places(some)})
            SELECT answer.*, envelope FROM asked CROSS JOIN answer USING (table_id, request)
            LEFT JOIN event ON event.table_id = asked.table_id AND sequence = last
            AND first <= last"""  # noqa: S608 - ours
        for *row, text in connection.execute(query, [value for each in some for value in each]):
            found[row[0], row[1]] = Earlier(AnsweredRequest(*row), time_in(text))
    return found


def requests(connection: sqlite3.Connection, table: str) -> list[str]:
    """Every request of a table that has had its answer, in the order of their events."""
    query = "SELECT request FROM answer WHERE table_id = ? ORDER BY first, last, request"
    return [request for (request,) in connection.execute(query, (table,))]


def answers(
    connection: sqlite3.Connection, table: str, named: Sequence[str]
) -> list[AnsweredRequest]:
    """What requests of a table were answered, in the order in which they are named."""
    found = {}
    for some in _chunks([(request,) for request in named]):
        query = f"""WITH asked (request) AS (VALUES {_places(some)})
            SELECT answer.* FROM asked CROSS JOIN answer USING (request)
            WHERE table_id = ?"""  # noqa: S608 - ours
        for row in connection.execute(query, [*(request for (request,) in some), table]):
            found[row[1]] = AnsweredRequest(*row)
    return [found[request] for request in named if request in found]
