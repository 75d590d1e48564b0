"""The clock port: the record is told the time, and never sees it go back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Microseconds since 1970, UTC."""

STEP_REPORTED = 1_000_000
"""A step of more than this, back or forward, is reported, in microseconds."""
SLEW = 1_000
"""A clock that is put right as it runs gains or loses less than one part in so many."""

_log = logging.getLogger(__name__)


def system_time() -> int:
    """What the machine's clock says."""
    return time.time_ns() // 1_000


def running_time() -> int:
    """Microseconds by a clock that nobody can set, since some moment."""
    return time.monotonic_ns() // 1_000


@dataclass(frozen=True, slots=True)
class WatchedClock:
    """How a clock has kept time against one that runs evenly and that nobody can set."""

    since: int
    """When it was asked first."""
    drift: int
    """Microseconds that it has gained since then, negative for lost."""
    steps: int
    """How often it was set by more than a second."""


class SteadyClock:
    """A clock that stands still while its source goes back, and says so once a step.

    What a step is, a second clock tells that runs evenly and cannot be set: more than a second
    apart from it, beyond the little by which a machine's clock is put right as it runs.
    """

    def __init__(self, source: Clock = system_time, running: Clock = running_time) -> None:
        self._source = source
        self._running = running
        self._latest = 0
        self._before: tuple[int, int] | None = None
        """The even clock when last asked, and how far the source was ahead of it."""
        self._first: tuple[int, int] | None = None
        """What it said when first asked, and how far it was ahead of the even clock."""
        self._steps = 0

    def __call__(self) -> int:
        """The time, never less than the time given before."""
        now, even = self._source(), self._running()
        ahead = now - even
        self._first = self._first or (now, ahead)
        asked, expected = self._before or (even, ahead)
        step, slew = ahead - expected, (even - asked) // SLEW
        if abs(step) > STEP_REPORTED:
            where = "back" if step < 0 else "forward"
            _log.warning("the clock went %s by %d microseconds", where, abs(step))
            self._before = even, ahead
            self._steps += 1
        else:
            self._before = even, expected + max(-slew, min(step, slew))
        self._latest = max(self._latest, now)
        return self._latest

    def watched(self) -> WatchedClock:
        """How the source has kept time since it was asked first."""
        self()
        assert self._first is not None
        since, ahead = self._first
        return WatchedClock(since, self._source() - self._running() - ahead, self._steps)
