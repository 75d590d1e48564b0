"""The irregularities of MBS Baccarat (5.1 to 5.7)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.rules.conditions import Is
from puntobanco.rules.rulings import (
    DEALING_ERRORS,
    STAKES_AND_PAYMENT,
    Irregularity,
    Judge,
    Remedy,
    Rulings,
    Step,
    Whose,
    before_next,
    must,
    rule,
)

RESTORABLE = Is("restorable")


def _new_cards(clause: str) -> Step:
    """Cards that a clause found wrong are withdrawn before another round."""
    return before_next(Remedy.REPLACE_CARDS, *c(clause, "default:3"))


_WRONG_NUMBER = (
    Irregularity.SURPLUS_THIRD_TO_PLAYER,
    Irregularity.SURPLUS_CARD,
    Irregularity.MISSING_CARD,
)
_EXPOSED = (
    Irregularity.FIRST_CARD_FACE_UP,
    Irregularity.CARD_FACE_UP,
    Irregularity.CARD_FLASHED,
    Irregularity.DEALT_FACE_UP,
)
_MISPLACED = (
    Irregularity.WRONG_AREA,
    Irregularity.WRONG_PERSON,
    Irregularity.ORDER_DISTURBED,
    Irregularity.OTHER_DEALING_ERROR,
)

RULINGS = Rulings(
    judge=Judge("supervisor", c("default:6")),
    rows=(
        rule(*DEALING_ERRORS, when=Is("next_opened"), do=(must(Remedy.LET_STAND, *c("5.2")),)),
        rule(
            *STAKES_AND_PAYMENT,
            when=Is("next_opened"),
            do=(must(Remedy.LET_STAND, *c("default:29")),),
        ),
        rule(
            Irregularity.FOREIGN_CARD,
            when=Is("in_coup"),
            do=(
                must(Remedy.VOID_COUP, *c("5.1", "5.1.1", "5.1.2", "default:1")),
                _new_cards("5.1"),
            ),
        ),
        rule(
            Irregularity.FOREIGN_CARD,
            do=(must(Remedy.LET_STAND, *c("5.1", "5.1.2")), _new_cards("5.1")),
        ),
        rule(
            Irregularity.TOO_FEW_CARDS,
            when=Is("in_coup"),
            do=(must(Remedy.VOID_COUP, *c("5.5", "default:1")), _new_cards("5.5")),
        ),
        rule(
            Irregularity.TOO_FEW_CARDS,
            do=(must(Remedy.LET_STAND, *c("5.5", "default:4")), _new_cards("5.5")),
        ),
        rule(
            *_WRONG_NUMBER,
            when=~RESTORABLE,
            do=(must(Remedy.VOID_COUP, *c("5.2", "default:1")),),
        ),
        rule(
            Irregularity.SURPLUS_THIRD_TO_PLAYER,
            Irregularity.SURPLUS_CARD,
            when=Is("due"),
            do=(must(Remedy.USE_WHERE_DUE, *c("5.2")),),
        ),
        rule(
            Irregularity.SURPLUS_THIRD_TO_PLAYER,
            Irregularity.SURPLUS_CARD,
            do=(must(Remedy.CARRY_TO_NEXT, *c("5.2", "default:7")),),
        ),
        rule(Irregularity.MISSING_CARD, do=(must(Remedy.REBUILD, *c("5.2")),)),
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=RESTORABLE,
            do=(must(Remedy.USE_WHERE_DUE, *c("5.3")),),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=Is("after_coup"),
            do=(must(Remedy.ORDER_BY_FLOOR, *c("default:6")),),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=Is("initial"),
            do=(must(Remedy.VOID_COUP, *c("5.3", "default:1")),),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            do=(must(Remedy.VOID_COUP, *c("5.4", "default:1")), _new_cards("5.4")),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            when=RESTORABLE & ~Is("in_coup"),
            do=(must(Remedy.LET_STAND, *c("5.4", "default:4")),),
        ),
        rule(*_MISPLACED, when=RESTORABLE, do=(must(Remedy.REBUILD, *c("5.4")),)),
        rule(
            *_MISPLACED,
            when=Is("in_coup"),
            do=(must(Remedy.VOID_COUP, *c("5.4", "default:1")), _new_cards("5.4")),
        ),
        rule(*_MISPLACED, do=(must(Remedy.LET_STAND, *c("5.4", "default:4")), _new_cards("5.4"))),
        rule(*_EXPOSED, do=(must(Remedy.USE_WHERE_DUE, *c("default:8")),)),
        rule(
            Irregularity.LATE_STAKE,
            do=(must(Remedy.RETURN_STAKES, *c("5.6"), whose=Whose.LATE_PART),),
        ),
        rule(
            Irregularity.LATE_WITHDRAWAL,
            Irregularity.CHIPS_MISPLACED,
            do=(must(Remedy.HOLD_TO_CLOSE, *c("5.7")),),
        ),
        rule(Irregularity.PATRON_LEFT, do=(must(Remedy.LET_STAND, *c("default:9")),)),
        rule(Irregularity.WRONG_DISPLAY, do=(must(Remedy.LET_STAND, *c("default:10")),)),
        rule(Irregularity.WRONG_PAYMENT, do=(must(Remedy.SETTLE_AGAIN, *c("default:5")),)),
        rule(
            Irregularity.INTERRUPTION,
            when=Is("automatic"),
            do=(must(Remedy.LET_STAND, *c("default:28")),),
        ),
        rule(
            Irregularity.WRONG_COUNT,
            Irregularity.NOT_SHUFFLED,
            Irregularity.BURN_OMITTED,
            Irregularity.EXPOSED_BEFORE_LOADING,
            Irregularity.INTERRUPTION,
            Irregularity.OVER_DIFFERENTIAL,
            Irregularity.BELOW_MINIMUM,
            Irregularity.NOT_PAYABLE,
            Irregularity.ANTE_MISSING,
            Irregularity.OTHER,
            do=(must(Remedy.FLOOR_DECIDES, *c("default:6")),),
        ),
    ),
)
