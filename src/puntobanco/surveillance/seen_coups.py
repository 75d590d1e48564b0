"""Coups as surveillance looks at them: who dealt, who staked what and when, what was undone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from puntobanco.audit.coup_records import CoupFold
from puntobanco.audit.log_index import LoggedEvent, RulesFor
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.cards.tape import is_over
from puntobanco.play.table import Table, TapeCard, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.points import hand_value
from puntobanco.rules.settlement import settle_stake
from puntobanco.rules.slots import Hand, Slot

LATE = 2_000_000
"""A stake is late when it is laid so few microseconds before the closing call."""
_UNDOING = (e.CoupVoided, e.CardCorrected, e.SettlementReversed)


@dataclass(frozen=True, slots=True)
class SeenStake:
    """One stake that was settled."""

    patron: str
    wager: str
    amount: Units
    profit: Units
    late: bool


@dataclass(frozen=True, slots=True)
class SeenCoup:
    """One coup that is over."""

    dealer: str
    """Who made the closing call."""
    time: int
    sequence: int
    winner: str
    """Empty: it was void."""
    first: dict[Hand, int]
    """By hand: the value of its first card."""
    stakes: tuple[SeenStake, ...]
    favoured: dict[str, bool]
    """By patron: whether undoing something left them better off than before."""


@dataclass
class CoupWatch:
    """Makes coups of a table's events, one when the next is called open."""

    table: Table
    rules: HouseRules
    rules_for: RulesFor = field(default=lambda digest: None)
    _fold: CoupFold | None = None
    _dealer: str = ""
    _placed: dict[tuple[str, int, str], int] = field(default_factory=dict)
    _nets: dict[str, Units] | None = None
    """By patron: what they had, or would have had, when something was first undone."""

    def take(self, step: LoggedEvent) -> Iterator[SeenCoup]:
        """Look at the next event; the coup that it ends, if it ends one."""
        event = step.event
        self.rules = self.rules_for(step.rules) or self.rules
        if isinstance(event, e.BettingOpened):
            yield from self.last()
            table = self.table if self._fold is None else self._fold.table
            self._fold, self._placed, self._nets = CoupFold(table), {}, None
        if self._fold is None:
            self._fold = CoupFold(self.table)
        match event:
            case e.StakePlaced() | e.LateStakeLaid():
                self._placed[event.patron, event.place, event.wager] = step.time
            case e.BettingClosed():
                self._dealer = step.actor
            case _:
                pass
        if isinstance(event, _UNDOING) and self._nets is None:
            self._nets = self._standing(self._fold)
        self._fold.take(step)

    def last(self) -> Iterator[SeenCoup]:
        """The coup on the way, if it has ended."""
        fold = self._fold
        if fold is None or fold.ended_at is None or fold.closed_at is None or not fold.steps:
            return
        closed = fold.closed_at
        nets: dict[str, Units] = defaultdict(int)
        stakes = []
        for line in () if fold.voided else fold.lines:
            nets[line.patron] += line.profit - line.owed
            placed = self._placed.get((line.patron, line.place, line.wager))
            late = placed is not None and closed - placed < LATE
            stakes.append(
                SeenStake(line.patron, line.wager, line.stake, line.profit - line.owed, late)
            )
        patrons = {patron for patron, _, _ in fold.stakes}
        before = self._nets
        yield SeenCoup(
            dealer=self._dealer,
            time=fold.ended_at,
            sequence=fold.steps[-1].sequence,
            winner=fold.totals()[2],
            first=_first_cards(fold.tape),
            stakes=tuple(stakes),
            favoured={
                name: before is not None and nets[name] > before.get(name, nets[name])
                for name in patrons
            },
        )

    def _standing(self, fold: CoupFold) -> dict[str, Units]:
        """What each patron has of the coup as it lies: as paid, or as it would be paid."""
        nets: dict[str, Units] = defaultdict(int)
        coup = coup_of(fold.tape)
        if fold.lines:
            for line in fold.lines:
                nets[line.patron] += line.profit - line.owed
        elif coup is not None and is_over(self.rules.tableau, fold.tape):
            for (patron, _, name), amount in fold.stakes.items():
                wager = self.rules.wagers.get(name)
                if wager is not None:
                    settled = settle_stake(self.rules, wager, coup.outcome_class, amount)
                    nets[patron] += settled.profit
        return nets


def _first_cards(tape: tuple[TapeCard, ...]) -> dict[Hand, int]:
    return {
        lying.slot.hand: hand_value(lying.card)
        for lying in tape
        if lying.slot in (Slot.P1, Slot.B1) and lying.card is not None
    }
