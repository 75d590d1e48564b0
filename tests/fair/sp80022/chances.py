"""The chances that P-values are made of: normal, chi-square, and how well counts fit."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bits: TypeAlias = NDArray[np.uint8]
"""Zeros and ones, one a byte."""


def bits_of(text: str) -> Bits:
    """Bits from their digits."""
    return np.array([int(digit) for digit in text], dtype=np.uint8)


def two_sided(z: float) -> float:
    """The chance that a normal value is so far from nought, either way."""
    return erfc(abs(z) / sqrt(2))


def normal_below(z: float) -> float:
    """The chance that a normal value is at most so great."""
    return erfc(-z / sqrt(2)) / 2


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, `igamc` in the standard."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return 1 - scale * _series(a, x)
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-17:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, by Lentz's method."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value, step, change = d, 0, 0.0
    while abs(change - 1) > 1e-15:
        step += 1
        numerator = step * (a - step)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        change = c * d
        value *= change
    return value


def chi_square_above(value: float, freedom: int) -> float:
    """The chance that chi-square is at least so great."""
    return upper_gamma(freedom / 2, value / 2)


def fit(counts: Sequence[int] | NDArray[np.int64], weights: Sequence[float]) -> float:
    """The chance that counts of classes lie so far from their weights, by chi-square."""
    expected = sum(counts) * np.asarray(weights)
    value = float((((np.asarray(counts) - expected) ** 2) / expected).sum())
    return chi_square_above(value, len(weights) - 1)
