"""What a unit on each wager earns, for every outcome class, as exact columns of whole numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import cast

import numpy as np
import numpy.typing as npt

from puntobanco.odds.wager_odds import profit_of
from puntobanco.rules.facts import FACTS
from puntobanco.rules.outcomes import CLASSES, all_classes, outcome
from puntobanco.rules.wagers import Wager
from puntobanco.sim.plan import Integers

COLUMN = CLASSES + 1
"""Classes with the void one."""


@dataclass(frozen=True)
class ProfitColumn:
    """A wager's profit for each class, in parts of a unit: `whole[class] / unit`."""

    wager: Wager
    unit: int
    whole: Integers

    def mean(self, counts: Integers) -> Fraction:
        """The mean profit over counted coups."""
        return Fraction(_dot(self.whole, counts), self.unit * max(1, int(counts.sum())))

    def mean_square(self, counts: Integers) -> Fraction:
        """The mean of the squared profit over counted coups."""
        return Fraction(
            _dot(self.whole * self.whole, counts), self.unit**2 * max(1, int(counts.sum()))
        )


def mean_returns(columns: Iterable[ProfitColumn], counts: Integers) -> dict[str, float]:
    """What a unit on each wager returned, by name."""
    return {each.wager.name: float(each.mean(counts)) for each in columns}


def _dot(one: Integers, counts: Integers) -> int:
    """An exact sum of products, in parts of the counts so small that 64 bits hold each sum.

    >>> _dot(np.array([3, -(2**40)]), np.array([2**62, 1])) == 3 * 2**62 - 2**40
    True
    """
    bits = 62 - int(np.abs(one).max()).bit_length() - len(one).bit_length()
    assert bits > 0
    total = shift = 0
    while counts.any():
        total += int(one @ (counts & ((1 << bits) - 1))) << shift
        counts, shift = counts >> bits, shift + bits
    return total


def profit_column(wager: Wager) -> ProfitColumn:
    """The profits of a wager; a void coup is a push."""
    unit = math.lcm(*(profit_of(line.end).denominator for line in wager.ends()))
    facts = cast("Mapping[str, int]", _fact_columns())
    whole = np.full(COLUMN, int(profit_of(wager.otherwise.end) * unit), np.int64)
    for line in reversed(wager.lines):
        holds = cast("npt.NDArray[np.bool_]", line.when.holds(facts))
        whole[:CLASSES][holds] = int(profit_of(line.end) * unit)
    whole[CLASSES] = 0
    return ProfitColumn(wager, unit, whole)


@cache
def _fact_columns() -> dict[str, Integers]:
    """Every fact of every class; conditions take columns as they take numbers."""
    outcomes = [outcome(number) for number in all_classes()]
    return {name: np.array([fact(each) for each in outcomes]) for name, fact in FACTS.items()}
