"""The viewers of one table: what changed is built once for each kind of viewer and sent.

Sums on the layout change with every bet; while betting is open they are sent at most four times a
second. Everything else goes out as soon as it is durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import is_not
from typing import Any

import msgspec

from puntobanco.play.events import StakePlaced, StakeTaken
from puntobanco.play.table import Betting
from puntobanco.record.clock import Clock
from puntobanco.server.tables.desk import Desk, RecordedEvent
from puntobanco.server.tables.invariants import shown
from puntobanco.server.tables.timing import Timing
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.socket_protocol import text_frame
from puntobanco.views.seat import PUBLIC, STAFF, news_for
from puntobanco.views.seat import Viewer as Told
from puntobanco.views.sections import (
    PUBLIC_SECTIONS,
    changed_by,
    own_section,
    patrons_changed_by,
    public_section,
    staff_section,
)
from puntobanco.views.setup import Moment
from puntobanco.wire.forms import FairnessForm, Form, HandsForm, NewsForm
from puntobanco.wire.messages import News, Viewer, Welcome, encode
from puntobanco.wire.own_forms import MeForm

SUMS_SECONDS = 0.25
SECTIONS = (*PUBLIC_SECTIONS, "fairness")
LIVE = ("phase", "seats", "fairness")
"""Sections that the time, the viewers or another log change, not the table's state alone."""


