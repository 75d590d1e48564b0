"""What a card counter wins with whole-number tags and a trigger, on simulated shoes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from puntobanco.base.cards import Rank
from puntobanco.rules.wagers import Wager
from puntobanco.sim.plan import ENDED, SEED_MOST, BadPlanError, ShoePlan
from puntobanco.sim.profits import profit_column
from puntobanco.sim.sessions import kernel_tags


@dataclass(frozen=True, slots=True)
class CountTrial:
    """Bets of one unit at every coup whose count per deck left reaches the trigger."""

    shoes: int
    coups: int
    bets: int
    units: float
    """Won in all."""
    square: float
    """The sum of the squared profits of single bets."""

    @property
    def frequency(self) -> float:
        """The share of coups that are bet on."""
        return self.bets / self.coups

    @property
    def edge_when_bet(self) -> float:
        """The patron's mean profit per unit bet."""
        return self.units / self.bets if self.bets else 0.0

    @property
    def units_per_shoe(self) -> float:
        """Units won a shoe."""
        return self.units / self.shoes

    @property
    def error_per_shoe(self) -> float:
        """Its standard error, bets taken as independent."""
        return math.sqrt(self.square) / self.shoes


def try_count(
    plan: ShoePlan,
    wager: Wager,
    tags: Mapping[str, int],
    trigger: int,
    *,
    shoes: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> CountTrial:
    """Deal shoes, and bet whenever the count says so.

    Cards burnt unseen count as left; the card that says how many are burnt is seen.
    """
    try:
        from puntobanco.sim import kernel  # noqa: PLC0415  # slow to import, and an extra
    except ImportError as error:
        message = "a count is tried with numba; install puntobanco[sim]"
        raise BadPlanError(message) from error

    if not 0 <= seed <= SEED_MOST:
        raise BadPlanError(f"seed {seed} is out of range; give 0 to {SEED_MOST}")
    setup, limits = plan.setup(), plan.limit_array()
    column = profit_column(wager)
    profits = np.append(column.whole, 0) / column.unit
    weights = kernel_tags([tags.get(rank.value, 0) for rank in Rank])
    codes = np.empty((int(setup[4]), kernel.LANES), np.int16)
    running, left = np.empty(codes.shape, np.int64), np.empty(codes.shape, np.int64)
    coups = bets = 0
    units = square = 0.0
    for first in range(0, shoes, kernel.LANES):
        lanes = min(kernel.LANES, shoes - first)
        rows = kernel.deal_block(
            np.uint64(seed), first, 1, lanes, setup, limits, codes, weights, running, left
        )
        dealt = codes[:rows, :lanes]
        played = dealt != ENDED
        bet = played & (52 * running[:rows, :lanes] >= trigger * left[:rows, :lanes])
        won = profits[dealt[bet]]
        coups += int(played.sum())
        bets += int(bet.sum())
        units += float(won.sum())
        square += float((won * won).sum())
        progress(lanes)
    return CountTrial(shoes, coups, bets, units, square)
