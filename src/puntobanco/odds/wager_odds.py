"""What one wager is worth, from how many of all orders earn each of its profits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puntobanco.rules.wagers import Lose, Push, Wager, Win


def profit_of(end: Win | Push | Lose) -> Fraction:
    """What a unit staked gains, after commission."""
    match end:
        case Win():
            return end.net
        case Push():
            return Fraction(0)
        case Lose():
            return Fraction(-1)


@dataclass(frozen=True, slots=True)
class Scale:
    """The different profits a unit on a wager may bring, highest first; nothing is always one."""

    profits: tuple[Fraction, ...]
    unit: int
    """A whole number which makes every profit whole."""
    whole: tuple[int, ...]
    """The profits times `unit`."""

    @classmethod
    def of(cls, wager: Wager) -> Scale:
        """The profits of a wager; nothing is among them because any coup may be void."""
        found = {profit_of(line.end) for line in wager.ends()} | {Fraction(0)}
        profits = tuple(sorted(found, reverse=True))
        unit = math.lcm(*(profit.denominator for profit in profits))
        return cls(profits, unit, tuple(int(profit * unit) for profit in profits))


@dataclass(frozen=True, repr=False)
class WagerOdds:
    """The exact odds of one wager. Everything follows from integers: no figure is rounded.

    Edge is the House's share of each unit staked, pushes included; a void coup is a push.
    """

    wager: Wager
    scale: Scale
    weights: tuple[int, ...]
    """For each profit of the scale, the orders that earn it."""
    total: int
    """All orders."""

    def __repr__(self) -> str:
        return (
            f"<{self.wager.name}: edge {float(self.edge):.4%}, wins {float(self.win):.4%}, "
            f"deviation {self.deviation:.4f}>"
        )

    @property
    def _sum(self) -> int:
        return sum(map(int.__mul__, self.weights, self.scale.whole))

    @property
    def _sum_of_squares(self) -> int:
        return sum(
            weight * whole * whole
            for weight, whole in zip(self.weights, self.scale.whole, strict=True)
        )

    @cached_property
    def edge(self) -> Fraction:
        """What the House keeps of each unit staked, on average."""
        return Fraction(-self._sum, self.total * self.scale.unit)

    @cached_property
    def win(self) -> Fraction:
        """The chance to win at any payoff: the hit rate."""
        zero = self.scale.whole.index(0)
        return Fraction(sum(self.weights[:zero]), self.total)

    @cached_property
    def push(self) -> Fraction:
        """The chance that the stake comes back, void coups included."""
        return Fraction(self.weights[self.scale.whole.index(0)], self.total)

    @cached_property
    def lose(self) -> Fraction:
        """The chance to lose the stake."""
        zero = self.scale.whole.index(0)
        return Fraction(sum(self.weights[zero + 1 :]), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the profit of a unit staked."""
        total = self.total * self.scale.unit
        return Fraction(self._sum_of_squares * self.total - self._sum**2, total * total)

    @property
    def deviation(self) -> float:
        """The standard deviation of the profit of a unit staked."""
        return math.sqrt(self.variance)

    @cached_property
    def third_moment(self) -> Fraction:
        """The third central moment of the profit of a unit staked."""
        return sum(
            (
                Fraction(weight, self.total) * (profit + self.edge) ** 3
                for profit, weight in zip(self.scale.profits, self.weights, strict=True)
            ),
            Fraction(0),
        )

    @property
    def skew(self) -> float:
        """The third central moment in units of the deviation; 0 where nothing varies."""
        return float(self.third_moment) / self.deviation**3 if self.variance else 0.0

    @property
    def edge_per_resolved(self) -> Fraction:
        """The edge on stakes that win or lose; 0 where none does."""
        return self.edge / (1 - self.push) if self.push < 1 else Fraction(0)

    @property
    def payoffs(self) -> dict[Fraction, Fraction]:
        """The chance of each profit; a profit of nothing only where it can happen."""
        pushes = any(isinstance(line.end, Push) for line in self.wager.ends())
        return {
            profit: Fraction(weight, self.total)
            for profit, weight in zip(self.scale.profits, self.weights, strict=True)
            if profit or weight or pushes
        }

    @property
    def fair_payoff(self) -> Fraction | None:
        """The one payoff to 1, for every win alike, at which nobody has an edge."""
        return self.lose / self.win if self.win else None
