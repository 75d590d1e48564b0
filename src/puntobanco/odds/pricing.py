"""Prices wagers: which classes earn which profit is sorted out once, then weighed for any shoe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from puntobanco.odds.columns import ClassSet, FactColumns, split
from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.frame import Frame, Tabular
from puntobanco.odds.odds_frame import WORDS, odds_frame, shoe_words
from puntobanco.odds.wager_odds import Scale, WagerOdds, profit_of
from puntobanco.odds.weights import Weigher, Weights
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import closest
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.wagers import Wager

KIND_FACTS = frozenset({"player_match", "banker_match", "player_pair", "banker_pair"})
"""The facts that look at suits and ranks; all others follow from point values."""


def looks_at_kinds(wager: Wager) -> bool:
    """Whether a wager asks what the first two cards make, which is dearer to weigh."""
    return any(fact in KIND_FACTS for line in wager.lines for fact in line.when.facts())


@dataclass(frozen=True, repr=False)
class Odds(Tabular, Mapping[str, WagerOdds]):
    """The exact odds of several wagers, by name, for one composition.

    Printed, they are a table; `odds["tie"].edge` is a fraction.
    """

    composition: Composition
    weights: Weights
    wagers: Mapping[str, WagerOdds]
    _pricer: Pricer

    def __getitem__(self, name: str) -> WagerOdds:
        if name not in tuple(self.wagers):
            raise KeyError(f"there is no wager {name!r}; {closest(str(name), self.wagers)}")
        return self.wagers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    @property
    def frame(self) -> Frame:
        """The odds as a table."""
        return odds_frame(self.values(), shoe_words(self.composition).capitalize(), (WORDS,))

    def covariance(self, one: str, two: str) -> Fraction:
        """The covariance of the profits of a unit on each of two wagers."""
        edges = self[one].edge * self[two].edge
        return self._pricer.mean_product(one, two, self.weights) - edges

    def correlation(self, one: str, two: str) -> float:
        """The covariance in units of both deviations; 0 where one of them never varies."""
        deviations = self[one].deviation * self[two].deviation
        return float(self.covariance(one, two)) / deviations if deviations else 0.0


class Pricer:
    """Prices the same wagers for any number of compositions.

    >>> from puntobanco.books.mbs import BOOK
    >>> pricer = Pricer(BOOK.tableau, [case.thing for case in BOOK.wagers])
    >>> pricer.price(full_shoe(8))["player-pair"].edge
    Fraction(43, 415)
    """

    def __init__(self, tableau: Tableau, wagers: Iterable[Wager]) -> None:
        self._wagers = {wager.name: wager for wager in wagers}
        kinds = any(looks_at_kinds(wager) for wager in self._wagers.values())
        self.weigher = Weigher(tableau, kinds=kinds)
        columns = FactColumns(self.weigher.classes)
        self._scales = {name: Scale.of(wager) for name, wager in self._wagers.items()}
        earning = [
            _earning(wager, self._scales[name], columns) for name, wager in self._wagers.items()
        ]
        sets = [each for one in earning for each in one]
        parts = split(sets, columns.everything)
        self._members = [list(part) for part in parts]
        self._rows = [[place for place, part in enumerate(parts) if part & each] for each in sets]

    def price(self, composition: Composition) -> Odds:
        """The odds of every wager."""
        weights = self.weigher.weigh(composition)
        sums = self._sum_rows(weights)
        found: dict[str, WagerOdds] = {}
        start = 0
        for name, scale in self._scales.items():
            end = start + len(scale.whole)
            if weights.void:
                sums[start + scale.whole.index(0)] += weights.void
            row = tuple(sums[start:end])
            found[name] = WagerOdds(self._wagers[name], scale, row, weights.total)
            start = end
        return Odds(composition, weights, found, self)

    def mean_product(self, one: str, two: str, weights: Weights) -> Fraction:
        """The mean of the product of the profits of a unit on each of two wagers."""
        parts = self._sum_parts(weights)
        total = Fraction(0)
        for profit, places in self._profits(one):
            for other, more in self._profits(two):
                shared = set(places).intersection(more)
                total += profit * other * sum(int(parts[place]) for place in shared)
        return total / weights.total

    def _profits(self, name: str) -> Iterator[tuple[Fraction, list[int]]]:
        start = 0
        for other, scale in self._scales.items():
            if other == name:
                yield from zip(scale.profits, self._rows[start:], strict=False)
                return
            start += len(scale.whole)

    def _sum_parts(self, weights: Weights) -> Sequence[int]:
        by_class: Any = weights.by_class
        if isinstance(by_class, list):
            return [sum(map(by_class.__getitem__, places)) for places in self._members]
        order, starts, _ = self._arrays
        sums: Sequence[int] = self._numpy.add.reduceat(by_class[order], starts)
        return sums

    def _sum_rows(self, weights: Weights) -> list[int]:
        parts: Any = self._sum_parts(weights)
        if isinstance(parts, list):
            return [sum(map(parts.__getitem__, places)) for places in self._rows]
        sums: list[int] = (self._arrays[2] @ parts).tolist()
        return sums

    @cached_property
    def _numpy(self) -> Any:
        import numpy  # noqa: ICN001, PLC0415  # never needed for a full shoe

        return numpy

    @cached_property
    def _arrays(self) -> tuple[Any, Any, Any]:
        """Class places part by part, where each part starts, and which parts make up each row."""
        numpy = self._numpy
        order = numpy.array([place for places in self._members for place in places])
        lengths = [len(places) for places in self._members]
        starts = numpy.cumsum([0, *lengths[:-1]])
        matrix = numpy.zeros((len(self._rows), len(self._members)), numpy.int64)
        for row, places in enumerate(self._rows):
            matrix[row, places] = 1
        return order, starts, matrix


def _earning(wager: Wager, scale: Scale, columns: FactColumns) -> list[ClassSet]:
    """The classes that earn each profit of the scale: the first line that holds decides."""
    rest = columns.everything
    found = dict.fromkeys(scale.profits, rest & ~rest)
    for line in wager.lines:
        decided = rest & columns.where(line.when)
        rest = rest & ~decided
        found[profit_of(line.end)] |= decided
    found[profit_of(wager.otherwise.end)] |= rest
    return list(found.values())


_KEPT_MAX = 8
_kept: dict[int, tuple[HouseRules, Pricer]] = {}


def pricer_of(rules: HouseRules) -> Pricer:
    """A pricer for all wagers of a table; the last few are kept, because making one takes time."""
    known = _kept.get(id(rules))
    if known is None:
        if len(_kept) == _KEPT_MAX:
            _kept.pop(next(iter(_kept)))
        known = _kept[id(rules)] = (rules, Pricer(rules.tableau, rules.wagers.values()))
    return known[1]


def odds(rules: HouseRules, shoe: Composition | None = None) -> Odds:
    """The exact odds of every wager of a table, for a composition or for its full shoe.

    >>> from puntobanco.books.rws_super_six_plus import BOOK
    >>> rules = BOOK.configure()
    >>> odds(rules)["super-six-plus"].edge
    Fraction(47209656769, 282970916865)
    >>> f"{float(odds(rules, full_shoe(6))['tie'].edge):.6%}"
    '14.438160%'
    """
    return pricer_of(rules).price(shoe or full_shoe(rules.decks))
