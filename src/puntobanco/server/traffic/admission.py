"""Admits connections a few at a time, so that those who play need not wait.

When a house opens again, all clients reconnect in the same second. Read as they come, their first
calls would take the whole loop until the last of them is in, and a bet made meanwhile would wait
for all.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

AT_ONCE = 8
"""So many are let in each time the loop goes round: some milliseconds of work."""


class Admission:
    """Begins with a few in each round of the loop, in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[Callable[[], bool]] = deque()
        self._turns = False

    def come_in(self, begin: Callable[[], bool]) -> bool:
        """Begin in one's turn; true where few come and it is now.

        `begin` says whether the connection was still there.
        """
        if not self._left or self._waiting:
            self._waiting.append(begin)
            return False
        self._left -= begin()
        self._turn_next()
        return True

    def _turn_next(self) -> None:
        if not self._turns:
            self._turns = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._turns, self._left = False, self._at_once
        while self._waiting and self._left:
            self._left -= self._waiting.popleft()()  # who has gone meanwhile takes nobody's turn
        if self._left < self._at_once:
            self._turn_next()
