"""Irregularities, questions and remedies."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play import table as t
from puntobanco.play.events import StakeKey
from puntobanco.play.evolving.parts import (
    Steps,
    in_order,
    with_dealing,
    with_paid,
    with_rack,
    with_resolved,
    with_seen,
    with_shoe,
)
from puntobanco.rules.rulings import FOUND_FACE_UP, OF_THE_SET, Question
from puntobanco.rules.slots import Slot
from puntobanco.rules.wagers import Result


def _irregularity_found(table: t.Table, event: e.IrregularityFound) -> t.Table:
    halt = t.Halt(
        event.irregularity,
        event.facts,
        event.patron,
        event.place,
        event.wager,
        after_coup=event.after_coup,
    )
    by_itself = event.by == "table" and event.irregularity in OF_THE_SET
    if by_itself and event.irregularity not in table.shoe.alarms:
        table = with_shoe(table, alarms=(*table.shoe.alarms, event.irregularity))
    if event.irregularity in FOUND_FACE_UP and isinstance(table.stage, t.Dealing):
        table = with_dealing(table, next_is_face_up=True)
    return replace(table, halts=(*table.halts, halt))


def _halt(table: t.Table, **changes: Any) -> t.Table:
    *earlier, latest = table.halts
    return replace(table, halts=(*earlier, replace(latest, **changes)))


def _question_asked(table: t.Table, event: e.QuestionAsked) -> t.Table:
    if event.until_next:
        assert event.remedy is not None, event
        assert event.post is not None, event
        standing = t.Standing(event.remedy, event.post, event.clauses)
        table = replace(table, standing=(*table.standing, standing))
        return _halt(table, steps_done=table.halts[-1].steps_done + 1)
    return _halt(
        table,
        question=event.question,
        remedy=event.remedy,
        post=event.post,
        waiting=event.patrons,
    )


def _question_answered(table: t.Table, event: e.QuestionAnswered) -> t.Table:
    if not table.halts:
        return replace(table, standing=table.standing[1:])
    halt = table.halts[-1]
    if event.question is Question.RESTORABLE:
        facts = {**halt.facts, "restorable": event.answer == "yes"}
        return _halt(table, facts=facts, question=None)
    if event.question is Question.CHOICE:
        waiting = tuple(name for name in halt.waiting if name != event.by)
        if event.answer == "go-on" and isinstance(table.stage, t.Dealing):
            table = with_dealing(table, bound=(*table.stage.bound, event.by))
        if waiting:
            return _halt(table, waiting=waiting)
        return _halt(table, waiting=(), question=None, answer="done")
    return _halt(table, question=None, answer=event.answer)


def _remedy_applied(table: t.Table, event: e.RemedyApplied | e.RemedyDeclined) -> t.Table:
    done = table.halts[-1].steps_done + 1
    return _halt(table, steps_done=done, question=None, answer="", waiting=())


def _resumed(table: t.Table, event: e.Resumed) -> t.Table:
    return replace(table, halts=table.halts[:-1])


def _cards_rebuilt(table: t.Table, event: e.CardsRebuilt) -> t.Table:
    stage = table.dealing
    tape = tuple(
        replace(stage.tape[place], slot=slot)
        for place, slot in zip(event.order, event.slots, strict=True)
    )
    carried = (*stage.carried, *(stage.tape[place] for place in event.carried))
    if tape == tuple(lying for lying in stage.tape if lying in tape and lying.slot is not None):
        return with_dealing(table, tape=tape, carried=carried)  # the hands are what they were
    return with_dealing(table, tape=tape, carried=carried, announced={}, result=None)


def _cards_discarded(table: t.Table, event: e.CardsDiscarded) -> t.Table:
    stage = table.stage
    if isinstance(stage, t.Betting):
        return replace(table, stage=replace(stage, tape=()))
    assert isinstance(stage, t.Dealing | t.Resolved | t.Ready), stage
    return replace(table, stage=replace(stage, carried=()))


def _waiting_ordered(table: t.Table, event: e.WaitingOrdered) -> t.Table:
    stage = table.stage
    if isinstance(stage, t.Betting):
        tape = tuple(stage.tape[place] for place in event.order)
        return replace(table, stage=replace(stage, tape=in_order(tape)))
    assert isinstance(stage, t.Dealing | t.Resolved | t.Ready), stage
    carried = tuple(stage.carried[place] for place in event.order)
    return replace(table, stage=replace(stage, carried=carried))


def _patron_warned(table: t.Table, event: e.PatronWarned) -> t.Table:
    stage = table.stage
    assert isinstance(stage, t.Betting), stage
    key = event.key
    return replace(table, stage=replace(stage, warned=(*stage.warned, key)))


def _next_without_bets(table: t.Table, event: e.NextWithoutBets) -> t.Table:
    stage = table.stage
    if isinstance(stage, t.Ready):
        return replace(table, stage=replace(stage, no_bet=True))
    if isinstance(stage, t.Betting | t.Dealing) and event.coup == table.coup:
        return replace(table, stage=replace(stage, no_bet=True))
    assert isinstance(stage, t.Dealing | t.Resolved), stage
    return replace(table, stage=replace(stage, next_no_bet=True))


def _card_carried(table: t.Table, event: e.CardCarried) -> t.Table:
    stage = table.stage
    lying = t.TapeCard(
        Slot.P1, event.card is not None, event.card, left=table.shoe.out, foreign=event.foreign
    )
    if isinstance(stage, t.Betting):
        table = replace(table, stage=replace(stage, tape=in_order((*stage.tape, lying))))
    else:
        assert isinstance(stage, t.Dealing | t.Resolved | t.Ready), stage
        table = replace(table, stage=replace(stage, carried=(*stage.carried, lying)))
    return with_seen(table, None if event.foreign else event.card, left_shoe=True)


def _coup_voided(table: t.Table, event: e.CoupVoided) -> t.Table:
    stage = table.open_coup
    carried = stage.carried if isinstance(stage, t.Dealing) else ()
    resolved = t.Resolved(
        stakes={},
        antes={},
        tape=stage.tape,
        settled=(),
        staying={},
        no_bet=stage.no_bet,
        voided=True,
        carried=carried,
        next_no_bet=isinstance(stage, t.Dealing) and stage.next_no_bet,
    )
    return with_resolved(table, resolved)


def _settlement_reversed(table: t.Table, event: e.SettlementReversed) -> t.Table:
    table = _lying_again(table, event)
    if event.stays:
        return replace(table, patrons=with_rack(table, event.patron, -event.taken_back))
    if event.result is Result.LOSE:
        return table
    patrons = with_rack(table, event.patron, -event.stake - event.profit, owed=-event.owed)
    return replace(table, patrons=patrons)


def _lying_again(table: t.Table, event: e.SettlementReversed) -> t.Table:
    """A stake whose settlement is undone lies where it lay, as if it had not been settled."""
    key = event.key
    if isinstance(table.stage, t.Dealing):
        return with_dealing(table, settled=_without(table.stage.settled, key))
    paid = t.paid_coup(table)
    assert paid is not None, table.stage
    staying = {**paid.staying, key: event.stake}
    return with_paid(table, replace(paid, settled=_without(paid.settled, key), staying=staying))


def _without(lines: tuple[e.StakeSettled, ...], key: StakeKey) -> tuple[e.StakeSettled, ...]:
    return tuple(line for line in lines if line.key != key)


def _coup_reopened(table: t.Table, event: e.CoupReopened) -> t.Table:
    stage = t.paid_coup(table)
    assert stage is not None, table.stage
    if isinstance(table.stage, t.Preparing | t.Ready):
        shelved = (
            t.Shelved(table.shoe, preparing=table.stage)
            if isinstance(table.stage, t.Preparing)
            else t.Shelved(table.shoe, ready=table.stage)
        )
        table = replace(table, shelved=shelved, shoe=table.last_shoe, last=None)
    dealing = t.Dealing(
        stage.stakes,
        stage.antes,
        stage.no_bet,
        stage.tape,
        bound=stage.bound,
        carried=stage.carried,
        next_no_bet=stage.next_no_bet,
        late=stage.late,
    )
    return replace(table, stage=dealing)


STEPS: Steps = {
    e.IrregularityFound: _irregularity_found,
    e.QuestionAsked: _question_asked,
    e.QuestionAnswered: _question_answered,
    e.RemedyApplied: _remedy_applied,
    e.RemedyDeclined: _remedy_applied,
    e.CardsDiscarded: _cards_discarded,
    e.Resumed: _resumed,
    e.CardsRebuilt: _cards_rebuilt,
    e.WaitingOrdered: _waiting_ordered,
    e.PatronWarned: _patron_warned,
    e.NextWithoutBets: _next_without_bets,
    e.CardCarried: _card_carried,
    e.CoupVoided: _coup_voided,
    e.SettlementReversed: _settlement_reversed,
    e.CoupReopened: _coup_reopened,
}
