"""That a process of a house is there: how others know, and when they must take it for dead."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress

from puntobanco.record.store import EventStore, StoreError
from puntobanco.sayings.saying import say
from puntobanco.server.commands import BusyError

OPENING = "opening"
"""The lease of the process that opens the house, or comes back to it; one at a time."""


class Presence:
    """One process of a house beside the others that may serve it.

    A lease runs from the moment it was asked for, not answered: a process silent for longer must
    take itself for dead as well.
    """

    def __init__(self, store: EventStore, lease_seconds: float, *, is_shared: bool) -> None:
        self.process = secrets.token_hex(8)
        self.is_shared = is_shared
        """Whether other processes may serve the same house."""
        self._store = store
        self._lease_seconds = lease_seconds
        self._renewed = 0.0
        """When it was last said that this process opens or is alive, by the loop's clock."""

    async def wait_for_the_door(self) -> None:
        """Open alone: of two that start together after an outage, one applies the clause."""
        while not await self._say(OPENING):
            await asyncio.sleep(self._lease_seconds / 50)

    async def stay_at_the_door(self) -> None:
        """Keep others out while many tables are taken up, unless another is in already."""
        silent = asyncio.get_running_loop().time() - self._renewed
        if silent > self._lease_seconds / 4 and not self.is_forgotten():
            await self._say(OPENING)

    async def go_in(self) -> None:
        """Be alive, and let others open."""
        await self.live()
        await self._store.release(OPENING, self.process)

    async def live(self) -> None:
        """Count as alive: a process that follows one that died before this applies the clause."""
        if self.is_forgotten():
            raise BusyError(say("error.lease-lost"))
        await self._say(f"process:{self.process}")

    async def conducts(self, table: str) -> bool:
        """Take or keep the conduct of a table; false: another process has it."""
        if self.is_forgotten(self._lease_seconds / 2):  # many tables take a while
            await self.live()
        return await self._store.lease(f"table:{table}", self.process, self._lease_seconds)

    async def others(self) -> bool:
        """Whether another process of this house is alive."""
        return any(name.startswith("process:") for name in await self._store.leases())

    async def go_away(self, tables: Iterable[str]) -> None:
        """Let others have what this process had, as far as the store can be told."""
        for name in (f"process:{self.process}", *(f"table:{each}" for each in tables)):
            with suppress(StoreError, OSError):
                await self._store.release(name, self.process)

    def is_forgotten(self, pause: float = 0.0) -> bool:
        """Whether others must take this process for dead now, or after a pause of so long."""
        silent = asyncio.get_running_loop().time() + pause - self._renewed
        return self.is_shared and silent > self._lease_seconds

    def may_write(self) -> bool:
        """Whether nobody can take this process for dead: if so, what it has in mind is the past."""
        return not self.is_forgotten()

    async def _say(self, lease: str) -> bool:
        asked = asyncio.get_running_loop().time()
        is_ours = await self._store.lease(lease, self.process, self._lease_seconds)
        if is_ours:
            self._renewed = asked
        return is_ours
