"""Sources with a known defect each, and the tests that must catch it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tests.fair.sp80022.battery import SIZE
from tests.fair.sp80022.chances import Bits


def fair(seed: int, count: int = SIZE) -> Bits:
    """Sound bits, for defects that lie elsewhere."""
    drawn = random.Random(seed).randbytes(-(-count // 8))
    return np.unpackbits(np.frombuffer(drawn, dtype=np.uint8), count=count)


def biased(seed: int) -> Bits:
    """51 ones in a hundred."""
    return (np.random.default_rng(seed).random(SIZE) < 0.51).astype(np.uint8)


def alternating(seed: int) -> Bits:
    """Zero, one, zero, one."""
    return (np.arange(seed, seed + SIZE) & 1).astype(np.uint8)


def generator_bit(seed: int, place: int) -> Bits:
    """One low bit of a linear congruential generator; the sixteen lowest have a period of 2^16."""
    value, found = seed, []
    for _ in range(1 << 16):
        value = (1_103_515_245 * value + 12_345) & 0x7FFF_FFFF
        found.append(value >> place & 1)
    return np.resize(np.array(found, dtype=np.uint8), SIZE)


def repeated(seed: int) -> Bits:
    """Ten thousand sound bits, again and again."""
    return np.tile(fair(seed, 10_000), SIZE // 10_000)


def counter(seed: int) -> Bits:
    """The numbers one after the other, sixteen bits each."""
    numbers = (np.arange(SIZE // 16) + seed).astype(">u2")
    return np.unpackbits(numbers.view(np.uint8))


def stuck(seed: int) -> Bits:
    """Every ten thousand bits the source hangs for thirty, on the one or the other."""
    bits = fair(seed).reshape(-1, 10_000)
    bits[::2, 100:130] = 1
    bits[1::2, 100:130] = 0
    return bits.ravel()


def drifting(seed: int) -> Bits:
    """55 ones in a hundred for a while, then 45, and so on: even on the whole."""
    even = np.where(np.arange(SIZE) // 2_000 % 2, 0.45, 0.55)
    return (np.random.default_rng(seed).random(SIZE) < even).astype(np.uint8)


def sticky(seed: int) -> Bits:
    """The next bit is the same as the last 51 times in a hundred."""
    changes = np.random.default_rng(seed).random(SIZE) < 0.49
    return (np.cumsum(changes) & 1).astype(np.uint8)


def register(seed: int) -> Bits:
    """A feedback register of 89 bits, x^89 + x^38 + 1: a long period, and linear."""
    bits = bytearray(fair(seed, 89).tobytes())
    for at in range(89, SIZE):
        bits.append(bits[at - 89] ^ bits[at - 38])
    return np.frombuffer(bytes(bits), dtype=np.uint8)


def parity(seed: int) -> Bits:
    """Each 32nd word is the sum of the 31 before it."""
    rows = fair(seed, SIZE // 1_024 * 1_024).reshape(-1, 32, 32)
    rows[:, 31] = rows[:, :31].sum(axis=1) & 1
    return np.concatenate((rows.ravel(), fair(seed + 1, SIZE % 1_024)))


def too_even(seed: int) -> Bits:
    """As many ones as zeros in every thousand bits."""
    rows = np.tile(np.arange(1_000, dtype=np.uint8) & 1, (SIZE // 1_000, 1))
    return np.random.default_rng(seed).permuted(rows, axis=1).ravel()


class Plant(NamedTuple):
    """A defect, made from a seed, and tests that must catch it; others may."""

    bits: Callable[[int], Bits]
    caught_by: set[str]


PLANTS = {
    "biased": Plant(biased, {"frequency", "block frequency", "runs", "cumulative sums"}),
    "alternating": Plant(alternating, {"runs", "spectral", "universal", "serial"}),
    "low bit": Plant(
        lambda seed: generator_bit(seed, 0), {"runs", "longest run", "approximate entropy"}
    ),
    "bit of a generator": Plant(
        lambda seed: generator_bit(seed, 15), {"longest run", "spectral", "serial", "excursions"}
    ),
    "repeated": Plant(repeated, {"spectral", "separate templates", "serial"}),
    "counter": Plant(counter, {"frequency", "matrix rank", "overlapping template", "universal"}),
    "stuck": Plant(stuck, {"longest run", "overlapping template", "universal", "serial"}),
    "drifting": Plant(drifting, {"block frequency", "spectral", "overlapping template"}),
    "sticky": Plant(sticky, {"runs", "separate templates", "approximate entropy"}),
    "register": Plant(register, {"linear complexity"}),
    "parity": Plant(parity, {"matrix rank"}),
    "too even": Plant(too_even, {"excursions", "excursions variant"}),
}
