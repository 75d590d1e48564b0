"""The outcome class: all that a wager may ask of a finished coup, as one small integer.

Settlement looks the class up, exact odds weigh the classes, the simulator counts them; so one
definition of a wager serves all three. A hand is one of 9 shapes (below) with one of 10 totals,
hence 90 hands, 8,100 classes, and `VOID` for a coup without a result. Classes that the tableau
never produces are kept, because a coup continued as it lies after an error may end in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import NewType

from puntobanco.base.cards import Card
from puntobanco.rules.points import hand_total

OutcomeClass = NewType("OutcomeClass", int)

HANDS = 90
CLASSES = HANDS * HANDS
VOID = OutcomeClass(CLASSES)
"""The class of a coup that has no result."""


@unique
class CardMatch(IntEnum):
    """What the first two cards of a hand make; TRIPLE takes the third card into account."""

    NONE = 0
    MIXED = 1
    COLOURED = 2
    PERFECT = 3
    TRIPLE = 4


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """A finished hand as a wager sees it."""

    total: int
    cards: int
    match: CardMatch

    def __post_init__(self) -> None:
        assert 0 <= self.total <= 9, self
        assert self.cards in (2, 3), self
        assert self.cards == 3 or self.match is not CardMatch.TRIPLE, self

    @property
    def number(self) -> int:
        """Shape times 10 plus total; shapes 0-3 have two cards, 4-8 have three."""
        return ((self.cards - 2) * 4 + self.match) * 10 + self.total

    @property
    def is_natural(self) -> bool:
        """8 or 9 on two cards."""
        return self.cards == 2 and self.total >= 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished coup as a wager sees it."""

    player: HandOutcome
    banker: HandOutcome

    @property
    def number(self) -> OutcomeClass:
        """The class: Player's hand number times 90 plus Banker's."""
        return OutcomeClass(self.player.number * HANDS + self.banker.number)


def match_of(hand: Sequence[Card]) -> CardMatch:
    """Grade the first two cards of a hand, and the third where it makes a triple.

    Rank decides a pair, not point value: ten and jack are none.
    """
    first, second = hand[0], hand[1]
    if first.rank is not second.rank:
        return CardMatch.NONE
    if first is second:
        return CardMatch.TRIPLE if len(hand) == 3 and hand[2] is first else CardMatch.PERFECT
    return CardMatch.COLOURED if first.suit.is_red == second.suit.is_red else CardMatch.MIXED


def hand_outcome(hand: Sequence[Card]) -> HandOutcome:
    """Reduce a hand of two or three cards to what a wager may see."""
    return HandOutcome(hand_total(hand), len(hand), match_of(hand))


def outcome_of(player: Sequence[Card], banker: Sequence[Card]) -> Outcome:
    """Reduce both hands of a finished coup to what a wager may see."""
    return Outcome(hand_outcome(player), hand_outcome(banker))


def _hand(number: int) -> HandOutcome:
    shape, total = divmod(number, 10)
    return (
        HandOutcome(total, 2, CardMatch(shape))
        if shape < 4
        else HandOutcome(total, 3, CardMatch(shape - 4))
    )


_HANDS = tuple(_hand(number) for number in range(HANDS))


def outcome(number: OutcomeClass) -> Outcome:
    """The outcome that a class number stands for; `VOID` stands for none.

    >>> outcome(OutcomeClass(0)).player
    HandOutcome(total=0, cards=2, match=<CardMatch.NONE: 0>)
    """
    assert 0 <= number < CLASSES, f"class {number} has no outcome"
    player, banker = divmod(number, HANDS)
    return Outcome(_HANDS[player], _HANDS[banker])


def all_classes() -> Iterator[OutcomeClass]:
    """Every class that has an outcome, in order."""
    return (OutcomeClass(number) for number in range(CLASSES))
