"""The kernel counts what a plain dealing of every coup counts."""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.odds.plain import TABLEAU, counts_of, weigh_plainly

from puntobanco.base.cards import DECK, Card, cards
from puntobanco.odds import kernel, weights
from puntobanco.odds.weights import initial_states
from puntobanco.rules.outcomes import HANDS, VOID


def weigh(
    counts: list[int], dealt: int = 6, *, kinds: bool = True, plain: bool = False
) -> Counter[int]:
    rows = [counts, TABLEAU, *initial_states(kinds=kinds)]
    if plain:
        weights = kernel.weigh_classes(rows[0], dealt, rows[1], rows[2], rows[3], kinds)
        return Counter({place: weights[place] for place in range(VOID + 1) if weights[place]})
    compiled = kernel.compiled_kernel()
    assert compiled is not None
    arrays = [np.array(row, np.int64) for row in rows]
    found = np.asarray(compiled(arrays[0], dealt, arrays[1], arrays[2], arrays[3], kinds))
    assert arrays[0].tolist() == counts  # the composition is left as it was
    return Counter({int(number): int(found[number]) for number in np.flatnonzero(found)})


def some_cards(size: int, *, seed: int, ranks: int) -> list[Card]:
    """Cards of few ranks, so that pairs and triples are common; copies allowed."""
    chance = random.Random(seed)  # a test's own fixed choice
    pool = [each for each in DECK if each.rank.number in chance.sample(range(13), ranks)]
    return chance.choices(pool or DECK, k=size)


@pytest.mark.parametrize("seed", range(40))
def test_small_shoes_agree_with_dealing_every_order(seed: int) -> None:
    shoe = Counter(some_cards(6 + seed % 4, seed=seed, ranks=1 + seed % 6))
    assert weigh(counts_of(shoe)) == weigh_plainly(shoe)


@pytest.mark.parametrize("seed", range(12))
def test_large_shoes_of_few_different_cards_agree_with_dealing_every_order(seed: int) -> None:
    chance = random.Random(seed)  # a test's own fixed choice
    kinds = set(some_cards(8, seed=seed, ranks=1 + seed % 4))
    shoe = Counter({each: chance.randrange(1, 100) for each in kinds})
    assert weigh(counts_of(shoe)) == weigh_plainly(shoe)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("dealt", [4, 5])
def test_short_shoes_agree_with_dealing_every_order(seed: int, dealt: int) -> None:
    size = dealt if seed % 2 else 7
    shoe = Counter(some_cards(size, seed=seed, ranks=1 + seed % 5))
    assert weigh(counts_of(shoe), dealt) == weigh_plainly(shoe, dealt)


@pytest.mark.parametrize(
    "text",
    ["9s 9s 9s 9s 9s 9s", "5h 5h 5h 5h 5h 5h", "Ks Ks Ks Ks Ks Ks Ks", "Ts Jh Qd Kc Ts Jh Qd Kc"],
)
def test_shoes_of_pairs_and_triples_only(text: str) -> None:
    shoe = Counter(cards(text))
    assert weigh(counts_of(shoe)) == weigh_plainly(shoe)


def test_eight_decks_give_the_published_totals() -> None:
    # Wizard of Odds, baccarat appendix 1.
    by_winner = Counter[str]()
    for number, weight in weigh([8] * 52).items():
        player, banker = number // HANDS % 10, number % HANDS % 10
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        by_winner[winner] += weight
    assert by_winner == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


def test_a_full_shoe_reaches_3066_classes() -> None:
    assert len(weigh([8] * 52)) == 3066


compositions = st.lists(st.integers(0, 16), min_size=52, max_size=52).filter(
    lambda counts: sum(counts) >= 6
)


@settings(max_examples=60, deadline=None)
@given(compositions, st.integers(4, 6))
def test_all_orders_are_counted_once(counts: list[int], dealt: int) -> None:
    found = weigh(counts, dealt)
    assert sum(found.values()) == math.perm(sum(counts), dealt)
    assert min(found.values()) > 0
    assert (VOID in found) <= (dealt < 6)


@settings(max_examples=60, deadline=None)
@given(compositions, st.integers(4, 6))
def test_without_kinds_totals_and_card_counts_stay(counts: list[int], dealt: int) -> None:
    merged = Counter[int]()
    for number, weight in weigh(counts, dealt).items():
        if number == VOID:
            merged[VOID] += weight
            continue
        hands = [hand % 10 + 40 * (hand >= 40) for hand in divmod(number, HANDS)]
        merged[hands[0] * HANDS + hands[1]] += weight
    assert weigh(counts, dealt, kinds=False) == merged


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kinds", [True, False])
def test_the_plain_kernel_gives_the_same_integers(seed: int, kinds: bool) -> None:
    chance = random.Random(seed)  # a test's own fixed choice
    counts = [chance.randrange(17) for _ in range(52)]
    assert weigh(counts, kinds=kinds, plain=True) == weigh(counts, kinds=kinds)


def test_the_largest_shoe_counted_in_63_bits() -> None:
    most = 1450
    assert math.perm(most, 6) < 2**63 <= math.perm(most + 1, 6)
    counts = [27] * 52
    counts[0] += most - sum(counts)
    assert weigh(counts) == weigh(counts, plain=True)


def test_without_a_compiler_there_is_no_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert kernel.compiled_kernel.__wrapped__() is None


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def njit(function: Any = None, *, cache: bool = False) -> Any:
        asked.append(cache)
        if cache:
            return lambda _: (_ for _ in ()).throw(RuntimeError("cannot cache function"))
        return function

    monkeypatch.setattr("numba.njit", njit)
    found = kernel.compiled_kernel.__wrapped__()
    assert found is not None
    assert found.__name__ == "weigh_classes"
    assert set(asked) == {True, False}


def test_the_compiler_is_loaded_when_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []

    def load() -> None:
        loaded.append(True)

    load.cache_info = lambda: SimpleNamespace(currsize=len(loaded))  # type: ignore[attr-defined]
    monkeypatch.setattr(weights, "compiled_kernel", load)
    monkeypatch.setattr(weights, "_counted", itertools.count(weights._PLAIN_MAX - 1))
    assert weights._kernel_to_use() is None
    assert not loaded
    weights._kernel_to_use()
    assert loaded
