"""Refusals as values: what was wrong, by which clause, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units


@unique
class Reason(Enum):
    """Why something was refused, in the order in which things are checked."""

    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_VALUE = "unknown_value"
    OUT_OF_RANGE = "out_of_range"
    EXCLUDED_COMBINATION = "excluded_combination"
    BAD_SETTING = "bad_setting"
    STALE = "stale"
    HALTED = "halted"
    WRONG_STAGE = "wrong_stage"
    BETTING_NOT_OPEN = "betting_not_open"
    BETTING_CLOSED = "betting_closed"
    NO_BETS = "no_bets"
    UNKNOWN_PERSON = "unknown_person"
    NOT_ENTITLED = "not_entitled"
    NOTICE_MISSING = "notice_missing"
    UNKNOWN_WAGER = "unknown_wager"
    NO_SUCH_PLACE = "no_such_place"
    PLACE_TAKEN = "place_taken"
    AREA_FULL = "area_full"
    BAD_AMOUNT = "bad_amount"
    NO_CHIPS_SHOWN = "no_chips_shown"
    NEEDS_MAIN_WAGER = "needs_main_wager"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    OVER_DIFFERENTIAL = "over_differential"
    NOT_PAYABLE = "not_payable"
    NO_ANTE = "no_ante"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOTHING_STAKED = "nothing_staked"
    STAKES_DOWN = "stakes_down"
    STEP_MISSING = "step_missing"
    STEP_UNKNOWN = "step_unknown"
    BAD_CUT = "bad_cut"
    CARDS_RETIRED = "cards_retired"
    SHOE_OVER = "shoe_over"
    NOT_DUE = "not_due"
    NOT_ANNOUNCED = "not_announced"
    HAND_OUT = "hand_out"
    CARDS_SEEN = "cards_seen"
    BOUND = "bound"
    BAD_ANSWER = "bad_answer"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    UNKNOWN_ACCOUNT = "unknown_account"
    UNKNOWN_TABLE = "unknown_table"
    NOT_PERMITTED = "not_permitted"
    NEEDS_SECOND_PERSON = "needs_second_person"
    NEEDS_REASON = "needs_reason"
    NOT_A_PERSON = "not_a_person"
    NOT_A_DEVICE = "not_a_device"
    ROLES_CONFLICT = "roles_conflict"
    ALREADY_SO = "already_so"
    EXCLUDED = "excluded"
    OVER_OWN_LIMIT = "over_own_limit"
    OWN_TIME_UP = "own_time_up"
    NOT_ENOUGH_MONEY = "not_enough_money"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that was not granted; nothing has changed."""

    reason: Reason
    sentence: str
    """What was wrong and what would be right, for a person."""
    clauses: tuple[ClauseId, ...] = ()
    offending: Units | None = None
    acceptable: Units | None = None


AT_A_TABLE: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.UNKNOWN_OPTION: "The book has no such option.",
        Reason.UNKNOWN_VALUE: "The option or choice has no such value.",
        Reason.OUT_OF_RANGE: "A number is outside what the book allows.",
        Reason.EXCLUDED_COMBINATION: "The book does not allow these choices together.",
        Reason.BAD_SETTING: "A setting does not fit the table.",
        Reason.STALE: "The table has moved on since the request was made.",
        Reason.HALTED: "The table waits for an answer; give that first.",
        Reason.WRONG_STAGE: "Not at this moment of the game.",
        Reason.BETTING_NOT_OPEN: "Betting has not been opened.",
        Reason.BETTING_CLOSED: "Betting is closed.",
        Reason.NO_BETS: "This coup is dealt without bets.",
        Reason.UNKNOWN_PERSON: "Nobody of that name is at the table.",
        Reason.NOT_ENTITLED: "Another person or a higher post may do this.",
        Reason.NOTICE_MISSING: "A notice that must be displayed is missing.",
        Reason.UNKNOWN_WAGER: "The table does not offer this wager.",
        Reason.NO_SUCH_PLACE: "The layout has no such place.",
        Reason.PLACE_TAKEN: "The place is taken.",
        Reason.AREA_FULL: "No further patron may bet on this area.",
        Reason.BAD_AMOUNT: "The amount is not one that can be staked or named here.",
        Reason.NO_CHIPS_SHOWN: "A spoken wager needs chips with it.",
        Reason.NEEDS_MAIN_WAGER: "The side wager needs a wager on a hand or on Tie.",
        Reason.BELOW_MINIMUM: "The stake is below the minimum.",
        Reason.ABOVE_MAXIMUM: "The stake is above the maximum.",
        Reason.OVER_DIFFERENTIAL: "The stake passes the Differential.",
        Reason.NOT_PAYABLE: "The win could not be paid exactly in chips.",
        Reason.NO_ANTE: "The table takes no Ante, or not this one.",
        Reason.NOT_ENOUGH_CHIPS: "The patron does not have so many chips.",
        Reason.NOTHING_STAKED: "There is nothing to take, move, settle or collect.",
        Reason.STAKES_DOWN: "Stakes or chips are still on the table.",
        Reason.STEP_MISSING: "Another step comes first.",
        Reason.STEP_UNKNOWN: "These cards go through no such step.",
        Reason.BAD_CUT: "The cut or the marker is not where it may be.",
        Reason.CARDS_RETIRED: "These cards may not come back.",
        Reason.SHOE_OVER: "These cards are finished; new ones come first.",
        Reason.NOT_DUE: "No card, or not this act, is due now.",
        Reason.NOT_ANNOUNCED: "Something must be announced first.",
        Reason.HAND_OUT: "The other hand is with its handler.",
        Reason.CARDS_SEEN: "A card has been seen or touched.",
        Reason.BOUND: "The patron chose to go on and is bound.",
        Reason.BAD_ANSWER: "The question takes another answer, or a reason.",
        Reason.ALREADY_SO: "It is so already.",
    }
)
"""What each reason means that a book or a table can give; the others are the house's."""
