"""Studies of whole shoes: streaks, hits of each wager in a shoe, what the cut card changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from puntobanco.base.nouns import how_many
from puntobanco.odds.frame import Frame, Value, number, share, text, whole
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.sim.counting import CountingRun, Shoes
from puntobanco.sim.engines import Engine, best_engine, dealt_shoes
from puntobanco.sim.executors import Executor
from puntobanco.sim.plan import ENDED, Integers, ShoePlan, shoe_plan
from puntobanco.sim.profits import ProfitColumn, profit_column

Shorts = npt.NDArray[np.int16]
STREAK_MOST = 64
_PLAYER, _BANKER, _TIE, _NOTHING = 1, 2, 3, 0


def winners(codes: Shorts) -> Shorts:
    """Who had each coup: 1 Player, 2 Banker, 3 neither, 0 where the shoe had ended."""
    player, banker = codes // 90 % 10, codes % 10
    who = np.where(player > banker, _PLAYER, np.where(banker > player, _BANKER, _TIE))
    return np.where(codes == ENDED, _NOTHING, who).astype(np.int16)


@dataclass
class Streaks:
    """Runs of the same winner, ties passed over, as the Big Road draws them."""

    player: Integers = field(default_factory=lambda: np.zeros(STREAK_MOST + 1, np.int64))
    """By length: how many of Player's; a streak that the end of the shoe cut off counts."""
    banker: Integers = field(default_factory=lambda: np.zeros(STREAK_MOST + 1, np.int64))
    longest: Integers = field(default_factory=lambda: np.zeros(STREAK_MOST + 1, np.int64))
    """By length: how many shoes had that as their longest."""
    shoes: int = 0
    coups: Integers = field(default_factory=lambda: np.zeros(4, np.int64))
    """By winner."""

    def add(self, codes: Shorts) -> None:
        """Take in a block of shoes."""
        who = winners(codes)
        lanes = who.shape[1]
        side, length = np.zeros(lanes, np.int16), np.zeros(lanes, np.int64)
        longest = np.zeros(lanes, np.int64)
        for row in (*who, np.full(lanes, -1, np.int16)):
            decided = (row == _PLAYER) | (row == _BANKER) | (row == -1)
            changed = decided & (row != side)
            for tally, which in ((self.player, _PLAYER), (self.banker, _BANKER)):
                ended = np.minimum(length[changed & (side == which)], STREAK_MOST)
                tally[:] += np.bincount(ended, minlength=STREAK_MOST + 1)
            np.maximum(longest, length, out=longest)
            length = np.where(changed, 1, length + (decided & ~changed))
            side = np.where(changed, row, side).astype(np.int16)
        self.longest += np.bincount(np.minimum(longest, STREAK_MOST), minlength=STREAK_MOST + 1)
        self.coups += np.bincount(who.ravel(), minlength=4)
        self.shoes += lanes

    @property
    def columns_per_shoe(self) -> float:
        """Streaks in a shoe: columns of its Big Road."""
        return float(self.player.sum() + self.banker.sum()) / self.shoes

    def expected_share(self, side: str, length: int) -> float:
        """The share of a side's streaks so long, were coups independent and the shoe endless."""
        again = self.coups[_PLAYER if side == "player" else _BANKER]
        chance = float(again) / float(self.coups[_PLAYER] + self.coups[_BANKER])
        return chance ** (length - 1) * (1 - chance)

    @property
    def sides(self) -> dict[str, Integers]:
        """The streaks of each side, by its name."""
        return {"player": self.player, "banker": self.banker}

    @property
    def lengths(self) -> range:
        """From one to the longest streak."""
        longest = max(counts.nonzero()[0].max(initial=0) for counts in self.sides.values())
        return range(1, int(longest) + 1)

    @property
    def frame(self) -> Frame:
        """How many streaks of each length there were, beside what is expected."""
        columns = [whole("length")]
        for side in self.sides:
            columns += [whole(side), share(f"{side}_share", f"{side} %")]
            columns += [share(f"{side}_expected", "expected %")]
        columns.append(share("longest", "longest %", 3, spare=1))
        rows: list[list[Value]] = []
        for length in self.lengths:
            row: list[Value] = [length]
            for side, counts in self.sides.items():
                part = float(counts[length] / counts.sum())
                row += [int(counts[length]), part, float(self.expected_share(side, length))]
            rows.append([*row, float(self.longest[length] / self.shoes)])
        big_road = f"{self.columns_per_shoe:.2f} columns of the Big Road each"
        title = f"Streaks: {how_many(self.shoes, 'shoe')}, {big_road}"
        note = "expected: if coups were independent. longest: shoes whose longest streak it is."
        return Frame(columns, rows, title, (note,))


