"""What the table recorded: past tense, complete, each naming the clauses it obeys."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from puntobanco.base.cards import Card
from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.wagers import Result

StakeKey: TypeAlias = tuple[str, int, str]
"""Whose stake, on which place, on which wager."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """The base of all events."""

    clauses: Clauses = ()


# --- the table and its people -----------------------------------------------------------------


class TableOpened(_Event, frozen=True, kw_only=True, tag="table-opened"):
    """The table opened for play."""

    book: str
    digest: str
    options: dict[str, str]
    places: int
    drop_box: str
    notices: tuple[str, ...]
    by: str


class TableClosed(_Event, frozen=True, kw_only=True, tag="table-closed"):
    """The table closed; racks are empty and no stake is down."""

    by: str


class PlayEnded(_Event, frozen=True, kw_only=True, tag="play-ended"):
    """No further coup follows: the last one is final and its winnings can be cashed."""

    by: str


class OptionChanged(_Event, frozen=True, kw_only=True, tag="option-changed"):
    """The operator made another choice, in force from the next coup or at once."""

    option: str
    value: str
    by: str
    at_once: bool = False


class EditionAdopted(_Event, frozen=True, kw_only=True, tag="edition-adopted"):
    """The table goes on under another edition of the rules, between coups."""

    before: str
    """The digest of the edition until now."""
    after: str
    book: str
    options: dict[str, str]
    """Every choice of the operator, as the new edition has them."""
    by: str


class PatronCame(_Event, frozen=True, kw_only=True, tag="patron-came"):
    """A patron took a place, or stands."""

    patron: str
    place: int | None = None


class PatronWent(_Event, frozen=True, kw_only=True, tag="patron-went"):
    """A patron left the table; what they staked is still settled."""

    patron: str


class _Chips(_Event, frozen=True, kw_only=True):
    patron: str
    amount: Units


class ChipsBought(_Chips, frozen=True, kw_only=True, tag="chips-bought"):
    """A patron's money became chips in their rack."""


class ChipsCashed(_Chips, frozen=True, kw_only=True, tag="chips-cashed"):
    """Chips from a patron's rack became money."""


class NomineeNamed(_Event, frozen=True, kw_only=True, tag="nominee-named"):
    """A patron named a person to act for them."""

    patron: str
    nominee: str
    by: str = ""
    """The post that wrote it down at the patron's word; empty: the patron did."""


class _OfNominee(_Event, frozen=True, kw_only=True):
    nominee: str
    by: str


class NomineeApproved(_OfNominee, frozen=True, kw_only=True, tag="nominee-approved"):
    """A supervisor approved a nominee."""


class NomineeAnnounced(_OfNominee, frozen=True, kw_only=True, tag="nominee-announced"):
    """A supervisor announced a nominee, whose marker now lies before the patron."""


class NomineeEnded(_OfNominee, frozen=True, kw_only=True, tag="nominee-ended"):
    """A nominee no longer acts."""

    confirmed: bool = False
    """Whether the patron confirmed it."""


class NomineesBarred(_Event, frozen=True, kw_only=True, tag="nominees-barred"):
    """A supervisor ordered patrons to lay their own wagers or turn their own cards."""

    what: str
    patrons: tuple[str, ...]
    """Empty: all of them, those who come later too."""
    by: str
    lifted: bool = False


# --- the cards before play --------------------------------------------------------------------


class CardsReceived(_Event, frozen=True, kw_only=True, tag="cards-received"):
    """A set of cards came to the table."""

    cards: str
    decks: int
    source: str
    backs: str
    by: str


class PreparationDone(_Event, frozen=True, kw_only=True, tag="preparation-done"):
    """One step of checking, mixing or loading the cards was done."""

    step: str
    by: str
    value: int | None = None
    undone: tuple[str, ...] = ()
    """Later steps that must be done again because of it."""
    looked: tuple[str, ...] = ()
    """Who inspected the cards, of a step that offers it; empty: no person did."""
    skipped: tuple[str, ...] = ()
    """Steps that should have come first and were left out."""


class CutDeclined(_Event, frozen=True, kw_only=True, tag="cut-declined"):
    """A seated patron declined to cut."""

    patron: str
    by: str = ""
    """The post that passed the patron over, because no answer came; empty: the patron said so."""


class CardBurnt(_Event, frozen=True, kw_only=True, tag="card-burnt"):
    """A card went to the discards at the start of a shoe."""

    card: Card | None = None
    foreign: str = ""
    """What shows that it is none of this set."""


