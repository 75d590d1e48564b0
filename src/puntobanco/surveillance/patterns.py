"""Unusual patterns in a table's log: simple counted rules, each with its sentence.

None of them proves anything. They say where to look.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from puntobanco.audit.log_index import LoggedEvent, RulesFor
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.limits import side_totals
from puntobanco.play.table import Betting, Table
from puntobanco.record.names import MACHINE
from puntobanco.rules.book import HouseRules
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import Saying, say, sentence
from puntobanco.wire.audit import PatternForm

SECOND = 1_000_000
SHOWN = 20
LATE, LIMIT, UNDONE, RISING, PAIR = "late", "at-differential", "undone", "rising", "pair"
LEAST = {LATE: 5, LIMIT: 3, UNDONE: 3, RISING: 1, PAIR: 20}
"""By kind: from how many on it is told."""
RULES = {
    LATE: say("counted.late", least=LEAST[LATE]),
    LIMIT: say("counted.at-differential", least=LEAST[LIMIT]),
    UNDONE: say("counted.undone", least=LEAST[UNDONE]),
    RISING: say("counted.rising"),
    PAIR: say("counted.pair", least=LEAST[PAIR]),
}


def pattern_form(
    kind: str, table: str, who: tuple[str, ...], count: int, said: Saying, *sequences: int
) -> PatternForm:
    """Something that was counted, in words."""
    return PatternForm(
        kind=kind,
        table=table,
        who=who,
        count=count,
        sentence=sentence(said),
        said=said,
        sequences=sequences,
    )


@dataclass
class _Late:
    """What a patron staked in one shoe, early and late."""

    early: Units = 0
    early_coups: int = 0
    late: Units = 0
    late_coups: int = 0

    def rises(self) -> bool:
        """Whether the late stakes are three times the early ones, coup for coup."""
        if self.early_coups < 5 or self.late_coups < 3:
            return False
        return self.late * self.early_coups >= 3 * self.early * self.late_coups


@dataclass
class Patterns:
    """A log on its way past the rules."""

    table: Table
    rules: HouseRules
    rules_for: RulesFor = field(default=lambda digest: None)
    found: dict[tuple[str, tuple[str, ...]], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By kind and people: the events counted."""
    nets: dict[tuple[str, str], Units] = field(default_factory=lambda: defaultdict(int))
    """By dealer and patron: what the patron won."""
    _placed: list[tuple[str, int, int]] = field(default_factory=list)
    _shoe: dict[str, _Late] = field(default_factory=dict)

    def take(self, step: LoggedEvent) -> None:
        """Look at the next event."""
        event, before = step.event, self.table
        self.rules = self.rules_for(step.rules) or self.rules
        self.table = evolve(before, event)
        match event:
            case e.BettingOpened():
                self._placed = []
            case e.StakePlaced():
                self._stake(event, step)
            case e.LateStakeLaid():
                self.found[LATE, (event.patron,)].append(step.sequence)
            case e.BettingClosed():
                self._closed(step.time)
            case e.CoupVoided() | e.SettlementReversed() | e.CardCorrected():
                for person in {*step.actor.split("+")} - {MACHINE}:
                    self.found[UNDONE, (person,)].append(step.sequence)
            case e.CoupSettled():
                self._settled(before, step)
            case e.CardsReceived():
                self._end_shoe(step.sequence)
            case _:
                pass

    def _closed(self, now: int) -> None:
        for patron, sequence, time in self._placed:
            if now - time < SECOND:
                self.found[LATE, (patron,)].append(sequence)
        self._placed = []

    def _stake(self, event: e.StakePlaced, step: LoggedEvent) -> None:
        self._placed.append((event.patron, step.sequence, step.time))
        limit, stage = self.rules.settings.differential, self.table.stage
        if limit is None or not isinstance(stage, Betting) or event.wager not in self.rules.wagers:
            return
        hand = self.rules.wagers[event.wager].kind.hand
        if hand is None:
            return
        sides = side_totals(self.rules, stage.stakes, None)
        if abs(sides[Hand.PLAYER] - sides[Hand.BANKER]) == limit:
            self.found[LIMIT, (event.patron,)].append(step.sequence)

    def _settled(self, before: Table, step: LoggedEvent) -> None:
        lines = getattr(before.stage, "settled", ())
        shoe = before.shoe
        late = shoe.size > 0 and 4 * shoe.out >= 3 * shoe.size
        staked: dict[str, Units] = defaultdict(int)
        for line in lines:
            staked[line.patron] += line.stake
            if step.actor != MACHINE:
                self.nets[step.actor, line.patron] += line.profit
        for patron, amount in staked.items():
            if step.actor != MACHINE:
                self.found[PAIR, (step.actor, patron)].append(step.sequence)
            sums = self._shoe.setdefault(patron, _Late())
            if late:
                sums.late += amount
                sums.late_coups += 1
            else:
                sums.early += amount
                sums.early_coups += 1

    def _end_shoe(self, sequence: int) -> None:
        for patron, sums in self._shoe.items():
            if sums.rises():
                self.found[RISING, (patron,)].append(sequence)
        self._shoe = {}

    # --- telling ------------------------------------------------------------------------------

    def forms(self, table: str) -> tuple[PatternForm, ...]:
        """What was counted often enough, the highest first."""
        self._end_shoe(self.table.sequence)
        told = [
            self._form(table, kind, who, events)
            for (kind, who), events in self.found.items()
            if len(events) >= LEAST[kind] and (kind != PAIR or self._wins_here_only(*who))
        ]
        return tuple(sorted(told, key=lambda each: (-each.count, each.kind, each.who)))

    def _wins_here_only(self, dealer: str, patron: str) -> bool:
        elsewhere = [
            net for (other, who), net in self.nets.items() if who == patron and other != dealer
        ]
        return self.nets[dealer, patron] > 0 and sum(elsewhere) < 0

    def _form(self, table: str, kind: str, who: tuple[str, ...], events: list[int]) -> PatternForm:
        count = len(events)
        said = Saying(f"pattern.{kind}", {"who": who[0], "count": count})
        if kind == PAIR:
            said = say("pattern.pair", dealer=who[0], patron=who[-1], count=count)
        return pattern_form(kind, table, who, count, said, *events[-SHOWN:])
