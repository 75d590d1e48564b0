"""How fast one person or one address may ask, and how much of the loop's time they may have.

A person with a session pays for what they ask, an address for everything without one. Calls,
handshakes and messages of one payer begin one after the other, at most one in each round of the
loop. A payer whose work has kept the loop busy pauses after each. So those who flood wait in their
own queue, and the work of all others goes between.
"""

from __future__ import annotations

import asyncio
from collections import deque

PER_SECOND = 200
"""So many calls and messages of one person a second, in one process, over any length of time: with
more of them `TURN_SECONDS` alone would be more than `SHARE`, and the person would pause."""
BURST = 200
"""So many at once before that counts."""
PATIENCE = 1.0
"""For so many seconds a call may be held back. Then it is refused, not earlier: a program that asks
again at once is slowed down by it."""
PAUSE = 12.0
"""After a piece of work a payer pauses for so many times as long as it took, at most: who asks
without end has a thirteenth of the time."""
SPENT_SECONDS, SHARE = 0.01, 0.1
"""That many times is what the payer's work has kept the loop busy lately, in units of so many
seconds. Of it this share of the time that passes is forgotten: who asks little hardly pauses."""
TURN_SECONDS = 0.0005
"""For so long whatever begins keeps the loop busy besides its own work: its bytes are received, its
answer is sent, tasks are switched."""
SENT_PER_SECOND = 32 * 2**20
"""Sending so many bytes counts as a second."""


class Turns:
    """The turns of one payer."""

    __slots__ = ("_free", "_is_shut", "_loop", "_next", "_pace", "_spent", "_spent_at", "_waiting")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._next = 0.0
        """When the next turn would be, had there never been more than so many a second."""
        self._free = 0.0
        """When the pause for what was done ends."""
        self._spent = self._spent_at = 0.0
        """How long work kept the loop busy lately, and when the last of it ended."""
        self._waiting: deque[asyncio.Future[bool]] = deque()
        self._is_shut = False
        """Whether something has begun in this round, or those who wait will be looked at later."""

    def wait(self) -> float:
        """For how many seconds the next call would be held back, were it the only one."""
        now = self._loop.time()
        return max(max(self._next, now) - now - self._pace.ahead, self._free - now)

    def is_free(self) -> bool:
        """Whether what is asked now need not wait; asked twice for every message."""
        if self._is_shut or self._waiting:
            return False
        now = self._loop.time()
        return self._free <= now and self._next <= now + self._pace.ahead

    def is_rested(self) -> bool:
        """Whether it is as if nothing had ever been asked."""
        now = self._loop.time()
        spent = self._spent - (now - self._spent_at) * SHARE
        return not self._waiting and max(self._next, self._free) <= now and spent <= 0

    def take(self) -> None:
        """Count a call that begins now; another one begins in a later round of the loop."""
        now, loop = self._loop.time(), self._loop
        self._next = (self._next if self._next > now else now) + 1 / self._pace.per_second
        self.charge(TURN_SECONDS, TURN_SECONDS)
        self._is_shut = True
        loop.call_soon(self._go_on)

    def take_at_once(self) -> bool:
        """Count a call that need not be held back; false where it must be, and is not counted."""
        if not self.is_free():
            return False
        self.take()
        return True

    def next_turn(self) -> asyncio.Future[bool]:
        """Becomes true when the next turn after those of all who wait has come."""
        turn: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append(turn)
        if not self._is_shut:
            self._go_on()
        return turn

    async def take_in_time(self) -> bool:
        """Hold a call back until its turn; false where it did not come in time."""
        if self.take_at_once():
            return True
        turn = self.next_turn()
        late = self._loop.call_later(self._pace.patience, _give_up, turn)
        try:
            return await turn
        finally:
            late.cancel()

    def _go_on(self) -> None:
        """Let the next one in, now or when its time has come."""
        self._is_shut = False
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if not self._waiting:
            return
        wait = self.wait()
        if wait > 0:
            self._is_shut = True
            self._loop.call_later(wait, self._go_on)
        else:
            self._waiting.popleft().set_result(True)
            self.take()

    def charge(self, busy: float, held: float) -> None:
        """Count for how many seconds work kept this thread busy, and for how many it held the loop.

        The second is more where the machine had other things to do meanwhile; others waited for it.
        A pause is never so long that a single call which follows it would be refused.
        """
        now = self._loop.time()
        before = self._spent - (now - self._spent_at) * SHARE
        self._spent = before + busy if before > 0 else busy
        self._spent_at = now
        times = min(self._spent / SPENT_SECONDS, self._pace.pause)
        self._free = min(max(self._free, now) + held * times, now + self._pace.patience / 2)

    def weigh(self, size: int) -> None:
        """Count how long an answer was."""
        seconds = size / SENT_PER_SECOND
        self.charge(seconds, seconds)


def _give_up(turn: asyncio.Future[bool]) -> None:
    if not turn.done():
        turn.set_result(False)


class Pace:
    """The turns of all payers."""

    def __init__(
        self,
        per_second: float = PER_SECOND,
        burst: float = BURST,
        patience: float = PATIENCE,
        pause: float = PAUSE,
    ) -> None:
        self.per_second = per_second
        self.ahead = burst / per_second
        """For so many seconds of calls a payer may be ahead."""
        self.patience = patience
        self.pause = pause
        self._turns: dict[str, Turns] = {}

    def sweep(self) -> None:
        """Forget those who need not be held back."""
        for name, turns in tuple(self._turns.items()):
            if turns.is_rested():
                del self._turns[name]

    def of(self, payer: str) -> Turns:
        """The turns of a person of this house, or of an address."""
        turns = self._turns.get(payer)
        if turns is None:
            turns = self._turns[payer] = Turns(self)
        return turns
