"""Tickets for sockets: each is good once, and for seconds.

Of several processes any may be asked to honour one, so they are kept in the store, where all find
them. One process alone keeps them itself, under the same names: nobody's money hangs on them, and a
holder of one when the house ends asks for another, so none is worth the sync of a disk.
"""

from __future__ import annotations

from puntobanco.record.clock import Clock


class OwnTickets:
    """By their digests, the sessions that the tickets of the only process of a house are of."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[str, tuple[bytes, int]] = {}

    async def keep(self, kind: str, name: str, session: bytes, expires: int) -> None:
        """Have a ticket be good until then; the oldest go when their time is over."""
        now = self._clock()
        while self._kept and (oldest := next(iter(self._kept.items())))[1][1] <= now:
            del self._kept[oldest[0]]
        self._kept[name] = (session, expires)

    async def take(self, kind: str, name: str) -> bytes | None:
        """The session that a ticket is of; it is used up."""
        session, expires = self._kept.pop(name, (None, 0))
        return session if expires > self._clock() else None

    def look(self, name: str) -> str:
        """The session that a ticket is of, known at once."""
        return self._kept.get(name, (b"", 0))[0].decode()
