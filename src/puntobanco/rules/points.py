"""Point values: of a card in a hand, and of a card that says how many to burn.

Two questions that must not be mixed: a ten counts nothing in a hand and ten for the burn
(NZ 4.1(b) and 4.1A). RWS 3.2.2 gives the ten its 10 in a hand too, which makes no difference to
the right-hand digit; the drawing chart, however, has a column 0 and none for 10, so that a
card's value is reduced before any look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puntobanco.base.cards import DECK, Card, Rank
from puntobanco.base.clauses import Clauses

_HAND_VALUES = {rank: (rank.number + 1 if rank.number < 9 else 0) for rank in Rank}
_BURN_VALUES = {rank: min(rank.number + 1, 10) for rank in Rank}


_BY_NUMBER = tuple(_HAND_VALUES[each.rank] for each in DECK)


def hand_value(of: Card) -> int:
    """What a card adds to a hand: ace 1, two to nine their pips, the others nothing."""
    return _BY_NUMBER[of.number]


def burn_value(of: Card) -> int:
    """How many cards are burnt after this one: ace 1, two to nine their pips, the others 10."""
    return _BURN_VALUES[of.rank]


def hand_total(hand: Iterable[Card]) -> int:
    """The point total of a hand: the right-hand digit of the sum of its values."""
    return sum([_BY_NUMBER[each.number] for each in hand]) % 10


@dataclass(frozen=True, slots=True)
class PointRow:
    """What a document says some ranks are worth in a hand, before the right-hand digit is taken."""

    ranks: str
    """One letter each, as on the cards: `A`, `23456789T`."""
    values: tuple[int, ...]
    clauses: Clauses

    def problems(self) -> tuple[str, ...]:
        """Where the document's values would change a hand's total from ours."""
        pairs = zip((Rank(letter) for letter in self.ranks), self.values, strict=True)
        return tuple(
            f"{rank.value} is worth {value} in the book and {_HAND_VALUES[rank]} in hand_value"
            for rank, value in pairs
            if value % 10 != _HAND_VALUES[rank]
        )
