"""How fast one person or one address may ask: slowed down first, refused when that is no help.

What people and machines at a table do is far below it. It is there so that one of them, with
however many programs and sockets, cannot take the time of all others.
"""

from __future__ import annotations

import asyncio

PER_SECOND = 500
"""So many calls and messages of one person a second, in one process, over any length of time."""
BURST = 200
"""So many at once before that counts: others wait while they are done, so it is not many."""
PATIENCE = 1.0
"""For so many seconds a call may be held back; where it would take longer, it is refused."""


FREE_SECONDS = 0.005
"""For so long a call may keep the loop before its time counts too: nearly all are shorter."""
FREE_BYTES = 64 * 1024
"""An answer counts as another call for each so many bytes: sending them takes time, too."""
BUSY_SECONDS, BUSY_SHARE = 0.2, 0.1
"""A person whose calls have kept the loop for so many seconds at once, or for so much of its time,
waits after each of them as strangers do."""
SHARE = 0.5
"""So much of the loop's time one person may have; a call that took longer is paid for with waiting,
by the next ones."""


class Turns:
    """The turns of one person."""

    __slots__ = ("_next", "_pace", "_spent", "_spent_at")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._spent = self._spent_at = 0.0
        """How long calls kept the loop lately, and when the last of them ended."""
        self._next = 0.0
        """When the next turn would be, had there never been more than so many a second."""

    def wait(self) -> float:
        """For how many seconds the next call would be held back."""
        return self._wait(asyncio.get_running_loop().time())

    def _wait(self, now: float) -> float:
        return max(self._next, now) - now - self._pace.burst / self._pace.per_second

    def is_rested(self) -> bool:
        """Whether it is as if nothing had ever been asked."""
        return self._next <= asyncio.get_running_loop().time()

    def take(self) -> None:
        """Count a call."""
        self._take(asyncio.get_running_loop().time())

    def _take(self, now: float) -> None:
        self._next = max(self._next, now) + 1 / self._pace.per_second

    def is_busy(self, seconds: float) -> bool:
        """Count how long a call kept the loop; whether those of late were more than is usual."""
        now = asyncio.get_running_loop().time()
        self._spent = max(0.0, self._spent - (now - self._spent_at) * BUSY_SHARE) + seconds
        self._spent_at = now
        return self._spent > BUSY_SECONDS

    def spend(self, seconds: float) -> None:
        """Count how long a call kept the loop: what it cost, not that it was one call."""
        if seconds > FREE_SECONDS:
            now = asyncio.get_running_loop().time()
            self._next = max(self._next, now) + (seconds - FREE_SECONDS) / SHARE

    def weigh(self, size: int) -> None:
        """Count how long an answer was."""
        if more := size // FREE_BYTES:
            now = asyncio.get_running_loop().time()
            self._next = max(self._next, now) + more / self._pace.per_second

    def take_at_once(self) -> bool:
        """Count a call that need not be held back; false where it must be, and is not counted."""
        now = asyncio.get_running_loop().time()
        if self._wait(now) > 0:
            return False
        self._take(now)
        return True

    async def take_in_time(self) -> bool:
        """Hold a call back until its turn; false at once where that would take too long."""
        seconds = self.wait()
        if seconds > self._pace.patience:
            return False
        self.take()
        if seconds > 0:
            await asyncio.sleep(seconds)
        return True


class Pace:
    """The turns of everybody."""

    def __init__(
        self, per_second: float = PER_SECOND, burst: float = BURST, patience: float = PATIENCE
    ) -> None:
        self.per_second = per_second
        self.burst = burst
        self.patience = patience
        self._turns: dict[str, Turns] = {}

    def sweep(self) -> None:
        """Forget those who need not be held back."""
        for name, turns in tuple(self._turns.items()):
            if turns.is_rested():
                del self._turns[name]

    def of(self, person: str) -> Turns:
        """The turns of a person of this house."""
        turns = self._turns.get(person)
        if turns is None:
            turns = self._turns[person] = Turns(self)
        return turns
