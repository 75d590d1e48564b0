"""What a person wants of the table; it may be refused."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from puntobanco.base.money import Units
from puntobanco.play.events import StakeKey
from puntobanco.rules.slots import Hand, Slot


class RequestBase(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="request",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The base of all requests."""

    by: str
    """Who asks: a patron, a nominee, or the post of a member of staff."""


class _OfStake(RequestBase, frozen=True, kw_only=True):
    patron: str
    place: int
    wager: str

    @property
    def key(self) -> StakeKey:
        """Which stake it is about."""
        return self.patron, self.place, self.wager


class OpenTable(RequestBase, frozen=True, kw_only=True, tag="open-table"):
    """Open for play with these notices shown."""

    notices: tuple[str, ...] = ()


class CloseTable(RequestBase, frozen=True, kw_only=True, tag="close-table"):
    """Close, between coups, when all chips are cashed."""


class ChangeOption(RequestBase, frozen=True, kw_only=True, tag="change-option"):
    """Make another choice where the book lets the operator."""

    option: str
    value: str
    sign: bool = False
    """Whether the sign it needs is shown."""


class AdoptEdition(RequestBase, frozen=True, kw_only=True, tag="adopt-edition"):
    """Go on under another edition of the rules, which the house keeps."""

    edition: str
    """Its digest."""
    book: str = ""
    """The house fills in whose edition it is, and the options that hold under it."""
    options: dict[str, str] = {}


class TakePlace(RequestBase, frozen=True, kw_only=True, tag="take-place"):
    """Sit at a place, or stand."""

    place: int | None = None


class Leave(RequestBase, frozen=True, kw_only=True, tag="leave"):
    """Leave the table."""


class BuyIn(RequestBase, frozen=True, kw_only=True, tag="buy-in"):
    """Turn money into chips."""

    amount: Units


class CashOut(RequestBase, frozen=True, kw_only=True, tag="cash-out"):
    """Turn chips into money."""

    amount: Units


class NameNominee(RequestBase, frozen=True, kw_only=True, tag="name-nominee"):
    """Name a person to act for the asking patron."""

    nominee: str
    is_staff: bool = False
    patron: str = ""
    """For whom a supervisor writes it down, at the patron's word; empty: for the one who asks."""


class _OfNominee(RequestBase, frozen=True, kw_only=True):
    nominee: str


class ApproveNominee(_OfNominee, frozen=True, kw_only=True, tag="approve-nominee"):
    """Approve a nominee."""


class AnnounceNominee(_OfNominee, frozen=True, kw_only=True, tag="announce-nominee"):
    """Announce a nominee."""


class EndNominee(_OfNominee, frozen=True, kw_only=True, tag="end-nominee"):
    """Announce that a nominee no longer acts."""

    confirmed: bool = False
    """Whether the patron confirmed it; an order to act themselves needs no confirmation."""


class BarNominees(RequestBase, frozen=True, kw_only=True, tag="bar-nominees"):
    """Order some or all patrons to lay their own wagers, or turn their own cards."""

    what: str
    """`wagers` or `cards`."""
    patrons: tuple[str, ...] = ()
    """Empty: all."""
    lift: bool = False
    """Take such an order back."""


class ReceiveCards(RequestBase, frozen=True, kw_only=True, tag="receive-cards"):
    """Bring a set of cards to the table."""

    cards: str
    decks: int
    source: str = "new"
    backs: str = "one"


class Prepare(RequestBase, frozen=True, kw_only=True, tag="prepare"):
    """Do a step of checking, mixing, cutting, marking or loading."""

    step: str
    value: int | None = None
    looked: tuple[str, ...] = ()
    """Who used the opportunity to inspect the cards; empty: no person did."""


class DeclineCut(RequestBase, frozen=True, kw_only=True, tag="decline-cut"):
    """Decline to cut the cards."""

    patron: str = ""
    """Whom the dealer passes over, because no answer came; empty: the one who asks declines."""


class ObjectToCards(RequestBase, frozen=True, kw_only=True, tag="object-to-cards"):
    """Ask to inspect pre-shuffled cards, or to have them mixed anew, before their first coup."""

    mix: bool = False


class OrderNewCards(RequestBase, frozen=True, kw_only=True, tag="order-new-cards"):
    """Have the cards replaced or reshuffled before the next coup."""

    reshuffle: bool = False
    reason: str = ""


class ViewBurntCard(RequestBase, frozen=True, kw_only=True, tag="view-burnt-card"):
    """Ask to see the one card that was burnt face down."""


class OpenBetting(RequestBase, frozen=True, kw_only=True, tag="open-betting"):
    """Make the opening call."""


