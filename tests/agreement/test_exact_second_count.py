"""A second enumeration, written plainly over ranks, agrees with the kernel on whole shoes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from puntobanco.odds.composition import Composition
from puntobanco.odds.weights import weigh
from puntobanco.rules.outcomes import OutcomeClass, outcome
from tests.odds.plain import BANKER_DRAWS, PLAYER_DRAWS
from tests.odds.tables import table

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


def random_shoe(seed: int) -> Composition:
    chance = random.Random(seed)  # a test's own fixed choice
    most = chance.choice([1, 2, 4, 8, 16])
    counts = tuple(chance.randrange(most + 1) for _ in range(52))
    return Composition(counts, sum(counts))


def hands(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Every first two ranks of a hand, with the ordered ways to draw them."""
    for low in range(13):
        for high in range(low, 13):
            ways = left[low] * (left[low] - 1) if low == high else 2 * left[low] * left[high]
            if ways:
                yield low, high, ways


def enumerate_ranks(counts: list[int]) -> Counter[tuple[object, ...]]:
    """Ordered deals of six by (pair, total, cards) of each hand, rank by rank."""
    found: Counter[tuple[object, ...]] = Counter()
    left, cards = list(counts), sum(counts)
    for p1, p2, player_ways in hands(left):
        left[p1] -= 1
        left[p2] -= 1
        for b1, b2, banker_ways in hands(left):
            left[b1] -= 1
            left[b2] -= 1
            player, banker = (VALUES[p1] + VALUES[p2]) % 10, (VALUES[b1] + VALUES[b2]) % 10
            for third, last, ways in _draw(left, cards - 4, player, banker):
                found[
                    p1 == p2,
                    (player + (VALUES[third] if third is not None else 0)) % 10,
                    2 + (third is not None),
                    b1 == b2,
                    (banker + (VALUES[last] if last is not None else 0)) % 10,
                    2 + (last is not None),
                ] += player_ways * banker_ways * ways
            left[b1] += 1
            left[b2] += 1
        left[p1] += 1
        left[p2] += 1
    return found


def _draw(
    left: list[int], rest: int, player: int, banker: int
) -> Iterator[tuple[int | None, int | None, int]]:
    """Third cards, or none, with the ordered ways to draw them and what lies behind."""
    if player >= 8 or banker >= 8:
        yield None, None, rest * (rest - 1)
        return
    thirds = [rank for rank in range(13) if left[rank]] if PLAYER_DRAWS[player] == "D" else [None]
    for third in thirds:
        column = 10 if third is None else VALUES[third]
        ways = 1 if third is None else left[third]
        if third is not None:
            left[third] -= 1
        if BANKER_DRAWS[banker][column] == "D":
            behind = rest - 1 if third is None else 1
            for last in range(13):
                if left[last]:
                    yield third, last, ways * left[last] * behind
        else:
            yield third, None, ways * (rest * (rest - 1) if third is None else rest - 1)
        if third is not None:
            left[third] += 1


def as_seen(weights: Mapping[OutcomeClass, int]) -> Counter[tuple[object, ...]]:
    found: Counter[tuple[object, ...]] = Counter()
    for number, weight in weights.items():
        player, banker = outcome(number).player, outcome(number).banker
        found[
            player.match > 0,
            player.total,
            player.cards,
            banker.match > 0,
            banker.total,
            banker.cards,
        ] += weight
    return found


@pytest.mark.parametrize("seed", range(3))
def test_whole_shoes_counted_twice(seed: int) -> None:
    shoe = random_shoe(seed)
    ranks = [sum(shoe.counts[4 * rank : 4 * rank + 4]) for rank in range(13)]
    counted = weigh(shoe, table("mbs").tableau).as_mapping()
    assert as_seen(counted) == enumerate_ranks(ranks)


@pytest.mark.parametrize("seed", range(10))
def test_grades_of_pairs_have_a_closed_form(seed: int) -> None:
    shoe = random_shoe(seed)
    expected = Counter[int]()
    for rank in range(13):
        spades, hearts, diamonds, clubs = shoe.counts[4 * rank : 4 * rank + 4]
        expected[1] += 2 * (spades + clubs) * (hearts + diamonds)
        expected[2] += 2 * (spades * clubs + hearts * diamonds)
        expected[3] += sum(n * (n - 1) for n in (spades, hearts, diamonds, clubs))
    weights = weigh(shoe, table("mbs").tableau)
    for side in ("player", "banker"):
        found = Counter[int]()
        for number, weight in weights.as_mapping().items():
            found[min(3, getattr(outcome(number), side).match)] += weight
        for grade in (1, 2, 3):
            share = Fraction(expected[grade], shoe.cards * (shoe.cards - 1))
            assert Fraction(found[grade], weights.total) == share
