"""The oracle against known figures: an exact enumeration of the full eight-deck shoe."""

from fractions import Fraction
from itertools import product

import pytest

from .established import plain_hand
from .game import deal_values
from .settle import settle

Distribution = dict[tuple[int, int, int, int], Fraction]


@pytest.fixture(scope="module")
def eight_decks() -> Distribution:
    """Probability of each (totals, card counts), over all 10^6 sequences of six values."""
    weights: dict[tuple[int, int, int, int], int] = {}
    for four in product(range(10), repeat=4):
        left = [128] + [32] * 9
        weight = 1
        for drawn in four:
            weight *= left[drawn]
            left[drawn] -= 1
        for fifth in range(10):
            weight_of_five = weight * left[fifth]
            left[fifth] -= 1
            for sixth in range(10):
                outcome = deal_values((*four, fifth, sixth))
                weights[outcome] = weights.get(outcome, 0) + weight_of_five * left[sixth]
            left[fifth] += 1
    everything = 416 * 415 * 414 * 413 * 412 * 411
    assert sum(weights.values()) == everything
    return {outcome: Fraction(weight, everything) for outcome, weight in weights.items()}


def edge(distribution: Distribution, book: str, wager: str) -> Fraction:
    """Return the House edge of a wager that does not depend on pairs."""
    return -sum(
        (
            probability * settle(book, {}, plain_hand(p, m), plain_hand(b, n), wager, 1).profit
            for (p, b, m, n), probability in distribution.items()
        ),
        Fraction(0),
    )


def test_results(eight_decks: Distribution) -> None:
    player = sum(w for (p, b, _, _), w in eight_decks.items() if p > b)
    banker = sum(w for (p, b, _, _), w in eight_decks.items() if p < b)
    tie = sum(w for (p, b, _, _), w in eight_decks.items() if p == b)
    assert f"{float(banker):.6f} {float(player):.6f} {float(tie):.6f}" == (
        "0.458597 0.446247 0.095156"
    )


def test_super_six_plus(eight_decks: Distribution) -> None:
    by_count = {
        count: sum(w for (p, b, _, n), w in eight_decks.items() if p < b == 6 and n == count)
        for count in (2, 3)
    }
    assert f"{float(by_count[2]):.6f} {float(by_count[3]):.6f}" == "0.037247 0.016617"
    house = edge(eight_decks, "rws-super-six-plus", "super-six-plus")
    assert f"{float(house * 100):.2f}" == "16.68"


@pytest.mark.parametrize(
    ("name", "first", "edges"),
    [
        ("player-wins-on", 1, "20.6 28.2 35.8 12.1 23.8 24.9 26.5 22.2 26.4"),
        ("banker-wins-on", 1, "21.8 27.6 25.6 15.0 30.6 35.4 30.8 25.8 29.6"),
        ("tie-wins-on", 0, "35.6 34.0 35.6 32.8 26.7 27.8 30.7 26.7 33.0 32.7"),
    ],
)
def test_wins_on_edges(eight_decks: Distribution, name: str, first: int, edges: str) -> None:
    for points, expected in enumerate(edges.split(), start=first):
        house = edge(eight_decks, "rws-wins-on", f"{name}:{points}")
        assert f"{float(house * 100):.1f}" == expected, points