class PlaceStake(_OfStake, frozen=True, kw_only=True, tag="place-stake"):
    """Stake chips."""

    amount: Units
    spoken: bool = False
    """Said aloud; the dealer lays the chips."""
    chips: bool = True
    """Whether chips came with the words."""
    asked: str = ""
    """What the patron asked for, where a member of staff lays it for them."""


class TakeStake(_OfStake, frozen=True, kw_only=True, tag="take-stake"):
    """Withdraw a stake, or part of it."""

    amount: Units | None = None


class MoveStake(_OfStake, frozen=True, kw_only=True, tag="move-stake"):
    """Move chips from one wager to another."""

    to_place: int
    to_wager: str
    amount: Units | None = None


class PlaceAnte(RequestBase, frozen=True, kw_only=True, tag="place-ante"):
    """Lay the Ante."""

    patron: str


class ExtendBetting(RequestBase, frozen=True, kw_only=True, tag="extend-betting"):
    """Give more time for bets before the closing call."""

    seconds: int


class CloseBetting(RequestBase, frozen=True, kw_only=True, tag="close-betting"):
    """Make the closing call."""


class ReopenBetting(RequestBase, frozen=True, kw_only=True, tag="reopen-betting"):
    """Let betting go on although it was closed."""


class _OfHand(RequestBase, frozen=True, kw_only=True):
    hand: Hand


class AnswerOffer(_OfHand, frozen=True, kw_only=True, tag="answer-offer"):
    """Accept or decline the handling of a hand."""

    accept: bool


class AskToSqueeze(_OfHand, frozen=True, kw_only=True, tag="ask-to-squeeze"):
    """Ask to turn a hand's cards in person, before they leave the shoe."""


class AskHouse(RequestBase, frozen=True, kw_only=True, tag="ask-house"):
    """Ask for something that only the House may grant; the request is recorded."""

    what: str
    """`reopen`, `move` or `pass`; to squeeze is a request of its own."""


class AnswerPatron(RequestBase, frozen=True, kw_only=True, tag="answer-patron"):
    """Grant or refuse what a patron asked the House for."""

    patron: str
    what: str
    """`squeeze`, `reopen`, `move` or `pass`."""
    grant: bool
    hand: Hand | None = None
    reason: str = ""


class KeepHand(_OfHand, frozen=True, kw_only=True, tag="keep-hand"):
    """Direct that the dealer keeps and turns a hand."""


class TurnBankerFirst(RequestBase, frozen=True, kw_only=True, tag="turn-banker-first"):
    """Authorise that Banker's hand is turned first."""


class DrawCard(RequestBase, frozen=True, kw_only=True, tag="draw-card"):
    """Have the next card drawn: lawful, and granted, when one is due."""


class PassHand(_OfHand, frozen=True, kw_only=True, tag="pass-hand"):
    """Pass a hand's face-down cards to the patron who handles it."""


class PassCard(RequestBase, frozen=True, kw_only=True, tag="pass-card"):
    """Pass one card of a hand to a person, or hand on a card that the asking person holds."""

    slot: Slot
    to: str


class LetTurn(_OfHand, frozen=True, kw_only=True, tag="let-turn"):
    """Let a willing patron turn a hand that nobody entitled will handle."""

    patron: str


class TurnHand(_OfHand, frozen=True, kw_only=True, tag="turn-hand"):
    """Turn a hand's cards."""


class Settle(RequestBase, frozen=True, kw_only=True, tag="settle"):
    """Collect losing stakes and pay winning ones: one patron's, or all that remain."""

    patron: str = ""
    """Whose stakes; empty: all that are not settled yet."""


class CollectCommission(RequestBase, frozen=True, kw_only=True, tag="collect-commission"):
    """Collect the commission that a patron owes."""

    patron: str


class Answer(RequestBase, frozen=True, kw_only=True, tag="answer"):
    """Answer the question that halts the table."""

    answer: str
    reason: str = ""


Request: TypeAlias = (
    OpenTable | CloseTable | ChangeOption | AdoptEdition | TakePlace | Leave | BuyIn | CashOut
    | NameNominee | ApproveNominee | AnnounceNominee | EndNominee | BarNominees | ReceiveCards
    | Prepare | DeclineCut | ObjectToCards | OrderNewCards | ViewBurntCard | OpenBetting
    | PlaceStake | TakeStake | MoveStake | PlaceAnte | ExtendBetting | CloseBetting | ReopenBetting
    | AnswerOffer | AskToSqueeze | AskHouse | AnswerPatron | KeepHand | TurnBankerFirst | DrawCard
    | PassHand | PassCard | LetTurn | TurnHand | Settle | CollectCommission | Answer
)  # fmt: skip
