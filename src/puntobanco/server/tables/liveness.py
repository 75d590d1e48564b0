"""The watchdog: a table that can go on goes on, or the floor and the journal are told.

A table with automatic dealing is watched from outside its dealer. It is stuck when the next step is
the dealer's, no time of people's own runs, and the deal has not gone on for longer than the longest
step takes, whatever patrons did meanwhile.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from puntobanco.house.alerts import alert
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.tables.running_table import RunningTable

LOOK_SECONDS = 1.0
"""How often the tables are looked at."""
GRACE_SECONDS = 15.0
"""What a step may take beyond its pause: a slow disk, a busy machine, some refusals in a row."""
STUCK = "stuck"
"""The kind of the alert."""


def now() -> float:
    """Seconds by a clock that nobody sets."""
    return asyncio.get_running_loop().time()


@dataclass
class _Seen:
    """A table as it was when it last moved, or had a reason not to."""

    progress: object
    since: float
    is_told: bool = False


class Watchdog:
    """Looks at every table of a house that this process conducts."""

    def __init__(self, house_log: HouseLog, grace: float = GRACE_SECONDS) -> None:
        self._house_log = house_log
        self._grace = grace
        self._seen: dict[str, _Seen] = {}
        self._looked = 0.0

    def look(self, running_tables: dict[str, RunningTable]) -> list[str]:
        """Tell of every table that is stuck; their names."""
        moment = now()
        if moment - self._looked > self._grace:  # this process itself stood still, or has begun
            self._seen.clear()
        self._looked = moment
        return [name for name, each in running_tables.items() if self._is_stuck(name, each, moment)]

    def _is_stuck(self, name: str, running: RunningTable, moment: float) -> bool:
        croupier, desk = running.croupier, running.desk
        seen = self._seen.get(name)
        if croupier is None or desk.contact.pause > 0 or not croupier.is_due():
            self._seen.pop(name, None)
            return False
        progress = croupier.progress
        if seen is None or seen.progress != progress:
            self._seen[name] = _Seen(progress, moment)
            return False
        seconds = moment - seen.since
        if seconds <= croupier.longest + self._grace:
            return False
        if not seen.is_told:
            seen.is_told = True
            self._tell(running, int(seconds))
        return True

    def _tell(self, running: RunningTable, seconds: int) -> None:
        """The alert is a line of the journal too."""
        table, sequence = running.entry.table, running.desk.table.sequence
        self._house_log.alert_soon(alert(STUCK, table, sequence, {"seconds": str(seconds)}))
