"""Where a log ends, noted beside it, so that a write-ahead log that was cut or swapped is known.

SQLite takes whatever `-wal` it finds: of one that was cut it takes the beginning, and one of
another database it works in. So after each commit a file beside the log says which write-ahead log
the commit went to (its salts) and how many frames of it count. That costs no sync: the note follows
the commit, so it may lag behind after a loss of power, but never runs ahead. Only before SQLite may
begin its write-ahead log anew the note is synced, and says that this may happen.
"""

from __future__ import annotations

import mmap
import os
import sqlite3
import struct
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from puntobanco.record.sqlite import rows as sql
from puntobanco.record.store import WrongStoreError

_INDEX = struct.Struct("=16xI12x8s")
"""The beginning of `-shm`, as SQLite's "WAL-mode File Format" has it: frames and salts."""
_NO_SALTS = bytes(8)


class NotedEnd(NamedTuple):
    """A write-ahead log and how much of it counts."""

    salts: bytes
    """Eight bytes; SQLite counts the first four up each time it begins anew. Zero: no such file."""
    frames: int
    may_restart: bool = False
    """Whether all but `frames` is in the database, so that SQLite may begin anew at any time."""

    def is_followed_by(self, found: NotedEnd) -> bool:
        """Whether a write-ahead log has everything that was noted."""
        if found.salts == _NO_SALTS:
            return not self.frames
        if found.salts == self.salts:
            return found.frames >= self.frames
        return self.may_restart and _generation(found) == (_generation(self) + 1) % 2**32


def _generation(end: NotedEnd) -> int:
    return int.from_bytes(end.salts[:4], "big")


def _written(end: NotedEnd) -> bytes:
    text = f"{end.salts.hex()} {end.frames:010} {end.may_restart:d}".encode()
    return b"%s %08x\n" % (text, crc32(text))


def _read(line: bytes) -> NotedEnd | None:
    """What a note says; nothing where it is none, as after a loss of power."""
    text, _, check = line.rstrip(b"\n").rpartition(b" ")
    if check != b"%08x" % crc32(text):
        return None
    salts, frames, may_restart = text.split()
    return NotedEnd(bytes.fromhex(salts.decode()), int(frames), may_restart == b"1")


def end_of(path: Path) -> Path:
    """The file beside a log that says where it ends."""
    return path.with_name(f"{path.name}-end")


class EndNote:
    """The note beside a log that one process writes."""

    def __init__(self, path: Path) -> None:
        """Open it; raises where it cannot be written, or where it tells of events that are gone."""
        self._path = path
        self._index: _Index | None = None
        try:
            self._file = os.open(end_of(path), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise WrongStoreError(
                f"{end_of(path)} cannot be written: {error.strerror}. Make it writable for the "
                f"user who runs the house: chmod 600 {end_of(path)}"
            ) from None
        try:
            self._must_fit(_read(os.read(self._file, 100)))
        except BaseException:
            os.close(self._file)
            raise

    def _must_fit(self, noted: NotedEnd | None) -> None:
        if noted is None or not self._path.stat().st_size:  # an empty database is told of elsewhere
            return
        found = _found(self._path)
        if found is not None and not noted.is_followed_by(found):
            raise WrongStoreError(_said(self._path, noted, found))
        os.ftruncate(self._file, 0)  # while the log is opened it may begin anew in any way
        os.fsync(self._file)

    def follow(self) -> None:
        """From now on note each commit of the log that was opened."""
        self._index = _Index.of(self._path)
        if self._index is not None:
            self._write(self._index.end(), is_synced=True)

    def note(self) -> None:
        """Note how far the last commit went; it is durable by now.

        Had SQLite not begun anew with it, it does not before all is worked in once more.
        """
        if self._index is not None:
            self._write(self._index.end())

    def let_go(self) -> None:
        """Note that all is, or will be, worked in: the next commit may begin anew."""
        if self._index is not None:
            self._write(NotedEnd(self._index.end().salts, 0, may_restart=True), is_synced=True)

    def close(self) -> None:
        """Leave the note of a log that was closed; every connection to it is closed by now."""
        if self._index is not None:
            wal = _wal_of(self._path)
            if wal.exists() and wal.stat().st_size:  # another connection still reads it
                self.note()
            else:
                self._write(NotedEnd(self._index.end().salts, 0), is_synced=True)
            self._index.close()
        os.close(self._file)

    def _write(self, end: NotedEnd, *, is_synced: bool = False) -> None:
        _put(self._file, _written(end))
        if is_synced:
            os.fsync(self._file)


def _put(file: int, line: bytes) -> None:
    """Write a line at the beginning of a file, where it can be in one call."""
    if sys.platform == "win32":
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, line)
    else:
        os.pwrite(file, line, 0)


def _wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


class _Index:
    """The beginning of SQLite's index, which says how far the write-ahead log goes.

    It is mapped, because reading a file hands the interpreter to other threads. Closing a file
    gives up the locks that the process has on it: every connection is closed before this.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        try:
            self._map = mmap.mmap(self._file.fileno(), _INDEX.size, access=mmap.ACCESS_READ)
        except BaseException:
            self._file.close()
            raise

    @classmethod
    def of(cls, path: Path) -> _Index | None:
        """The index of a log that is open; nothing where there is none that can be read."""
        with suppress(OSError, ValueError):  # SQLite can keep it in its own memory, too
            return cls(path.with_name(f"{path.name}-shm"))
        return None

    def end(self) -> NotedEnd:
        """How far the write-ahead log goes."""
        frames, salts = _INDEX.unpack(self._map[:])
        return NotedEnd(salts, frames)

    def close(self) -> None:
        """Let go of it."""
        self._map.close()
        self._file.close()


def _found(path: Path) -> NotedEnd | None:
    """What SQLite makes of the write-ahead log that lies there, without working it in.

    A connection that only reads leaves the file as it is, also when it is closed. Nothing, where
    the database cannot be read at all: the next opening says why.
    """
    if not _wal_of(path).exists():
        return NotedEnd(_NO_SALTS, 0)
    with closing(sql.connect(path, read_only=True)) as reader:
        with suppress(sqlite3.DatabaseError):  # the index is made before pages are looked at
            reader.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        index = _Index.of(path)
    if index is None:
        return None
    with closing(index):
        return index.end()


def _said(path: Path, noted: NotedEnd, found: NotedEnd) -> str:
    wal, end = _wal_of(path), end_of(path)
    back = f"Put the right file back beside {path.name}, or restore a copy with `punto restore`"
    if found.salts == _NO_SALTS:
        state = "empty" if wal.exists() else "missing"
        return (
            f"{wal} is {state}, though the house was not closed. If that file was deleted, its "
            f"last events were in it. {back}. If another program (such as sqlite3) opened the log "
            f"since, it has worked the file in and nothing is lost. To go on, delete {end}"
        )
    if found.salts == noted.salts:
        return (
            f"{wal} lacks its end: {found.frames} of {noted.frames} frames are there, and the "
            f"last events were in the rest. {back}. To go on without those events, delete {end} "
            "and check the log with `punto log verify`"
        )
    if not noted.frames:
        return (
            f"{wal} is of another log, or of this one at another time. Everything of this house "
            f"is in {path.name}. Move {wal.name} away and start again"
        )
    return (
        f"{wal} is of another log, or of this one at another time; the last events of this house "
        f"were in its own. {back}. To go on without those events, delete {wal.name} and {end}, and "
        "check the log with `punto log verify`"
    )
