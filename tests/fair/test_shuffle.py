"""The production shuffle: uniform, independent, fed with enough chance; its tests bite."""

from __future__ import annotations

import os
from collections import Counter
from struct import pack

import numpy as np
import pytest

from puntobanco.base.cards import DECK
from puntobanco.fair.shuffle import shuffled
from tests.fair.battery import Battery, Counting, judged
from tests.fair.house import seeded
from tests.fair.planted import DEFECTS
from tests.sizes import first_of, size_of

SHOES = size_of("shoes")


def test_the_production_shuffle_is_uniform_and_independent() -> None:
    assert judged(lambda: shuffled, SHOES, seeded(2026)) == []


@pytest.mark.parametrize("defect", first_of(DEFECTS, 4))
def test_a_planted_defect_is_found(defect: str) -> None:
    assert judged(DEFECTS[defect], 3_000, seeded(7))


def test_the_chances_of_good_shoes_are_spread_evenly() -> None:
    source, chances = seeded(11), []
    for _ in range(25):
        battery = Battery()
        rows = [[card.number for card in shuffled(8, source)] for _ in range(300)]
        battery.take(np.array(rows, dtype=np.uint8))
        chances.append([trial.chance for trial in battery.trials()[4:]])
    for column in np.sort(np.array(chances), axis=0).T:
        steps = np.arange(1, 26) / 25
        distance = max((steps - column).max(), (column - steps + 1 / 25).max())
        assert distance < 0.40  # Kolmogorov and Smirnov, 25 values: 0.0004 for each of 23 tests


def test_every_shoe_draws_more_than_3025_bits() -> None:
    counting = Counting(os.urandom)
    shuffled(8, counting)
    assert counting.bits >= 3_025


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_shoe_holds_whole_decks(decks: int) -> None:
    assert Counter(shuffled(decks)) == Counter(DECK * decks)


@pytest.mark.parametrize("decks", [0, 17, -1])
def test_a_shoe_of_no_possible_size_is_refused(decks: int) -> None:
    with pytest.raises(ValueError, match="1 to 16 decks"):
        shuffled(decks)


class Words:
    """A source of chosen 16-bit words, in the order in which they are used."""

    def __init__(self, words: list[int]) -> None:
        self.words = words

    def __call__(self, count: int, /) -> bytes:
        taken, self.words = self.words[: count // 2], self.words[count // 2 :]
        taken += [0] * (count // 2 - len(taken))
        return pack(f">{len(taken)}H", *reversed(taken))


def test_values_that_would_favour_a_place_are_thrown_away() -> None:
    chosen = [(7_919 * place) % 60_000 for place in range(415)]
    with_useless: list[int] = []
    for places, word in zip(range(416, 1, -1), chosen, strict=True):
        even = 65_536 - 65_536 % places
        with_useless += [value for value in (even, 65_535) if even <= value <= 65_535] + [word]
    assert len(with_useless) > 1_100
    assert shuffled(8, Words(with_useless)) == shuffled(8, Words(chosen))


def test_children_of_a_fork_share_no_shoe(tmp_path: object) -> None:
    read, write = os.pipe()
    shuffled(8)
    children = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            text = "".join(card.text for card in shuffled(8)[:20])
            os.write(write, f"{text}\n".encode())
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(read) as told:
        assert len(set(told.read().split())) == 8
