"""What every possible stake of a seat amounts to and earns, asked of the table and its settlement.

The compiled environment looks these up, so that it can neither take a stake which the table refuses
nor pay one in another way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puntobanco.base.cards import DECK
from puntobanco.base.money import Units
from puntobanco.play import requests as r
from puntobanco.play.driver import Driver
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import StandOff
from puntobanco.rules.outcomes import CLASSES, OutcomeClass, all_classes, outcome
from puntobanco.rules.settlement import settle_stake
from puntobanco.rules.wagers import Result, Wager
from puntobanco.sim.profits import profit_column

_RICH: Units = 10**12


@dataclass(frozen=True)
class StakeTables:
    """Looked up by wager, by multiple of its minimum (less one), by end and by class."""

    amounts: NDArray[np.int64]
    taken: NDArray[np.bool_]
    """Whether the table takes the stake from a patron who has the chips."""
    ends: NDArray[np.uint8]
    """By wager and class: which of the wager's ends it comes to."""
    profits: NDArray[np.int64]
    stays: NDArray[np.bool_]
    """Whether the stake pushes at this end and is left lying."""


def stake_tables(rules: HouseRules, patron: str, place: int, stake_most: int) -> StakeTables:
    """Ask the table for every stake, and settlement for every end."""
    wagers = list(rules.wagers.values())
    least = [rules.settings.limit(wager).minimum for wager in wagers]
    amounts = np.outer(np.array(least, np.int64), np.arange(1, stake_most + 1))
    ends, examples = zip(*(_ends(wager) for wager in wagers), strict=True)
    most = max(map(len, examples))
    profits = np.zeros((len(wagers), stake_most, most), np.int64)
    stays = np.zeros((len(wagers), most), np.bool_)
    for row, (wager, classes) in enumerate(zip(wagers, examples, strict=True)):
        for end, number in enumerate(classes):
            for column, amount in enumerate(amounts[row].tolist()):
                line = settle_stake(rules, wager, number, amount)
                profits[row, column, end] = line.profit
            stays[row, end] = (
                line.result is Result.PUSH
                and wager.kind.hand is not None
                and rules.book.conduct.betting.stand_off is StandOff.STAYS
            )
    return StakeTables(
        amounts, _taken(rules, patron, place, amounts), np.array(ends), profits, stays
    )


def _ends(wager: Wager) -> tuple[NDArray[np.uint8], list[OutcomeClass]]:
    """By class the number of its end, and a class for each number; equal profits are one end."""
    earned = profit_column(wager).whole[:CLASSES]
    _, firsts, numbers = np.unique(earned, return_index=True, return_inverse=True)
    return numbers.astype(np.uint8), [OutcomeClass(int(first)) for first in firsts]


def _taken(
    rules: HouseRules, patron: str, place: int, amounts: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Lay every stake once at a table that is open, and take it back."""
    driver = Driver(rules)
    driver.seat(patron, place, _RICH)
    driver.start_shoe([*DECK] * rules.decks, "shoe 1")
    driver.open()
    taken = np.zeros(amounts.shape, np.bool_)
    for row, wager in enumerate(rules.wagers):
        for column, amount in enumerate(amounts[row].tolist()):
            if not driver.stakes([(patron, place, wager, amount)]):
                taken[row, column] = True
                driver.ask(r.TakeStake(by=patron, patron=patron, place=place, wager=wager))
    return taken


def bead_table() -> NDArray[np.uint8]:
    """By class, a row of the Bead Plate: outcome, Player pair, Banker pair, natural, total."""
    found = np.zeros((CLASSES, 5), np.uint8)
    for number in all_classes():
        seen = outcome(number)
        player, banker = seen.player, seen.banker
        winner = 3 if player.total == banker.total else 1 if player.total > banker.total else 2
        found[number] = (
            winner,
            bool(player.match.value),
            bool(banker.match.value),
            player.is_natural or banker.is_natural,
            max(player.total, banker.total),
        )
    return found
