"""Ruling tables: what a book orders when something went wrong, as data.

A book is an ordered list of rows; the first row that fits an irregularity and its facts rules.
The engine knows the few remedies below and nothing of any book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from itertools import product
from types import MappingProxyType

from puntobanco.base.clauses import Clauses, c
from puntobanco.rules.conditions import Condition, Is
from puntobanco.rules.options import ALWAYS, Given, OptionValues


@unique
class Irregularity(Enum):
    """A difference between what happened and what is lawful."""

    # of the cards in a coup
    SURPLUS_THIRD_TO_PLAYER = "surplus-third-to-player"
    SURPLUS_CARD = "surplus-card"
    MISSING_CARD = "missing-card"
    FIRST_CARD_FACE_UP = "first-card-face-up"
    CARD_FACE_UP = "card-face-up"
    CARD_FLASHED = "card-flashed"
    DEALT_FACE_UP = "dealt-face-up"
    WRONG_AREA = "wrong-area"
    WRONG_PERSON = "wrong-person"
    DRAWN_TOGETHER = "drawn-together"
    ORDER_DISTURBED = "order-disturbed"
    OTHER_DEALING_ERROR = "other-dealing-error"
    # of the set of cards
    FOREIGN_CARD = "foreign-card"
    WRONG_COUNT = "wrong-count"
    NOT_SHUFFLED = "not-shuffled"
    TOO_FEW_CARDS = "too-few-cards"
    BURN_OMITTED = "burn-omitted"
    EXPOSED_BEFORE_LOADING = "exposed-before-loading"
    # of the game as a whole
    INTERRUPTION = "interruption"
    WRONG_DISPLAY = "wrong-display"
    WRONG_PAYMENT = "wrong-payment"
    # of the stakes
    LATE_STAKE = "late-stake"
    LATE_WITHDRAWAL = "late-withdrawal"
    OVER_DIFFERENTIAL = "over-differential"
    BELOW_MINIMUM = "below-minimum"
    NOT_PAYABLE = "not-payable"
    ANTE_MISSING = "ante-missing"
    PATRON_LEFT = "patron-left"
    CHIPS_MISPLACED = "chips-misplaced"
    # whatever else
    OTHER = "other"
    FLOOR_CALLED = "floor-called"
    """Nothing may be wrong: the dealer wants a supervisor to come and look."""


DEALING_ERRORS = (
    Irregularity.SURPLUS_THIRD_TO_PLAYER,
    Irregularity.SURPLUS_CARD,
    Irregularity.MISSING_CARD,
    Irregularity.FIRST_CARD_FACE_UP,
    Irregularity.CARD_FACE_UP,
    Irregularity.CARD_FLASHED,
    Irregularity.DEALT_FACE_UP,
    Irregularity.WRONG_AREA,
    Irregularity.WRONG_PERSON,
    Irregularity.DRAWN_TOGETHER,
    Irregularity.ORDER_DISTURBED,
    Irregularity.OTHER_DEALING_ERROR,
)


STAKES_AND_PAYMENT = (
    Irregularity.INTERRUPTION,
    Irregularity.WRONG_PAYMENT,
    Irregularity.LATE_STAKE,
    Irregularity.LATE_WITHDRAWAL,
    Irregularity.OVER_DIFFERENTIAL,
    Irregularity.BELOW_MINIMUM,
    Irregularity.NOT_PAYABLE,
    Irregularity.ANTE_MISSING,
    Irregularity.PATRON_LEFT,
    Irregularity.CHIPS_MISPLACED,
    Irregularity.OTHER,
)
"""What concerns one coup and its stakes, and no other."""

OF_THE_SET = (
    Irregularity.FOREIGN_CARD,
    Irregularity.WRONG_COUNT,
    Irregularity.NOT_SHUFFLED,
)
"""What is wrong with all the cards at once."""

FOUND_FACE_UP = (Irregularity.FIRST_CARD_FACE_UP, Irregularity.CARD_FACE_UP)
"""The card that comes next lies face up in the shoe."""

OUTSIDE_A_SETTLED_COUP = (
    Irregularity.FIRST_CARD_FACE_UP,
    Irregularity.CARD_FACE_UP,
    Irregularity.CARD_FLASHED,
)
"""Errors that, once a coup is paid, concern the cards that come and not that coup."""


@unique
class Source(Enum):
    """How the table comes to know a fact."""

    COMPUTED = "computed"
    REPORTED = "reported"
    JUDGED = "judged"
    """Where nobody reported it, the table halts with a question for the floor."""


SAID_BY_PEOPLE = (Source.REPORTED, Source.JUDGED)

RULING_FACTS: Mapping[str, Source] = MappingProxyType(
    {
        "established": Source.COMPUTED,  # some wager is beyond doubt won or lost
        "due": Source.COMPUTED,  # the card is due to a hand in this coup
        "in_coup": Source.COMPUTED,  # a coup is open: called, and not yet settled
        "after_coup": Source.COMPUTED,  # the cards concerned came out after the coup
        "initial": Source.COMPUTED,  # fewer than four cards were dealt before this
        "next_opened": Source.COMPUTED,  # a later coup has been called
        "next_dealt": Source.COMPUTED,  # and a card of it lies on the table
        "underway": Source.COMPUTED,  # cards beyond the first of this coup are out
        "automatic": Source.COMPUTED,  # no dealer: a random shoe whose order is preserved
        "shoe_over": Source.COMPUTED,  # no further coup is dealt from these cards
        "in_time": Source.COMPUTED,  # noticed before betting closed
        "warned": Source.COMPUTED,  # the patron was told before, and betting is closing
        "seen": Source.REPORTED,  # the card's face was seen
        "asked": Source.REPORTED,  # a patron asks for it
        "restorable": Source.JUDGED,  # the lawful order can be restored
    }
)
"""Every fact that a row may ask for."""
DUE = Is("due")
RESTORABLE = Is("restorable")


@unique
class Whose(Enum):
    """Which stakes go back to their owners while the coup goes on."""

    ALL = "all"
    ASKING = "asking"
    LATE_PART = "late-part"
    EXCESS = "excess"
    UNPAYABLE_PART = "unpayable-part"
    WITHOUT_ANTE = "without-ante"
    BELOW_MINIMUM = "below-minimum"


@unique
class Question(Enum):
    """What a table that is halted waits to hear."""

    RESTORABLE = "restorable"
    """Can the lawful order be restored: yes or no."""
    MAY = "may"
    """Is a remedy granted that a post may grant: yes or no."""
    ORDER = "order"
    """In which order cards count that came out together: 2,1."""
    DECISION = "decision"
    """What is done where the book leaves it to the floor."""
    CHOICE = "choice"
    """Does a patron go on, or take everything back."""
    CALL = "call"
    """The floor was called: may play go on."""


@unique
class Remedy(Enum):
    """What is then done, in ordinary events."""

    VOID_COUP = "void-coup"
    RETURN_STAKES = "return-stakes"
    SCALE_STAKES = "scale-stakes"
    HOLD_TO_CLOSE = "hold-to-close"
    REBUILD = "rebuild"
    USE_WHERE_DUE = "use-where-due"
    CARRY_TO_NEXT = "carry-to-next"
    DISCARD = "discard"
    DEAL_NO_BET_COUP = "deal-no-bet-coup"
    OFFER_CHOICE = "offer-choice"
    ORDER_BY_FLOOR = "order-by-floor"
    REPLACE_CARDS = "replace-cards"
    RENEW_CARDS = "renew-cards"
    """Replaced or, where the table may, reshuffled."""
    RESHUFFLE = "reshuffle"
    SETTLE_AGAIN = "settle-again"
    FLOOR_DECIDES = "floor-decides"
    WAIT_FOR_FLOOR = "wait-for-floor"
    WARN_PATRON = "warn-patron"
    LET_STAND = "let-stand"


@dataclass(frozen=True, slots=True)
class Step:
    """One remedy of a ruling: done now or before the next coup, ordered or left to a post."""

    remedy: Remedy
    clauses: Clauses
    whose: Whose | None = None
    """Whose stakes, for RETURN_STAKES."""
    post: str | None = None
    """May be done, if this post or one above says so; None: must be done."""
    before_next: bool = False


@dataclass(frozen=True, slots=True)
class RulingRow:
    """What the book orders for some irregularities when the facts fit."""

    irregularities: tuple[Irregularity, ...]
    when: Condition | None
    steps: tuple[Step, ...]
    given: Given = ALWAYS
    """The operator's choices under which it rules."""

    @property
    def asks(self) -> tuple[str, ...]:
        """The facts that decide whether it rules, once each."""
        return tuple(dict.fromkeys(self.when.facts())) if self.when is not None else ()

    def could_fit(self, known: Mapping[str, bool]) -> bool:
        """Whether some answer to what is still unknown would let the row rule."""
        when = self.when
        if when is None:
            return True
        unknown = [fact for fact in self.asks if fact not in known]
        return any(
            when.holds({**known, **dict(zip(unknown, answers, strict=True))})
            for answers in product((False, True), repeat=len(unknown))
        )

    @property
    def clauses(self) -> Clauses:
        """Every clause this row rests on, in order, once each."""
        return tuple(dict.fromkeys(clause for step in self.steps for clause in step.clauses))


