"""How a book conducts the game around the cards: betting, dealing styles, the shoe, nominees.

Every field that can be broken names the clauses that a refusal cites.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from puntobanco.base.clauses import Clauses
from puntobanco.rules.options import Case, OptionValues, holding
from puntobanco.rules.slots import Slot


@dataclass(frozen=True, slots=True)
class Cited:
    """Clauses that hold under some of the operator's choices."""

    clauses: Clauses


@unique
class StandOff(Enum):
    """What becomes of a stake that pushes."""

    RETURNED = "returned"
    STAYS = "stays"


@unique
class Turner(Enum):
    """Who turns face-down cards."""

    NOBODY = "nobody"
    DEALER = "dealer"
    PATRON = "patron"


@unique
class Burn(Enum):
    """Which cards are burnt when a shoe starts."""

    NONE = "none"
    ONE = "one"
    BY_VALUE = "by-value"


@unique
class Scope(Enum):
    """Over what the Differential is taken."""

    BOX = "box"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Sharing:
    """How many patrons may bet on one numbered area, and where standing patrons bet."""

    patrons_most: int | None
    """None: as many as the box limit allows."""
    standing_area: bool
    """Whether standing patrons have areas of their own (place 0) and no others."""
    clauses: Clauses
    standing_clauses: Clauses
    untouched_clauses: Clauses = ()
    """Keeps standing patrons from the cards."""
    no_role_clauses: Clauses = ()
    """Keeps standing patrons from handling a hand."""
    beside_seated_clauses: Clauses = ()
    """Lets patrons bet on another's place only while a patron sits there."""


@dataclass(frozen=True, slots=True)
class DifferentialRule:
    """The greatest gap allowed between Banker's and Player's stakes."""

    scope: Scope
    excess_clauses: Clauses
    """Orders that stakes over it are refused while betting is open."""
    floor_at_minimum: bool
    """Whether reducing pro rata stops at the table minimum."""
    shown_clauses: Clauses
    """Orders that it be displayed."""
    required: bool = False
    """Whether every table has one; a table that sets none has its own maximum for it."""


@dataclass(frozen=True, slots=True)
class OptionalOffer:
    """A family of wagers that the operator may offer or not."""

    family: str
    """How the names of its wagers begin."""
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Mix:
    """Main wagers that a patron may hold together."""

    wagers: tuple[str, ...]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class BettingRule:
    """When and how stakes are taken."""

    opening_clauses: Clauses
    closing_clauses: Clauses
    late_clauses: Clauses
    late_withdrawal_clauses: Clauses
    offer_clauses: Clauses
    """Lists the wagers on offer."""
    minimum_clauses: Clauses
    maximum_clauses: Clauses
    stand_off: StandOff
    stand_off_clauses: Clauses
    not_offered: tuple[OptionalOffer, ...] = ()
    mixes: tuple[Mix, ...] = ()
    area_cap_clauses: Clauses = ()
    """Lets the operator cap all stakes on one area at the maximum."""
    differential: DifferentialRule | None = None
    payable_clauses: Clauses = ()
    """Forbids a Banker stake whose net win cannot be paid exactly in chips."""
    payable_part_clauses: Clauses = ()
    """Keeps of such a stake what can be paid exactly."""
    commission_later_clauses: Clauses = ()
    """Lets commission be collected after the winnings are paid."""
    spoken_clauses: Clauses = ()
    """Bounds wagers that are only spoken."""
    no_bet_clauses: Clauses = ()
    """Bars stakes on a coup dealt without bets."""
    bound_clauses: Clauses = ()
    """Binds a patron who chose to go on after an error."""
    losing_clauses: Clauses = ()
    """Forbids touching a losing stake."""
    staff_places_clauses: Clauses = ()
    """Lets staff lay stakes for a patron."""
    staff_posts: tuple[str, ...] = ()
    """Which posts lay them; empty: any."""