class BurntCardShown(_Event, frozen=True, kw_only=True, tag="burnt-card-shown"):
    """A patron was shown the one card that was burnt."""

    patron: str


class ShoeStarted(_Event, frozen=True, kw_only=True, tag="shoe-started"):
    """The cards are ready for the first coup."""

    shoe: int
    size: int
    continuous: bool = False


class MarkerReached(_Event, frozen=True, kw_only=True, tag="marker-reached"):
    """The cut card came out and was put aside; so many coups remain."""

    coups_left: int


class ShoeEnded(_Event, frozen=True, kw_only=True, tag="shoe-ended"):
    """Nothing more is dealt from these cards."""

    retired: bool


class ReplacementOrdered(_Event, frozen=True, kw_only=True, tag="replacement-ordered"):
    """The cards will be replaced or reshuffled before the next coup."""

    reshuffle: bool
    by: str
    reason: str = ""
    either: bool = False
    """New cards or reshuffled ones, as the table may."""


class CallMade(_Event, frozen=True, kw_only=True, tag="call-made"):
    """The dealer announced something in the words that the document gives."""

    words: str


class BettingOpened(_Event, frozen=True, kw_only=True, tag="betting-opened"):
    """The opening call: a coup begins. A coup without bets bars all stakes."""

    coup: int
    no_bet: bool = False


class BettingExtended(_Event, frozen=True, kw_only=True, tag="betting-extended"):
    """So many seconds were added to the time for bets; the server's clock keeps it."""

    seconds: int
    by: str


class BettingReopened(_Event, frozen=True, kw_only=True, tag="betting-reopened"):
    """A person with the right to it let betting go on."""

    by: str


class _OfStake(_Event, frozen=True, kw_only=True):
    patron: str
    place: int
    wager: str

    @property
    def key(self) -> StakeKey:
        """Which stake it is of."""
        return self.patron, self.place, self.wager


class _StakeMoved(_OfStake, frozen=True, kw_only=True):
    amount: Units


class StakePlaced(_StakeMoved, frozen=True, kw_only=True, tag="stake-placed"):
    """Chips went from a rack to an area of the layout."""

    by: str
    asked: str = ""
    """What the patron had asked for, where staff laid it."""


class LateStakeLaid(_StakeMoved, frozen=True, kw_only=True, tag="late-stake-laid"):
    """Chips went from a rack to an area after the closing call."""

    by: str


class StakeTaken(_StakeMoved, frozen=True, kw_only=True, tag="stake-taken"):
    """Chips went back from an area to their rack: withdrawn, or returned by a ruling."""

    by: str


class AntePlaced(_Chips, frozen=True, kw_only=True, tag="ante-placed"):
    """A patron's Ante went to its area."""


class AnteReturned(_Chips, frozen=True, kw_only=True, tag="ante-returned"):
    """A patron's Ante went back to their rack."""


class BettingClosed(_Event, frozen=True, kw_only=True, tag="betting-closed"):
    """The closing call."""


# --- dealing ----------------------------------------------------------------------------------


class HouseAsked(_Event, frozen=True, kw_only=True, tag="house-asked"):
    """A patron asked for something that only the House may grant."""

    patron: str
    what: str
    hand: Hand | None = None


class HouseAnswered(_Event, frozen=True, kw_only=True, tag="house-answered"):
    """The House granted or refused what a patron had asked for."""

    patron: str
    what: str
    granted: bool
    by: str
    hand: Hand | None = None
    reason: str = ""


class _HandOfPatron(_Event, frozen=True, kw_only=True):
    hand: Hand
    patron: str


class HandOffered(_HandOfPatron, frozen=True, kw_only=True, tag="hand-offered"):
    """The dealer offered a patron the handling of a hand."""


class HandAccepted(_HandOfPatron, frozen=True, kw_only=True, tag="hand-accepted"):
    """A patron will handle a hand; the puck lies before them."""


class HandDeclined(_HandOfPatron, frozen=True, kw_only=True, tag="hand-declined"):
    """A patron would not handle a hand."""


class HandKept(_Event, frozen=True, kw_only=True, tag="hand-kept"):
    """The dealer keeps and turns a hand."""

    hand: Hand


class OrderOfHandsSet(_Event, frozen=True, kw_only=True, tag="order-of-hands-set"):
    """Banker's hand is turned first, by authority."""

    by: str


