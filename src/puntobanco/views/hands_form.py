"""The cards on the table, why each third card came or did not, and how the coup ended."""

from __future__ import annotations

from puntobanco.play.announced import can_end, deciding_line
from puntobanco.play.cards.tape import is_over, lawful_slot, seen_total
from puntobanco.play.events import ResultAnnounced
from puntobanco.play.table import Dealing, Ready, Resolved, TapeCard, coup_of, tape_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup
from puntobanco.rules.points import hand_total, hand_value
from puntobanco.rules.slots import Hand
from puntobanco.rules.tableau import Decision
from puntobanco.rules.wagers import Lose, Push, Win
from puntobanco.sayings.saying import english, sentence
from puntobanco.views.reading import Reading
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.words import outcome_said, person_said
from puntobanco.wire import forms as f

ENDS = {Win: "win", Push: "push", Lose: "lose"}


def hands_form(reading: Reading) -> f.HandsForm:
    """Both hands as all viewers see them."""
    rules, stage = reading.rules, reading.table.stage
    tape = tape_of(stage)
    voided = isinstance(stage, Resolved) and stage.voided
    waits = isinstance(stage, Dealing) and not stage.result_announced
    due = lawful_slot(rules.tableau, tape) if waits else None
    coup = coup_of(tape)
    result = stage.result if isinstance(stage, Dealing | Resolved) else None
    over = result is not None or is_over(rules.tableau, tape)
    ended = isinstance(stage, Dealing | Resolved) and not voided and over
    carried = stage.carried if isinstance(stage, Ready | Dealing | Resolved) else ()
    return f.HandsForm(
        cards=tuple(_card(reading, lying) for lying in tape),
        player_total=seen_total(tape, Hand.PLAYER),
        banker_total=seen_total(tape, Hand.BANKER),
        next_slot=due.value if due else "",
        reasons=_reasons(rules, coup) if coup is not None and not voided else (),
        outcome=_outcome(rules, coup, result) if ended and can_end(rules, tape) else None,
        voided=voided,
        carried=len(carried),
    )


def face(lying: TapeCard) -> str | None:
    """A card's two letters; None while it lies face down."""
    return lying.card.text if lying.face_up and lying.card is not None else None


def _card(reading: Reading, lying: TapeCard) -> f.CardForm:
    stage = reading.table.stage
    who = holder(stage, lying) if isinstance(stage, Dealing) else ""
    if who not in ("", "dealer"):
        who = english(person_said(reading.rules, reading.table, reading.memory.left, who))
    return f.CardForm(slot=lying.slot.value if lying.slot else "", card=face(lying), held_by=who)


def holder(stage: Dealing, lying: TapeCard) -> str:
    """Who has a card in hand now; empty: it lies on the table."""
    if lying.slot is None or lying.face_up or stage.out is not lying.slot.hand:
        return ""
    if stage.holders:
        return stage.holders.get(lying.slot.value, "")
    return stage.handlers.get(stage.out.value, "dealer")


def _reasons(rules: HouseRules, coup: DealtCoup) -> tuple[f.ThirdCardForm, ...]:
    """Why each hand drew or stood; nothing where the cards that lie there do not follow it."""
    decisions = coup.decisions(rules.tableau)
    for each in decisions:
        lying = coup.player if each.hand is Hand.PLAYER else coup.banker
        if len(lying) > 2 and not each.draws:
            return ()
    return tuple(_reason(rules, coup, each) for each in decisions)


def _reason(rules: HouseRules, coup: DealtCoup, decision: Decision) -> f.ThirdCardForm:
    own = coup.player if decision.hand is Hand.PLAYER else coup.banker
    total = hand_total(own[:2])
    third = hand_value(coup.player[2]) if len(coup.player) > 2 else None
    looked = decision.hand is Hand.BANKER and len(set(rules.tableau.banker_draws[total][:10])) > 1
    return f.ThirdCardForm(
        hand=decision.hand.value,
        draws=decision.draws,
        own_total=total,
        against=third if looked else None,
        sentence=sentence(decision.said),
        said=decision.said,
        clauses=decision.clauses,
    )


def _outcome(
    rules: HouseRules, coup: DealtCoup | None, said: ResultAnnounced | None
) -> f.OutcomeForm:
    assert coup is not None
    bead, ended = bead_of(coup, said), said or coup
    return f.OutcomeForm(
        winner=ended.winner.value,
        player_total=ended.player_total,
        banker_total=ended.banker_total,
        natural=bead.natural,
        player_pair=bead.player_pair,
        banker_pair=bead.banker_pair,
        wagers={
            wager.name: ENDS[type(deciding_line(rules, coup, said, wager).end)]
            for wager in rules.wagers.values()
        },
        sentence=sentence(
            outcome_said(ended, "outcome.natural" if bead.natural else "outcome.ended")
        ),
    )
