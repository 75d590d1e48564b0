"""Tests of the walk that goes up at each one and down at each zero: 2.13 to 2.15."""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from tests.fair.sp80022.chances import Bits, fit, normal_below, two_sided

CYCLES_FEWEST = 500
"""Walks that come home less often tell too little, says the standard."""


def walk(bits: Bits) -> NDArray[np.int64]:
    """Where the walk is after each bit."""
    return np.cumsum(2 * bits.astype(np.int64) - 1)


def cumulative_sums(bits: Bits) -> tuple[float, ...]:
    """2.13: the walk goes as far as it should, read forward and backward."""
    path = np.concatenate(([0], walk(bits)))
    return tuple(
        _reaches(int(np.abs(path - start).max()), bits.size) for start in (path[0], path[-1])
    )


def _reaches(farthest: int, size: int) -> float:
    """The chance that a walk of so many steps goes so far; terms beyond forty sigma are nought."""
    unit = farthest / sqrt(size)
    reach = min(size / farthest, 40 / unit)
    return (
        1
        - sum(
            normal_below((4 * k + 1) * unit) - normal_below((4 * k - 1) * unit)
            for k in range(ceil((1 - reach) / 4), int((reach - 1) / 4) + 1)
        )
        + sum(
            normal_below((4 * k + 3) * unit) - normal_below((4 * k + 1) * unit)
            for k in range(ceil((-reach - 3) / 4), int((reach - 1) / 4) + 1)
        )
    )


def excursions(bits: Bits, cycles_fewest: int = CYCLES_FEWEST) -> tuple[float, ...]:
    """2.14: a cycle from home to home comes by each near place as often as it should."""
    path, cycle = _cycles(bits)
    cycles = int(cycle[-1]) + 1
    if cycles < cycles_fewest:
        return ()
    near = np.flatnonzero(np.abs(path) <= 4)
    path, cycle = path[near], cycle[near]
    found = []
    for place in (-4, -3, -2, -1, 1, 2, 3, 4):
        visits = np.bincount(cycle[path == place], minlength=cycles)
        found.append(fit(np.bincount(np.minimum(visits, 5), minlength=6), visit_weights(place)))
    return tuple(found)


def visit_weights(place: int) -> tuple[float, ...]:
    """How likely a cycle comes by a place 0 to 4 times, or more."""
    away = 1 / (2 * abs(place))
    some = (away**2 * (1 - away) ** (times - 1) for times in range(1, 5))
    return 1 - away, *some, away * (1 - away) ** 4


def excursions_variant(bits: Bits, cycles_fewest: int = CYCLES_FEWEST) -> tuple[float, ...]:
    """2.15: the whole walk comes by each place as often as it comes home."""
    path, cycle = _cycles(bits)
    cycles = int(cycle[-1]) + 1
    if cycles < cycles_fewest:
        return ()
    visits = np.bincount(path[np.abs(path) <= 9] + 9, minlength=19)
    return tuple(
        two_sided((int(visits[place + 9]) - cycles) / sqrt(cycles * (4 * abs(place) - 2)))
        for place in range(-9, 10)
        if place
    )


def _cycles(bits: Bits) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The walk, and how often it had come home before each step; the last cycle may be cut off."""
    path = walk(bits)
    home = path == 0
    cycle = np.cumsum(home) - home
    return path, cycle
