"""A plain dealer with real cards, written from docs/simulator-streams.md, against the kernels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from puntobanco.base.cards import DECK, Card
from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal
from puntobanco.rules.points import burn_value
from puntobanco.sim import fallback, kernel
from puntobanco.sim.plan import ShoePlan, shoe_plan

_MASK32, _MASK64 = 2**32 - 1, 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
_ORDER = "TJQKA23456789"


def _mix(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK64
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK64
    return value ^ (value >> 31)


def _scramble(word: int) -> int:
    word = (word ^ (word >> 16)) * 0x85EBCA6B & _MASK32
    word = (word ^ (word >> 13)) * 0xC2B2AE35 & _MASK32
    return word ^ (word >> 16)


class _PlainShoe:
    """One shoe: ranks drawn one by one, suits only when a pair is looked at."""

    def __init__(self, seed: int, number: int, decks: int) -> None:
        state = _mix(_mix((seed + _STEP) & _MASK64) ^ number)
        words = [_mix((state + k * _STEP) & _MASK64) for k in (1, 2, 3)]
        self._s = [half for word in words[:2] for half in (word & _MASK32, word >> 32)]
        self._key0, self._key1 = words[2] & _MASK32, words[2] >> 32
        self.ranks = dict.fromkeys(_ORDER, 4 * decks)
        self._suits = {rank: [decks] * 4 for rank in _ORDER}

    @property
    def cards(self) -> int:
        return sum(self.ranks.values())

    def _word(self) -> int:
        s = self._s
        total = (s[0] + s[3]) & _MASK32
        word = ((total << 7 | total >> 25) + s[0]) & _MASK32
        shifted = s[1] << 9 & _MASK32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = (s[3] << 11 | s[3] >> 21) & _MASK32
        return word

    def _side(self, place: int, number: int) -> int:
        counter = (place + (number << 16)) * 0x9E3779B9 & _MASK32
        return _scramble((_scramble((counter + self._key0) & _MASK32) + self._key1) & _MASK32)

    def below(self, bound: int, place: int) -> int:
        number = 0
        while True:
            product = self._side(place, number) * bound
            if product & _MASK32 >= 2**32 % bound:
                return product >> 32
            number += 1

    def places(self, turn: int) -> list[int]:
        """Six numbers: each word is the beginning of a binary fraction of endless length."""
        found: list[int] = []
        for word in range(3):
            first = self.cards - 2 * word
            bound = first * (first - 1)
            # 96 more bits stand for all further ones; none of the shoes below needs more.
            bits = self._word()
            for number in range(3):
                bits = bits << 32 | self._side(16 * turn + word, number)
            found += divmod(bits * bound >> 128, first - 1)
        return found

    def take(self, u: int) -> str:
        for rank in _ORDER:
            if u < self.ranks[rank]:
                self.ranks[rank] -= 1
                return rank
            u -= self.ranks[rank]
        raise AssertionError("the number is not below the cards left")

    def suit(self, rank: str, u: int) -> str:
        for suit, left in enumerate(self._suits[rank]):
            if u < left:
                self._suits[rank][suit] -= 1
                return "shdc"[suit]
            u -= left
        raise AssertionError("the number is not below the suits left")

    def pair_suits(self, rank: str, place: int) -> tuple[str, str]:
        others = sum(self._suits[rank]) - 1
        one, two = divmod(self.below(others * (others + 1), place), others)
        return self.suit(rank, one), self.suit(rank, two)

    def third_suit(self, rank: str, place: int) -> str:
        return self.suit(rank, self.below(sum(self._suits[rank]), place))


_BY_TEXT = {card.text: card for card in DECK}


def _with_suits(shoe: _PlainShoe, hand: list[str], place: int) -> list[Card]:
    """A hand's ranks with suits: true ones where a pair shows them, any that tell nothing else."""
    suits = ["s", "s", "h"]
    if hand[0] == hand[1]:
        suits[0], suits[1] = shoe.pair_suits(hand[0], place)
        suits[2] = "h" if suits[0] == "s" else "s"
        if suits[0] == suits[1] and hand[2:] == hand[:1]:
            suits[2] = shoe.third_suit(hand[0], place + 2)
    return [_BY_TEXT[rank + suit] for rank, suit in zip(hand, suits, strict=False)]


def _plain_classes(rules: HouseRules, plan: ShoePlan, seed: int, number: int) -> Iterator[int]:
    shoe = _PlainShoe(seed, number, plan.decks)
    marker = plan.marker_from_back
    if plan.burn.value == "by-value":
        marker += burn_value(_BY_TEXT[shoe.take(shoe.below(shoe.cards, 0)) + "s"])
    elif plan.burn.value == "one":
        marker += 1
    turn, last = 0, False
    while not last:
        turn += 1
        before = shoe.cards
        last = plan.one_more and before <= marker
        numbers = iter(shoe.places(turn))
        ranks: list[str] = []
        dealt = deal(rules.tableau, [])
        while dealt.next_slot is not None:
            ranks.append(shoe.take(next(numbers)))
            dealt = deal(rules.tableau, [_BY_TEXT[rank + "s"] for rank in ranks])
        player = [card.rank.value for card in dealt.coup.player]
        banker = [card.rank.value for card in dealt.coup.banker]
        hands = (
            _with_suits(shoe, player, 16 * turn + 6),
            _with_suits(shoe, banker, 16 * turn + 7),
        )
        order = [card for pair in zip(hands[0][:2], hands[1][:2], strict=True) for card in pair]
        yield deal(rules.tableau, [*order, *hands[0][2:], *hands[1][2:]]).coup.outcome_class
        if not plan.one_more:
            last = shoe.cards < marker


@pytest.mark.parametrize("burn", ["by-value", "one-card"])
@pytest.mark.parametrize(("decks", "marker", "one_more"), [(8, 20, True), (4, 40, False)])
def test_kernels_deal_the_coups_of_a_plain_dealer(
    burn: str, decks: int, marker: int, one_more: bool
) -> None:
    rules = book_named("nz-division").configure({"decks": str(decks), "burn": burn})
    assert isinstance(rules, HouseRules)
    plan = shoe_plan(rules, marker_from_back=marker, one_more=one_more)
    seed, first, shoes = 2**63 + 11, 5, 12
    codes = np.empty((plan.coups_most, kernel.LANES), np.int16)
    nothing, tags = np.empty((0, 0), np.int64), np.zeros(13, np.int64)
    rows = kernel.deal_block(
        np.uint64(seed), first, 1, shoes, plan.setup(), plan.limit_array(), codes, tags,
        nothing, nothing,
    )  # fmt: skip
    with np.errstate(over="ignore"):
        by_numpy = fallback.deal_block(
            np.uint64(seed), first, shoes, plan.setup(), plan.limit_array()
        )
    for lane in range(shoes):
        plain = list(_plain_classes(rules, plan, seed, first + lane))
        for dealt in (codes[:rows, lane], by_numpy[:, lane]):
            assert plain == [int(number) for number in dealt if number != kernel.ENDED]
