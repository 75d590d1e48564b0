"""Hands, cards and announcements."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import Steps, with_dealing, with_seen, with_shoe
from puntobanco.play.table import Asked, Dealing, Played, Table, TapeCard


def _house_asked(table: Table, event: e.HouseAsked) -> Table:
    asked = Asked(event.patron, event.what, event.hand)
    return with_dealing(table, asked=(*table.dealing.asked, asked))


def _house_answered(table: Table, event: e.HouseAnswered) -> Table:
    question = (event.patron, event.what, event.hand)
    asked = tuple(
        replace(each, granted=event.granted)
        if (each.patron, each.what, each.hand) == question
        else each
        for each in table.dealing.asked
    )
    return with_dealing(table, asked=asked)


def _hand_offered(table: Table, event: e.HandOffered) -> Table:
    return with_dealing(table, offers=(*table.dealing.offers, (event.hand, event.patron)))


def _without_offer(stage: Dealing, hand: Any) -> tuple[Any, ...]:
    return tuple(offer for offer in stage.offers if offer[0] is not hand)


def _hand_accepted(table: Table, event: e.HandAccepted) -> Table:
    stage = table.dealing
    handlers = {**stage.handlers, event.hand.value: event.patron}
    return with_dealing(table, handlers=handlers, offers=_without_offer(stage, event.hand))


def _hand_declined(table: Table, event: e.HandDeclined) -> Table:
    stage = table.dealing
    refused = (*stage.refused, (event.hand, event.patron))
    table = with_dealing(table, refused=refused, offers=_without_offer(stage, event.hand))
    if stage.handlers.get(event.hand.value) != event.patron:
        return table
    # The patron who had accepted it is gone: the cards are back in their box.
    handlers = {hand: who for hand, who in stage.handlers.items() if hand != event.hand.value}
    out = None if stage.out is event.hand else stage.out
    holders = {} if out is None else stage.holders
    return with_dealing(table, handlers=handlers, out=out, holders=holders)


def _hand_kept(table: Table, event: e.HandKept) -> Table:
    stage = table.dealing
    handlers = {**stage.handlers, event.hand.value: "dealer"}
    asked = tuple(
        replace(each, granted=False) if each.hand is event.hand else each for each in stage.asked
    )
    offers = _without_offer(stage, event.hand)
    return with_dealing(table, handlers=handlers, asked=asked, offers=offers)


def _order_of_hands_set(table: Table, event: e.OrderOfHandsSet) -> Table:
    return with_dealing(table, banker_first=True)


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    stage = table.dealing
    lying = TapeCard(
        event.slot, event.face_up, event.card, left=table.shoe.out, foreign=event.foreign
    )
    table = with_dealing(table, tape=(*stage.tape, lying), next_is_face_up=False)
    seen = None if event.foreign else event.card  # it is none of those that are counted
    return with_seen(table, seen, left_shoe=True)


def _card_turned(table: Table, event: e.CardTurned) -> Table:
    stage = table.dealing
    turned = next(
        place
        for place, lying in enumerate(stage.tape)
        if lying.slot is event.slot and lying.card is None
    )
    tape = tuple(
        replace(lying, face_up=True, card=event.card) if place == turned else lying
        for place, lying in enumerate(stage.tape)
    )
    seen = None if tape[turned].foreign else event.card
    return with_seen(with_dealing(table, tape=tape), seen, left_shoe=False)


def _hand_passed(table: Table, event: e.HandPassed) -> Table:
    stage = table.dealing
    tape = tuple(
        replace(lying, touched=True) if lying.slot and lying.slot.hand is event.hand else lying
        for lying in stage.tape
    )
    return with_dealing(table, tape=tape, out=event.hand)


def _card_passed(table: Table, event: e.CardPassed) -> Table:
    stage = table.dealing
    tape = tuple(
        replace(lying, touched=True) if lying.slot is event.slot else lying for lying in stage.tape
    )
    holders = {**stage.holders, event.slot.value: event.to}
    return with_dealing(table, tape=tape, out=event.slot.hand, holders=holders)


def _hand_returned(table: Table, event: e.HandReturned) -> Table:
    return with_dealing(table, out=None, holders={})


def _total_announced(table: Table, event: e.TotalAnnounced) -> Table:
    announced = {**table.dealing.announced, event.hand.value: event.total}
    return with_dealing(table, announced=announced)


def _result_announced(table: Table, event: e.ResultAnnounced) -> Table:
    return with_dealing(table, result=event)


def _card_corrected(table: Table, event: e.CardCorrected) -> Table:
    if event.coup is not None:
        return replace(_seen_anew(table, event), before=_corrected(table.before, event))
    stage = table.dealing
    table = with_dealing(table, tape=_with_face(stage.tape, event), announced={}, result=None)
    return _seen_anew(table, event)


def _seen_anew(table: Table, event: e.CardCorrected) -> Table:
    """The table with the right face among those seen, where the card is of these cards."""
    shoe = table.shoe
    gone = event.coup is not None and (shoe.continuous or event.coup < shoe.first_coup)
    if gone or event.was not in shoe.seen:
        return table
    seen = list(shoe.seen)
    seen[len(seen) - 1 - seen[::-1].index(event.was)] = event.card
    return with_shoe(table, seen=tuple(seen))


def _corrected(before: Played | None, event: e.CardCorrected) -> Played | None:
    if before is None or before.coup != event.coup:
        return before
    return replace(before, tape=_with_face(before.tape, event))


def _with_face(tape: tuple[TapeCard, ...], event: e.CardCorrected) -> tuple[TapeCard, ...]:
    return tuple(
        replace(lying, card=event.card) if lying.slot is event.slot else lying for lying in tape
    )


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
