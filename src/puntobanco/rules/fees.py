"""The Ante: a flat fee for taking part, never paid out on."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Payoff, Units


@dataclass(frozen=True, slots=True)
class AnteRule:
    """How a book bounds, waives and collects an Ante."""

    cap: Payoff
    """The most it may be, as a part of the table minimum."""
    cap_clauses: Clauses
    shown_clauses: Clauses
    placed_clauses: Clauses
    waiver_clauses: Clauses
    collected_clauses: Clauses


@dataclass(frozen=True, slots=True)
class Ante:
    """The Ante of one table."""

    amount: Units
    waived_from: Units | None
    """A patron's total on one main outcome from which no Ante is due."""
    rule: AnteRule

    def due(self, main_stakes: dict[str, Units]) -> Units:
        """What a patron owes who staked these totals on the main wagers."""
        if not main_stakes:
            return 0
        if self.waived_from is not None and max(main_stakes.values()) >= self.waived_from:
            return 0
        return self.amount


@dataclass(frozen=True, slots=True)
class SettledAnte:
    """A patron's Ante, collected whatever their wagers did, or returned from a void coup."""

    amount: Units
    collected: bool
    clauses: Clauses
