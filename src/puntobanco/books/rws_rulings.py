"""The irregularities of both RWS documents (5.1 to 5.17, alike in number and meaning)."""

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
    may_before_next,
    must,
    rule,
)

ESTABLISHED = Is("established")
RESTORABLE = Is("restorable")
DUE = Is("due")


def _new_cards(clause: str) -> Step:
    """Cards that a clause found wrong are withdrawn before another coup."""
    return before_next(Remedy.REPLACE_CARDS, *c(clause, "default:3"))


_SURPLUS = (Irregularity.SURPLUS_THIRD_TO_PLAYER, Irregularity.SURPLUS_CARD)
_EXPOSED = (
    Irregularity.FIRST_CARD_FACE_UP,
    Irregularity.CARD_FACE_UP,
    Irregularity.CARD_FLASHED,
)
_MISDELIVERED = (Irregularity.WRONG_AREA, Irregularity.WRONG_PERSON)
_SET = {
    Irregularity.FOREIGN_CARD: "5.5.1",
    Irregularity.WRONG_COUNT: "5.5.2",
    Irregularity.NOT_SHUFFLED: "5.5.5",
}

RULINGS = Rulings(
    judge=Judge("pit-supervisor", c("5.7")),
    bound_clauses=c("5.12[bound]"),
    taken_back_clauses=c("5.12.3"),
    silent_clauses=c("5.3"),
    rows=(
        # An error found too late touches no later coup.
        rule(
            *DEALING_ERRORS,
            *STAKES_AND_PAYMENT,
            when=Is("next_opened"),
            do=(must(Remedy.LET_STAND, *c("5.11")),),
        ),
        # The set of cards is wrong: void what is open, whatever was decided; no coup, nothing void.
        *(
            row
            for irregularity, clause in _SET.items()
            for row in (
                rule(
                    irregularity,
                    when=Is("in_coup"),
                    do=(must(Remedy.VOID_COUP, *c(clause, "5.5", "5.15")), _new_cards(clause)),
                ),
                rule(
                    irregularity, do=(must(Remedy.LET_STAND, *c(clause, "5.5")), _new_cards(clause))
                ),
            )
        ),
        rule(
            Irregularity.TOO_FEW_CARDS,
            when=Is("in_coup"),
            do=(must(Remedy.VOID_COUP, *c("5.5.4", "5.5", "5.15")), _new_cards("5.5.4")),
        ),
        rule(
            Irregularity.TOO_FEW_CARDS,
            do=(must(Remedy.LET_STAND, *c("5.5.4", "5.5")), _new_cards("5.5.4")),
        ),
        # Technical interruption.
        rule(
            Irregularity.INTERRUPTION,
            when=ESTABLISHED,
            do=(must(Remedy.LET_STAND, *c("5.4.1", "5.4")),),
        ),
        rule(
            Irregularity.INTERRUPTION,
            when=Is("in_coup"),
            do=(must(Remedy.VOID_COUP, *c("5.4.2", "5.4", "5.15")),),
        ),
        rule(Irregularity.INTERRUPTION, do=(must(Remedy.LET_STAND, *c("default:4")),)),
        # A card drawn in excess.
        rule(
            *_SURPLUS,
            Irregularity.MISSING_CARD,
            when=~RESTORABLE,
            do=(must(Remedy.VOID_COUP, *c("5.5.3", "5.5", "5.15")),),
        ),
        rule(
            *_SURPLUS, when=DUE & ESTABLISHED, do=(must(Remedy.USE_WHERE_DUE, *c("5.7", "5.7.1")),)
        ),
        rule(
            *_SURPLUS,
            when=DUE,
            do=(
                must(Remedy.USE_WHERE_DUE, *c("5.7")),
                must(Remedy.OFFER_CHOICE, *c("5.7.1", "5.12", "5.12.2")),
            ),
        ),
        rule(*_SURPLUS, when=ESTABLISHED, do=(must(Remedy.CARRY_TO_NEXT, *c("5.7", "5.7.1")),)),
        rule(
            *_SURPLUS,
            do=(
                must(Remedy.CARRY_TO_NEXT, *c("5.7")),
                must(Remedy.OFFER_CHOICE, *c("5.7.1", "5.12", "5.12.2")),
            ),
        ),
        # A card that was due and not drawn: drawn now, with the general choice.
        rule(
            Irregularity.MISSING_CARD,
            do=(
                must(Remedy.REBUILD, *c("5.12.2")),
                must(Remedy.OFFER_CHOICE, *c("5.12", "5.12.2")),
            ),
        ),
        # A card seen before its time.
        rule(*_EXPOSED, when=~Is("in_coup"), do=(must(Remedy.CARRY_TO_NEXT, *c("5.7")),)),
        rule(*_EXPOSED, when=ESTABLISHED, do=(must(Remedy.USE_WHERE_DUE, *c("5.7", "5.7.1")),)),
        rule(
            *_EXPOSED,
            do=(
                must(Remedy.USE_WHERE_DUE, *c("5.7")),
                must(Remedy.OFFER_CHOICE, *c("5.7.1", "5.12", "5.12.2")),
            ),
        ),
        # Cards to the wrong area or person.
        *(
            row
            for irregularity, clause in zip(_MISDELIVERED, ("5.8.1", "5.8.2"), strict=True)
            for row in (
                rule(
                    irregularity,
                    when=RESTORABLE & ESTABLISHED,
                    do=(must(Remedy.REBUILD, *c(clause, "5.8", "5.8[play]", "5.8[options]")),),
                ),
                rule(
                    irregularity,
                    when=RESTORABLE,
                    do=(
                        must(Remedy.REBUILD, *c(clause, "5.8", "5.8[play]")),
                        must(Remedy.OFFER_CHOICE, *c("5.8[options]", "5.12", "5.12.2")),
                    ),
                ),
                rule(
                    irregularity,
                    do=(
                        must(Remedy.LET_STAND, *c(clause, "5.8")),
                        must(Remedy.OFFER_CHOICE, *c("5.8[options]", "5.12", "5.12.1")),
                    ),
                ),
            )
        ),
        # Face up where cards are dealt face down.
        rule(Irregularity.DEALT_FACE_UP, when=ESTABLISHED, do=(must(Remedy.LET_STAND, *c("5.9")),)),
        rule(
            Irregularity.DEALT_FACE_UP,
            do=(must(Remedy.LET_STAND, *c("5.9")), must(Remedy.OFFER_CHOICE, *c("5.9", "5.12"))),
        ),
        # Cards drawn together: in known order like a surplus card, else the floor orders them.
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=RESTORABLE & ESTABLISHED,
            do=(must(Remedy.USE_WHERE_DUE, *c("5.7", "5.7.1")),),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            when=RESTORABLE,
            do=(
                must(Remedy.USE_WHERE_DUE, *c("5.7")),
                must(Remedy.OFFER_CHOICE, *c("5.7.1", "5.12", "5.12.2")),
            ),
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            do=(
                must(Remedy.ORDER_BY_FLOOR, *c("5.10")),
                must(Remedy.OFFER_CHOICE, *c("5.10.1", "5.12", "5.12.1")),
                may_before_next("pit-supervisor", Remedy.REPLACE_CARDS, *c("5.10.2")),
            ),
        ),
        # The order of the cards is lost while no coup is open: the last one stands.
        rule(
            Irregularity.ORDER_DISTURBED,
            when=~Is("in_coup") & RESTORABLE,
            do=(must(Remedy.LET_STAND, *c("5.5", "default:4")),),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            when=~Is("in_coup"),
            do=(must(Remedy.LET_STAND, *c("5.5", "default:4")), _new_cards("5.5")),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            Irregularity.OTHER_DEALING_ERROR,
            when=RESTORABLE,
            do=(
                must(Remedy.REBUILD, *c("5.12.2")),
                must(Remedy.OFFER_CHOICE, *c("5.12", "5.12.2")),
            ),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            Irregularity.OTHER_DEALING_ERROR,
            do=(
                must(Remedy.LET_STAND, *c("5.12.1")),
                must(Remedy.OFFER_CHOICE, *c("5.12", "5.12.1")),
            ),
        ),
        # Stakes.
        rule(
            Irregularity.LATE_STAKE,
            do=(must(Remedy.RETURN_STAKES, *c("5.6", "5.13"), whose=Whose.LATE_PART),),
        ),
        rule(Irregularity.LATE_WITHDRAWAL, do=(must(Remedy.HOLD_TO_CLOSE, *c("5.6", "5.13")),)),
        rule(
            Irregularity.OVER_DIFFERENTIAL,
            when=Is("in_time"),
            do=(must(Remedy.RETURN_STAKES, *c("5.1"), whose=Whose.EXCESS),),
        ),
        rule(Irregularity.OVER_DIFFERENTIAL, do=(must(Remedy.SCALE_STAKES, *c("5.1.1", "5.1.2")),)),
        rule(
            Irregularity.BELOW_MINIMUM,
            when=Is("in_time") & Is("warned"),
            do=(must(Remedy.RETURN_STAKES, *c("5.2"), whose=Whose.BELOW_MINIMUM),),
        ),
        rule(
            Irregularity.BELOW_MINIMUM,
            when=Is("in_time"),
            do=(must(Remedy.WARN_PATRON, *c("5.2")),),
        ),
        rule(Irregularity.BELOW_MINIMUM, do=(must(Remedy.LET_STAND, *c("5.2.1")),)),
        rule(Irregularity.PATRON_LEFT, do=(must(Remedy.LET_STAND, *c("5.3")),)),
        rule(Irregularity.CHIPS_MISPLACED, do=(must(Remedy.HOLD_TO_CLOSE, *c("5.13")),)),
        rule(Irregularity.WRONG_DISPLAY, do=(must(Remedy.LET_STAND, *c("5.14")),)),
        rule(Irregularity.WRONG_PAYMENT, do=(must(Remedy.SETTLE_AGAIN, *c("default:5")),)),
        # Everything the rules do not resolve.
        rule(
            Irregularity.BURN_OMITTED,
            Irregularity.EXPOSED_BEFORE_LOADING,
            Irregularity.NOT_PAYABLE,
            Irregularity.ANTE_MISSING,
            Irregularity.OTHER,
            do=(must(Remedy.FLOOR_DECIDES, *c("5.17")),),
        ),
    ),
)
