"""Refusals as values: what was wrong, by which clause, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.rules.citing.defaults import with_clauses
from puntobanco.sayings.catalogue import ENGLISH
from puntobanco.sayings.saying import Saying, sentence


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
    said: Saying
    """What was wrong and what would be right, for a person."""
    clauses: Clauses = ()
    offending: Units | None = None
    acceptable: Units | None = None

    @property
    def sentence(self) -> str:
        """What is said, in English."""
        return sentence(self.said)


class RefusedError(Exception):
    """Something was refused: the text says why and names the clauses, which `clauses` has too."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(with_clauses(refusal.sentence, refusal.clauses))

    @property
    def clauses(self) -> Clauses:
        """The clauses that forbid it."""
        return self.refusal.clauses


AT_A_TABLE = tuple(reason for reason in Reason if f"reason.{reason.value}" in ENGLISH)
"""The reasons that a book or a table can give; the others are the house's."""
