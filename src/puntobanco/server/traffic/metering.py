"""How long something keeps the loop from everybody else: while it runs, not while it waits."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from time import thread_time
from typing import Any


class Metered:
    """Awaits a coroutine and adds up the time for which it held this thread.

    What it has others do on other threads is not counted, nor what it waits for.
    """

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        """Run to the end; what is sent or thrown in meanwhile reaches the coroutine."""
        send, throw, given = self._work.send, self._work.throw, None
        error: BaseException | None = None
        while True:
            began = thread_time()
            try:
                waited = send(given) if error is None else throw(error)
            except StopIteration:
                return
            finally:
                self.seconds += thread_time() - began
            given, error = None, None
            try:
                given = yield waited
            except BaseException as thrown:  # a cancellation, for the coroutine
                error = thrown
