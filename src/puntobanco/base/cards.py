"""The 52 cards, their ranks and suits, with text forms both ways."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, unique
from typing import Self

from puntobanco.base.usage import UsageError


class _InOrder(Enum):
    @property
    def number(self) -> int:
        """Place in the order of its kind, A 2 ... 9 T J Q K or s h d c, counting from 0."""
        return _NUMBERS[self]


@unique
class Rank(_InOrder):
    """What is printed in a card's corner, its suit apart."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


@unique
class Suit(_InOrder):
    """Spades, hearts, diamonds or clubs."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds are red, spades and clubs black."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)

    @property
    def symbol(self) -> str:
        """The suit's sign, for people."""
        return _SUIT_SYMBOLS[self]


_NUMBERS = {each: number for kind in (Rank, Suit) for number, each in enumerate(kind)}
_SUIT_SYMBOLS = dict(zip(Suit, "\u2660\u2665\u2666\u2663", strict=True))


class UnreadableCardError(UsageError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"`{text}` is not a card; write rank and suit, for example 9s, Th or 10\u2665"
        )


class Card:
    """One of the 52 cards; there is exactly one object for each, so `is` and `==` agree.

    >>> card("10H"), card("Th") is card("10h")
    (card('Th'), True)
    """

    __slots__ = ("number", "rank", "suit", "text")

    number: int
    rank: Rank
    suit: Suit
    text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        """The card of this rank and suit: always the same object."""
        known = _CARDS.get((rank, suit))
        if known is not None:
            return known  # type: ignore[return-value]  # Card has no subclasses
        made = super().__new__(cls)
        object.__setattr__(made, "rank", rank)
        object.__setattr__(made, "suit", suit)
        object.__setattr__(made, "text", rank.value + suit.value)
        object.__setattr__(made, "number", rank.number * 4 + suit.number)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card cannot change: {name}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"


_CARDS: dict[tuple[Rank, Suit], Card] = {}
_CARDS.update({(rank, suit): Card(rank, suit) for rank in Rank for suit in Suit})

DECK: tuple[Card, ...] = tuple(_CARDS.values())
"""One deck in the order of `Card.number`: As Ah Ad Ac 2s ... Kc."""

CARDS_BY_TEXT = {each.text: each for each in DECK}


_LETTERS = str.maketrans(
    {sign: suit.value for suit, sign in _SUIT_SYMBOLS.items()}
    | dict(zip("\u2664\u2661\u2662\u2667", "shdc", strict=True))  # the outlined signs
    | {"\ufe0f": "", "\ufe0e": ""}  # how a sign is drawn, not which it is
)


def card(text: str) -> Card:
    """Read one card: rank A 2-9 T (or 10) J Q K, then suit s h d c or its sign, in either case.

    >>> card("10\u2665") is card("Th")
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a card; write rank and suit as text, such as '9s'")
    written = text.translate(_LETTERS)
    rank, suit = written[:-1].upper(), written[-1:].lower()
    found = CARDS_BY_TEXT.get(("T" if rank == "10" else rank) + suit)
    if found is None:
        raise UnreadableCardError(text)
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks, in the order written.

    >>> cards("9s 2h 4d")
    (card('9s'), card('2h'), card('4d'))
    """
    if not isinstance(text, str):
        raise TypeError(f"cards are written as one text, such as '9s 2h 4d', not as {text!r}")
    return tuple(card(word) for word in text.split())


def write_cards(some: Iterable[Card]) -> str:
    """Cards in their canonical text form, separated by blanks."""
    return " ".join(each.text for each in some)