OF_EVERY_BOOK = (
    RulingRow((Irregularity.FLOOR_CALLED,), None, (Step(Remedy.WAIT_FOR_FLOOR, c("default:32")),)),
)
"""What no document speaks of and every table knows; it follows the rows of the book."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who answers where the book leaves a judgement to the House."""

    post: str
    clauses: Clauses
    says_why: bool = False
    """Whether it takes a reason to say that the order cannot be restored."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """A book's whole law of irregularities."""

    rows: tuple[RulingRow, ...]
    judge: Judge
    bound_clauses: Clauses = ()
    """Binds patrons who chose to go on: they are offered no second choice."""
    taken_back_clauses: Clauses = ()
    """Gives back the stakes of a patron who chooses so."""
    silent_clauses: Clauses = ()
    """Lets patrons go on who gave no answer."""
    decision_post: str | None = None
    """The post that decides what the book leaves to the floor; None: the highest."""

    @property
    def all_rows(self) -> tuple[RulingRow, ...]:
        """The rows of the book, and those of every book after them."""
        return (*self.rows, *OF_EVERY_BOOK)

    def rows_on(self, irregularity: Irregularity, options: OptionValues) -> tuple[RulingRow, ...]:
        """The rows that speak of an irregularity under the operator's choices, in order."""
        return tuple(
            row
            for row in self.all_rows
            if irregularity in row.irregularities and row.given.holds(options)
        )

    def find(
        self, irregularity: Irregularity, facts: Mapping[str, int], options: OptionValues
    ) -> RulingRow:
        """The first row that fits; every book ends in one that always does."""
        rows = self.rows_on(irregularity, options)
        return next(row for row in rows if row.when is None or row.when.holds(facts))

    def decided(
        self,
        irregularity: Irregularity,
        facts: dict[str, bool],
        options: OptionValues,
        ask: Callable[[str], bool],
    ) -> RulingRow:
        """The row that rules; a fact that decides and is not among `facts` is asked for, and added.

        Rows are gone through in order, so that nothing is asked that no longer matters.
        """
        for row in self.rows_on(irregularity, options):
            for fact in row.asks:
                if fact not in facts and row.could_fit(facts):
                    facts[fact] = ask(fact)
            if row.could_fit(facts):
                return row
        raise AssertionError("every book rules on every irregularity")

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the table: unknown facts, irregularities nobody rules upon."""
        found = []
        for number, row in enumerate(self.rows, start=1):
            unknown = sorted(set(row.asks) - set(RULING_FACTS))
            found += [f"rulings row {number} asks for {fact}" for fact in unknown]
        ruled = {
            irregularity
            for row in self.all_rows
            if row.when is None and row.given == ALWAYS
            for irregularity in row.irregularities
        }
        found += [
            f"rulings: nothing always rules on {each.value}"
            for each in Irregularity
            if each not in ruled
        ]
        return tuple(found)


def must(remedy: Remedy, *clauses: str, whose: Whose | None = None) -> Step:
    """A remedy the book orders at once."""
    return Step(remedy, c(*clauses), whose)


def before_next(remedy: Remedy, *clauses: str) -> Step:
    """A remedy the book orders before another coup is called."""
    return Step(remedy, c(*clauses), before_next=True)


def may(post: str, remedy: Remedy, *clauses: str, whose: Whose | None = None) -> Step:
    """A remedy left to a post or one above it."""
    return Step(remedy, c(*clauses), whose, post)


def may_before_next(post: str, remedy: Remedy, *clauses: str) -> Step:
    """A remedy left to a post or one above it, to be done before another coup is called."""
    return Step(remedy, c(*clauses), post=post, before_next=True)


def rule(
    *irregularities: Irregularity,
    when: Condition | None = None,
    given: Given = ALWAYS,
    do: Step | tuple[Step, ...],
) -> RulingRow:
    """One row, as a book writes it."""
    return RulingRow(irregularities, when, (do,) if isinstance(do, Step) else do, given)


def void_or_stand(
    *irregularities: Irregularity, void: tuple[str, ...], stand: tuple[str, ...], then: Step
) -> tuple[RulingRow, RulingRow]:
    """An open coup is void; without one the last coup stands. The cards are changed either way."""
    return (
        rule(*irregularities, when=Is("in_coup"), do=(must(Remedy.VOID_COUP, *void), then)),
        rule(*irregularities, do=(must(Remedy.LET_STAND, *stand), then)),
    )
