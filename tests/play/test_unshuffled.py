"""Shoes that nobody shuffled are seen in time, and shuffled ones raise no alarm.

The sizes: `plants` shoes are planted, `honest_shoes` honest ones are dealt.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.sizes import size_of

from puntobanco.base.cards import DECK, Card
from puntobanco.play.rulings.suspicion import looks_unshuffled, order_of

PLANTS = size_of("plants")
SHOES = size_of("honest_shoes")


def shoe(random: Random) -> list[Card]:
    cards = list(DECK) * 8
    random.shuffle(cards)
    return cards


def noticed_at(cards: list[Card], before: str) -> int | None:
    """How many cards were out when something was noticed."""
    for out in range(1, len(cards) + 1):
        if looks_unshuffled(tuple(cards[:out]), before) is not None:
            return out
    return None


def new_order(random: Random) -> tuple[list[Card], str, int, int]:
    """Packs as they come from the maker, from somewhere on in the shoe."""
    cards = shoe(random)
    at = random.randrange(300)
    cards[at : at + 52] = sorted(DECK, key=lambda card: (card.suit.value, card.rank.number))
    return cards, "", at, 8


def one_order(random: Random) -> tuple[list[Card], str, int, int]:
    """Every pack in the same order: the mark of a machine that deals packs alike."""
    pack = list(DECK)
    random.shuffle(pack)
    return pack * 8, "", 0, 60


def slug(random: Random, *, reverse: bool) -> tuple[list[Card], str, int, int]:
    """Forty to sixty cards of the shoe before, kept together."""
    old, cards = shoe(random), shoe(random)
    length = random.randint(40, 60)
    start, at = random.randrange(416 - length), random.randrange(416 - length)
    kept = old[start : start + length]
    cards[at : at + length] = kept[::-1] if reverse else kept
    return cards, order_of(tuple(old)), at, 8


@pytest.mark.parametrize("kind", ["new order", "one order", "slug", "reversed slug"])
def test_an_unshuffled_shoe_is_noticed_in_time(kind: str) -> None:
    random = Random(kind)
    for _ in range(PLANTS // 4):
        if kind == "new order":
            cards, before, at, within = new_order(random)
        elif kind == "one order":
            cards, before, at, within = one_order(random)
        else:
            cards, before, at, within = slug(random, reverse=kind == "reversed slug")
        found = noticed_at(cards, before)
        assert found is not None, kind
        assert at < found <= at + within, (kind, found - at)


def test_a_shuffled_shoe_raises_no_alarm() -> None:
    random = Random(3)
    before = ""
    for _ in range(SHOES):
        cards = shoe(random)
        assert noticed_at(cards, before) is None
        before = order_of(tuple(cards))
