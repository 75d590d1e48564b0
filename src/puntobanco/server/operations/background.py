"""Work that nobody waits for now, and waiting for all of it in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """Tasks begun on the side."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def begin(self, work: Coroutine[None, None, object]) -> None:
        """Do some work as soon as the loop has time for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until everything is done, what was begun meanwhile too.

        `gather` would not do: since Python 3.12 it lets nothing else run where all tasks are done,
        so that a task which has ended would never leave the set.
        """
        while self._tasks:
            await asyncio.wait(self._tasks)
