"""Real coups, one for each outcome class that the drawing rules can produce."""

from __future__ import annotations

from functools import cache
from itertools import product

from puntobanco.base.cards import DECK, Card, Rank, Suit
from puntobanco.books import book_named
from puntobanco.rules.coup import DealtCoup, deal
from puntobanco.rules.outcomes import OutcomeClass, hand_outcome, match_of

_SUITS = (Suit.SPADES, Suit.CLUBS, Suit.HEARTS)


@cache
def _starts() -> tuple[tuple[Card, Card], ...]:
    """Two-card hands: one for each total, kind of pair and, where it matters, rank."""
    found: dict[tuple[object, ...], tuple[Card, Card]] = {}
    for first, second in product(Rank, Rank):
        for suit in _SUITS:
            hand = (Card(first, Suit.SPADES), Card(second, suit))
            match = match_of(hand)
            rank = first if match else None
            found.setdefault((hand_outcome(hand).total, match, rank), hand)
    return tuple(found.values())


@cache
def reachable() -> dict[OutcomeClass, DealtCoup]:
    """Every reachable class with a coup that ends in it."""
    tableau = book_named("mbs").tableau
    thirds = tuple(card for card in DECK if card.suit is Suit.SPADES and card.rank.number < 10)
    found: dict[OutcomeClass, DealtCoup] = {}
    for player, banker in product(_starts(), _starts()):
        initial = (player[0], banker[0], player[1], banker[1])
        for fifth in thirds:
            for sixth in thirds:
                dealt = deal(tableau, (*initial, fifth, sixth))
                found.setdefault(dealt.coup.outcome_class, dealt.coup)
                if len(dealt.unused) > 0:
                    break
            if len(dealt.unused) == 2:
                break
    return found
