"""Tickets for sockets: each is good once, and for seconds.

Of several processes any may be asked to honour one, so they are kept where all find them. One
process alone keeps them itself: nobody's money hangs on them, and a holder of one when the house
ends asks for another, so none is worth the sync of a disk.
"""

from __future__ import annotations

from typing import Protocol

from puntobanco.record.cabinet import Cabinet
from puntobanco.record.clock import Clock


class Tickets(Protocol):
    """By their digests, the sessions that they are of."""

    async def keep(self, name: str, session: str, expires: int) -> None:
        """Have a ticket be good until then."""

    async def take(self, name: str) -> str | None:
        """The session that a ticket is of; it is used up."""

    def look(self, name: str) -> str | None:
        """The session that a ticket is of, where that is known at once."""


class SharedTickets:
    """Tickets in the store that all processes have."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet

    async def keep(self, name: str, session: str, expires: int) -> None:
        """Have a ticket be good until then."""
        await self._cabinet.keep("ticket", name, session.encode(), expires)

    async def take(self, name: str) -> str | None:
        """The session that a ticket is of; it is used up."""
        found = await self._cabinet.take("ticket", name)
        return None if found is None else found.decode()

    def look(self, name: str) -> str | None:
        """Nothing is known without asking the store."""
        return None


class OwnTickets:
    """Tickets of the only process of a house."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[str, tuple[str, int]] = {}

    async def keep(self, name: str, session: str, expires: int) -> None:
        """Have a ticket be good until then; the oldest go when their time is over."""
        now = self._clock()
        while self._kept and (oldest := next(iter(self._kept.items())))[1][1] <= now:
            del self._kept[oldest[0]]
        self._kept[name] = (session, expires)

    async def take(self, name: str) -> str | None:
        """The session that a ticket is of; it is used up."""
        session, expires = self._kept.pop(name, (None, 0))
        return session if expires > self._clock() else None

    def look(self, name: str) -> str | None:
        """The session that a ticket is of."""
        return self._kept.get(name, (None, 0))[0]