@dataclass(frozen=True, slots=True)
class Style:
    """A dealing style: how cards come out and who turns them."""

    name: str
    initial_face_up: bool
    third_face_up: bool
    turner: Turner
    deal_clauses: Clauses
    announce_clauses: Clauses
    third_clauses: Clauses
    touch_clauses: Clauses
    """Forbids or bounds the patrons' handling of cards."""

    def face_up(self, slot: Slot | None) -> bool:
        """Whether a card for this slot is dealt face up; for no slot, as the first cards are."""
        return self.third_face_up if slot is not None and slot.is_third else self.initial_face_up


@dataclass(frozen=True, slots=True)
class ReopenUnseen:
    """Lets betting go on after cards are out, while none of them was seen or touched."""

    post: str
    clauses: Clauses
    move_clauses: Clauses
    alter_clauses: Clauses
    new_clauses: Clauses
    withdraw_clauses: Clauses


@dataclass(frozen=True, slots=True)
class OfferRule:
    """To whom the handling of a hand is offered, step by step."""

    clauses: Clauses
    highest_clauses: Clauses
    equal_clauses: Clauses
    next_clauses: Clauses
    nobody_clauses: Clauses


@dataclass(frozen=True, slots=True)
class SeparateCards:
    """Lets a hand's two cards go to different people, and others turn what nobody may."""

    post: str
    request_clauses: Clauses
    first_clauses: Clauses
    second_clauses: Clauses
    turn_clauses: Clauses
    hand_on_clauses: Clauses
    volunteer_clauses: Clauses
    no_bet_clauses: Clauses
    declined_clauses: Clauses
    dealer_clauses: Clauses


_NO_OFFER = OfferRule((), (), (), (), ())


@dataclass(frozen=True, slots=True)
class DealingRule:
    """What every coup follows whatever its style."""

    hands_clauses: Clauses
    player_cards_clauses: Clauses
    """Cards one and three are Player's."""
    banker_cards_clauses: Clauses
    """Cards two and four are Banker's."""
    call_first_clauses: Clauses
    """Orders the closing call before the first card."""
    totals_first_clauses: Clauses
    """Orders both totals announced before a third card."""
    result_clauses: Clauses
    pay_clauses: Clauses
    free_coup_clauses: Clauses
    """Allows a coup without stakes."""
    banker_offer: OfferRule = _NO_OFFER
    player_offer: OfferRule = _NO_OFFER
    display_clauses: Clauses = ()
    """Has results shown on a display."""
    style_clauses: Clauses = ()
    """Fixes the style for the shoe."""
    handler_clauses: Clauses = ()
    """What binds a patron who handles a hand."""
    pass_clauses: Clauses = ()
    keep_post: str = "dealer"
    """Who may have the dealer keep a hand."""
    one_hand_out_clauses: Clauses = ()
    player_first_clauses: Clauses = ()
    banker_first_post: str = ""
    """Who may have Banker's hand turned first."""
    banker_first_clauses: Clauses = ()
    one_more_clauses: Clauses = ()
    """No hand takes more than one further card."""
    dealer_keeps_clauses: Clauses = ()
    keep_no_bet_clauses: Clauses = ()
    keep_declined_clauses: Clauses = ()
    keep_directed_clauses: Clauses = ()
    separate: tuple[Case[SeparateCards], ...] = ()
    reopen_post: str = ""
    """Who may let betting go on after the closing call and before the first card."""
    reopen_clauses: Clauses = ()
    reopen_unseen: tuple[Case[ReopenUnseen], ...] = ()


@dataclass(frozen=True, slots=True)
class BurnRule:
    """The burn at the start of a shoe."""

    burn: Burn
    clauses: Clauses
    first_clauses: Clauses = ()
    """The first card, face up."""
    more_clauses: Clauses = ()
    """As many more as it says, face down."""


