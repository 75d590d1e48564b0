"""Where things are in a table's log: its coups, its shoes, who staked, and states to begin from.

Folding a log once gives all of it. Afterwards any coup is read from the nearest state that was
kept, so that no question reads the whole log again. A coup costs eight bytes and a patron's part in
one four; of the states a bounded number is kept, spaced wider as the log grows.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco.audit.chances import chances_of
from puntobanco.audit.evidence import Drift
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.postings import postings
from puntobanco.play.table import Table, coup_of, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Setup

SPACING = 250
"""Events from one kept state to the next, to begin with."""
MARKS_MAX = 400
MOVES_RACKS = (
    e.StakePlaced,
    e.LateStakeLaid,
    e.AntePlaced,
    e.StakeSettled,
    e.SettlementReversed,
)
"""What brings a patron into a coup."""

RulesFor = Callable[[str], HouseRules | None]
"""By the digest in an envelope: the rules that were in force."""


class LogMark(NamedTuple):
    """Everything that is known after so many events."""

    sequence: int
    time: int
    table: Table
    memory: bytes
    rules: HouseRules
    ledger: dict[str, Units]


class ShoeMark(NamedTuple):
    """Where a set of cards came to the table."""

    cards: str
    first: int


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a log with what its envelope says."""

    sequence: int
    time: int
    actor: str
    rules: str
    hash: str
    event: e.Event
    is_salted: bool = False
    """Whether the hash tells its reader nothing of what is hidden from them."""


@dataclass
class LogIndex:
    """One table's log, looked through as far as `sequence`."""

    setup: Setup
    rules: HouseRules
    rules_for: RulesFor
    sequence: int = 0
    coups: array[int] = field(default_factory=lambda: array("q"))
    """By coup, the first at 0: the sequence of its opening call."""
    shoes: list[ShoeMark] = field(default_factory=list)
    started: dict[int, int] = field(default_factory=dict)
    """By the table's shoe number: its place in `shoes`."""
    own: dict[str, array[int]] = field(default_factory=dict)
    """By patron: the coups in which they had something at stake."""
    drifts: dict[str, Drift] = field(default_factory=dict)
    """By dealer, and for the table by the empty name: how its coups ended, beside chance."""
    ledger: Counter[str] = field(default_factory=Counter)
    marks: list[LogMark] = field(default_factory=list)
    _spacing: int = SPACING
    _digest: str = ""
    _dealer: str = ""

    def __post_init__(self) -> None:
        self._reading = Reading(self.rules, self.setup)
        self.marks.append(LogMark(0, 0, Table(), self._reading.state(), self.rules, {}))

    def take(self, step: LoggedEvent) -> None:
        """Look at the next event."""
        event, reading = step.event, self._reading
        assert step.sequence == self.sequence + 1, (step.sequence, self.sequence)
        if step.rules != self._digest:
            self._digest = step.rules
            self.rules = self.rules_for(step.rules) or self.rules
            reading.use(self.rules)
        reading.take(event, step.time, step.actor)
        for posting in postings(event):
            self.ledger[posting.account] += posting.amount
        self.sequence = step.sequence
        if isinstance(event, MOVES_RACKS):
            self._staked(event.patron)
        match event:
            case e.BettingOpened():
                self.coups.append(step.sequence)
            case e.CardsReceived():
                self.shoes.append(ShoeMark(event.cards, step.sequence))
            case e.ShoeStarted():
                self.started[event.shoe] = len(self.shoes) - 1
            case e.BettingClosed():
                self._dealer = step.actor
            case e.CoupSettled():
                self._ended()
            case _:
                pass
        if step.sequence - self.marks[-1].sequence >= self._spacing:
            self._mark(step.time)

    def _staked(self, patron: str) -> None:
        coups = self.own.setdefault(patron, array("i"))
        if not coups or coups[-1] != len(self.coups):
            coups.append(len(self.coups))

    def _ended(self) -> None:
        """Count how the coup ended, for the table and for who closed its betting."""
        paid = paid_coup(self._reading.table)
        coup = coup_of(paid.tape) if paid is not None else None
        if coup is None or not coup.player or not coup.banker:
            return
        for name in {"", self._dealer}:
            if name not in self.drifts:
                self.drifts[name] = Drift(chances_of(self.rules).results)
            self.drifts[name].take(coup.winner.value)

    def _mark(self, time: int) -> None:
        reading = self._reading
        ledger = {name: amount for name, amount in self.ledger.items() if amount}
        self.marks.append(
            LogMark(self.sequence, time, reading.table, reading.state(), self.rules, ledger)
        )
        if len(self.marks) > MARKS_MAX:
            self.marks = self.marks[::2]
            self._spacing *= 2

    # --- finding ------------------------------------------------------------------------------

    def before(self, sequence: int) -> LogMark:
        """The latest kept state before an event."""
        at = bisect_right(self.marks, sequence - 1, key=lambda mark: mark.sequence)
        return self.marks[at - 1]

    def before_time(self, time: int) -> LogMark:
        """The latest kept state from before a time; events of that very time may follow it."""
        at = bisect_right(self.marks, time - 1, key=lambda mark: mark.time)
        return self.marks[max(at - 1, 0)]

    def span(self, coup: int) -> tuple[int, int] | None:
        """The first and the last event of a coup: it can be undone until the next opening call."""
        if not 1 <= coup <= len(self.coups):
            return None
        last = self.coups[coup] - 1 if coup < len(self.coups) else self.sequence
        return self.coups[coup - 1], last

    def shoe_span(self, place: int) -> tuple[int, int]:
        """The first and the last event of a set of cards, by its place in `shoes`."""
        more = place + 1 < len(self.shoes)
        return self.shoes[place].first, self.shoes[place + 1].first - 1 if more else self.sequence

    def reading_from(self, mark: LogMark) -> Reading:
        """A reading that goes on from a kept state."""
        return Reading.restored(mark.rules, self.setup, mark.table, mark.memory)