def streaks(plan: ShoePlan, seed: int, shoes: int) -> Streaks:
    """Count the streaks of some shoes."""
    found = Streaks()
    for codes in dealt_shoes(plan, seed, 0, shoes, best_engine()):
        found.add(codes)
    return found


@dataclass(frozen=True)
class Hits:
    """How often a wager won in a shoe."""

    mean: float
    deviation: float
    none: float
    """Share of shoes in which it never won."""


def hits(rules: HouseRules, plan: ShoePlan, seed: int, shoes: int) -> Mapping[str, Hits]:
    """How many times each wager wins in a shoe."""
    columns = [profit_column(wager) for wager in rules.wagers.values()]
    tallies = np.zeros((len(columns), plan.coups_most + 1), np.int64)
    for codes in dealt_shoes(plan, seed, 0, shoes, best_engine()):
        for tally, column in zip(tallies, columns, strict=True):
            wins = np.append(column.whole > 0, False)[codes].sum(axis=0)
            tally[:] += np.bincount(wins, minlength=len(tally))
    return {column.wager.name: _hits(tally) for column, tally in zip(columns, tallies, strict=True)}


def hits_frame(found: Mapping[str, Hits], shoes: int) -> Frame:
    """How often each wager won in a shoe."""
    columns = [text("wager"), number("mean", "wins in a shoe", ".3f")]
    columns += [number("deviation", "", ".3f"), share("none", "shoes without one %", 3)]
    rows = [(name, each.mean, each.deviation, each.none) for name, each in found.items()]
    return Frame(columns, rows, f"Wins in a shoe: {how_many(shoes, 'shoe')}")


def _hits(tally: Integers) -> Hits:
    numbers, shoes = np.arange(len(tally)), tally.sum()
    mean = float((numbers * tally).sum() / shoes)
    square = float((numbers**2 * tally).sum() / shoes)
    return Hits(mean, math.sqrt(max(0.0, square - mean**2)), float(tally[0] / shoes))


def cut_frame(
    rules: HouseRules,
    markers: Sequence[int],
    seed: int,
    shoes: int,
    executor: Executor,
    engine: Callable[[], Engine],
) -> Frame:
    """How far each place of the cut card moves the returns of the main wagers."""
    mains = [profit_column(each) for each in rules.wagers.values() if each.kind.is_main]
    known, rows = odds(rules), list[list[Value]]()
    for marker in markers:
        run = CountingRun(shoe_plan(rules, marker_from_back=marker), seed)
        counts = run.go_on(Shoes(shoes), executor, engine)
        for column in mains:
            name = column.wager.name
            shift = cut_shift(column, counts, float(-known[name].edge))
            rows.append([marker, run.coups / run.shoes, name, shift.shift, shift.error])
    columns = [whole("marker"), number("coups_per_shoe", "coups in a shoe", ".2f"), text("wager")]
    columns += [share("shift", "shift %", 5), share("standard_error", "+- %", 5)]
    note = "shift: what the return gains by the place of the cut card; +- is the standard error."
    return Frame(columns, rows, f"Place of the cut card: {how_many(shoes, 'shoe')} each", (note,))


@dataclass(frozen=True, slots=True)
class CutShift:
    """What the coups behind the head of the shoes returned, against the exact return."""

    shift: float
    error: float
    """Standard error of `shift`."""


def cut_shift(column: ProfitColumn, counts: Integers, exact: float) -> CutShift:
    """How far the cut card moves the return of a wager on all coups of a shoe.

    The number of coups of a shoe depends on the cards: many small hands make more coups of them.
    The head is free of that; its known return stands in for the counted one.
    """
    head, rest = (int(part.sum()) for part in counts)
    if not rest:
        return CutShift(0.0, 0.0)
    observed = float(column.mean(counts[1]))
    variance = float(column.mean_square(counts[1])) - observed**2
    part = rest / (head + rest)
    return CutShift(part * (observed - exact), part * math.sqrt(variance / rest))
