"""The production shuffle: Fisher and Yates, without bias, from the operating system's chance."""

from __future__ import annotations

from struct import unpack

from puntobanco.base.cards import DECK, Card
from puntobanco.fair.source import RandomSource, system

DECKS_MOST = 16
_WORDS = 1 << 16
_SPARE = 32
"""Words drawn beyond one a card: about one in 300 is thrown away."""


def shuffled(decks: int, random: RandomSource = system) -> tuple[Card, ...]:
    """So many decks in a random order, every order equally likely.

    Each choice among n places takes 16 bits; values from the last multiple of n up are thrown away,
    so that no place is favoured. Eight decks draw at least 6,640 bits; 3,025 tell all orders apart.
    """
    if not 1 <= decks <= DECKS_MOST:
        raise ValueError(f"a shoe has 1 to {DECKS_MOST} decks, not {decks}")
    order = list(DECK) * decks
    words = _words(len(order) + _SPARE, random)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        limit = _WORDS - _WORDS % places
        while True:
            if not words:
                words = _words(_SPARE, random)
            word = words.pop()
            if word < limit:
                break
        place = word % places
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def _words(count: int, random: RandomSource) -> list[int]:
    return list(unpack(f">{count}H", random(2 * count)))
