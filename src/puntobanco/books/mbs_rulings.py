"""The irregularities of MBS Baccarat (5.1 to 5.7)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.books import silent
from puntobanco.rules.conditions import Is
from puntobanco.rules.rulings import (
    DEALING_ERRORS,
    DUE,
    RESTORABLE,
    Irregularity,
    Judge,
    Remedy,
    Rulings,
    Whose,
    must,
    rule,
    void_or_stand,
)

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
        rule(*DEALING_ERRORS, when=Is("next_opened"), do=must(Remedy.LET_STAND, "5.2")),
        silent.STAKES_OF_EARLIER_COUPS,
        *void_or_stand(
            Irregularity.FOREIGN_CARD,
            void=("5.1", "5.1.1", "5.1.2", "default:1"),
            stand=("5.1", "5.1.2"),
            then=silent.new_cards("5.1"),
        ),
        *void_or_stand(
            Irregularity.TOO_FEW_CARDS,
            void=("5.5", "default:1"),
            stand=("5.5", "default:4"),
            then=silent.new_cards("5.5"),
        ),
        rule(*_WRONG_NUMBER, when=~RESTORABLE, do=must(Remedy.VOID_COUP, "5.2", "default:1")),
        rule(
            Irregularity.SURPLUS_THIRD_TO_PLAYER,
            Irregularity.SURPLUS_CARD,
            when=DUE,
            do=must(Remedy.USE_WHERE_DUE, "5.2"),
        ),
        rule(
            Irregularity.SURPLUS_THIRD_TO_PLAYER,
            Irregularity.SURPLUS_CARD,
            do=must(Remedy.CARRY_TO_NEXT, "5.2", "default:7"),
        ),
        rule(Irregularity.MISSING_CARD, do=must(Remedy.REBUILD, "5.2")),
        rule(Irregularity.DRAWN_TOGETHER, when=RESTORABLE, do=must(Remedy.USE_WHERE_DUE, "5.3")),
        silent.DRAWN_TOGETHER_AFTER_COUP,
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=Is("initial"),
            do=must(Remedy.VOID_COUP, "5.3", "default:1"),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            do=(must(Remedy.VOID_COUP, "5.4", "default:1"), silent.new_cards("5.4")),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            when=RESTORABLE & ~Is("in_coup"),
            do=must(Remedy.LET_STAND, "5.4", "default:4"),
        ),
        rule(*_MISPLACED, when=RESTORABLE, do=must(Remedy.REBUILD, "5.4")),
        *void_or_stand(
            *_MISPLACED,
            void=("5.4", "default:1"),
            stand=("5.4", "default:4"),
            then=silent.new_cards("5.4"),
        ),
        rule(*_EXPOSED, do=must(Remedy.USE_WHERE_DUE, "default:8")),
        rule(Irregularity.LATE_STAKE, do=must(Remedy.RETURN_STAKES, "5.6", whose=Whose.LATE_PART)),
        rule(
            Irregularity.LATE_WITHDRAWAL,
            Irregularity.CHIPS_MISPLACED,
            do=must(Remedy.HOLD_TO_CLOSE, "5.7"),
        ),
        silent.PATRON_LEFT,
        rule(Irregularity.WRONG_DISPLAY, do=must(Remedy.LET_STAND, "default:10")),
        silent.WRONG_PAYMENT,
        silent.AUTOMATIC_TABLE_GOES_ON,
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
            do=must(Remedy.FLOOR_DECIDES, "default:6"),
        ),
    ),
)
