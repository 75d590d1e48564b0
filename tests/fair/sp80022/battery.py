"""All fifteen tests at the sizes that the standard recommends for a million bits, and the verdict.

Many sequences are judged as in section 4.2 of the standard: how many pass at 1 %, and how evenly
the P-values are spread. A perfect source crosses the standard's own limits (three sigma; 0.0001) in
one of the 188 parts or another in many runs, and the limits here less than once in a million runs,
all parts together. `python -m tests.fair.sp80022.battery 100` prints how so many sequences of the
production source stand by the standard's limits, and fails by those here.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import exp, lgamma, log, log1p, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puntobanco.fair.source import RandomSource, WatchedSource
from tests.fair.sp80022.chances import Bits, fit
from tests.fair.sp80022.ones import block_frequency, frequency, longest_run, runs
from tests.fair.sp80022.patterns import (
    approximate_entropy,
    overlapping_template,
    separate_templates,
    serial,
    universal,
)
from tests.fair.sp80022.structure import linear_complexity, matrix_rank, spectral
from tests.fair.sp80022.walks import cumulative_sums, excursions, excursions_variant

SIZE = 1_000_000
DRAWN = 896
"""Bytes that a shuffle of eight decks draws at a time."""

TESTS: dict[str, Callable[[Bits], tuple[float, ...]]] = {
    "frequency": frequency,
    "block frequency": block_frequency,
    "runs": runs,
    "longest run": longest_run,
    "matrix rank": matrix_rank,
    "spectral": spectral,
    "separate templates": separate_templates,
    "overlapping template": overlapping_template,
    "universal": universal,
    "linear complexity": linear_complexity,
    "serial": serial,
    "approximate entropy": approximate_entropy,
    "cumulative sums": cumulative_sums,
    "excursions": excursions,
    "excursions variant": excursions_variant,
}
PARTS = 188
LEVEL = 0.01
FEWEST_FOR_EVENNESS = 55
"""So many P-values the standard asks for before it looks how they are spread."""
SOUND_FAIL = 0.014
"""So often at most does a sound source fail at 1 %: the standard's P-values are approximate, most
of all those of the universal test, which 136 of 10,000 sound sequences failed."""
TOO_MANY_FAIL = 2e-9
"""188 parts: a false alarm in 2.6 million runs, by the exact binomial distribution."""
TOO_UNEVEN = 1e-11
"""188 parts: a false alarm in 3 million runs; with 55 values chi-square's far tail is 200 times
thinner than the exact one, so that this stands for 2e-9 a part."""


class Part(NamedTuple):
    """What one part of a test made of all sequences."""

    test: str
    number: int
    sequences: int
    failed: int
    evenness: float
    """The chance that P-values of a perfect source are spread less evenly."""

    @property
    def too_many_fail(self) -> bool:
        return as_many_fail(self.failed, self.sequences) < TOO_MANY_FAIL

    @property
    def too_uneven(self) -> bool:
        return self.sequences >= FEWEST_FOR_EVENNESS and self.evenness < TOO_UNEVEN

    @property
    def within_three_sigma(self) -> bool:
        """The standard's own limit for the share that passes."""
        share = 1 - self.failed / self.sequences
        return abs(share - (1 - LEVEL)) <= 3 * sqrt(LEVEL * (1 - LEVEL) / self.sequences)


def as_many_fail(failed: int, sequences: int) -> float:
    """The chance that so many or more fail of so many sound ones."""
    whole = lgamma(sequences + 1)
    return sum(
        exp(
            whole
            - lgamma(count + 1)
            - lgamma(sequences - count + 1)
            + count * log(SOUND_FAIL)
            + (sequences - count) * log1p(-SOUND_FAIL)
        )
        for count in range(failed, sequences + 1)
    )


class Tally:
    """Takes sequences in and judges them together."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, int], list[float]] = defaultdict(list)

    def take(self, bits: Bits) -> None:
        """Run all tests on one sequence; walks that hardly come home give no P-value."""
        for name, test in TESTS.items():
            for number, value in enumerate(test(bits)):
                self.values[name, number].append(value)

    def parts(self) -> list[Part]:
        """Every part with its shares."""
        return [self._part(*key, np.array(values)) for key, values in self.values.items()]

    @staticmethod
    def _part(test: str, number: int, values: NDArray[np.float64]) -> Part:
        tenths = np.bincount(np.minimum((values * 10).astype(np.int64), 9), minlength=10)
        return Part(test, number, len(values), int((values < LEVEL).sum()), fit(tenths, [0.1] * 10))

    def failures(self) -> list[Part]:
        """The parts that no perfect source would have failed, but once in a million runs."""
        return [part for part in self.parts() if part.too_many_fail or part.too_uneven]


def sequence(source: RandomSource) -> Bits:
    """A million bits as shuffles draw them: high bits first, a shoe's worth at a time."""
    drawn = b"".join(source(DRAWN) for _ in range(-(-SIZE // (8 * DRAWN))))
    return np.unpackbits(np.frombuffer(drawn, dtype=np.uint8), count=SIZE)


def _lines(tally: Tally) -> Iterator[str]:
    for test in TESTS:
        parts = [part for part in tally.parts() if part.test == test]
        shares = [1 - part.failed / part.sequences for part in parts]
        outside = sum(not part.within_three_sigma for part in parts)
        uneven = sum(part.evenness < 0.0001 for part in parts)
        tried, failed = sum(part.sequences for part in parts), sum(part.failed for part in parts)
        yield (
            f"{test:22}{len(parts):4} x {parts[0].sequences:5}  pass {1 - failed / tried:.4f}"
            f" ({min(shares):.4f} to {max(shares):.4f})  outside three sigma {outside}"
            f"  least evenness {min(part.evenness for part in parts):.4f}, below 0.0001: {uneven}"
        )
    yield f"failed: {tally.failures() or 'none'}"


if __name__ == "__main__":
    found = Tally()
    for _ in range(int(sys.argv[1])):
        found.take(sequence(WatchedSource(os.urandom)))
    sys.stdout.write("\n".join(_lines(found)) + "\n")
    sys.exit(bool(found.failures()))
