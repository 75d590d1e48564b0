"""Whether a log can be reached: said once when it is lost and once when it is back."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

SHORTEST, LONGEST = 0.05, 1.0
"""Seconds between one try and the next: each pause is twice the last."""

_log = structlog.get_logger(__name__)


@dataclass
class LogContact:
    """The contact with a log that may lie on another machine."""

    log: str
    pause: float = 0.0
    """While it is out of reach: for how many seconds it is not tried again."""

    def lost(self, error: Exception) -> float:
        """It could not be reached; the pause before the next try comes back."""
        if not self.pause:
            _log.warning("log out of reach", log=self.log, error=str(error))
        self.pause = min(2 * self.pause, LONGEST) if self.pause else SHORTEST
        return self.pause

    def found(self) -> None:
        """It was reached."""
        if self.pause:
            _log.warning("log within reach again", log=self.log)
        self.pause = 0.0
