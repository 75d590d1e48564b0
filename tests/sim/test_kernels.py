"""The kernels: the same shoes whoever deals them and however they are divided."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.rules.conduct import Burn
from puntobanco.sim import kernel
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.plan import ShoePlan

STANDARD = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8)
PLANS = {
    "eight decks, burn by value": ShoePlan(8, Burn.BY_VALUE, 20, STANDARD),
    "four decks, one card burnt": ShoePlan(4, Burn.ONE, 30, STANDARD, one_more=False),
    "ten decks, none burnt": ShoePlan(10, Burn.NONE, 14, STANDARD),
    "six decks, deep marker": ShoePlan(6, Burn.BY_VALUE, 200, STANDARD, one_more=False),
    "continuous shuffler": ShoePlan(8, Burn.BY_VALUE, 20, STANDARD, continuous=True),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_numpy_deals_the_compiled_kernels_shoes(plan: ShoePlan) -> None:
    seed, first, shoes = 2**64 - 3, 2**40, 700
    compiled = counted(plan, seed, first, shoes, Engine.COMPILED)
    assert np.array_equal(compiled, counted(plan, seed, first, shoes, Engine.NUMPY))
    assert compiled[0].sum() == shoes * plan.head
    assert not compiled[:, 8100].any()


@pytest.mark.parametrize("engine", [Engine.COMPILED, Engine.NUMPY])
def test_any_division_of_the_shoes_gives_the_same_counts(engine: Engine) -> None:
    plan = PLANS["eight decks, burn by value"]
    whole = counted(plan, 5, 0, 1300, engine)
    parts = [(0, 1), (1, 511), (512, 513), (1025, 275)]
    assert np.array_equal(whole, sum(counted(plan, 5, *part, engine) for part in parts))


def test_every_shoe_and_every_seed_is_another() -> None:
    plan = PLANS["eight decks, burn by value"]
    found = {
        counted(plan, seed, first, 1, Engine.COMPILED).tobytes()
        for seed in range(20)
        for first in range(20)
    }
    assert len(found) == 400


def test_a_seed_means_the_same_shoes_for_ever() -> None:
    counts = counted(PLANS["eight decks, burn by value"], 7, 0, 4096, Engine.COMPILED)
    digest = hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest()
    assert digest == "ebc3946ff03ccb1832c54178bdc55ab76a1678fcaf0ac5827bfebeacb72a2f16"


@pytest.mark.parametrize("engine", [Engine.COMPILED, Engine.NUMPY])
def test_a_limit_of_coups_cuts_shoes_short(engine: Engine) -> None:
    plan = PLANS["eight decks, burn by value"]
    whole = counted(plan, 3, 0, 40, engine)
    assert counted(plan, 3, 0, 40, engine, coups_most=7).sum() == 40 * 7
    assert np.array_equal(counted(plan, 3, 0, 40, engine, coups_most=plan.head)[0], whole[0])


def test_further_bits_settle_exactly_what_an_endless_fraction_would() -> None:
    """`_carry` against the same bits as one long fraction, near the top where it matters."""
    keys = np.uint32(17), np.uint32(99)
    bound = 416 * 415
    carried = 0
    for place in range(400):
        words = [int(kernel._side_word(*keys, place, number)) for number in range(4)]
        tail = sum(Fraction(word, 2 ** (32 * (at + 1))) for at, word in enumerate(words))
        needed = 2**32 - tail * bound
        for fraction in {int(needed) - 1, int(needed), int(needed) + 1, 2**32 - 1, 2**31}:
            if not 0 <= fraction < 2**32:
                continue
            expected = fraction + tail * bound >= 2**32
            found = kernel._carry(np.uint32(fraction), np.uint32(bound), *keys, place)
            assert bool(found) == expected, (place, fraction)
            carried += found
    assert carried > 400


def _numbers(places: int) -> npt.NDArray[np.int16]:
    """The first so many uniform numbers of full shoes, as the kernel draws them."""
    state = np.zeros(kernel.ROWS * kernel.LANES, np.int16)
    deal = np.empty(4 * kernel.LANES, np.uint32)
    keys = np.empty(2 * kernel.LANES, np.uint32)
    halves = np.empty(6 * kernel.LANES, np.uint16)
    cards = slice(kernel.CARDS_LEFT * kernel.LANES, (kernel.CARDS_LEFT + 1) * kernel.LANES)
    rows = slice(kernel.PLACES * kernel.LANES, (kernel.PLACES + 6) * kernel.LANES)
    found = []
    for lane in range(kernel.LANES):
        kernel._seed_lane(np.uint64(1), np.uint64(lane), lane, deal, keys)
    for turn in range(places):
        state[cards] = 416
        kernel._draw_words(deal, halves)
        if kernel._random_places(state, halves):
            kernel._settle_unsure(state, halves, keys, turn)
        found.append(state[rows].reshape(6, kernel.LANES).copy())
    return np.concatenate(found, axis=1)


def test_draws_are_uniform_in_every_place() -> None:
    numbers = _numbers(4000)
    for place, row in enumerate(numbers):
        counts = np.bincount(row, minlength=416 - place)
        assert len(counts) == 416 - place
        expected = row.size / (416 - place)
        square = ((counts - expected) ** 2 / expected).sum()
        assert abs(square - (415 - place)) < 5 * np.sqrt(2 * 415), place
    pairs = numbers[0].astype(np.int64) * 415 + numbers[1]
    seen = np.bincount(pairs // 64, minlength=416 * 415 // 64 + 1)[:-1]
    square = ((seen - seen.mean()) ** 2 / seen.mean()).sum()
    assert abs(square - len(seen)) < 5 * np.sqrt(2 * len(seen))