@dataclass(frozen=True, slots=True)
class Seat:
    """How a person looks at the table."""

    viewer: Viewer
    patron: str
    """The patron whose own side they see; empty for none."""
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
        self._lines: dict[Outgoing, Seat] = {}
        self._owners: dict[str, set[Outgoing]] = {}
        self._staff: set[Outgoing] = set()
        self._late: list[RecordedEvent] = []
        """Stakes that have not been told yet."""
        self._moved = False
        """Whether a viewer came or went since the seats were sent."""
        self._written: tuple[tuple[object, ...], dict[str, msgspec.Raw]] | None = None
        """The sections that all viewers share, and the state of the table that they show."""
        self._flush: asyncio.TimerHandle | None = None
        desk.on_change(self._tell)

    @property
    def watching(self) -> int:
        """How many look at this table."""
        return len(self._lines)

    def names(self) -> set[str]:
        """Who looks at this table."""
        return {seat.viewer.name for seat in self._lines.values()}

    # --- coming and going ---------------------------------------------------------------------

    def join(self, line: Outgoing, seat: Seat) -> None:
        """Welcome a viewer with everything that they may see."""
        self._lines[line] = seat
        if seat.patron:
            self._owners.setdefault(seat.patron, set()).add(line)
        if seat.is_staff:
            self._staff.add(line)
        live = self._public(LIVE, self.moment())
        view = self._with_own({**self._shared(), **live}, seat)
        welcome = Welcome(
            table=self._desk.name,
            sequence=self._desk.table.sequence,
            time=self._clock(),
            viewer=seat.viewer,
            view=view,
        )
        line.put(text_frame(encode(welcome)))
        self._moved = True
        self._later()

    def leave(self, line: Outgoing) -> None:
        """A viewer is gone."""
        seat = self._lines.pop(line, None)
        if seat is None:
            return
        self._staff.discard(line)
        if not self._lines:
            self._written = None
        if seat.patron:
            self._owners[seat.patron].discard(line)
            if not self._owners[seat.patron]:
                del self._owners[seat.patron]
        self._moved = True
        self._later()

    def cut(self, session: str) -> None:
        """End every socket of a session."""
        for line in [each for each in self._lines if each.session == session]:
            line.cut()

    def cut_person(self, name: str) -> None:
        """End every socket of a person whose roles have changed; they reconnect in the new ones."""
        for line in [each for each, seat in self._lines.items() if seat.viewer.name == name]:
            line.cut()

    def view(self, seat: Seat) -> dict[str, Any]:
        """Every section that a viewer may see."""
        return self._with_own(self._public(SECTIONS, self.moment()), seat)

    def _with_own(self, view: dict[str, Any], seat: Seat) -> dict[str, Any]:
        if seat.patron:
            view["me"] = self._own(seat.patron, self.moment())
        if seat.is_staff:
            view["staff"] = staff_section(self._desk.reading)
        return view

    def _shared(self) -> dict[str, msgspec.Raw]:
        """The public sections that are not live, written once until the table's state changes."""
        reading = self._desk.reading
        state = (reading.table, reading.rules, reading.setup)
        if self._written is None or any(map(is_not, self._written[0], state)):
            public = self._public([name for name in SECTIONS if name not in LIVE], self.moment())
            written = {name: msgspec.Raw(encode(section)) for name, section in public.items()}
            self._written = (state, written)
        return self._written[1]

    # --- telling ------------------------------------------------------------------------------

    def _tell(self, happened: Sequence[RecordedEvent]) -> None:
        if not self._lines:
            return
        if self._only_stakes(happened):
            self._late += happened
            self._later()
            return
        late, self._late = self._late, []
        self._deliver([*late, *happened])

    def _only_stakes(self, happened: Sequence[RecordedEvent]) -> bool:
        """Whether nothing but stakes was laid or taken: many of them make one message."""
        if not isinstance(self._desk.table.stage, Betting):
            return False
        return all(isinstance(each.event, StakePlaced | StakeTaken) for each in happened)

    def _deliver(self, happened: Sequence[RecordedEvent], also: Iterable[str] = ()) -> None:
        changed = {name for each in happened for name in changed_by(each.event)} | set(also)
        public = changed.intersection(PUBLIC_SECTIONS)
        if "hands" in public:
            public.add("fairness")
        told, moment, now = self._news(happened, PUBLIC), self.moment(), self._clock()
        known = {each.sequence for each in told}
        view = {
            name: msgspec.Raw(encode(section))  # once, however many frames it is part of
            for name, section in self._public(sorted(public), moment).items()
        }
        whose = [patrons_changed_by(each.event) for each in happened]
        concerned = self._concerned(whose)
        apart = set[Outgoing]().union(*(self._owners[patron] for patron in concerned))
        if public or told:
            self._send([line for line in self._lines if line not in apart], view, told, now)
        for patron in concerned:
            untold = [
                each
                for each, names in zip(happened, whose, strict=True)
                if (names is None or patron in names) and each.sequence not in known
            ]
            own = self._news(untold, patron)
            news = tuple(sorted((*told, *own), key=lambda each: each.sequence)) if own else told
            self._send(self._owners[patron], {**view, "me": self._own(patron, moment)}, news, now)
        if self._staff and "staff" in changed:
            staff = staff_section(self._desk.reading)
            self._send(self._staff, {"staff": staff}, self._news(happened, STAFF), now)

    def _concerned(self, whose: Iterable[frozenset[str] | None]) -> set[str]:
        """The patrons here whose own side may have changed; who only looks on has none."""
        names, table = set[str](), self._desk.table
        for each in whose:
            if each is None:
                names = {*table.patrons, *table.nominees}
                break
            names |= each
        return names & self._owners.keys()

    def _news(self, happened: Sequence[RecordedEvent], viewer: Told) -> tuple[NewsForm, ...]:
        reading = self._desk.reading
        told = (
            news_for(reading, each.event, each.sequence, each.time, viewer) for each in happened
        )
        return tuple(each for each in told if each is not None)

    def tell_all(self, sections: Iterable[str]) -> None:
        """Send sections that changed although the table's log did not, and what staff do then."""
        moment, now = self.moment(), self._clock()
        self._send(self._lines, self._public(sections, moment), (), now)
        if self._staff:
            step = staff_section(self._desk.reading)
            self._send(self._staff, {"staff": step}, (), now)

    def _later(self) -> None:
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(SUMS_SECONDS, self._send_late)

    def _send_late(self) -> None:
        self._flush = None
        happened, self._late = self._late, []
        if self._lines:
            self._deliver(happened, ("seats",) if self._moved else ())
        self._moved = False

    def _send(
        self,
        lines: Collection[Outgoing],
        view: dict[str, Any],
        news: tuple[NewsForm, ...],
        now: int,
    ) -> None:
        if not lines:
            return
        told = News(sequence=self._desk.table.sequence, time=now, view=view, news=news)
        frame = text_frame(encode(told))
        for line in tuple(lines):  # one that is cut leaves
            line.put(frame)

    # --- building -----------------------------------------------------------------------------

    def _public(self, names: Iterable[str], moment: Moment) -> dict[str, Form | None]:
        reading = self._desk.reading
        view: dict[str, Form | None] = {
            name: self._fairness() if name == "fairness" else public_section(reading, name, moment)
            for name in names
        }
        hands = view.get("hands")
        if isinstance(hands, HandsForm):
            shown(reading.table, hands)
        return view

    def _own(self, patron: str, moment: Moment) -> MeForm:
        return own_section(self._desk.reading, patron, moment, self._held(patron))

    def moment(self) -> Moment:
        """What a view is told of the running house."""
        return self._timing.moment(self.watching, self._desk.stopped)
