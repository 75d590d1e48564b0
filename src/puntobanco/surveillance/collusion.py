"""A dealer and a patron who do better together than chance allows.

Five ways are watched, each by evidence that may be looked at after every coup: a patron wins too
much with a dealer; with stakes laid just before the closing call; the stakes lie where cards that
nobody should know would put them; too much that is undone is undone in their favour; they come to
whichever table the dealer comes to. None of them proves anything. They say where to look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from puntobanco.audit.chances import Chances
from puntobanco.audit.evidence import Evidence
from puntobanco.base.money import Units
from puntobanco.record.names import MACHINE
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import Saying
from puntobanco.surveillance.seen_coups import SeenCoup, SeenStake

TOLD = 3_000_000.0
"""Told from evidence on that an honest pair shows with a chance of one in three million, each way:
five ways together stay far below one in a hundred thousand."""
FAVOURED_CHANCE = 0.005
"""How often, at most, something is undone in a patron's favour where all is honest."""
TABLES_MIN = 3
"""In so small a house all meet all."""
HOUR = 3_600_000_000
KNOWING = 4
"""A first card takes less than a quarter of a stake away, so four times as much is above -1."""

LUCKY, LATE, INFORMED = "lucky-pair", "lucky-late", "informed"
FAVOURED, FOLLOWS = "favoured", "follows"
RULES = {kind: Saying(f"counted.{kind}") for kind in (LUCKY, LATE, INFORMED, FAVOURED, FOLLOWS)}


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that an honest pair shows less than once in a million."""

    kind: str
    dealer: str
    patron: str
    coups: int
    sequences: tuple[int, ...]

    @property
    def said(self) -> Saying:
        """What it is."""
        return Saying(f"pattern.{self.kind}", {"dealer": self.dealer, "patron": self.patron})


@dataclass
class _Pair:
    """What is known of a patron with a dealer."""

    evidence: dict[str, Evidence] = field(default_factory=lambda: defaultdict(Evidence))
    sequences: list[int] = field(default_factory=list)
    coups: int = 0

    @property
    def informed(self) -> float:
        """Evidence that the patron knew the first card of one of the hands."""
        return sum(self.evidence[hand.value].fortune for hand in Hand) / len(Hand)

    def flags(self) -> Iterator[str]:
        """The ways in which they are beyond chance."""
        for kind in (LUCKY, LATE, FAVOURED, FOLLOWS):
            if kind in self.evidence and self.evidence[kind].fortune >= TOLD:
                yield kind
        if self.informed >= TOLD:
            yield INFORMED


@dataclass
class Pairs:
    """Every dealer with every patron."""

    pairs: dict[tuple[str, str], _Pair] = field(default_factory=lambda: defaultdict(_Pair))

    def take(self, coup: SeenCoup, chances: Chances) -> None:
        """Look at a coup that is over."""
        if coup.dealer in ("", MACHINE):
            return
        stakes: dict[str, list[SeenStake]] = {name: [] for name in coup.favoured}
        for stake in coup.stakes:
            stakes.setdefault(stake.patron, []).append(stake)
        for patron, some in stakes.items():
            pair = self.pairs[coup.dealer, patron]
            pair.coups += 1
            pair.sequences = [*pair.sequences[-19:], coup.sequence]
            hit = coup.favoured.get(patron, False)
            pair.evidence[FAVOURED].happened(FAVOURED_CHANCE, hit=hit)
            if some:
                _look(pair, coup, some, chances)

    def follow(self, seen: Iterable[tuple[int, str, str, str]]) -> None:
        """Look who changes tables with whom: time, table, dealer and patron of every part."""
        at: dict[str, tuple[str, str]] = {}
        lately: dict[str, int] = {}
        for time, table, dealer, patron in sorted(seen):
            lately[table] = time
            before = at.get(patron)
            at[patron] = table, dealer
            if before is None or before[0] == table or MACHINE in (dealer, before[1]):
                continue
            tables = sum(time - other < HOUR for other in lately.values())
            if tables >= TABLES_MIN:
                met = dealer == before[1]
                self.pairs[before[1], patron].evidence[FOLLOWS].happened(1 / tables, hit=met)

    def flags(self) -> Iterator[Flag]:
        """Who is beyond chance, and how."""
        for (dealer, patron), pair in self.pairs.items():
            for kind in pair.flags():
                yield Flag(kind, dealer, patron, pair.coups, tuple(pair.sequences))


def _look(pair: _Pair, coup: SeenCoup, stakes: list[SeenStake], chances: Chances) -> None:
    pair.evidence[LUCKY].take(_surprise(stakes, chances))
    late = [stake for stake in stakes if stake.late]
    if late:
        pair.evidence[LATE].take(_surprise(late, chances))
    for hand, first in coup.first.items():
        worth = chances.knowing[hand, first]
        mains = [stake for stake in stakes if stake.wager in worth]
        staked: Units = sum(stake.amount for stake in mains)
        if staked:
            gained = sum(stake.amount * worth[stake.wager] for stake in mains)
            pair.evidence[hand.value].take(KNOWING * gained / staked)


def _surprise(stakes: list[SeenStake], chances: Chances) -> float:
    """What a unit gained beyond what chance gives; never below -1, for chance gives a loss."""
    staked = sum(stake.amount for stake in stakes)
    due = sum(stake.amount * chances.returns.get(stake.wager, 0.0) for stake in stakes)
    return (sum(stake.profit for stake in stakes) - due) / staked
