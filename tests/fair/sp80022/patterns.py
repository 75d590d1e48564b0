"""Tests of which patterns come up and when again: 2.7 to 2.9, 2.11 and 2.12."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from tests.fair.sp80022.chances import Bits, chi_square_above, fit, two_sided

UNIVERSAL = {6: (5.2177052, 2.954), 7: (6.1962507, 3.125), 8: (7.1836656, 3.238)}
"""The mean and the variance of the distance's logarithm for patterns of so many bits."""


def words_of(bits: Bits, length: int) -> NDArray[np.int64]:
    """The pattern that starts at each bit, as a number, as far as whole ones fit."""
    count = bits.size - length + 1
    words = np.zeros(count, dtype=np.int32)
    for at in range(length):
        words <<= 1
        words |= bits[at : at + count]
    return words.astype(np.int64)


@cache
def aperiodic(length: int) -> tuple[int, ...]:
    """The patterns that cannot overlap themselves."""
    found = []
    for word in range(1 << length):
        text = f"{word:0{length}b}"
        if all(text[shift:] != text[:-shift] for shift in range(1, length)):
            found.append(word)
    return tuple(found)


def separate_templates(bits: Bits, length: int = 9, blocks: int = 8) -> tuple[float, ...]:
    """2.7: each aperiodic pattern comes up as often as it should in each block."""
    size = bits.size // blocks
    words = words_of(bits, length)
    mean = (size - length + 1) / 2**length
    variance = size * (1 / 2**length - (2 * length - 1) / 2 ** (2 * length))
    values = np.zeros(1 << length)
    for start in range(0, blocks * size, size):
        counts = np.bincount(words[start : start + size - length + 1], minlength=1 << length)
        values += (counts - mean) ** 2 / variance
    return tuple(chi_square_above(float(values[word]), blocks) for word in aperiodic(length))


def overlapping_template(
    bits: Bits, length: int = 9, size: int = 1032, weights: Sequence[float] = ()
) -> tuple[float, ...]:
    """2.8: so many ones in a row come up as often as they should in each block, overlaps too."""
    blocks = bits.size // size
    rows = bits[: blocks * size].reshape(blocks, size)
    sums = np.zeros((blocks, size + 1), dtype=np.int32)
    np.cumsum(rows, axis=1, out=sums[:, 1:])
    matches = (sums[:, length:] - sums[:, :-length] == length).sum(axis=1)
    counts = np.bincount(np.minimum(matches, 5), minlength=6)
    return (fit(counts, weights or overlapping_weights(length, size)),)


@cache
def overlapping_weights(length: int, size: int) -> tuple[float, ...]:
    """How likely 0 to 4, or more, matches are in a block of fair bits."""
    chances = np.zeros((length + 1, 6))  # by the run of ones at the end and the matches so far
    chances[0, 0] = 1
    for _ in range(size):
        after = np.zeros_like(chances)
        after[0] = chances.sum(axis=0) / 2
        after[1:length] = chances[: length - 1] / 2
        full = (chances[length - 1] + chances[length]) / 2
        after[length, 1:] = full[:-1]
        after[length, 5] += full[5]
        chances = after
    return tuple(chances.sum(axis=0).tolist())


def universal(bits: Bits, length: int = 7) -> tuple[float, ...]:
    """2.9, by Maurer: patterns come again neither sooner nor later than they should."""
    first = 10 << length
    mean, variance = UNIVERSAL[length]
    value, blocks = universal_value(bits, length, first)
    narrower = 0.7 - 0.8 / length + (4 + 32 / length) * blocks ** (-3 / length) / 15
    return (two_sided((value - mean) / (narrower * sqrt(variance / blocks))),)


def universal_value(bits: Bits, length: int, first: int) -> tuple[float, int]:
    """The mean logarithm of distances to the same pattern before, after so many first blocks."""
    blocks = bits.size // length
    words = words_of(bits, length)[: blocks * length : length].astype(np.uint16)
    order = np.argsort(words, kind="stable")
    before = np.full(blocks, -1)
    same = words[order[1:]] == words[order[:-1]]
    before[order[1:][same]] = order[:-1][same]
    distances = (np.arange(blocks) - before)[first:]
    return float(np.log2(distances).sum()) / (blocks - first), blocks - first


def circular_counts(bits: Bits, length: int) -> NDArray[np.int64]:
    """How often each pattern comes up, the beginning following the end."""
    around = np.concatenate((bits, bits[: length - 1]))
    return np.bincount(words_of(around, length), minlength=1 << length)


def serial(bits: Bits, length: int = 16) -> tuple[float, ...]:
    """2.11: every pattern comes up as often as every other."""
    counts = circular_counts(bits, length)
    longest, shorter, shortest = (
        float((counts.reshape(-1, merged).sum(axis=1) ** 2).sum())
        * (counts.size / merged / bits.size)
        for merged in (1, 2, 4)
    )
    return (
        chi_square_above(longest - shorter, 2 ** (length - 1)),
        chi_square_above(longest - 2 * shorter + shortest, 2 ** (length - 2)),
    )


def approximate_entropy(bits: Bits, length: int = 10) -> tuple[float, ...]:
    """2.12: the bit after a pattern is as open as it should be."""
    longer = circular_counts(bits, length + 1)
    gain = _entropy(longer) - _entropy(longer.reshape(-1, 2).sum(axis=1))
    return (chi_square_above(2 * bits.size * (log(2) - gain), 2**length),)


def _entropy(counts: NDArray[np.int64]) -> float:
    shares = counts[counts > 0] / counts.sum()
    return -float((shares * np.log(shares)).sum())
