"""What a counting run shows: each wager's return beside the exact one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from puntobanco.odds.pricing import Odds, odds
from puntobanco.rules.book import HouseRules
from puntobanco.sim.counting import CountingRun
from puntobanco.sim.engines import Engine
from puntobanco.sim.plan import Integers
from puntobanco.sim.profits import ProfitColumn, profit_column


@dataclass(frozen=True, slots=True)
class WagerSummary:
    """One wager: what a unit on it returned, and what it should return.

    The exact return holds for the head of the shoes; of the other coups there are as many as the
    cut card allows, which shifts them a little.
    """

    observed: Fraction
    """Mean profit of a unit over all coups."""
    hits: Fraction
    """Share of coups on which it won."""
    head: Fraction
    """Mean profit over the head of each shoe."""
    exact: Fraction
    """Expected profit from a full shoe."""
    error: float
    """Standard error of `head`, from the exact variance."""

    @property
    def z(self) -> float:
        """How many standard errors the head is off."""
        return float(self.head - self.exact) / self.error if self.error else 0.0


@dataclass(frozen=True)
class Summary:
    """All wagers of a table, and how well the classes fit."""

    coups: int
    head_coups: int
    wagers: Mapping[str, WagerSummary]
    chi_square: float
    """Sum over the classes of the head of squared deviations over the expected count."""
    degrees: int
    """What `chi_square` should be, give or take the root of twice as much."""


def summarise(rules: HouseRules, counts: Integers) -> Summary:
    """Sum up counts of head and rest for every wager that the table offers."""
    exact = odds(rules)
    columns = {name: profit_column(wager) for name, wager in rules.wagers.items()}
    chi_square, degrees = class_fit(exact, counts[0])
    return Summary(
        coups=int(counts.sum()),
        head_coups=int(counts[0].sum()),
        wagers={name: _wager(columns[name], exact, counts) for name in columns},
        chi_square=chi_square,
        degrees=degrees,
    )


def _wager(column: ProfitColumn, exact: Odds, counts: Integers) -> WagerSummary:
    both, head_coups = counts.sum(axis=0), int(counts[0].sum())
    known = exact[column.wager.name]
    return WagerSummary(
        observed=column.mean(both),
        hits=Fraction(int(both[column.whole > 0].sum()), max(1, int(both.sum()))),
        head=column.mean(counts[0]),
        exact=-known.edge,
        error=known.deviation / math.sqrt(head_coups) if head_coups else 0.0,
    )


def class_fit(exact: Odds, head: Integers) -> tuple[float, int]:
    """Pearson's statistic of counted classes against their weights, and its degrees of freedom.

    Classes expected fewer than five times are taken together, as the statistic asks for; a class
    that cannot occur makes it infinite when it did.
    """
    total = int(head.sum())
    weights = {
        int(number): int(weight)
        for number, weight in zip(exact.weights.classes, exact.weights.by_class, strict=True)
    }
    merged = _like_weighed(weights, head)
    expected = np.array([total * weight / exact.weights.total for weight in weights.values()])
    seen = np.array([merged.get(number, 0) for number in weights])
    if sum(merged.values()) != int(seen.sum()):
        return math.inf, 1
    large = expected >= 5
    expected = np.append(expected[large], expected[~large].sum())
    seen = np.append(seen[large], seen[~large].sum())
    used = expected > 0
    square = float(((seen[used] - expected[used]) ** 2 / expected[used]).sum())
    return square, max(1, int(used.sum()) - 1)


def _like_weighed(weights: Mapping[int, int], head: Integers) -> dict[int, int]:
    """The counts by class; where the odds were weighed without kinds of pairs, without them."""
    kinds = any(_without_kinds(number) != number for number in weights)
    merged: dict[int, int] = {}
    for number in np.flatnonzero(head).tolist():
        key = number if kinds else _without_kinds(number)
        merged[key] = merged.get(key, 0) + int(head[number])
    return merged


def _without_kinds(number: int) -> int:
    """The class of the same totals and card counts with no pair in it."""
    player, banker = divmod(number, 90)
    return sum(
        worth * ((40 if hand >= 40 else 0) + hand % 10)
        for worth, hand in ((90, player), (1, banker))
    )


def run_form(
    rules: HouseRules,
    run: CountingRun,
    counts: Integers,
    summary: Summary,
    engine: Engine,
    *,
    interrupted: bool,
) -> dict[str, Any]:
    """A run and what it returned, for programs."""
    both = counts.sum(axis=0)
    return {
        "book": rules.book.name,
        "options": dict(rules.options),
        "seed": run.seed,
        "engine": engine.value,
        "coups": summary.coups,
        "shoes": run.shoes,
        "head": run.plan.head,
        "head_coups": summary.head_coups,
        "seconds": run.seconds,
        "interrupted": interrupted,
        "wagers": {
            name: {
                "return": float(wager.observed),
                "hits": float(wager.hits),
                "head_return": float(wager.head),
                "exact": wager.exact,
                "standard_error": wager.error,
                "z": wager.z,
            }
            for name, wager in summary.wagers.items()
        },
        "chi_square": summary.chi_square,
        "degrees": summary.degrees,
        "classes": {str(at): int(both[at]) for at in np.flatnonzero(both)},
    }