@dataclass(frozen=True, slots=True)
class EndOfShoe:
    """What the cut card means when it comes out; None of it with a continuous shuffler."""

    first_clauses: Clauses
    later_clauses: Clauses
    over_clauses: Clauses
    retired_clauses: Clauses
    """Orders that the cards leave the table after the shoe."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A step that must be done before cards are used: one of these, by one of these posts."""

    steps: tuple[str, ...]
    clauses: Clauses
    order: int
    """Everything of a lower order comes first."""
    posts: tuple[str, ...] = ()
    """Empty: any member of staff."""
    unlike: tuple[str, ...] = ()
    """Steps that another person must have done."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What cards of one source go through before they may be dealt."""

    source: str
    requirements: tuple[Requirement, ...]
    approval_clauses: Clauses = ()
    """Where set: these cards need an outside approval, shown as a notice."""


@dataclass(frozen=True, slots=True)
class CutRule:
    """Who cuts the cards, and where."""

    offer_clauses: Clauses
    place_clauses: Clauses
    from_ends_least: int
    """Cards between the cut and either end."""
    marker_least: int
    """Cards behind the marker."""
    cut_cards_clauses: Clauses = ()
    """One cut card, or two."""


@dataclass(frozen=True, slots=True)
class CardsRule:
    """What the sets of cards must be, and who may order them changed."""

    backs_clauses: Clauses
    """All backs of a set are alike."""
    two_sets: tuple[Case[Cited], ...]
    """Where two sets are in use, their backs differ."""
    replace_post: str
    replace_clauses: Clauses
    reshuffle_post: str
    reshuffle_clauses: Clauses
    unprepared_clauses: Clauses
    """Forbids play with cards that were not mixed."""
    doubt_clauses: Clauses = ()
    """Orders a reshuffle where randomness is doubted."""
    object_clauses: Clauses = ()
    """What patrons may ask of pre-shuffled cards."""
    look_clauses: Clauses = ()
    mix_clauses: Clauses = ()


@dataclass(frozen=True, slots=True)
class NomineeRule:
    """Whether and how a person may act for a patron."""

    allowed: bool
    post: str
    overall_clauses: Clauses
    approval_clauses: Clauses
    announce_clauses: Clauses
    one_patron_clauses: Clauses
    end_clauses: Clauses
    bar_wagers_clauses: Clauses
    bar_cards_clauses: Clauses
    staff_clauses: Clauses
    seated_clauses: Clauses = ()
    """Demands that a nominee who handles cards is seated."""
    several: tuple[Case[Cited], ...] = ()
    """Where a patron may have more than one."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that must be shown at the table before it opens."""

    name: str
    clauses: Clauses
    shows: tuple[str, ...] = ()
    """Families of wagers whose every line is shown: what pays, stands off or loses."""
    says: str = ""
    """Words that are shown."""


@dataclass(frozen=True, slots=True)
class Call:
    """Words that a document gives the dealer to announce."""

    words: str
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Election:
    """An option that the operator may change between coups, with its sign shown."""

    option: str
    without_sign: str
    """The choice that needs none."""
    clauses: Clauses


@dataclass(frozen=True)
class Conduct:
    """A book's conduct of the game, with what depends on the operator's options as cases."""

    betting: BettingRule
    dealing: DealingRule
    styles: tuple[Case[Style], ...]
    burns: tuple[Case[BurnRule], ...]
    ends: tuple[Case[EndOfShoe], ...]
    sharing: tuple[Case[Sharing], ...]
    preparations: tuple[Case[Preparation], ...]
    cut: tuple[Case[CutRule], ...]
    """Empty where the cards are not cut."""
    cards: CardsRule
    nominees: NomineeRule
    notices: tuple[Case[Notice], ...]
    elections: tuple[Case[Election], ...] = ()
    tie_call: Call | None = None
    last_call: Call | None = None
    """Announced before the last coup of a shoe."""
    no_bet_call: Call | None = None
    """Announced before a coup that is dealt without bets."""
    squeeze_clauses: Clauses = ()
    """Lets the seated patron with the largest stake ask to squeeze."""

    def style(self, options: OptionValues) -> Style:
        """The dealing style chosen."""
        return holding(self.styles, options)[0]
