"""Tests of how many ones there are and how they run: 2.1 to 2.4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, sqrt

import numpy as np

from tests.fair.sp80022.chances import Bits, chi_square_above, fit, two_sided


def frequency(bits: Bits) -> tuple[float, ...]:
    """2.1: as many ones as zeros."""
    return (two_sided((2 * int(bits.sum()) - bits.size) / sqrt(bits.size)),)


def block_frequency(bits: Bits, size: int = 128) -> tuple[float, ...]:
    """2.2: as many ones as zeros in every block."""
    blocks = bits.size // size
    ones = bits[: blocks * size].reshape(blocks, size).sum(axis=1, dtype=np.int64)
    value = 4 * size * float(((ones / size - 0.5) ** 2).sum())
    return (chi_square_above(value, blocks),)


def runs(bits: Bits) -> tuple[float, ...]:
    """2.3: zeros and ones change over as often as they should, given how many there are."""
    size, share = bits.size, int(bits.sum()) / bits.size
    if abs(share - 0.5) >= 2 / sqrt(size):
        return (0.0,)
    changes = 1 + int((bits[1:] != bits[:-1]).sum())
    even = 2 * share * (1 - share)
    return (erfc(abs(changes - size * even) / (sqrt(2 * size) * even)),)


def longest_run(
    bits: Bits,
    size: int = 10_000,
    classes: tuple[int, int] = (10, 16),
    weights: Sequence[float] = (),
) -> tuple[float, ...]:
    """2.4: the longest run of ones in each block, from so many or fewer to so many or more."""
    least, most = classes
    blocks = bits.size // size
    rows = bits[: blocks * size].reshape(blocks, size)
    places = np.arange(1, size + 1, dtype=np.int32)
    zeros = np.where(rows == 0, places, np.int32(0))
    longest = (places - np.maximum.accumulate(zeros, axis=1)).max(axis=1)
    counts = np.bincount(np.clip(longest, least, most) - least, minlength=most - least + 1)
    return (fit(counts, weights or longest_run_weights(size, least, most)),)


@cache
def longest_run_weights(size: int, least: int, most: int) -> tuple[float, ...]:
    """How likely each class of longest runs is in a block of fair bits."""
    up_to = [_no_longer(size, longest) for longest in range(least, most)]
    return tuple(np.diff([0.0, *up_to, 1.0]).tolist())


def _no_longer(size: int, longest: int) -> float:
    """The chance that no run of ones is longer: one more bit ends it with a zero before the run."""
    chances = [1.0] * (longest + 1) + [1 - 0.5 ** (longest + 1)]
    for at in range(longest + 2, size + 1):
        chances.append(chances[-1] - 0.5 ** (longest + 2) * chances[at - longest - 2])
    return chances[size]
