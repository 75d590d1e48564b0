"""One round of play, dealt from given cards by a tableau."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique

from puntobanco.base.cards import Card
from puntobanco.rules.outcomes import OutcomeClass, outcome_of
from puntobanco.rules.points import hand_total, hand_value
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.tableau import Decision, Tableau


@unique
class Winner(Enum):
    """Who won a coup."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class DealtCoup:
    """The cards of both hands, each in the order of dealing."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @property
    def player_total(self) -> int:
        """Player's point total."""
        return hand_total(self.player)

    @property
    def banker_total(self) -> int:
        """Banker's point total."""
        return hand_total(self.banker)

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a tie."""
        difference = self.player_total - self.banker_total
        if difference == 0:
            return Winner.TIE
        return Winner.PLAYER if difference > 0 else Winner.BANKER

    @property
    def outcome_class(self) -> OutcomeClass:
        """Everything about the coup that a wager may look at."""
        return outcome_of(self.player, self.banker).number

    def with_card(self, slot: Slot, dealt: Card) -> DealtCoup:
        """The coup with one more card in its hand."""
        if slot.hand is Hand.PLAYER:
            return DealtCoup((*self.player, dealt), self.banker)
        return DealtCoup(self.player, (*self.banker, dealt))

    def next_slot(self, tableau: Tableau) -> Slot | None:
        """Where the next card lawfully goes; None when the coup is over."""
        return tableau.next_slot(
            [hand_value(each) for each in self.player], [hand_value(each) for each in self.banker]
        )

    def decisions(self, tableau: Tableau) -> tuple[Decision, ...]:
        """Why each third card was, was not or will be drawn, as far as the cards tell."""
        if len(self.banker) < 2:
            return ()
        player_total, banker_total = hand_total(self.player[:2]), hand_total(self.banker[:2])
        player = tableau.player_decision(player_total, banker_total)
        if player.draws and len(self.player) < 3:
            return (player,)
        third = hand_value(self.player[2]) if len(self.player) > 2 else None
        return player, tableau.banker_decision(player_total, banker_total, third)


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt by a tableau: the coup, what is due next, and the cards not needed."""

    coup: DealtCoup
    next_slot: Slot | None
    unused: tuple[Card, ...]


def deal(tableau: Tableau, cards: Sequence[Card]) -> Deal:
    """Deal cards in the order they leave the shoe until the coup is over or they run out."""
    coup = DealtCoup()
    for used, card in enumerate(cards):
        slot = coup.next_slot(tableau)
        if slot is None:
            return Deal(coup, None, tuple(cards[used:]))
        coup = coup.with_card(slot, card)
    return Deal(coup, coup.next_slot(tableau), ())
