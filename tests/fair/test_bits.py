"""The bits that shuffles are made of pass the tests of SP 800-22; planted defects do not."""

from __future__ import annotations

import os
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest

from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import SourceFailedError, WatchedSource, system
from tests.fair.sp80022.battery import (
    DRAWN,
    FEWEST_FOR_EVENNESS,
    PARTS,
    TESTS,
    TOO_MANY_FAIL,
    TOO_UNEVEN,
    Tally,
    as_many_fail,
    sequence,
)
from tests.fair.sp80022.chances import chi_square_above
from tests.fair.sp80022.planted import PLANTS, fair
from tests.sizes import first_of, size_of

SEQUENCES = size_of("sequences")
ENOUGH = 5
"""Sequences that convict when all fail: 0.014^5 is below the limit."""


def test_the_production_bits_pass() -> None:
    # A sound source fails this less than once in a million runs; see the limits of the battery.
    # The watch alone errs once in 2^40 bytes, so that one alarm is let pass and two are not.
    tally, alarms = Tally(), 0
    for _ in range(SEQUENCES):
        try:
            tally.take(sequence(WatchedSource(os.urandom)))
        except SourceFailedError:
            alarms += 1
    assert alarms <= 1
    assert tally.failures() == []


def test_production_draws_watched_bits_of_the_operating_system() -> None:
    assert isinstance(system, WatchedSource)
    assert system._source is os.urandom


def test_the_battery_draws_as_much_at_a_time_as_a_shuffle() -> None:
    asked = []

    def source(count: int) -> bytes:
        asked.append(count)
        return os.urandom(count)

    shuffled(8, source)
    assert asked[0] == DRAWN


@pytest.mark.parametrize("name", first_of(PLANTS, 4))
def test_a_planted_defect_is_caught(name: str) -> None:
    plant = PLANTS[name]
    tally = Tally()
    for seed in range(ENOUGH):
        tally.take(plant.bits(seed + 1))
    assert plant.caught_by <= {part.test for part in tally.failures()}


def test_each_of_the_fifteen_catches_something() -> None:
    assert set().union(*(plant.caught_by for plant in PLANTS.values())) == set(TESTS)


def test_the_planted_bits_without_their_defect_are_not_caught() -> None:
    tally = Tally()
    for seed in range(ENOUGH):
        tally.take(fair(seed + 1))
    assert tally.failures() == []


# --- the verdict --------------------------------------------------------------------------------


def judged(values: list[float]) -> tuple[bool, bool]:
    tally = Tally()
    tally.values["frequency", 0] = values
    (part,) = tally.parts()
    assert bool(tally.failures()) == (part.too_many_fail or part.too_uneven)
    return part.too_many_fail, part.too_uneven


def spread(count: int) -> list[float]:
    return [(at + 0.5) / count for at in range(count)]


def test_what_is_spread_evenly_passes() -> None:
    assert judged(spread(55)) == (False, False)
    assert judged(spread(1_000)) == (False, False)


def test_too_many_low_values_fail() -> None:
    assert judged([0.001] * 5 + spread(50)) == (False, False)
    assert judged([0.001] * 12 + spread(43)) == (True, False)
    assert judged([0.001] * 40 + spread(960)) == (True, False)


def test_values_that_are_too_good_are_uneven() -> None:
    assert judged([0.99] * 55) == (False, True)
    assert judged([0.99] * 25 + spread(30)) == (False, True)
    assert judged([0.99] * 40) == (False, False)  # too few to say


def test_how_many_fail_is_weighed_exactly() -> None:
    for failed in (0, 1, 5, 9):
        exact = sum(
            comb(55, count) * Fraction(14, 1_000) ** count * Fraction(986, 1_000) ** (55 - count)
            for count in range(failed, 56)
        )
        assert as_many_fail(failed, 55) == pytest.approx(float(exact), rel=1e-9)


def chance_of_unevenness(count: int, limit: float) -> float:
    """The exact chance that so many even values, in ten classes, are found less even than that."""
    squares = count**2 + 1
    ways = np.zeros((count + 1, squares))  # by the values placed and the sum of squares
    ways[0, 0] = factorial(count) / 10.0**count
    for _ in range(10):
        after = np.zeros_like(ways)
        for here in range(count + 1):
            placed = ways[: count + 1 - here, : squares - here**2] / factorial(here)
            after[here:, here**2 :] += placed
        ways = after
    assert ways[count].sum() == pytest.approx(1)
    return sum(
        float(ways[count, square])
        for square in np.flatnonzero(ways[count])
        if chi_square_above(10 * int(square) / count - count, 9) < limit
    )


def test_a_perfect_source_fails_less_than_once_in_a_million_runs() -> None:
    uneven = chance_of_unevenness(FEWEST_FOR_EVENNESS, TOO_UNEVEN)
    assert PARTS * (TOO_MANY_FAIL + uneven) < 1e-6
