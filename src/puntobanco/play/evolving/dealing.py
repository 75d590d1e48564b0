"""Hands, cards and announcements."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import Steps, with_dealing, with_seen, with_shoe
from puntobanco.play.table import (
    Asked,
    Dealing,
    Table,
    TapeCard,
)


def _house_asked(table: Table, event: e.HouseAsked) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    asked = Asked(event.patron, event.what, event.hand)
    return with_dealing(table, asked=(*table.stage.asked, asked))


def _house_answered(table: Table, event: e.HouseAnswered) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    question = (event.patron, event.what, event.hand)
    asked = tuple(
        replace(each, granted=event.granted)
        if (each.patron, each.what, each.hand) == question
        else each
        for each in table.stage.asked
    )
    return with_dealing(table, asked=asked)


def _hand_offered(table: Table, event: e.HandOffered) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    return with_dealing(table, offers=(*table.stage.offers, (event.hand, event.patron)))


def _without_offer(stage: Dealing, hand: Any) -> tuple[Any, ...]:
    return tuple(offer for offer in stage.offers if offer[0] is not hand)


def _hand_accepted(table: Table, event: e.HandAccepted) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    handlers = {**stage.handlers, event.hand.value: event.patron}
    return with_dealing(table, handlers=handlers, offers=_without_offer(stage, event.hand))


def _hand_declined(table: Table, event: e.HandDeclined) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    refused = (*stage.refused, (event.hand, event.patron))
    table = with_dealing(table, refused=refused, offers=_without_offer(stage, event.hand))
    if stage.handlers.get(event.hand.value) != event.patron:
        return table
    # Somebody who had accepted it is gone: the cards are back in their box.
    handlers = {hand: who for hand, who in stage.handlers.items() if hand != event.hand.value}
    out = None if stage.out is event.hand else stage.out
    holders = {} if out is None else stage.holders
    return with_dealing(table, handlers=handlers, out=out, holders=holders)


def _hand_kept(table: Table, event: e.HandKept) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    handlers = {**stage.handlers, event.hand.value: "dealer"}
    asked = tuple(
        replace(each, granted=False) if each.hand is event.hand else each for each in stage.asked
    )
    offers = _without_offer(stage, event.hand)
    return with_dealing(table, handlers=handlers, asked=asked, offers=offers)


def _order_of_hands_set(table: Table, event: e.OrderOfHandsSet) -> Table:
    return with_dealing(table, banker_first=True)


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    lying = TapeCard(event.slot, event.face_up, event.card, left=table.shoe.out)
    table = with_dealing(table, tape=(*stage.tape, lying), next_is_face_up=False)
    return with_seen(table, event.card, left_shoe=True)


def _card_turned(table: Table, event: e.CardTurned) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    turned = next(
        place
        for place, lying in enumerate(stage.tape)
        if lying.slot is event.slot and lying.card is None
    )
    tape = tuple(
        replace(lying, face_up=True, card=event.card) if place == turned else lying
        for place, lying in enumerate(stage.tape)
    )
    return with_seen(with_dealing(table, tape=tape), event.card, left_shoe=False)


def _hand_passed(table: Table, event: e.HandPassed) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, touched=True) if lying.slot and lying.slot.hand is event.hand else lying
        for lying in stage.tape
    )
    return with_dealing(table, tape=tape, out=event.hand)


def _card_passed(table: Table, event: e.CardPassed) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, touched=True) if lying.slot is event.slot else lying for lying in stage.tape
    )
    holders = {**stage.holders, event.slot.value: event.to}
    return with_dealing(table, tape=tape, out=event.slot.hand, holders=holders)


def _hand_returned(table: Table, event: e.HandReturned) -> Table:
    return with_dealing(table, out=None, holders={})


def _total_announced(table: Table, event: e.TotalAnnounced) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    announced = {**table.stage.announced, event.hand.value: event.total}
    return with_dealing(table, announced=announced)


def _result_announced(table: Table, event: e.ResultAnnounced) -> Table:
    return with_dealing(table, result_announced=True)


def _card_corrected(table: Table, event: e.CardCorrected) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, card=event.card) if lying.slot is event.slot else lying
        for lying in stage.tape
    )
    seen = list(table.shoe.seen)
    seen[len(seen) - 1 - seen[::-1].index(event.was)] = event.card
    table = with_shoe(table, seen=tuple(seen))
    return with_dealing(table, tape=tape, announced={}, result_announced=False)


STEPS: Steps = {
    e.HouseAsked: _house_asked,
    e.HouseAnswered: _house_answered,
    e.HandOffered: _hand_offered,
    e.HandAccepted: _hand_accepted,
    e.HandDeclined: _hand_declined,
    e.HandKept: _hand_kept,
    e.OrderOfHandsSet: _order_of_hands_set,
    e.CardCorrected: _card_corrected,
    e.CardDealt: _card_dealt,
    e.CardTurned: _card_turned,
    e.HandPassed: _hand_passed,
    e.CardPassed: _card_passed,
    e.HandReturned: _hand_returned,
    e.TotalAnnounced: _total_announced,
    e.ResultAnnounced: _result_announced,
}
