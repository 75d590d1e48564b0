"""Where the game stands, for everybody."""

from __future__ import annotations

from puntobanco.play.table import (
    Betting,
    Closed,
    Dealing,
    Preparing,
    Ready,
    Resolved,
    Stage,
    Table,
    coup_of,
)
from puntobanco.play.tape import lawful_slot
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand
from puntobanco.views.forms import PhaseForm
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Moment
from puntobanco.views.words import PLACES, hand_words, outcome_sentence

STAGES: dict[type[Stage], str] = {
    Closed: "closed",
    Preparing: "preparing",
    Ready: "ready",
    Betting: "betting",
    Dealing: "dealing",
    Resolved: "resolved",
}


def phase_form(reading: Reading, moment: Moment) -> PhaseForm:
    """The phase and one sentence about it."""
    table, stage = reading.table, reading.table.stage
    betting = isinstance(stage, Betting)
    no_bet = isinstance(stage, Ready | Betting | Dealing | Resolved) and stage.no_bet
    return PhaseForm(
        stage=STAGES[type(stage)],
        coup=table.coup,
        shoe=table.shoe.number,
        no_bet=no_bet,
        voided=isinstance(stage, Resolved) and stage.voided,
        halted=bool(table.halts),
        stopped=moment.stopped,
        opened_at=reading.memory.opened_at if betting else None,
        closes_at=moment.closes_at if betting and not table.halts else None,
        dealer=reading.memory.dealer,
        last_coups=table.shoe.coups_left,
        line=_line(reading, moment),
    )


def _line(reading: Reading, moment: Moment) -> str:
    table = reading.table
    if moment.stopped:
        return f"The table is stopped: {moment.stopped}"
    if table.halts:
        if table.halts[-1].question is Question.CHOICE:
            return "Patrons with stakes choose whether to go on."
        return "The table waits for a ruling."
    match table.stage:
        case Closed():
            return "The table is closed."
        case Preparing():
            return _preparing(table.stage)
        case Ready():
            return "The next coup is about to be called."
        case Betting():
            return _betting(table.stage)
        case Dealing():
            return _dealing(reading.rules, table.stage)
        case Resolved():
            return _resolved(table, table.stage)


def _betting(stage: Betting) -> str:
    if stage.no_bet:
        return "This coup is dealt without bets."
    return "Betting goes on." if stage.reopened else "Place your bets."


def _resolved(table: Table, stage: Resolved) -> str:
    if stage.voided:
        return "The coup is void; every stake went back."
    if table.shoe.over or table.shoe.replacement:
        return "The shoe is over."
    coup = coup_of(stage.tape)
    return f"{outcome_sentence(coup)}." if coup else "The coup is settled."


def _preparing(stage: Preparing) -> str:
    if not stage.source:
        return "Cards are awaited."
    return "Cards are burnt." if "load" in stage.steps else "The cards are being prepared."


def _dealing(rules: HouseRules, stage: Dealing) -> str:
    if stage.offers:
        return f"{hand_words(stage.offers[0][0])}'s hand is offered."
    due = lawful_slot(rules.tableau, stage.tape)
    if due is not None:
        return f"No more bets. {PLACES[due]} is next."
    down = {lying.slot.hand for lying in stage.tape if lying.slot and lying.card is None}
    if down:
        first = Hand.BANKER if stage.banker_first else Hand.PLAYER
        hand = first if first in down else first.other
        return f"{hand_words(hand)}'s hand is turned."
    coup = coup_of(stage.tape)
    return f"{outcome_sentence(coup)}." if coup else "The cards are dealt."
