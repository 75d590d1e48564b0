"""The clock port: the record is told the time, and never sees it go back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Microseconds since 1970, UTC."""

STEP_REPORTED = 1_000_000
"""A step back of more than this is reported, in microseconds."""

_log = logging.getLogger(__name__)


def system_time() -> int:
    """What the machine's clock says."""
    return time.time_ns() // 1_000


class SteadyClock:
    """A clock that stands still while its source goes back, and says so once a step."""

    def __init__(self, source: Clock = system_time) -> None:
        self._source = source
        self._latest = 0
        self._behind = False

    def __call__(self) -> int:
        """The time, never less than the time given before."""
        now = self._source()
        if now >= self._latest:
            self._latest, self._behind = now, False
        elif self._latest - now > STEP_REPORTED and not self._behind:
            self._behind = True
            _log.warning("the clock went back by %d microseconds", self._latest - now)
        return self._latest
