"""Live progress of a long run, and a clean way out of it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import FrameType
from typing import TYPE_CHECKING

from puntobanco.cli.plain import is_plain
from puntobanco.cli.progress import READYING

if TYPE_CHECKING:
    from rich.live import Live


class Interrupted(KeyboardInterrupt):
    """The user wants to stop; raised at a moment when nothing is half done."""


class Screen:
    """One line on a terminal that says how far a run is; silent when piped."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._stop = False
        self.interrupted = False
        """Whether the run ended because the user wanted to stop."""
        self._shown = 0.0
        self._live: Live | None = None

    @property
    def seconds(self) -> float:
        """Time since the run began."""
        return time.monotonic() - self._start

    def pulse(self) -> None:
        """Raise `Interrupted` after an interrupt."""
        if self._stop:
            self.interrupted = True
            raise Interrupted

    def show(self, share: float, coups: int, news: str) -> None:
        """Say how far it is; raises `Interrupted` after an interrupt."""
        self.pulse()
        if self._live is None or self.seconds - self._shown < 0.1:
            return
        from rich.text import Text  # noqa: PLC0415  # slow to load, and only here

        self._shown = self.seconds
        rate = coups / self.seconds
        left = timedelta(seconds=round(self.seconds * (1 - share) / share)) if share > 0 else "?"
        line = f"{share:6.1%}  {coups:,} coups  {rate / 1e6:,.1f} M/s  {left} left  {news}"
        self._live.update(Text(line, no_wrap=True, overflow="ellipsis"), refresh=True)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self._stop = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second one stops at once

    @contextmanager
    def open(self) -> Iterator[Screen]:
        """Show progress and listen for an interrupt while the run lasts."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            if not is_plain(sys.stderr):
                from rich.console import Console  # noqa: PLC0415  # as above
                from rich.live import Live  # noqa: PLC0415  # as above

                with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
                    self._live = live
                    live.update(READYING, refresh=True)
                    yield self
            else:
                yield self
        finally:
            signal.signal(signal.SIGINT, before)
