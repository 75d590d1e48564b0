"""What physically happened; it may be ruled upon, never refused."""

from __future__ import annotations

from typing import Self, TypeAlias

import msgspec

from puntobanco.base.cards import Card
from puntobanco.base.money import Units
from puntobanco.play.events import StakeKey
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Hand, Slot


class ReportBase(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="report",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The base of all reports."""

    by: str = "dealer"


class _OfCard(ReportBase, frozen=True, kw_only=True):
    slot: Slot
    card: Card


class _OfChips(ReportBase, frozen=True, kw_only=True):
    patron: str
    place: int
    wager: str
    amount: Units

    @property
    def key(self) -> StakeKey:
        """Which stake they are for, or are."""
        return self.patron, self.place, self.wager


class CardLeftShoe(ReportBase, frozen=True, kw_only=True, tag="card-left-shoe"):
    """A card came out. A report that names no place means the place that the rules demand."""

    into: Slot | None = None
    face_up: bool | None = None
    """None: as the table's style has it."""
    card: Card | None = None
    outside: bool = False
    """It came to lie outside both hands' areas."""
    foreign: str = ""
    """What shows that it is none of this set, such as its back or the set it is of."""


class CardsLeftTogether(ReportBase, frozen=True, kw_only=True, tag="cards-left-together"):
    """Several cards came out at once."""

    cards: tuple[Card | None, ...]
    order_known: bool | None = None


class CardWasTurned(_OfCard, frozen=True, kw_only=True, tag="card-was-turned"):
    """A face-down card was turned up."""


class CardMisread(_OfCard, frozen=True, kw_only=True, tag="card-misread"):
    """A card that lay face up was entered wrongly; this is what it is."""

    coup: int | None = None
    """The coup it was dealt in; None: this one."""
    was: Card | None = None
    """What had been entered, of a coup that the table no longer remembers."""


class CardHanded(ReportBase, frozen=True, kw_only=True, tag="card-handed"):
    """A card was handed to a person, rightly or not."""

    slot: Slot
    to: str


class CardsLoaded(ReportBase, frozen=True, kw_only=True, tag="cards-loaded"):
    """The cards are in the shoe, whatever was done with them before."""


class MarkerLeftShoe(ReportBase, frozen=True, kw_only=True, tag="marker-left-shoe"):
    """The cut card came out."""


class ShoeRanDry(ReportBase, frozen=True, kw_only=True, tag="shoe-ran-dry"):
    """A card is due and there is none."""


class TotalCalled(ReportBase, frozen=True, kw_only=True, tag="total-called"):
    """The dealer announced a hand's total."""

    hand: Hand
    total: int


class ResultCalled(ReportBase, frozen=True, kw_only=True, tag="result-called"):
    """The dealer announced the result."""

    player_total: int
    banker_total: int
    winner: Winner

    @classmethod
    def of(cls, coup: DealtCoup) -> Self:
        """What the cards of a coup say."""
        return cls(
            player_total=coup.player_total, banker_total=coup.banker_total, winner=coup.winner
        )


class PaymentMade(_OfChips, frozen=True, kw_only=True, tag="payment-made"):
    """What a patron was handed for a stake, the stake included."""


class ChipsLaid(_OfChips, frozen=True, kw_only=True, tag="chips-laid"):
    """Chips came to lie on an area, in time or after the closing call."""


class Noticed(ReportBase, frozen=True, kw_only=True, tag="noticed"):
    """A person noticed an irregularity."""

    irregularity: Irregularity
    coup: int | None = None
    """The coup it happened in; None: this one."""
    facts: dict[str, bool] = {}
    patron: str | None = None
    place: int | None = None
    wager: str | None = None
    after_coup: bool = False
    """It concerns cards that came out after the coup, not the coup."""
    note: str = ""


class ChoiceTimeOver(ReportBase, frozen=True, kw_only=True, tag="choice-time-over"):
    """Patrons who have not chosen yet go on."""


Report: TypeAlias = (
    CardLeftShoe | CardsLeftTogether | CardWasTurned | CardMisread | CardHanded | CardsLoaded
    | MarkerLeftShoe | ShoeRanDry | TotalCalled | ResultCalled | PaymentMade | ChipsLaid
    | Noticed | ChoiceTimeOver
)  # fmt: skip
