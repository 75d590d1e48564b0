"""Staking plans as tables of levels, which every session kernel follows.

A level has a stake, and leads to one level after a win and to one after a loss; a push keeps it.
Labouchere alone is no such table: its line has as many numbers as the results make it have.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, unique

import numpy as np
import numpy.typing as npt

from puntobanco.base.money import Units

STAKE_MOST = 2**62
"""Stakes are cut off here; no table takes so much."""

_DOUBLINGS = 51
_FIBONACCI = 81


@unique
class Staking(Enum):
    """How the stake follows from the results so far."""

    FLAT = "flat"
    MARTINGALE = "martingale"
    PAROLI = "paroli"
    DALEMBERT = "dalembert"
    FIBONACCI = "fibonacci"
    LABOUCHERE = "labouchere"
    ONE_THREE_TWO_SIX = "1-3-2-6"
    BY_COUNT = "by-count"


def levels(staking: Staking, base: Units, coups: int) -> npt.NDArray[np.int64]:
    """A row for each level: its stake, and the levels after a win and after a loss.

    >>> levels(Staking.ONE_THREE_TWO_SIX, 100, 300).tolist()
    [[100, 1, 0], [300, 2, 0], [200, 3, 0], [600, 0, 0]]
    >>> levels(Staking.DALEMBERT, 100, 3).tolist()
    [[100, 0, 1], [200, 0, 2], [300, 1, 3], [400, 2, 3]]
    """
    match staking:
        case Staking.MARTINGALE:
            units: Sequence[int] = [1 << level for level in range(_DOUBLINGS)]
            back = len(units)
        case Staking.DALEMBERT:
            units, back = range(1, coups + 2), 1
        case Staking.FIBONACCI:
            units, back = _fibonacci(_FIBONACCI), 2
        case Staking.PAROLI:
            units, back = (1, 2, 4), 0
        case Staking.ONE_THREE_TWO_SIX:
            units, back = (1, 3, 2, 6), 0
        case Staking.FLAT | Staking.BY_COUNT:
            units, back = (1,), 0
        case Staking.LABOUCHERE:
            return np.empty((0, 3), np.int64)
    place, last = np.arange(len(units)), len(units) - 1
    stakes = np.array([min(unit * base, STAKE_MOST) for unit in units], np.int64)
    if back:  # up with each loss
        after = np.maximum(place - back, 0), np.minimum(place + 1, last)
    else:  # up with each win, from the last to the first
        after = (place + 1) % len(units), np.zeros_like(place)
    return np.column_stack((stakes, *after))


def _fibonacci(size: int) -> list[int]:
    """1 1 2 3 5 ..."""
    found = [1, 1]
    while len(found) < size:
        found.append(found[-1] + found[-2])
    return found
