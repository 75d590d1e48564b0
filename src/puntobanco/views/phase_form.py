"""Where the game stands, for all viewers."""

from __future__ import annotations

from puntobanco.play import table as t
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand
from puntobanco.rules.words import HANDS, SLOTS
from puntobanco.sayings.saying import Saying, say, sentence
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Moment
from puntobanco.views.words import outcome_said
from puntobanco.wire.forms import PhaseForm

STAGES: dict[type[t.Stage], str] = {
    t.Closed: "closed",
    t.Preparing: "preparing",
    t.Ready: "ready",
    t.Betting: "betting",
    t.Dealing: "dealing",
    t.Resolved: "resolved",
}


_WAITING: dict[Question | None, str] = {
    Question.CHOICE: "phase.choice",
    Question.CALL: "phase.floor",
}
"""By the question that halts a table: what viewers are told, where it is not only a ruling."""


def phase_form(reading: Reading, moment: Moment) -> PhaseForm:
    """The phase and one sentence about it."""
    table, stage = reading.table, reading.table.stage
    betting = isinstance(stage, t.Betting)
    said = _said(reading, moment)
    no_bet = isinstance(stage, t.Ready | t.Betting | t.Dealing | t.Resolved) and stage.no_bet
    return PhaseForm(
        stage=STAGES[type(stage)],
        coup=table.coup,
        shoe=table.shoe.number,
        no_bet=no_bet,
        voided=isinstance(stage, t.Resolved) and stage.voided,
        halted=bool(table.halts),
        stopped=moment.stopped,
        closing=reading.setup.closing,
        opened_at=reading.memory.opened_at if betting else None,
        closes_at=moment.closes_at if betting and not table.halts else None,
        dealer=reading.memory.dealer,
        last_coups=table.shoe.coups_left,
        calls=_calls(reading.rules, table, no_bet=no_bet),
        line=sentence(said),
        said=said,
    )


def _calls(rules: HouseRules, table: t.Table, *, no_bet: bool) -> tuple[str, ...]:
    """What was announced in the words of the book and holds for the coup at hand."""
    stage, conduct, left = table.stage, rules.book.conduct, table.shoe.coups_left
    resolved = stage if isinstance(stage, t.Resolved) else None
    result = stage.result if isinstance(stage, t.Dealing | t.Resolved) else None
    tie = result is not None and result.winner is Winner.TIE and not (resolved and resolved.voided)
    counted_off = isinstance(stage, t.Dealing | t.Resolved)  # at the closing call
    last = left == (0 if counted_off else 1) or (resolved and left == 1)
    made = (conduct.tie_call, tie), (conduct.last_call, last), (conduct.no_bet_call, no_bet)
    return tuple(call.words for call, holds in made if call is not None and holds)


def _said(reading: Reading, moment: Moment) -> Saying:
    table = reading.table
    if moment.stopped:
        return say("phase.stopped", why=moment.stopped)
    if table.halts:
        return say(_WAITING.get(table.halts[-1].question, "phase.ruling"))
    match table.stage:
        case t.Closed():
            return say("phase.closed")
        case t.Preparing() | t.Ready() | t.Resolved() if reading.setup.closing:
            return say("phase.closing")
        case t.Preparing():
            return _preparing(table.stage)
        case t.Ready():
            return say("phase.ready")
        case t.Betting():
            return _betting(table.stage, closing=reading.setup.closing)
        case t.Dealing():
            return _dealing(reading.rules, table.stage)
        case t.Resolved():
            return _resolved(table, table.stage)


def _betting(stage: t.Betting, *, closing: bool) -> Saying:
    if stage.no_bet:
        return say("phase.no-bets")
    if closing:
        return say("phase.last-bets")
    return say("phase.reopened" if stage.reopened else "phase.betting")


def _resolved(table: t.Table, stage: t.Resolved) -> Saying:
    if stage.voided:
        return say("phase.void")
    if table.shoe.over or table.shoe.replacement:
        return say("phase.shoe-over")
    coup = t.coup_of(stage.tape)
    return outcome_said(stage.result or coup, "outcome.ended") if coup else say("phase.settled")


def _preparing(stage: t.Preparing) -> Saying:
    if not stage.source:
        return say("phase.awaiting-cards")
    return say("phase.burning" if "load" in stage.steps else "phase.preparing")


def _dealing(rules: HouseRules, stage: t.Dealing) -> Saying:
    if stage.offers:
        return say("phase.offered", hand=HANDS[stage.offers[0][0]])
    due = lawful_slot(rules.tableau, stage.tape)
    if due is not None:
        return say("phase.next", slot=SLOTS[due])
    down = {lying.slot.hand for lying in stage.tape if lying.slot and lying.card is None}
    if down:
        first = Hand.BANKER if stage.banker_first else Hand.PLAYER
        hand = first if first in down else first.other
        return say("phase.turned", hand=HANDS[hand])
    coup = t.coup_of(stage.tape)
    return outcome_said(stage.result or coup, "outcome.ended") if coup else say("phase.dealt")
