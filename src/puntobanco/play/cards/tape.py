"""The tape: the coup's cards in the order they left the shoe, and where they belong."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.play.table import Table, TapeCard, tape_of
from puntobanco.rules.points import hand_total, hand_value
from puntobanco.rules.slots import INITIAL_SLOTS, Hand, Slot
from puntobanco.rules.tableau import Tableau

Tape = tuple[TapeCard, ...]


def lawful_slot(tableau: Tableau, tape: Tape) -> Slot | None:
    """Where the next card goes; None when the coup is over or a card must be turned first."""
    taken = [card.slot for card in tape if card.slot is not None]
    for slot in INITIAL_SLOTS:
        if slot not in taken:
            return slot
    if any(card.slot is not None and card.card is None for card in tape):
        return None
    lying = [card for card in tape if card.slot is not None and card.card is not None]
    lying.sort(key=lambda card: card.slot.number if card.slot else 0)
    player: list[int] = []
    banker: list[int] = []
    for card in lying:
        assert card.slot is not None
        assert card.card is not None
        of_hand = player if card.slot.hand is Hand.PLAYER else banker
        of_hand.append(hand_value(card.card))
    return tableau.next_slot(player, banker)


def is_over(tableau: Tableau, tape: Tape) -> bool:
    """Whether all cards are dealt and turned, and no more is due."""
    lying = [card for card in tape if card.slot is not None]
    turned = all(card.card is not None for card in lying)
    return len(lying) >= 4 and turned and lawful_slot(tableau, tape) is None


def is_lawful(tableau: Tableau, tape: Tape) -> bool:
    """Whether every card lies where the drawing rules put it."""
    return rebuilt(tableau, tape).all_slots == tuple(card.slot for card in tape)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Where each card of a tape belongs: places in order with their slots, and the rest."""

    order: tuple[int, ...]
    slots: tuple[Slot | None, ...]
    """None: it lies aside until the hands can be seen."""
    carried: tuple[int, ...]
    """Places of cards that no hand is due: they open the next coup."""

    @property
    def all_slots(self) -> tuple[Slot | None, ...]:
        """The slot of every card, None for those that have none in this coup."""
        return (*self.slots, *(None for _ in self.carried))


def rebuilt(tableau: Tableau, tape: Tape, order: tuple[int, ...] | None = None) -> Rebuilt:
    """Deal the tape again by the tableau, in the order the cards left the shoe (or another).

    A card beyond the first four is placed only when both hands can be seen; until then it lies
    aside. What no hand is due waits for the next coup.
    """
    places = tuple(range(len(tape))) if order is None else order
    placed: list[TapeCard] = []
    slots: list[Slot] = []
    for used, place in enumerate(places):
        slot = lawful_slot(tableau, tuple(placed))
        if slot is None:
            rest = places[used:]
            if is_over(tableau, tuple(placed)):
                return Rebuilt(places[:used], tuple(slots), rest)
            return Rebuilt(places, (*slots, *(None for _ in rest)), ())
        lying = tape[place]
        placed.append(TapeCard(slot, lying.face_up, lying.card))
        slots.append(slot)
    return Rebuilt(places, tuple(slots), ())


def lying_cards(table: Table) -> list[tuple[TapeCard, int]]:
    """The coup's cards of the order that is dealt now, each with how many had left before it."""
    return [(lying, lying.left) for lying in tape_of(table.stage) if lying.left is not None]


def seen_total(tape: Tape, hand: Hand) -> int | None:
    """The total of a hand of which every card can be seen."""
    lying = [each for each in tape if each.slot and each.slot.hand is hand]
    cards = [each.card for each in lying if each.card is not None]
    return hand_total(cards) if 2 <= len(cards) == len(lying) else None
