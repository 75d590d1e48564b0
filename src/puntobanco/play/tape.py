"""The tape: the coup's cards in the order they left the shoe, and where they belong."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.cards import Card
from puntobanco.play.table import TapeCard
from puntobanco.rules.points import hand_value
from puntobanco.rules.slots import INITIAL_SLOTS, Hand, Slot
from puntobanco.rules.tableau import Tableau

Tape = tuple[TapeCard, ...]


def lawful_slot(tableau: Tableau, tape: Tape) -> Slot | None:
    """Where the next card goes; None when the coup is over or a card must be turned first."""
    lying = {card.slot: card for card in tape if card.slot is not None}
    for slot in INITIAL_SLOTS:
        if slot not in lying:
            return slot
    if any(card.slot is not None and card.card is None for card in tape):
        return None
    hands = exposed(tape)
    return tableau.next_slot(*_values(hands))


def is_over(tableau: Tableau, tape: Tape) -> bool:
    """Whether all cards are dealt and turned, and no more is due."""
    lying = [card for card in tape if card.slot is not None]
    turned = all(card.card is not None for card in lying)
    return len(lying) >= 4 and turned and lawful_slot(tableau, tape) is None


def exposed(tape: Tape) -> dict[Slot, Card]:
    """The cards that everybody can see, by slot."""
    return {
        lying.slot: lying.card
        for lying in tape
        if lying.slot is not None and lying.face_up and lying.card is not None
    }


def _values(hands: dict[Slot, Card]) -> tuple[list[int], list[int]]:
    ordered = [(slot.hand, hand_value(hands[slot])) for slot in Slot if slot in hands]
    return (
        [value for hand, value in ordered if hand is Hand.PLAYER],
        [value for hand, value in ordered if hand is Hand.BANKER],
    )


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
