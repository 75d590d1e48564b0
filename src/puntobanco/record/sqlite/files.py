"""The files of an open log: whether they are still the ones that were opened, and a way back.

A file that is deleted or replaced while it is open takes whatever is written to it, and keeps none
of it. So each commit is followed by a look whether the files are there.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from puntobanco.record.sqlite import rows as sql
from puntobanco.record.store import WrongStoreError


class OpenFiles:
    """A database and what SQLite keeps beside it, as they were when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told = ""
        self._wal = path.with_name(f"{path.name}-wal")
        self.wal_bytes = 0
        """How long the write-ahead log was when the files were last looked at."""
        self._opened = {
            each: (found.st_dev, found.st_ino)
            for each in (path, self._wal, path.with_name(f"{path.name}-shm"))
            if (found := _state(each)) is not None
        }

    def missing(self) -> Path | None:
        """A file that is not the one that was opened any more."""
        for path, opened in self._opened.items():
            found = _state(path)
            if found is None or (found.st_dev, found.st_ino) != opened:
                return path
            if path is self._wal:
                self.wal_bytes = found.st_size
        return None

    def rescue(self, missing: Path, reader: sqlite3.Connection) -> str:
        """Copy what the open files hold beside them, once; what has happened and what to do."""
        self._told = self._told or self._rescued(missing, reader)
        return self._told

    def _rescued(self, missing: Path, reader: sqlite3.Connection) -> str:
        target = self._path.with_name(f"{self._path.name}-rescued")
        said = f"{missing} was moved, deleted or replaced while the house was open"
        try:
            with sql.new_file(target) as copy:
                reader.backup(copy)
        except (OSError, sqlite3.Error, WrongStoreError) as error:
            return f"{said}, and no copy could be made: {error}"
        return (
            f"{said}. Everything up to then is in {target}. Move it to {self._path.name}, delete "
            f"{self._path.name}-wal and {self._path.name}-end if they are there, and start again"
        )


def _state(path: Path) -> os.stat_result | None:
    with suppress(OSError):
        return path.stat()
    return None
