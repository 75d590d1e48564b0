"""The roads as arrays: what a board above the table shows, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from puntobanco.views.roads.shoe_roads import DERIVED_DISTANCES, Bead, roads, streaks

OUTCOMES = {"P": 1, "B": 2, "T": 3}
"""In `bead_plate`; 0 is no coup yet."""
COLOURS = {"r": 1, "b": 2}
"""In the derived roads; 0 is no mark."""
_BEAD_HIGHEST = (3, 1, 1, 1, 9)


def road_spaces(coups: int) -> dict[str, spaces.Space[NDArray[np.generic]]]:
    """The spaces of the roads of a shoe with at most so many coups."""
    highest = np.tile(np.array(_BEAD_HIGHEST, np.uint8), (coups, 1))
    found: dict[str, spaces.Space[NDArray[np.generic]]] = {
        "bead_plate": spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8),
        "big_road": spaces.Box(-coups, coups, (coups,), np.int16),
    }
    for name in DERIVED_DISTANCES:
        found[name] = spaces.Box(0, 2, (coups,), np.uint8)
    return found


def roads_of(beads: Sequence[Bead], coups: int) -> dict[str, NDArray[np.generic]]:
    """The roads, filled up with nothing.

    `bead_plate` has a row a coup: outcome, Player pair, Banker pair, natural, winning total.
    `big_road` has the length of each column, Banker's above zero and Player's below.
    """
    plate = np.zeros((coups, len(_BEAD_HIGHEST)), np.uint8)
    for row, bead in enumerate(beads):
        total = bead.total or 0
        plate[row] = (
            OUTCOMES[bead.outcome],
            bead.player_pair,
            bead.banker_pair,
            bead.natural,
            total,
        )
    lengths = [run.length if run.side == "B" else -run.length for run in streaks(beads)]
    drawn = roads(beads)
    found: dict[str, NDArray[np.generic]] = {
        "bead_plate": plate,
        "big_road": _filled(lengths, coups, np.int16),
    }
    for name in DERIVED_DISTANCES:
        marks = [COLOURS[colour] for colour in getattr(drawn, name).marks]
        found[name] = _filled(marks, coups, np.uint8)
    return found


def _filled(
    numbers: Sequence[int], length: int, kind: type[np.int16 | np.uint8]
) -> NDArray[np.generic]:
    filled = np.zeros(length, kind)
    filled[: len(numbers)] = numbers
    return filled
