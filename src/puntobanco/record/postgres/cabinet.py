"""The cabinet and the leases of the shared store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import asyncpg

from puntobanco.record.cabinet import check_keepable
from puntobanco.record.clock import Clock
from puntobanco.record.names import is_name
from puntobanco.record.postgres.rows import in_words_of_the_store

_KEEP = """INSERT INTO kept VALUES ($1, $2, $3, $4) ON CONFLICT (kind, name)
    DO UPDATE SET value = excluded.value, expires = excluded.expires"""
_KEEP_FIRST = f"{_KEEP} WHERE kept.expires <= $5 RETURNING name"
_KEEP_AFTER = """UPDATE kept SET value = $3, expires = $4
    WHERE kind = $1 AND name = $2 AND value = $5 RETURNING name"""
_LEASE = """INSERT INTO lease VALUES ($1, $2, now() + $3 * interval '1 second')
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires = excluded.expires
    WHERE lease.owner = excluded.owner OR lease.expires <= now() RETURNING owner"""


class PostgresCabinet:
    """The part of the shared store that is no log."""

    _clock: Clock
    _pool: asyncpg.Pool[Any]

    async def keep(self, kind: str, name: str, value: bytes, expires: int | None = None) -> None:
        """Keep a value in place of any other under this name."""
        check_keepable(kind, name, value, expires)
        await self._rows(_KEEP, kind, name, value, expires)

    async def exchange(
        self, kind: str, name: str, before: bytes | None, value: bytes, expires: int | None = None
    ) -> bool:
        """Keep a value if what is kept now is `before`, or nothing (None); whether it was so."""
        check_keepable(kind, name, value, expires)
        row = (kind, name, value, expires)
        if before is None:
            return bool(await self._rows(_KEEP_FIRST, *row, self._clock()))
        return bool(await self._rows(_KEEP_AFTER, *row, before))

    async def kept(self, kind: str, name: str) -> bytes | None:
        """The value, if it is there and not expired."""
        query = "SELECT value, expires FROM kept WHERE kind = $1 AND name = $2"
        return self._fresh(await self._rows(query, kind, name)) if is_name(name) else None

    async def take(self, kind: str, name: str) -> bytes | None:
        """The value, which is then gone; of two who take it, one gets it."""
        query = "DELETE FROM kept WHERE kind = $1 AND name = $2 RETURNING value, expires"
        return self._fresh(await self._rows(query, kind, name)) if is_name(name) else None

    async def drop(self, kind: str, name: str) -> None:
        """Have nothing under this name, whatever was there."""
        if is_name(name):
            await self._rows("DELETE FROM kept WHERE kind = $1 AND name = $2", kind, name)

    async def all_kept(self, kind: str) -> dict[str, bytes]:
        """Every value of a kind that is not expired, by name."""
        query = """SELECT name, value FROM kept
            WHERE kind = $1 AND (expires IS NULL OR expires > $2) ORDER BY name COLLATE "C" """
        return dict(await self._rows(query, kind, self._clock()))

    async def sweep(self, now: int) -> int:
        """Throw away what has expired by then; how much that was."""
        return len(await self._rows("DELETE FROM kept WHERE expires <= $1 RETURNING name", now))

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Whether the owner holds it now, for so long by the database's clock."""
        return bool(await self._rows(_LEASE, name, owner, seconds))

    async def leases(self) -> list[str]:
        """The names of all leases held now."""
        return [
            name for (name,) in await self._rows("SELECT name FROM lease WHERE expires > now()")
        ]

    async def release(self, name: str, owner: str) -> None:
        """Give up a lease that this owner holds; that of another owner stays."""
        await self._rows("DELETE FROM lease WHERE name = $1 AND owner = $2", name, owner)

    async def _rows(self, query: str, *given: object) -> Sequence[Any]:
        with in_words_of_the_store():
            return await self._pool.fetch(query, *given)

    def _fresh(self, rows: Iterable[Any]) -> bytes | None:
        now = self._clock()
        return next((value for value, expires in rows if expires is None or expires > now), None)
