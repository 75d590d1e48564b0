"""Everybody who looks at one table: what changed is built once for each kind of viewer and sent.

Sums on the layout change with every bet; while betting is open they are sent at most four times a
second. Everything else goes out as soon as it is durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puntobanco.play.table import Betting
from puntobanco.record.clock import Clock
from puntobanco.server.desk import Desk, Happened
from puntobanco.server.lines import Line
from puntobanco.server.messages import News, Viewer, Welcome, encode
from puntobanco.server.timing import Timing
from puntobanco.views.forms import FairnessForm, NewsForm
from puntobanco.views.seat import PUBLIC, STAFF, news_for
from puntobanco.views.sections import changed_by, own_section, public_sections, staff_section

SUMS = frozenset({"stakes", "seats"})
SUMS_SECONDS = 0.25
PUBLIC_SECTIONS = ("table", "phase", "hands", "stakes", "seats", "roads", "ruling", "fairness")


@dataclass(frozen=True, slots=True)
class Seat:
    """How somebody looks at the table."""

    viewer: Viewer
    patron: str
    """Whose own side he sees; empty for nobody's."""
    is_staff: bool


class Audience:
    """The viewers of one table in this process."""

    def __init__(
        self,
        desk: Desk,
        timing: Timing,
        clock: Clock,
        fairness: Callable[[], FairnessForm | None],
        held: Callable[[str], dict[str, str]],
    ) -> None:
        self._desk = desk
        self._timing = timing
        self._clock = clock
        self._fairness = fairness
        self._held = held
        self._lines: dict[Line, Seat] = {}
        self._owners: dict[str, set[Line]] = {}
        self._staff: set[Line] = set()
        self._late: set[str] = set()
        """Sections whose change has not been sent yet."""
        self._flush: asyncio.TimerHandle | None = None
        desk.on_change(self._tell)

    @property
    def watching(self) -> int:
        """How many look at this table."""
        return len(self._lines)

    # --- coming and going ---------------------------------------------------------------------

    def join(self, line: Line, seat: Seat) -> None:
        """Welcome a viewer with everything that he may see."""
        self._lines[line] = seat
        if seat.patron:
            self._owners.setdefault(seat.patron, set()).add(line)
        if seat.is_staff:
            self._staff.add(line)
        view = self.view(seat)
        line.put(
            encode(
                Welcome(
                    table=self._desk.name,
                    sequence=self._desk.table.sequence,
                    time=self._clock(),
                    viewer=seat.viewer,
                    view=view,
                )
            ).decode()
        )
        self._later({"seats"})

    def leave(self, line: Line) -> None:
        """A viewer is gone."""
        seat = self._lines.pop(line, None)
        if seat is None:
            return
        self._staff.discard(line)
        if seat.patron:
            self._owners[seat.patron].discard(line)
            if not self._owners[seat.patron]:
                del self._owners[seat.patron]
        self._later({"seats"})

    def cut(self, session: str) -> None:
        """End every socket of a session."""
        for line in [each for each in self._lines if each.session == session]:
            line.cut()

    def view(self, seat: Seat) -> dict[str, Any]:
        """Every section that a viewer may see."""
        view = self._public(PUBLIC_SECTIONS)
        if seat.patron:
            view["me"] = self._own(seat.patron)
        if seat.is_staff:
            view["staff"] = staff_section(self._desk.reading, self._moment())
        return view

    # --- telling ------------------------------------------------------------------------------

    def _tell(self, happened: Sequence[Happened]) -> None:
        if not self._lines:
            return
        changed = {name for each in happened for name in changed_by(each.event)}
        public = changed.intersection(PUBLIC_SECTIONS)
        if isinstance(self._desk.table.stage, Betting):
            late = public & SUMS
            if public - SUMS or not late:
                public |= self._late
                self._late.clear()
            else:
                self._later(late)
                public -= late
        told = _news(happened, PUBLIC)
        if public or told:
            self._send(self._lines, self._public(sorted(public)), told)
        if "me" in changed:
            for patron, lines in self._owners.items():
                self._send(lines, {"me": self._own(patron)}, _news(happened, patron))
        if self._staff:
            self._send(self._staff, {"staff": staff_section(self._desk.reading, self._moment())},
                       _news(happened, STAFF))

    def tell_all(self, sections: Iterable[str]) -> None:
        """Send sections that changed although the table's log did not."""
        self._send(self._lines, self._public(sections), ())

    def tell_owner(self, patron: str) -> None:
        """Send a patron his own side again."""
        lines = self._owners.get(patron)
        if lines:
            self._send(lines, {"me": self._own(patron)}, ())

    def _later(self, sections: set[str]) -> None:
        self._late |= sections
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(SUMS_SECONDS, self._send_late)

    def _send_late(self) -> None:
        self._flush = None
        sections, self._late = self._late, set()
        if sections and self._lines:
            self._send(self._lines, self._public(sorted(sections)), ())

    def _send(
        self, lines: Iterable[Line], view: dict[str, Any], news: tuple[NewsForm, ...]
    ) -> None:
        frame = encode(
            News(
                sequence=self._desk.table.sequence, time=self._clock(), view=view, news=news
            )
        ).decode()
        for line in tuple(lines):
            line.put(frame)

    # --- building -----------------------------------------------------------------------------

    def _public(self, names: Iterable[str]) -> dict[str, Any]:
        wanted = set(names)
        view: dict[str, Any] = dict(public_sections(self._desk.reading, self._moment(), wanted))
        if "fairness" in wanted:
            view["fairness"] = self._fairness()
        return view

    def _own(self, patron: str) -> Any:
        return own_section(self._desk.reading, patron, self._moment(), self._held(patron))

    def _moment(self) -> Any:
        return self._timing.moment(self.watching, self._desk.stopped)


def _news(happened: Sequence[Happened], audience: Any) -> tuple[NewsForm, ...]:
    told = (news_for(each.event, each.sequence, each.time, audience) for each in happened)
    return tuple(each for each in told if each is not None)