class CardCalled(_Event, frozen=True, kw_only=True, tag="card-called"):
    """The next card is to be drawn, and where it goes."""

    slot: Slot


class HandTurned(_Event, frozen=True, kw_only=True, tag="hand-turned"):
    """A person with the right to it turned a hand; what the cards are is reported."""

    hand: Hand
    by: str


class CardCorrected(_Event, frozen=True, kw_only=True, tag="card-corrected"):
    """A card had been misread; nothing irregular happened."""

    slot: Slot
    was: Card
    card: Card
    coup: int | None = None
    """An earlier coup, which stands as it was settled; None: the one on the table."""


class AnnouncementCorrected(_Event, frozen=True, kw_only=True, tag="announcement-corrected"):
    """The dealer's words did not fit the cards, which decide."""

    called: str
    true: str


class CardDealt(_Event, frozen=True, kw_only=True, tag="card-dealt"):
    """A card left the shoe and lies in a slot, or aside; a card dealt face down is in no log."""

    slot: Slot | None
    face_up: bool
    card: Card | None = None
    foreign: str = ""
    """What shows that it is none of this set."""


class CardTurned(_Event, frozen=True, kw_only=True, tag="card-turned"):
    """A face-down card was turned up."""

    slot: Slot
    card: Card
    by: str


class HandPassed(_HandOfPatron, frozen=True, kw_only=True, tag="hand-passed"):
    """A hand's cards went to the patron who handles it."""


class CardPassed(_Event, frozen=True, kw_only=True, tag="card-passed"):
    """One card of a hand went to a person by itself."""

    slot: Slot
    to: str


class HandReturned(_Event, frozen=True, kw_only=True, tag="hand-returned"):
    """A hand's cards are back in their box."""

    hand: Hand


class TotalAnnounced(_Event, frozen=True, kw_only=True, tag="total-announced"):
    """The dealer announced a hand's point total."""

    hand: Hand
    total: int


class ResultAnnounced(_Event, frozen=True, kw_only=True, tag="result-announced"):
    """The dealer announced both final totals and who won."""

    player_total: int
    banker_total: int
    winner: Winner


# --- paying -----------------------------------------------------------------------------------


class _SettledStake(_OfStake, frozen=True, kw_only=True):
    stake: Units
    result: Result
    profit: Units
    commission: Units = 0
    breakage: Units = 0
    owed: Units = 0
    """Commission that is collected later; the profit is before it."""


class StakeSettled(_SettledStake, frozen=True, kw_only=True, tag="stake-settled"):
    """One stake was paid, pushed or lost: complete, no reader computes it again."""

    label: str = ""
    stays: bool = False
    """A pushed stake that stays on the layout."""

    @property
    def whole_commission(self) -> Units:
        """The commission, deducted or owed."""
        return self.commission + self.owed


class CommissionCollected(_Chips, frozen=True, kw_only=True, tag="commission-collected"):
    """Commission that a patron owed was collected from their rack."""


class CommissionReturned(_Chips, frozen=True, kw_only=True, tag="commission-returned"):
    """Commission collected on a win that was undone went back; it is owed again until then."""


class AnteCollected(_Chips, frozen=True, kw_only=True, tag="ante-collected"):
    """The House collected a patron's Ante."""


class CoupSettled(_Event, frozen=True, kw_only=True, tag="coup-settled"):
    """All stakes are settled; this stays reversible until the next opening call."""

    coup: int


# --- irregularities ---------------------------------------------------------------------------


class IrregularityFound(_Event, frozen=True, kw_only=True, tag="irregularity-found"):
    """Something was not as it should have been."""

    irregularity: Irregularity
    facts: dict[str, bool]
    coup: int
    patron: str | None = None
    place: int | None = None
    wager: str | None = None
    after_coup: bool = False
    """It concerns cards that came out after the coup, not the coup."""
    note: str = ""
    by: str = "table"


class QuestionAsked(_Event, frozen=True, kw_only=True, tag="question-asked"):
    """The table halts until the floor, or patrons, have answered."""

    question: Question
    remedy: Remedy | None = None
    """What is asked for, where it may be granted or not."""
    post: str | None = None
    patrons: tuple[str, ...] = ()
    until_next: bool = False
    """It does not halt the table: it may be answered until the next opening call."""


class QuestionAnswered(_Event, frozen=True, kw_only=True, tag="question-answered"):
    """An answer to the question that halted the table."""

    question: Question
    answer: str
    by: str
    reason: str = ""


