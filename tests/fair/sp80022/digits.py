"""Binary digits of numbers that the standard tries its tests on, from their first one on."""

from __future__ import annotations

from math import isqrt

import numpy as np

from tests.fair.sp80022.chances import Bits

GUARD = 64


def _bits(number: int, count: int) -> Bits:
    digits = number >> (number.bit_length() - count)
    packed = np.frombuffer(digits.to_bytes(-(-count // 8), "big"), dtype=np.uint8)
    return np.unpackbits(packed)[-count:]


def root(of: int, count: int) -> Bits:
    """The digits of a square root."""
    return _bits(isqrt(of << 2 * (count + GUARD)), count)


def e(count: int) -> Bits:
    """The digits of e: the series of 1/n!, whose terms are added in halves."""
    terms = 1
    size = 0.0
    while size < count + GUARD:
        terms += 1
        size += np.log2(terms)

    def between(low: int, high: int) -> tuple[int, int]:
        """Numerator and denominator of 1/(low+1) + 1/(low+1)(low+2) + ... up to high."""
        if high - low == 1:
            return 1, high
        middle = (low + high) // 2
        first, second = between(low, middle), between(middle, high)
        return first[0] * second[1] + second[0], first[1] * second[1]

    top, bottom = between(0, terms)
    return _bits(((top + bottom) << (count + GUARD)) // bottom, count)
