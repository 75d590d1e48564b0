"""The kernels and the table, coup by coup on the same cards: the same classes, the same money."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules
from puntobanco.sim.engines import best_engine, dealt_shoes
from puntobanco.sim.faithful import Bet, FaithfulTable
from puntobanco.sim.plan import BadPlanError
from puntobanco.sim.profits import COLUMN, profit_column

_TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("rws-super-six-plus", {}),
    ("rws-super-six-plus", {"style": "face-down", "decks": "4"}),
    ("rws-wins-on", {"decks": "10"}),
    ("mbs", {}),
    ("nz-division", {"dragon-bonus": "1", "perfect-pair": "1"}),
    (
        "nz-division",
        {"style": "B", "burn": "one-card", "lucky-match": "2", "banker": "half-on-six"},
    ),
    ("nz-division", {"style": "C", "two-to-one": "on", "any-pair": "1", "decks": "4"}),
)
_SHOES, _SEED, _STAKE = 2, 31, 100_00


def _rules(book: str, options: dict[str, str]) -> HouseRules:
    rules = BOOKS[book].configure(options)
    assert isinstance(rules, HouseRules)
    return rules


@pytest.mark.parametrize(("book", "options"), _TABLES)
def test_fast_equals_faithful(book: str, options: dict[str, str]) -> None:
    rules = _rules(book, options)
    table = FaithfulTable(rules, _SEED)
    table.seat(1)

    def one_of_each() -> Iterator[Bet]:
        for wager in rules.wagers:
            yield "S1", 1, wager, _STAKE

    for number in range(_SHOES):
        table.play_shoe(number, one_of_each)
    codes = next(dealt_shoes(table.plan, _SEED, 0, _SHOES, best_engine()))
    fast = [int(number) for lane in codes.T for number in lane if number < COLUMN]
    assert fast == table.classes
    assert not table.refused
    counts = np.bincount(fast, minlength=COLUMN)
    for name, wager in rules.wagers.items():
        column = profit_column(wager)
        assert table.staked[name] == len(fast) * _STAKE
        exact = column.mean(counts) * len(fast) * _STAKE
        assert Fraction(table.profit[name]) == exact, name
    assert sum(table.results) == -sum(table.profit.values())


def test_a_continuous_shuffler_is_refused() -> None:
    with pytest.raises(BadPlanError, match="has no shoe to deal from"):
        FaithfulTable(_rules("nz-division", {"equipment": "continuous-shuffler"}), 1)