class RemedyDeclined(_Event, frozen=True, kw_only=True, tag="remedy-declined"):
    """A remedy that a post may grant was not granted."""

    remedy: Remedy


class CardsDiscarded(_Event, frozen=True, kw_only=True, tag="cards-discarded"):
    """Cards that waited for the next coup went to the discards."""


class RemedyApplied(_Event, frozen=True, kw_only=True, tag="remedy-applied"):
    """A ruling's remedy takes effect; what it moves follows in ordinary events."""

    remedy: Remedy


class CardsRebuilt(_Event, frozen=True, kw_only=True, tag="cards-rebuilt"):
    """Cards were put where they belong: the tape's places in order, with the slot of each."""

    order: tuple[int, ...]
    slots: tuple[Slot | None, ...]
    carried: tuple[int, ...] = ()
    """Places whose cards wait for the next coup."""


class CoupVoided(_Event, frozen=True, kw_only=True, tag="coup-voided"):
    """The coup has no result; its stakes go back."""

    coup: int


class CoupReopened(_Event, frozen=True, kw_only=True, tag="coup-reopened"):
    """A settled coup lies again as it lay before it was paid."""

    coup: int


class CardCarried(_Event, frozen=True, kw_only=True, tag="card-carried"):
    """A card waits to open the next coup."""

    card: Card | None = None
    foreign: str = ""
    """What shows that it is none of this set."""


class WaitingOrdered(_Event, frozen=True, kw_only=True, tag="waiting-ordered"):
    """The floor said in which order waiting cards count."""

    order: tuple[int, ...]


class PatronWarned(_OfStake, frozen=True, kw_only=True, tag="patron-warned"):
    """A patron was told that a stake is below the minimum, to raise or withdraw it."""


class NextWithoutBets(_Event, frozen=True, kw_only=True, tag="next-without-bets"):
    """A coup, this one or the one that comes, is dealt without bets."""

    coup: int


class SettlementReversed(_SettledStake, frozen=True, kw_only=True, tag="settlement-reversed"):
    """A settled stake was put back as it lay at close."""

    stays: bool = False
    taken_back: Units = 0
    """What had gone to the rack of a stake that stayed, and lies on the layout again."""


class AnteReversed(_Chips, frozen=True, kw_only=True, tag="ante-reversed"):
    """A collected Ante was put back as it lay at close."""


class StakeReduced(_StakeMoved, frozen=True, kw_only=True, tag="stake-reduced"):
    """Part of a stake went back to its rack; the rest plays."""


class Resumed(_Event, frozen=True, kw_only=True, tag="resumed"):
    """After the ruling everything is ordinary again."""


Event: TypeAlias = (
    TableOpened | TableClosed | PlayEnded | OptionChanged | EditionAdopted | PatronCame | PatronWent
    | ChipsBought | ChipsCashed | NomineeNamed | NomineeApproved | NomineeAnnounced | NomineeEnded
    | NomineesBarred | CardsReceived | PreparationDone | CutDeclined | CardBurnt | BurntCardShown
    | ShoeStarted | MarkerReached | ShoeEnded | ReplacementOrdered | BettingOpened | BettingExtended
    | BettingReopened | StakePlaced | LateStakeLaid | StakeTaken | AntePlaced | AnteReturned
    | BettingClosed | CallMade | HouseAsked | HouseAnswered | HandOffered | HandAccepted
    | HandDeclined | HandKept | OrderOfHandsSet | CardCalled | HandTurned | CardCorrected
    | AnnouncementCorrected | CardDealt | CardTurned | HandPassed | CardPassed | HandReturned
    | TotalAnnounced | ResultAnnounced
    | StakeSettled | CommissionCollected | CommissionReturned | AnteCollected | CoupSettled
    | IrregularityFound | QuestionAsked | QuestionAnswered | RemedyApplied | RemedyDeclined
    | CardsDiscarded | CardsRebuilt | CoupVoided | CoupReopened | CardCarried | NextWithoutBets
    | WaitingOrdered | PatronWarned | SettlementReversed | AnteReversed | StakeReduced | Resumed
)  # fmt: skip
Events: TypeAlias = tuple[Event, ...]

TOLD_ONLY = (
    BettingExtended,  # time is kept outside
    BurntCardShown,
    CallMade,
    CardCalled,
    HandTurned,
    AnnouncementCorrected,
)
"""Events that are part of the story and change nothing that the table must remember."""
