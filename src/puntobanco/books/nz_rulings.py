"""The irregularities of the New Zealand division rules (5.13, 5.18, 7.1, 12, 14.7, 15.9)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.books import silent
from puntobanco.rules.conditions import Is
from puntobanco.rules.options import given
from puntobanco.rules.rulings import (
    DEALING_ERRORS,
    DUE,
    RESTORABLE,
    Irregularity,
    Judge,
    Remedy,
    Rulings,
    Whose,
    before_next,
    may,
    must,
    rule,
    void_or_stand,
)

SEEN = Is("seen")
SHOE_OVER = Is("shoe_over")

_MISPLACED = (Irregularity.WRONG_AREA, Irregularity.WRONG_PERSON)
_RECONSTRUCTED = (
    Irregularity.MISSING_CARD,
    Irregularity.CARD_FLASHED,
    Irregularity.DEALT_FACE_UP,
    *_MISPLACED,
    Irregularity.DRAWN_TOGETHER,
    Irregularity.ORDER_DISTURBED,
    Irregularity.OTHER_DEALING_ERROR,
)

RULINGS = Rulings(
    judge=Judge("game-supervisor", c("12.6", "default:6"), says_why=True),
    decision_post="game-supervisor",
    rows=(
        rule(
            *DEALING_ERRORS,
            when=Is("next_opened") & Is("next_dealt"),
            do=must(Remedy.LET_STAND, "12.8"),
        ),
        rule(*DEALING_ERRORS, when=Is("next_opened"), do=must(Remedy.LET_STAND, "default:34")),
        silent.STAKES_OF_EARLIER_COUPS,
        # An unauthorised third card to Player's hand, else any other surplus card.
        rule(
            Irregularity.SURPLUS_THIRD_TO_PLAYER,
            when=DUE,
            do=must(Remedy.USE_WHERE_DUE, "12.1(a)", "12.1"),
        ),
        *(
            row
            for irregularity, unseen, seen in (
                (Irregularity.SURPLUS_THIRD_TO_PLAYER, ("12.1(b)", "12.1"), ("12.1(b)", "12.1")),
                (Irregularity.SURPLUS_CARD, ("12.2(a)", "12.2"), ("12.2(b)", "12.2")),
            )
            for row in (
                rule(
                    irregularity,
                    when=SHOE_OVER & SEEN,
                    do=must(Remedy.DISCARD, *seen, "default:11"),
                ),
                rule(irregularity, when=SHOE_OVER, do=must(Remedy.DISCARD, *unseen, "default:11")),
                rule(irregularity, when=SEEN, do=must(Remedy.DEAL_NO_BET_COUP, *seen)),
                rule(irregularity, do=must(Remedy.CARRY_TO_NEXT, *unseen)),
            )
        ),
        # Cards found face up in the shoe.
        rule(
            Irregularity.FIRST_CARD_FACE_UP,
            when=Is("underway"),
            do=must(Remedy.USE_WHERE_DUE, "12.4"),
        ),
        rule(
            Irregularity.FIRST_CARD_FACE_UP,
            do=(
                must(Remedy.RETURN_STAKES, "12.3", "default:12", whose=Whose.ALL),
                must(Remedy.DEAL_NO_BET_COUP, "12.3"),
            ),
        ),
        rule(Irregularity.CARD_FACE_UP, do=must(Remedy.USE_WHERE_DUE, "12.4")),
        *void_or_stand(
            Irregularity.TOO_FEW_CARDS,
            void=("12.5",),
            stand=("12.5", "default:4"),
            then=before_next(Remedy.RENEW_CARDS, "12.5"),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=RESTORABLE & Is("after_coup"),
            do=must(Remedy.USE_WHERE_DUE, "12.6"),
        ),
        silent.DRAWN_TOGETHER_AFTER_COUP,
        # International, Style B: the operator may let asking patrons out of a misdelivered coup.
        *(
            rule(
                irregularity,
                when=Is("asked") & RESTORABLE,
                given=given(international="on", style="B"),
                do=(
                    must(Remedy.REBUILD, "12.6"),
                    may(
                        "casino-operator", Remedy.RETURN_STAKES, clause, "15.9", whose=Whose.ASKING
                    ),
                ),
            )
            for irregularity, clause in zip(_MISPLACED, ("15.9(a)", "15.9(b)"), strict=True)
        ),
        rule(*_RECONSTRUCTED, when=RESTORABLE, do=must(Remedy.REBUILD, "12.6")),
        rule(*_RECONSTRUCTED, do=must(Remedy.VOID_COUP, "12.6")),
        rule(Irregularity.BURN_OMITTED, do=must(Remedy.LET_STAND, "12.7")),
        rule(
            Irregularity.EXPOSED_BEFORE_LOADING, do=before_next(Remedy.RESHUFFLE, "7.1(c)", "7.1")
        ),
        # Stakes.
        rule(
            Irregularity.BELOW_MINIMUM,
            when=Is("in_time"),
            do=must(Remedy.RETURN_STAKES, "5.9(a)", "5.9", whose=Whose.BELOW_MINIMUM),
        ),
        rule(
            Irregularity.LATE_STAKE,
            do=must(Remedy.RETURN_STAKES, "5.14(a)", "5.14", whose=Whose.LATE_PART),
        ),
        rule(Irregularity.LATE_WITHDRAWAL, do=must(Remedy.HOLD_TO_CLOSE, "5.14(b)", "5.14")),
        rule(Irregularity.CHIPS_MISPLACED, do=must(Remedy.HOLD_TO_CLOSE, "5.5")),
        rule(Irregularity.OVER_DIFFERENTIAL, do=may("dealer", Remedy.SCALE_STAKES, "5.18")),
        rule(
            Irregularity.NOT_PAYABLE,
            given=given(two_to_one="off", banker="commission"),
            do=must(Remedy.RETURN_STAKES, "5.13", "5.12", whose=Whose.UNPAYABLE_PART),
        ),
        rule(
            Irregularity.ANTE_MISSING,
            do=must(Remedy.RETURN_STAKES, "14.7", whose=Whose.WITHOUT_ANTE),
        ),
        silent.PATRON_LEFT,
        rule(Irregularity.WRONG_DISPLAY, do=must(Remedy.LET_STAND, "12.9")),
        silent.WRONG_PAYMENT,
        silent.AUTOMATIC_TABLE_GOES_ON,
        # What these rules leave to division 1, which was not supplied.
        rule(
            Irregularity.FOREIGN_CARD,
            Irregularity.WRONG_COUNT,
            Irregularity.NOT_SHUFFLED,
            Irregularity.INTERRUPTION,
            Irregularity.BELOW_MINIMUM,
            Irregularity.NOT_PAYABLE,
            Irregularity.OTHER,
            do=must(Remedy.FLOOR_DECIDES, "2.1", "default:6"),
        ),
    ),
)
