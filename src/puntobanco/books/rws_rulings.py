"""The irregularities of both RWS documents (5.1 to 5.17, alike in number and meaning)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.books import silent
from puntobanco.rules.conditions import Condition, Is
from puntobanco.rules.rulings import (
    DEALING_ERRORS,
    DUE,
    RESTORABLE,
    STAKES_AND_PAYMENT,
    Irregularity,
    Judge,
    Remedy,
    RulingRow,
    Rulings,
    Whose,
    may_before_next,
    must,
    rule,
    void_or_stand,
)

ESTABLISHED = Is("established")


_SURPLUS = (Irregularity.SURPLUS_THIRD_TO_PLAYER, Irregularity.SURPLUS_CARD)
_EXPOSED = (Irregularity.FIRST_CARD_FACE_UP, Irregularity.CARD_FACE_UP, Irregularity.CARD_FLASHED)
_MISDELIVERED = (Irregularity.WRONG_AREA, Irregularity.WRONG_PERSON)
_SET = {
    Irregularity.FOREIGN_CARD: "5.5.1",
    Irregularity.WRONG_COUNT: "5.5.2",
    Irregularity.NOT_SHUFFLED: "5.5.5",
    Irregularity.TOO_FEW_CARDS: "5.5.4",
}


def _with_choice(
    *irregularities: Irregularity,
    when: Condition | None = None,
    do: Remedy,
    cites: tuple[str, ...],
    grants: str,
    choice: tuple[str, ...] = ("5.12", "5.12.2"),
) -> tuple[RulingRow, RulingRow]:
    """A remedy after which patrons choose to go on, unless some wager is won or lost already."""
    established = ESTABLISHED if when is None else when & ESTABLISHED
    offer = must(Remedy.OFFER_CHOICE, grants, *choice)
    return (
        rule(*irregularities, when=established, do=must(do, *dict.fromkeys((*cites, grants)))),
        rule(*irregularities, when=when, do=(must(do, *cites), offer)),
    )


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
            do=must(Remedy.LET_STAND, "5.11"),
        ),
        # The set of cards is wrong: void what is open, whatever was decided; no coup, nothing void.
        *(
            row
            for irregularity, clause in _SET.items()
            for row in void_or_stand(
                irregularity,
                void=(clause, "5.5", "5.15"),
                stand=(clause, "5.5"),
                then=silent.new_cards(clause),
            )
        ),
        # Technical interruption.
        rule(
            Irregularity.INTERRUPTION, when=ESTABLISHED, do=must(Remedy.LET_STAND, "5.4.1", "5.4")
        ),
        rule(
            Irregularity.INTERRUPTION,
            when=Is("in_coup"),
            do=must(Remedy.VOID_COUP, "5.4.2", "5.4", "5.15"),
        ),
        rule(Irregularity.INTERRUPTION, do=must(Remedy.LET_STAND, "default:4")),
        # A card drawn in excess.
        rule(
            *_SURPLUS,
            Irregularity.MISSING_CARD,
            when=~RESTORABLE,
            do=must(Remedy.VOID_COUP, "5.5.3", "5.5", "5.15"),
        ),
        *_with_choice(*_SURPLUS, when=DUE, do=Remedy.USE_WHERE_DUE, cites=("5.7",), grants="5.7.1"),
        *_with_choice(*_SURPLUS, do=Remedy.CARRY_TO_NEXT, cites=("5.7",), grants="5.7.1"),
        # A card that was due and not drawn: drawn now, with the general choice.
        rule(
            Irregularity.MISSING_CARD,
            do=(must(Remedy.REBUILD, "5.12.2"), must(Remedy.OFFER_CHOICE, "5.12", "5.12.2")),
        ),
        # A card seen before its time.
        rule(*_EXPOSED, when=~Is("in_coup"), do=must(Remedy.CARRY_TO_NEXT, "5.7")),
        *_with_choice(*_EXPOSED, do=Remedy.USE_WHERE_DUE, cites=("5.7",), grants="5.7.1"),
        # Cards to the wrong area or person.
        *(
            row
            for irregularity, clause in zip(_MISDELIVERED, ("5.8.1", "5.8.2"), strict=True)
            for row in (
                *_with_choice(
                    irregularity,
                    when=RESTORABLE,
                    do=Remedy.REBUILD,
                    cites=(clause, "5.8", "5.8[play]"),
                    grants="5.8[options]",
                ),
                rule(
                    irregularity,
                    do=(
                        must(Remedy.LET_STAND, clause, "5.8"),
                        must(Remedy.OFFER_CHOICE, "5.8[options]", "5.12", "5.12.1"),
                    ),
                ),
            )
        ),
        # Face up where cards are dealt face down.
        *_with_choice(
            Irregularity.DEALT_FACE_UP,
            do=Remedy.LET_STAND,
            cites=("5.9",),
            grants="5.9",
            choice=("5.12",),
        ),
        # Cards drawn together: in known order like a surplus card, else the floor orders them.
        *_with_choice(
            Irregularity.DRAWN_TOGETHER,
            when=RESTORABLE,
            do=Remedy.USE_WHERE_DUE,
            cites=("5.7",),
            grants="5.7.1",
        ),
        rule(
            Irregularity.DRAWN_TOGETHER,
            do=(
                must(Remedy.ORDER_BY_FLOOR, "5.10"),
                must(Remedy.OFFER_CHOICE, "5.10.1", "5.12", "5.12.1"),
                may_before_next("pit-supervisor", Remedy.REPLACE_CARDS, "5.10.2"),
            ),
        ),
        # The order of the cards is lost while no coup is open: the last one stands.
        rule(
            Irregularity.ORDER_DISTURBED,
            when=~Is("in_coup") & RESTORABLE,
            do=must(Remedy.LET_STAND, "5.5", "default:4"),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            when=~Is("in_coup"),
            do=(must(Remedy.LET_STAND, "5.5", "default:4"), silent.new_cards("5.5")),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            Irregularity.OTHER_DEALING_ERROR,
            when=RESTORABLE,
            do=(must(Remedy.REBUILD, "5.12.2"), must(Remedy.OFFER_CHOICE, "5.12", "5.12.2")),
        ),
        rule(
            Irregularity.ORDER_DISTURBED,
            Irregularity.OTHER_DEALING_ERROR,
            do=(must(Remedy.LET_STAND, "5.12.1"), must(Remedy.OFFER_CHOICE, "5.12", "5.12.1")),
        ),
        # Stakes.
        rule(
            Irregularity.LATE_STAKE,
            do=must(Remedy.RETURN_STAKES, "5.6", "5.13", whose=Whose.LATE_PART),
        ),
        rule(Irregularity.LATE_WITHDRAWAL, do=must(Remedy.HOLD_TO_CLOSE, "5.6", "5.13")),
        rule(
            Irregularity.OVER_DIFFERENTIAL,
            when=Is("in_time"),
            do=must(Remedy.RETURN_STAKES, "5.1", whose=Whose.EXCESS),
        ),
        rule(Irregularity.OVER_DIFFERENTIAL, do=must(Remedy.SCALE_STAKES, "5.1.1", "5.1.2")),
        rule(
            Irregularity.BELOW_MINIMUM,
            when=Is("in_time") & Is("warned"),
            do=must(Remedy.RETURN_STAKES, "5.2", whose=Whose.BELOW_MINIMUM),
        ),
        rule(Irregularity.BELOW_MINIMUM, when=Is("in_time"), do=must(Remedy.WARN_PATRON, "5.2")),
        rule(Irregularity.BELOW_MINIMUM, do=must(Remedy.LET_STAND, "5.2.1")),
        rule(Irregularity.PATRON_LEFT, do=must(Remedy.LET_STAND, "5.3")),
        rule(Irregularity.CHIPS_MISPLACED, do=must(Remedy.HOLD_TO_CLOSE, "5.13")),
        rule(Irregularity.WRONG_DISPLAY, do=must(Remedy.LET_STAND, "5.14")),
        silent.WRONG_PAYMENT,
        # Everything the rules do not resolve.
        rule(
            Irregularity.BURN_OMITTED,
            Irregularity.EXPOSED_BEFORE_LOADING,
            Irregularity.NOT_PAYABLE,
            Irregularity.ANTE_MISSING,
            Irregularity.OTHER,
            do=must(Remedy.FLOOR_DECIDES, "5.17"),
        ),
    ),
)
