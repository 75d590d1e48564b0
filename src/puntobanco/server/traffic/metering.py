"""How long something keeps the loop from all others: while it runs, not while it waits."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from time import perf_counter, thread_time
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class Metered(Generic[_T]):
    """Awaits a coroutine and charges each of its steps: busy and held seconds (`Turns.charge`).

    What it has others do on other threads is not counted, nor what it waits for.
    """

    def __init__(
        self, work: Coroutine[Any, Any, _T], charge: Callable[[float, float], None]
    ) -> None:
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, _T]:
        """Run to the end; what is sent or thrown in meanwhile reaches the coroutine."""
        send, throw, given = self._work.send, self._work.throw, None
        error: BaseException | None = None
        while True:
            busy, began = thread_time(), perf_counter()
            try:
                waited = send(given) if error is None else throw(error)
            except StopIteration as end:
                found: _T = end.value
                return found
            finally:
                self._charge(thread_time() - busy, perf_counter() - began)
            given, error = None, None
            try:
                given = yield waited
            except BaseException as thrown:  # a cancellation, for the coroutine
                error = thrown
