"""One simulated shoe as real cards in their order, in plain Python.

Kernels never order a shoe: they draw ranks one by one and look at suits only where a pair shows
them. This finds the whole order behind the same random numbers, so that a shoe of the kernels can
be dealt anywhere else, card by card, and must give the same coups. What no kernel looks at (suits
outside pairs, unseen burnt cards, cards behind the last coup) is filled in at random from what is
left. docs/simulator-streams.md is its specification.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from puntobanco.base.cards import Card, Rank, Suit
from puntobanco.base.cards import card as read_card
from puntobanco.rules.conduct import Burn
from puntobanco.rules.coup import Deal, deal
from puntobanco.rules.points import burn_value
from puntobanco.rules.tableau import Tableau
from puntobanco.sim.plan import ShoePlan

_MASK32, _MASK64 = 2**32 - 1, 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
_ORDER = tuple(Rank(letter) for letter in "TJQKA23456789")
_SUITS = tuple(Suit)


def _mixed(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK64
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK64
    return value ^ (value >> 31)


def _scrambled(word: int) -> int:
    word = (word ^ (word >> 16)) * 0x85EBCA6B & _MASK32
    word = (word ^ (word >> 13)) * 0xC2B2AE35 & _MASK32
    return word ^ (word >> 16)


class _Numbers:
    """The random numbers of one shoe."""

    def __init__(self, seed: int, shoe: int) -> None:
        state = _mixed(_mixed((seed + _STEP) & _MASK64) ^ shoe)
        words = [_mixed((state + step * _STEP) & _MASK64) for step in (1, 2, 3)]
        self._s = [half for word in words[:2] for half in (word & _MASK32, word >> 32)]
        self._keys = words[2] & _MASK32, words[2] >> 32

    def word(self) -> int:
        """The next word of the generator, xoshiro128++."""
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

    def side(self, place: int, number: int) -> int:
        """Side word `number` of a place."""
        counter = (place + (number << 16)) * 0x9E3779B9 & _MASK32
        word = _scrambled((counter + self._keys[0]) & _MASK32)
        return _scrambled((word + self._keys[1]) & _MASK32)

    def below(self, bound: int, place: int) -> int:
        """An exactly uniform number below `bound` out of side words, by rejection."""
        number = 0
        while True:
            product = self.side(place, number) * bound
            if product & _MASK32 >= 2**32 % bound:
                return product >> 32
            number += 1

    def scaled(self, bound: int, place: int) -> int:
        """A number below `bound` from a word and, where it matters, the side words behind it."""
        bits, known, number = self.word(), 32, 0
        while (bits * bound) >> known != ((bits + 1) * bound - 1) >> known:
            bits, known, number = bits << 32 | self.side(place, number), known + 32, number + 1
        return bits * bound >> known


@dataclass
class _Shoe:
    """Ranks and suits not yet drawn, and the cards in order as far as they are known."""

    numbers: _Numbers
    ranks: dict[Rank, int]
    suits: dict[Rank, list[int]]
    order: list[tuple[Rank, Suit | None] | None] = field(default_factory=list)
    """None for a card of which nothing is known."""

    @property
    def cards(self) -> int:
        """Cards whose rank is not known."""
        return sum(self.ranks.values())

    def take(self, u: int) -> Rank:
        """Draw the rank that `u` falls on."""
        for rank in _ORDER:
            if u < self.ranks[rank]:
                self.ranks[rank] -= 1
                return rank
            u -= self.ranks[rank]
        raise AssertionError("the number is not below the cards left")

    def suit(self, rank: Rank, u: int) -> Suit:
        """Draw the suit that `u` falls on."""
        for at, left in enumerate(self.suits[rank]):
            if u < left:
                self.suits[rank][at] -= 1
                return _SUITS[at]
            u -= left
        raise AssertionError("the number is not below the suits left")

    def look_at(self, hand: list[int], place: int) -> None:
        """Draw the suits that a pair shows; `hand` has the places of its cards in the order."""
        ranks = [self._rank(at) for at in hand]
        if ranks[0] is not ranks[1]:
            return
        others = sum(self.suits[ranks[0]]) - 1
        numbers = divmod(self.numbers.below(others * (others + 1), place), others)
        drawn = [self.suit(ranks[0], u) for u in numbers]
        if drawn[0] is drawn[1] and ranks[2:] == ranks[:1]:
            bound = sum(self.suits[ranks[0]])
            drawn.append(self.suit(ranks[0], self.numbers.below(bound, place + 2)))
        for at, suit in zip(hand, drawn, strict=False):
            self.order[at] = (ranks[0], suit)

    def _rank(self, at: int) -> Rank:
        known = self.order[at]
        assert known is not None
        return known[0]


@dataclass(frozen=True)
class DealtShoe:
    """A shoe of the kernels: all its cards, and how they were used."""

    cards: tuple[Card, ...]
    burnt: int
    coups: int


def dealt_shoe(plan: ShoePlan, tableau: Tableau, seed: int, number: int) -> DealtShoe:
    """The shoe of this number, its cards in the order in which they leave it."""
    assert not plan.continuous, "a continuous shuffler has no shoe with an order"
    decks = plan.decks
    shoe = _Shoe(
        _Numbers(seed, number),
        dict.fromkeys(_ORDER, 4 * decks),
        {rank: [decks] * 4 for rank in _ORDER},
    )
    _burn(shoe, plan)
    burnt = len(shoe.order)
    marker = plan.cards - plan.marker_from_back
    turn, last = 0, False
    while not last:
        turn += 1
        last = plan.one_more and len(shoe.order) >= marker
        _deal_coup(shoe, tableau, turn)
        last = last or (not plan.one_more and len(shoe.order) > marker)
    return DealtShoe(_filled(shoe, plan, seed, number), burnt, turn)


def _burn(shoe: _Shoe, plan: ShoePlan) -> None:
    if plan.burn is Burn.ONE:
        shoe.order.append(None)
    if plan.burn is Burn.BY_VALUE:
        rank = shoe.take(shoe.numbers.below(shoe.cards, 0))
        shoe.order += [(rank, None), *[None] * burn_value(_any_card(rank))]


def _deal_coup(shoe: _Shoe, tableau: Tableau, turn: int) -> None:
    """Deal one coup by the tableau and look at its pairs."""
    left = shoe.cards
    numbers: list[int] = []
    for word in range(3):
        first = left - 2 * word
        numbers += divmod(shoe.numbers.scaled(first * (first - 1), 16 * turn + word), first - 1)
    start, ranks = len(shoe.order), list[Rank]()
    dealt: Deal = deal(tableau, [])
    slots: dict[str, list[int]] = {"player": [], "banker": []}
    for u in numbers:
        if dealt.next_slot is None:
            break
        slots[dealt.next_slot.hand.value].append(start + len(ranks))
        ranks.append(shoe.take(u))
        dealt = deal(tableau, [_any_card(rank) for rank in ranks])
    shoe.order += [(rank, None) for rank in ranks]
    shoe.look_at(slots["player"], 16 * turn + 6)
    shoe.look_at(slots["banker"], 16 * turn + 7)


def _filled(shoe: _Shoe, plan: ShoePlan, seed: int, number: int) -> tuple[Card, ...]:
    """All cards of the shoe: what nobody looked at comes at random from what is left."""
    chance = random.Random(seed << 64 | number)  # noqa: S311  # nothing hangs on these
    rest = {
        rank: [suit for suit, left in zip(_SUITS, suits, strict=True) for _ in range(left)]
        for rank, suits in shoe.suits.items()
    }
    for suits in rest.values():
        chance.shuffle(suits)
    order = [*shoe.order, *[None] * (plan.cards - len(shoe.order))]
    found: list[Card | None] = []
    for known in order:
        if known is None:
            found.append(None)
        else:
            rank, suit = known
            found.append(Card(rank, suit or rest[rank].pop()))
    unknown = [Card(rank, suit) for rank, suits in rest.items() for suit in suits]
    chance.shuffle(unknown)
    return tuple(card or unknown.pop() for card in found)


def _any_card(rank: Rank) -> Card:
    """A card of this rank, where the suit does not matter."""
    return read_card(f"{rank.value}s")
