"""The two hands and the six places a coup's cards can go."""

from __future__ import annotations

from enum import Enum, unique


@unique
class Hand(Enum):
    """One of the two hands; never a person."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> Hand:
        """The opposing hand."""
        return Hand.BANKER if self is Hand.PLAYER else Hand.PLAYER


@unique
class Slot(Enum):
    """A card's place in the coup, in the order of dealing."""

    P1 = "P1"
    B1 = "B1"
    P2 = "P2"
    B2 = "B2"
    P3 = "P3"
    B3 = "B3"

    hand: Hand
    """The hand it belongs to."""
    number: int
    """Place in its hand: 1, 2 or 3."""
    is_third: bool

    def __init__(self, text: str) -> None:
        self.hand = Hand.PLAYER if text[0] == "P" else Hand.BANKER
        self.number = int(text[1])
        self.is_third = self.number == 3


INITIAL_SLOTS = (Slot.P1, Slot.B1, Slot.P2, Slot.B2)
