"""One patron's stakes on several wagers together: settled once for every class, then weighed.

Settlement itself is asked, so that commission, the Ante and its waiver, and what rounding keeps
are priced exactly as they are paid.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puntobanco.base.money import Units
from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.weights import Weigher
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import VOID
from puntobanco.rules.settlement import settle


@dataclass(frozen=True)
class PortfolioOdds:
    """The exact distribution of what a coup brings a patron, in units of money."""

    staked: Units
    weights: Mapping[Units, int]
    """For each net result, lowest first, the orders that bring it."""
    total: int

    @cached_property
    def distribution(self) -> dict[Units, Fraction]:
        """The chance of each net result, lowest first."""
        return {net: Fraction(weight, self.total) for net, weight in self.weights.items()}

    @cached_property
    def mean(self) -> Fraction:
        """The mean net result; negative where the House has the edge."""
        return Fraction(sum(net * weight for net, weight in self.weights.items()), self.total)

    @property
    def edge(self) -> Fraction:
        """What the House keeps of each unit staked, on average, fees included."""
        return -self.mean / self.staked

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        squares = sum(net * net * weight for net, weight in self.weights.items())
        return Fraction(squares, self.total) - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation of the net result."""
        return math.sqrt(self.variance)

    @property
    def losing(self) -> Fraction:
        """The chance that the coup costs the patron money."""
        lost = sum(weight for net, weight in self.weights.items() if net < 0)
        return Fraction(lost, self.total)

    @property
    def winning(self) -> Fraction:
        """The chance that the coup brings the patron money."""
        won = sum(weight for net, weight in self.weights.items() if net > 0)
        return Fraction(won, self.total)


class Portfolio:
    """Stakes of one patron, in units of money by wager, ready to be weighed for any shoe.

    >>> from puntobanco.books.mbs import BOOK
    >>> both = Portfolio(BOOK.configure(), {"banker": 100_00, "tie": 10_00})
    >>> [(net, float(round(chance, 4))) for net, chance in both.odds().distribution.items()]
    [(-11000, 0.4462), (8000, 0.0952), (8500, 0.4586)]
    """

    def __init__(self, rules: HouseRules, stakes: Mapping[str, Units]) -> None:
        assert stakes, "a portfolio needs a stake"
        assert all(stake > 0 for stake in stakes.values()), stakes
        self._rules = rules
        self._stakes = dict(stakes)
        self._weigher = Weigher(rules.tableau)
        self._nets = [settle(rules, each, stakes).net for each in self._weigher.classes]
        self._void = settle(rules, VOID, stakes).net

    def odds(self, composition: Composition | None = None) -> PortfolioOdds:
        """The distribution for a composition, or for the table's full shoe."""
        weights = self._weigher.weigh(composition or full_shoe(self._rules.decks))
        found = {self._void: weights.void} if weights.void else {}
        for net, weight in zip(self._nets, weights.by_class, strict=True):
            if weight:
                found[net] = found.get(net, 0) + int(weight)
        return PortfolioOdds(sum(self._stakes.values()), dict(sorted(found.items())), weights.total)
