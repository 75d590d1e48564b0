"""The cabinet of the embedded store; it is written by the store's one writer, and synced."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from puntobanco.record.cabinet import check_keepable
from puntobanco.record.clock import Clock
from puntobanco.record.names import is_name

_Result = TypeVar("_Result")
_Found: TypeAlias = list[tuple[bytes, int | None]]
_Rows: TypeAlias = Callable[[sqlite3.Connection], _Found]

_KEEP = """INSERT INTO kept VALUES (?1, ?2, ?3, ?4) ON CONFLICT (kind, name)
    DO UPDATE SET value = excluded.value, expires = excluded.expires"""

_KEEP_FIRST = f"{_KEEP} WHERE kept.expires <= ?5 RETURNING name"
_KEEP_AFTER = """UPDATE kept SET value = ?3, expires = ?4
    WHERE kind = ?1 AND name = ?2 AND value = ?5 RETURNING name"""


class SqliteCabinet(ABC):
    """The part of the embedded store that is no log."""

    _clock: Clock

    @abstractmethod
    def _ask(self, command: Callable[[sqlite3.Connection], object]) -> Awaitable[Any]:
        """Have the writer do something, all of it or nothing."""

    @abstractmethod
    async def _look(self, query: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Read something."""

    async def keep(self, kind: str, name: str, value: bytes, expires: int | None = None) -> None:
        """Keep a value in place of any other under this name."""
        check_keepable(kind, name, value, expires)
        row = (kind, name, value, expires)
        await self._ask(lambda writer: writer.execute(_KEEP, row))

    async def exchange(
        self, kind: str, name: str, before: bytes | None, value: bytes, expires: int | None = None
    ) -> bool:
        """Keep a value if what is kept now is `before`, or nothing (None); whether it was so."""
        check_keepable(kind, name, value, expires)
        query, last = (_KEEP_FIRST, self._clock()) if before is None else (_KEEP_AFTER, before)
        row = (kind, name, value, expires, last)
        return bool(await self._ask(lambda writer: writer.execute(query, row).fetchall()))

    async def kept(self, kind: str, name: str) -> bytes | None:
        """The value, if it is there and not expired."""
        query = "SELECT value, expires FROM kept WHERE kind = ? AND name = ?"
        return await self._found(self._look, query, kind, name)

    async def take(self, kind: str, name: str) -> bytes | None:
        """The value, which is then gone; of two who take it, one gets it."""
        query = "DELETE FROM kept WHERE kind = ? AND name = ? RETURNING value, expires"
        return await self._found(self._ask, query, kind, name)

    async def drop(self, kind: str, name: str) -> None:
        """Have nothing under this name, whatever was there."""
        query = "DELETE FROM kept WHERE kind = ? AND name = ?"
        if is_name(name):
            await self._ask(lambda writer: writer.execute(query, (kind, name)))

    async def all_kept(self, kind: str) -> dict[str, bytes]:
        """Every value of a kind that is not expired, by name."""
        query = """SELECT name, value FROM kept
            WHERE kind = ? AND (expires IS NULL OR expires > ?) ORDER BY name"""
        given = (kind, self._clock())
        return dict(await self._look(lambda reader: reader.execute(query, given).fetchall()))

    async def sweep(self, now: int) -> int:
        """Throw away what has expired by then; how much that was."""
        query = "DELETE FROM kept WHERE expires <= ?"
        gone: int = await self._ask(lambda writer: writer.execute(query, (now,)).rowcount)
        return gone

    async def _found(
        self, reach: Callable[[_Rows], Awaitable[_Found]], query: str, kind: str, name: str
    ) -> bytes | None:
        """What a query finds under a name, if it is not expired; nothing has an unusual name."""
        if not is_name(name):
            return None
        rows = await reach(lambda database: database.execute(query, (kind, name)).fetchall())
        now = self._clock()
        return next((value for value, expires in rows if expires is None or expires > now), None)
