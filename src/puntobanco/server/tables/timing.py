"""The times of one table that its log does not decide: when betting closes, how long one may wait.

Deadlines shown to people are by the server's clock. Whether time is up is asked of a clock that
nobody can set, so that a step of the server's clock shortens nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from puntobanco.play import events as e
from puntobanco.play.table import Betting
from puntobanco.record.clock import Clock
from puntobanco.server.tables.desk import Desk, RecordedEvent
from puntobanco.views.setup import Moment, Setup

SECOND = 1_000_000
SQUEEZE_SECONDS = 20


class Timing:
    """When things are due at one table."""

    def __init__(
        self, desk: Desk, setup: Setup, clock: Clock, thinking: float, asking: float
    ) -> None:
        self._desk = desk
        self.setup = setup
        self._clock = clock
        self._thinking = thinking
        """Seconds for the answer to an offer."""
        self._asking = asking
        """Seconds between the closing call and the first card, if a hand can be asked for."""
        self._window: tuple[int, float] | None = None
        """When betting began, by both clocks; unknown where it was open when this process came."""
        self._extra = 0
        """Seconds that were given beyond the table's own."""
        self._passed: tuple[int, float] | None = None
        """When a hand went to its handler; unknown where they had it when this process started."""
        self._offered: tuple[int, float] | None = None
        """When the hands were offered last."""
        self._closed: int | None = None
        """When betting closed last, by the server's clock."""
        desk.on_change(self._take)

    def restart(self) -> None:
        """After an interruption people get the whole time again."""
        if isinstance(self._desk.table.stage, Betting):
            self._window, self._extra = self._now(), 0
        self._passed = self._now()

    def _now(self) -> tuple[int, float]:
        return self._clock(), asyncio.get_running_loop().time()

    def _take(self, happened: Sequence[RecordedEvent]) -> None:
        for each in happened:
            match each.event:
                case e.BettingOpened() | e.BettingReopened():
                    self._window, self._extra = self._now(), 0
                case e.Resumed() if self._window is not None:
                    self._window, self._extra = self._now(), 0
                case e.BettingExtended():
                    self._extra += each.event.seconds
                case e.BettingClosed():
                    self._closed = self._clock()
                case e.HandOffered():
                    self._offered = self._now()
                case e.HandPassed() | e.CardPassed() | e.HandAccepted():
                    self._passed = self._now()
                case _:
                    pass

    def _betting_began(self) -> tuple[int, float]:
        """When betting began; if it was found open, when this process was first asked.

        Otherwise a patron who bets all the time would keep it open for ever.
        """
        self._window = self._window or self._now()
        return self._window

    def betting_left(self) -> float:
        """Seconds until betting closes."""
        passed = asyncio.get_running_loop().time() - self._betting_began()[1]
        return max(0.0, self.setup.betting_seconds + self._extra - passed)

    def squeeze_left(self) -> float:
        """Seconds until a hand is turned for its handler; counted in the same way."""
        self._passed = self._passed or self._now()
        return max(0.0, SQUEEZE_SECONDS - (asyncio.get_running_loop().time() - self._passed[1]))

    def offer_left(self) -> float:
        """Seconds until a hand that is on offer goes to the dealer."""
        self._offered = self._offered or self._now()
        return max(0.0, self._thinking - (asyncio.get_running_loop().time() - self._offered[1]))

    def moment(self, watching: int, stopped: str) -> Moment:
        """What a view is told of the time."""
        closes = squeeze = offered = asking = None
        if self.setup.pace == "clock" and isinstance(self._desk.table.stage, Betting):
            closes = self._betting_began()[0] + (self.setup.betting_seconds + self._extra) * SECOND
        if self.setup.pace == "clock" and self._passed is not None:
            squeeze = self._passed[0] + SQUEEZE_SECONDS * SECOND
        if self.setup.pace == "clock" and self._offered is not None:
            offered = self._offered[0] + round(self._thinking * SECOND)
        if self.setup.pace == "clock" and self._closed is not None:
            asking = self._closed + round(self._asking * SECOND)
        return Moment(
            now=self._clock(),
            closes_at=closes,
            stopped=stopped,
            watching=watching,
            offered_until=offered,
            asking_until=asking,
            squeeze_until=squeeze,
        )
