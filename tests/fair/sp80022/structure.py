"""Tests of hidden structure: linear dependence and periods, 2.5, 2.6 and 2.10."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, prod, sqrt

import numpy as np
from numpy.typing import NDArray

from tests.fair.sp80022.chances import Bits, fit, two_sided

COMPLEXITY_WEIGHTS = (1 / 96, 1 / 32, 1 / 8, 1 / 2, 1 / 4, 1 / 16, 1 / 48)


def matrix_rank(bits: Bits, size: int = 32, weights: Sequence[float] = ()) -> tuple[float, ...]:
    """2.5: square matrices of bits are of full rank, of one less and of fewer as they should."""
    found = ranks(bits, size)
    full, less = int((found == size).sum()), int((found == size - 1).sum())
    return (fit((full, less, len(found) - full - less), weights or rank_weights(size)),)


def ranks(bits: Bits, size: int) -> NDArray[np.int64]:
    """The rank over two elements of each matrix, row by row from the bits."""
    count = bits.size // size**2
    rows = bits[: count * size**2].reshape(count, size, size)
    values = np.zeros((count, size), dtype=np.int64)
    for column in range(size):
        values = 2 * values + rows[:, :, column]
    found = np.zeros(count, dtype=np.int64)
    for at in range(size):
        row = values[:, at]
        lowest = row & -row
        found += row != 0
        below = values[:, at + 1 :]
        below ^= np.where(below & lowest[:, None], row[:, None], 0)
    return found


def rank_weights(size: int) -> tuple[float, ...]:
    """How likely a square matrix of fair bits is of full rank, of one less and of fewer."""

    def of_rank(rank: int) -> float:
        freedom = 2.0 ** (rank * (2 * size - rank) - size**2)
        return freedom * prod(
            (1 - 2.0 ** (at - size)) ** 2 / (1 - 2.0 ** (at - rank)) for at in range(rank)
        )

    full, less = of_rank(size), of_rank(size - 1)
    return full, less, 1 - full - less


def spectral(bits: Bits) -> tuple[float, ...]:
    """2.6: no more than one peak in twenty of the spectrum stands out."""
    size = bits.size
    peaks = np.abs(np.fft.rfft(2.0 * bits - 1))[: size // 2]
    low = int((peaks < sqrt(log(1 / 0.05) * size)).sum())
    return (two_sided((low - 0.95 * size / 2) / sqrt(size * 0.95 * 0.05 / 4)),)


def linear_complexity(
    bits: Bits, size: int = 500, weights: Sequence[float] = COMPLEXITY_WEIGHTS
) -> tuple[float, ...]:
    """2.10: the shortest feedback register that makes each block is as long as it should be."""
    blocks = bits.size // size
    found = complexities(bits[: blocks * size].reshape(blocks, size))
    sign = (-1) ** size
    mean = size / 2 + (9 - sign) / 36 - (size / 3 + 2 / 9) / 2.0**size
    deviations = sign * (found - mean) + 2 / 9
    counts = np.bincount(np.clip(np.ceil(deviations + 2.5), 0, 6).astype(np.int64), minlength=7)
    return (fit(counts, weights),)


def complexities(blocks: Bits) -> NDArray[np.int64]:
    """The linear complexity of each row, by Berlekamp and Massey in all rows at once.

    Rows lie side by side as bits of words, so that one word carries sixty-four of them a step.
    """
    count, size = blocks.shape
    given = _side_by_side(blocks.T)
    words = given.shape[1]
    now = np.zeros((size + 2, words), dtype=np.uint64)  # the connection polynomials
    shifted = np.zeros((2 * size + 2, words), dtype=np.uint64)  # the ones before, times x a step
    now[0] = shifted[size] = ~np.uint64(0)
    lengths = np.zeros(count, dtype=np.int64)
    for step in range(size):
        reach = int(lengths.max())
        wrong = np.bitwise_xor.reduce(
            now[: reach + 1] & given[step - reach : step + 1][::-1], axis=0
        )
        top = max(reach, step + 1 - int(lengths.min())) + 1
        before = shifted[size - step - 1 : size - step - 1 + top]
        grows = (2 * lengths <= step) & _apart(wrong, count)
        swap = (before ^ now[:top]) & _side_by_side(grows[None, :])[0]
        now[:top] ^= before & wrong
        before ^= swap
        lengths[grows] = step + 1 - lengths[grows]
    return lengths


def _side_by_side(rows: NDArray[np.uint8] | NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Each row as words of sixty-four bits, filled up with zeros."""
    packed = np.packbits(rows, axis=1)
    whole = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    whole[:, : packed.shape[1]] = packed
    return whole.view(np.uint64)


def _apart(words: NDArray[np.uint64], count: int) -> NDArray[np.bool_]:
    return np.unpackbits(words.view(np.uint8), count=count).astype(np.bool_)
