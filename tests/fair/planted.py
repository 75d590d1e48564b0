"""Shuffles with a known defect each: a battery that lets one pass is no battery."""

from __future__ import annotations

import random
from collections.abc import Callable

from puntobanco.base.cards import DECK, Card
from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import RandomSource
from tests.fair.battery import Shuffle

Cards = list[Card]


def number_below(limit: int, source: RandomSource) -> int:
    """An even choice, for defects that lie elsewhere."""
    while (word := int.from_bytes(source(2), "big")) >= 65_536 - 65_536 % limit:
        pass
    return word % limit


def naive_swap(decks: int, source: RandomSource) -> Cards:
    order = list(DECK) * decks
    for at in range(len(order)):
        place = number_below(len(order), source)
        order[at], order[place] = order[place], order[at]
    return order


def modulo_bias(decks: int, source: RandomSource) -> Cards:
    order = list(DECK) * decks
    for last in range(len(order) - 1, 0, -1):
        mask = (1 << last.bit_length()) - 1  # just enough bits, and what is too much folded back
        place = (int.from_bytes(source(2), "big") & mask) % (last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def sattolo(decks: int, source: RandomSource) -> Cards:
    order = list(DECK) * decks
    for last in range(len(order) - 1, 0, -1):
        place = number_below(last, source)
        order[last], order[place] = order[place], order[last]
    return order


def off_by_one(decks: int, source: RandomSource) -> Cards:
    order = list(DECK) * decks
    for last in range(len(order) - 2, 0, -1):
        place = number_below(last + 1, source)
        order[last], order[place] = order[place], order[last]
    return order


def top_card_kept(decks: int, source: RandomSource) -> Cards:
    first, *rest = list(DECK) * decks
    for last in range(len(rest) - 1, 0, -1):
        place = number_below(last + 1, source)
        rest[last], rest[place] = rest[place], rest[last]
    return [first, *rest]


class TimeSeed:
    """Seeded from a clock of whole seconds; several tables shuffle in one of them."""

    def __init__(self) -> None:
        self.shoes = 0

    def __call__(self, decks: int, source: RandomSource) -> Cards:
        self.shoes += 1
        source(400)
        order = list(DECK) * decks
        random.Random(1_800_000_000 + self.shoes // 5).shuffle(order)
        return order


def seeded_with(bits: int) -> Shuffle:
    """A good shuffle from too small a state."""

    def shuffle(decks: int, source: RandomSource) -> Cards:
        seed = int.from_bytes(source(400), "big") & ((1 << bits) - 1)
        order = list(DECK) * decks
        random.Random(seed).shuffle(order)
        return order

    return shuffle


def small_seed(decks: int, source: RandomSource) -> Cards:
    order = list(DECK) * decks
    random.Random(int.from_bytes(source(4), "big")).shuffle(order)
    return order


def sorted_tail(decks: int, source: RandomSource) -> Cards:
    order = list(shuffled(decks, source))
    return order[:-12] + sorted(order[-12:], key=lambda card: card.number)


def fixed_burn(decks: int, source: RandomSource) -> Cards:
    order = list(shuffled(decks, source))
    order.remove(DECK[0])
    return [DECK[0], *order]


def same_order_decks(decks: int, source: RandomSource) -> Cards:
    source(400)
    return list(shuffled(1, source)) * decks


def decks_apart(decks: int, source: RandomSource) -> Cards:
    return [card for _ in range(decks) for card in shuffled(1, source)]


def slug(decks: int, source: RandomSource) -> Cards:
    """Forty cards of the new decks stay together, somewhere."""
    order = list(shuffled(decks, source))
    kept = list(DECK[:40])
    for card in kept:
        order.remove(card)
    at = number_below(len(order), source)
    return order[:at] + kept + order[at:]


def riffled(decks: int, source: RandomSource) -> Cards:
    """Six riffles: for eight decks far too few."""
    order = list(DECK) * decks
    for _ in range(6):
        bits = int.from_bytes(source(len(order) // 8), "big")
        left = [card for at, card in enumerate(order) if bits >> at & 1]
        right = [card for at, card in enumerate(order) if not bits >> at & 1]
        order = left + right
    source(400)
    return order


def compensated(decks: int, source: RandomSource) -> Cards:
    """Drawn again once when the first card is a nine."""
    order = list(shuffled(decks, source))
    return list(shuffled(decks, source)) if order[0].rank.value == "9" else order


class ServedTwice:
    """Every hundredth shoe comes back later."""

    def __init__(self) -> None:
        self.kept: Cards = []
        self.shoes = 0

    def __call__(self, decks: int, source: RandomSource) -> Cards:
        self.shoes += 1
        order = list(shuffled(decks, source))
        if self.shoes % 100 == 0:
            self.kept = order
        return self.kept if self.shoes % 100 == 37 and self.kept else order


class TurnedOver:
    """Every tenth shoe is the one before with half of it turned over."""

    def __init__(self) -> None:
        self.before: Cards = []
        self.shoes = 0

    def __call__(self, decks: int, source: RandomSource) -> Cards:
        self.shoes += 1
        order = list(shuffled(decks, source))
        if self.shoes % 10 == 0:
            order = self.before[::-1]
        self.before = order
        return order


def sorted_by_chance(decks: int, source: RandomSource) -> Cards:
    """Sorted by random keys that are too short: equal keys keep the old order."""
    cards = list(DECK) * decks
    keys = source(len(cards))
    return [cards[at] for at in sorted(range(len(cards)), key=lambda at: keys[at] & 63)]


def only_cut(decks: int, source: RandomSource) -> Cards:
    source(400)
    order = list(DECK) * decks
    at = number_below(len(order), source)
    return order[at:] + order[:at]


DEFECTS: dict[str, Callable[[], Shuffle]] = {
    "naive swap": lambda: naive_swap,
    "modulo bias": lambda: modulo_bias,
    "Sattolo": lambda: sattolo,
    "off by one": lambda: off_by_one,
    "top card kept": lambda: top_card_kept,
    "time seed": TimeSeed,
    "reused seed": lambda: seeded_with(14),
    "truncated state": lambda: seeded_with(18),
    "small seed": lambda: small_seed,
    "sorted tail": lambda: sorted_tail,
    "fixed burn": lambda: fixed_burn,
    "decks in the same order": lambda: same_order_decks,
    "decks shuffled apart": lambda: decks_apart,
    "slug": lambda: slug,
    "riffled": lambda: riffled,
    "compensated": lambda: compensated,
    "served twice": ServedTwice,
    "turned over": TurnedOver,
    "short sort keys": lambda: sorted_by_chance,
    "only cut": lambda: only_cut,
}
