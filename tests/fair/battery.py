"""Statistical tests of a shuffle, judged together at 99 %.

Shoes are taken in by chunks, so that a million fit. Each feature has a mean that is known exactly
for uniform orders; its spread is measured, so that the central limit theorem gives the chance of a
deviation. `python -m tests.fair.battery 1000000` runs it on the production shuffle at length.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, erfc, factorial, log2, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puntobanco.base.cards import DECK, Card
from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import RandomSource

Shuffle: TypeAlias = Callable[[int, RandomSource], Sequence[Card]]
Shoes: TypeAlias = NDArray[np.uint8]
FAMILY = 0.01
LAGS = (1, 2, 3, 13, 26, 52)
PREFIX = 10
CHUNK = 1_000


class Trial(NamedTuple):
    """One test and how likely its result is for a perfect shuffle."""

    name: str
    chance: float


def _two_sided(z: float) -> float:
    return erfc(abs(z) / sqrt(2))


def _chi_square(value: float, freedom: float) -> float:
    """Two-sided chance of a chi-square value, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return _two_sided(((value / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def _worst(chances: list[float]) -> float:
    """The chance that the least of so many is so small."""
    return 1 - (1 - min(chances)) ** len(chances)


class Battery:
    """Takes shoes in and judges them."""

    def __init__(self, decks: int = 8) -> None:
        self.decks, self.size = decks, 52 * decks
        self.start = np.array([card.number for card in DECK] * decks, dtype=np.int64)
        self.shoes = 0
        self.at = np.zeros((self.size, 52))
        self.pairs = np.zeros((52, 52))
        self.names, self.means = zip(*self._means(), strict=True)
        self.sums = np.zeros(len(self.names))
        self.squares = np.zeros(len(self.names))
        self.before: NDArray[np.int64] | None = None
        self.ends: set[bytes] = set()
        self.repeated = 0

    # --- taking in ----------------------------------------------------------------------------

    def take(self, shoes: Shoes) -> None:
        """Take shoes in, a row each, cards by their number."""
        rows = shoes.astype(np.int64)
        if self.before is None:  # the first shoe only stands before the second
            self.before, rows, shoes = rows[0], rows[1:], shoes[1:]
        before = np.concatenate((self.before[None, :], rows[:-1]))
        self.before = rows[-1]
        placed = rows + np.arange(self.size) * 52
        self.at += np.bincount(placed.ravel(), minlength=52 * self.size).reshape(-1, 52)
        pairs = rows[:, :-1] * 52 + rows[:, 1:]
        self.pairs += np.bincount(pairs.ravel(), minlength=52 * 52).reshape(52, 52)
        found = self._features(rows, before)
        self.sums += (found - self.means).sum(axis=0)
        self.squares += ((found - self.means) ** 2).sum(axis=0)
        self.shoes += len(rows)
        self._repeats(shoes)

    def _repeats(self, shoes: Shoes) -> None:
        for row in shoes:
            for end in (b"<" + row[:PREFIX].tobytes(), b">" + row[-PREFIX:].tobytes()):
                self.repeated += end in self.ends
                self.ends.add(end)

    def _features(self, rows: NDArray[np.int64], before: NDArray[np.int64]) -> NDArray[np.float64]:
        steps = np.diff(rows, axis=1)
        turning = (steps[:, :-1] * steps[:, 1:]) < 0
        columns = [
            (rows == self.start).sum(axis=1),
            (rows == self.start[::-1]).sum(axis=1),
            ((steps - 1) % 52 == 0).sum(axis=1),
            ((steps + 1) % 52 == 0).sum(axis=1),
            (steps > 0).sum(axis=1),
            turning.sum(axis=1),
            self._collected(rows),
            *((rows[:, lag:] == rows[:, :-lag]).sum(axis=1) for lag in LAGS),
            *((rows[:, lag:] * rows[:, :-lag]).sum(axis=1) for lag in LAGS),
            (rows == before).sum(axis=1),
            (rows == before[:, ::-1]).sum(axis=1),
            (rows[:, 1:] == before[:, :-1]).sum(axis=1),
            (rows[:, 0] - 25.5) * (before[:, 0] - 25.5),
        ]
        return np.stack(columns, axis=1).astype(np.float64)

    @staticmethod
    def _collected(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many cards it took until every rank had shown itself."""
        ranks = rows // 4
        firsts = [(ranks == rank).argmax(axis=1) for rank in range(13)]
        found: NDArray[np.int64] = np.stack(firsts).max(axis=0) + 1
        return found

    # --- what to expect -----------------------------------------------------------------------

    def _means(self) -> Iterator[tuple[str, float]]:
        """The features in their order, with what a uniform shuffle gives on average."""
        size, decks = self.size, self.decks
        yield "cards in their first place", decks
        yield "cards in their mirrored place", decks
        yield "cards that run on", decks
        yield "cards that run back", decks
        yield "rising steps", (size - decks) / 2
        yield "turning points", self._turning()
        yield "coupon collector", self._collector()
        for lag in LAGS:
            yield f"equal at distance {lag}", (size - lag) * (decks - 1) / (size - 1)
        total, squares = int(self.start.sum()), int((self.start**2).sum())
        for lag in LAGS:
            mean = Fraction((size - lag) * (total * total - squares), size * (size - 1))
            yield f"serial product at distance {lag}", float(mean)
        yield "equal to the shoe before", decks
        yield "equal to the shoe before, mirrored", decks
        yield "equal to the shoe before, shifted", (size - 1) / 52
        yield "first cards of two shoes", 0.0

    def _turning(self) -> float:
        """Three cards in a row whose middle one is the highest or the lowest."""
        peaks = 0
        for middle in range(52):
            low, high = middle * self.decks, (51 - middle) * self.decks
            peaks += self.decks * (low * (low - 1) + high * (high - 1))
        orders = self.size * (self.size - 1) * (self.size - 2)
        return float(Fraction((self.size - 2) * peaks, orders))

    def _collector(self) -> float:
        each, mean = 4 * self.decks, Fraction(0)
        for drawn in range(self.size):
            missing = sum(
                (-1) ** (ranks + 1) * comb(13, ranks) * comb(self.size - each * ranks, drawn)
                for ranks in range(1, 14)
            )
            mean += Fraction(missing, comb(self.size, drawn))
        return float(mean)

    # --- judging ------------------------------------------------------------------------------

    def trials(self) -> list[Trial]:
        """Every test with its chance."""
        expected = self.shoes / 52
        by_position = ((self.at - expected) ** 2 / expected).sum(axis=1)
        freedom = (self.size - 1) * 51
        whole = float(by_position.sum()) * (self.size - 1) / self.size
        spread = np.sqrt(self.squares / self.shoes)
        scores = self.sums / self.shoes / (spread / sqrt(self.shoes) + 1e-12)
        return [
            Trial("position by card", _chi_square(whole, freedom)),
            Trial("worst position", _worst([_chi_square(float(x), 51) for x in by_position])),
            Trial("worst pair of neighbours", self._neighbours()),
            Trial("repeated beginnings or ends", self._repeat_chance()),
            *(Trial(n, _two_sided(float(z))) for n, z in zip(self.names, scores, strict=True)),
        ]

    def _neighbours(self) -> float:
        same = np.eye(52) * (self.decks - 1) + (1 - np.eye(52)) * self.decks
        expected = self.shoes * same * self.decks / self.size
        possible = same > 0  # one deck has no two equal cards
        scores = (self.pairs - expected)[possible] / np.sqrt(expected[possible])
        return _worst([_two_sided(float(score)) for score in scores])

    def _repeat_chance(self) -> float:
        pairs = 2 * comb(self.shoes + 1, 2)
        return min(1.0, pairs / 52**PREFIX * 2) if self.repeated else 1.0

    def failures(self, family: float = FAMILY) -> list[Trial]:
        """The tests that failed; a perfect shuffle fails none, all together, 99 times in 100."""
        found = self.trials()
        return [trial for trial in found if trial.chance < family / len(found)]


class Counting:
    """A source that counts what is drawn from it."""

    def __init__(self, source: RandomSource) -> None:
        self.source, self.bits = source, 0

    def __call__(self, count: int, /) -> bytes:
        self.bits += 8 * count
        return self.source(count)


def judged(made: Callable[[], Shuffle], shoes: int, source: RandomSource) -> list[Trial]:
    """What is wrong with a shuffle, made anew for each part: nothing, for a good one.

    It is judged with eight decks, as it is used, and with one, where all cards differ and a bias
    towards old places is not hidden among eight equal cards.
    """
    return [*_failures(made(), shoes, source, 8), *_failures(made(), 2 * shoes, source, 1)]


def _failures(shuffle: Shuffle, shoes: int, source: RandomSource, decks: int) -> list[Trial]:
    battery, counting = Battery(decks), Counting(source)
    fewest, done = 1 << 30, 0
    while done < shoes:
        rows = np.empty((min(CHUNK, shoes - done), battery.size), dtype=np.uint8)
        for row in rows:
            counting.bits = 0
            row[:] = [card.number for card in shuffle(decks, counting)]
            fewest = min(fewest, counting.bits)
        battery.take(rows)
        done += len(rows)
    failures = battery.failures(FAMILY / 2)
    if fewest < (least := log2(factorial(battery.size))):
        failures.append(Trial(f"{fewest} bits drawn for a shoe, {least:.0f} tell all apart", 0.0))
    return failures


if __name__ == "__main__":
    wrong = judged(lambda: shuffled, int(sys.argv[1]), os.urandom)
    sys.stdout.write(f"{sys.argv[1]} shoes: {wrong or 'nothing wrong'}\n")
    sys.exit(bool(wrong))
