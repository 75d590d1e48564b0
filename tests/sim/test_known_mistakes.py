"""Seven mistakes that other simulators make: each is made on purpose, and each is noticed.

The check is the one every run prints: a wager's mean return against the exact one in standard
errors, or the classes' fit. What is right must pass it and what is wrong must not.
"""

from __future__ import annotations

import dataclasses
import math
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.books import book_named
from puntobanco.cli.words import read_seed
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.profits import COLUMN, profit_column
from puntobanco.sim.summary import class_fit

Integers = npt.NDArray[np.int64]
_CLASS = np.arange(COLUMN)
_PLAYER, _BANKER = _CLASS // 90, _CLASS % 90
_TIE = (_PLAYER % 10 == _BANKER % 10) & (_CLASS < 8100)


@cache
def _rules() -> HouseRules:
    rules = book_named("nz-division").configure({"dragon-bonus": "1", "perfect-pair": "1"})
    assert isinstance(rules, HouseRules)
    return rules


@cache
def _head() -> Integers:
    head: Integers = counted(shoe_plan(_rules()), 4, 0, 100_000, Engine.COMPILED)[0]
    return head


def _z(wager: str, profits: Integers, unit: int, counts: Integers) -> float:
    known = odds(_rules())[wager]
    coups = int(counts.sum())
    mean = float((profits * counts).sum()) / unit / coups
    return (mean + float(known.edge)) / (known.deviation / math.sqrt(coups))


def _right(wager: str) -> tuple[Integers, int]:
    column = profit_column(_rules().wagers[wager])
    return column.whole, column.unit


@pytest.mark.parametrize("wager", ["perfect-pair:player", "perfect-pair:banker"])
def test_pairs_lost_when_a_third_card_is_drawn(wager: str) -> None:
    profits, unit = _right(wager)
    assert abs(_z(wager, profits, unit, _head())) < 4
    hand = _PLAYER if wager.endswith("player") else _BANKER
    wrong = np.where(hand >= 40, -unit, profits)
    assert abs(_z(wager, wrong, unit, _head())) > 4


@pytest.mark.parametrize("wager", ["player", "banker"])
def test_ties_taken_as_losses(wager: str) -> None:
    profits, unit = _right(wager)
    assert abs(_z(wager, profits, unit, _head())) < 4
    assert abs(_z(wager, np.where(_TIE, -unit, profits), unit, _head())) > 4


def test_commission_on_the_wrong_side() -> None:
    player, _ = _right("player")
    banker, unit = _right("banker")
    assert abs(_z("banker", banker, unit, _head())) < 4
    assert abs(_z("banker", np.where(banker > 0, unit, banker), unit, _head())) > 4
    assert abs(_z("player", np.where(player > 0, 19, 20 * player), 20, _head())) > 4


@pytest.mark.parametrize("wager", ["dragon-bonus:player", "dragon-bonus:banker"])
def test_bonus_pushed_on_every_tie(wager: str) -> None:
    profits, unit = _right(wager)
    assert abs(_z(wager, profits, unit, _head())) < 4
    assert abs(_z(wager, np.where(_TIE, 0, profits), unit, _head())) > 4


@pytest.mark.parametrize(
    ("place", "limit"),
    [(9, 2), (8, 3), (6, 5), (10, 3), (11, 4), (0, 2)],
    ids=[
        "Banker stands on 3 against a 9",
        "Banker draws on 3 against an 8",
        "Banker stands on 6 against a 6",
        "Banker stands on 4 and 5 when Player stands",
        "Player stands on 5",
        "Banker stands on 3 against a ten",
    ],
)
def test_wrong_third_cards(place: int, limit: int) -> None:
    plan = shoe_plan(_rules())
    limits = list(plan.limits)
    limits[place] = limit
    wrong = dataclasses.replace(plan, limits=tuple(limits))
    exact = odds(_rules())
    right_fit, degrees = class_fit(exact, _head())
    assert abs(right_fit - degrees) < 5 * math.sqrt(2 * degrees)
    wrong_fit, degrees = class_fit(exact, counted(wrong, 4, 0, 20_000, Engine.COMPILED)[0])
    assert wrong_fit - degrees > 5 * math.sqrt(2 * degrees)


def test_biased_shuffle() -> None:
    """Sixteen random bits scaled to 416 cards, without the further bits: some cards come oftener.

    The kernels' own numbers pass the same test in test_kernels.py.
    """
    words = np.random.default_rng(1).integers(0, 2**16, 30_000_000, dtype=np.uint32)
    counts = np.bincount((words * np.uint32(416)) >> np.uint32(16), minlength=416)
    expected = words.size / 416
    square = ((counts - expected) ** 2 / expected).sum()
    assert square - 415 > 5 * math.sqrt(2 * 415)


def test_clock_seeds() -> None:
    """Seeds nobody gave differ however quickly they follow each other, over the whole range."""
    seeds = [read_seed(None) for _ in range(1000)]
    assert len(set(seeds)) == 1000
    assert sum(seed.bit_length() >= 60 for seed in seeds) > 800
    assert read_seed(5) == 5
