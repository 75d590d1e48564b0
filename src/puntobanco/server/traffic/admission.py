"""Admits connections a few at a time, so that those who play need not wait.

When a house opens again, all clients reconnect in the same second. Let in as they come, they would
take the whole loop until the last of them is in, and a bet made meanwhile would wait for all.
"""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 8
"""So many are let in each time the loop goes round: some milliseconds of work."""


class Admission:
    """Lets a few through in each round of the loop, in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turns = False

    async def come_in(self) -> None:
        """Wait for one's turn; where few come, it is now."""
        if self._left and not self._waiting:
            self._left -= 1
            self._turn_next()
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _turn_next(self) -> None:
        if not self._turns:
            self._turns = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._turns, self._left = False, self._at_once
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():  # who has gone meanwhile takes nobody's turn
                turn.set_result(None)
                self._left -= 1
        if self._left < self._at_once:
            self._turn_next()
