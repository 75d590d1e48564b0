"""Passing face-down cards to the patron who handles a hand: together, or one by one."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.cards.handlers import acts_for
from puntobanco.play.people import entitled, nominee_refusal
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.points import hand_total
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.words import HANDS, SLOTS
from puntobanco.sayings.saying import named, say


def pass_hand(rules: HouseRules, table: Table, request: r.PassHand) -> e.Events | Refusal:
    """Pass a hand's face-down cards to the patron who handles it, one hand at a time."""
    rule, stage, hand = rules.book.conduct.dealing, table.stage, request.hand
    refusal = entitled(rules, request.by, "dealer", rules.style.touch_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.not-dealing"), rule.hands_clauses)
    handler = stage.handlers.get(hand.value, "dealer")
    if handler == "dealer":
        said = say("refused.dealer-turns", hand=HANDS[hand])
        return Refusal(Reason.NOT_ENTITLED, said, rule.dealer_keeps_clauses)
    if stage.out is not None:
        said = say("refused.hand-is-out", hand=HANDS[stage.out])
        return Refusal(Reason.HAND_OUT, said, rule.one_hand_out_clauses)
    face_down = [lying for lying in stage.tape if not lying.face_up and lying.slot]
    if not any(lying.slot and lying.slot.hand is hand for lying in face_down):
        return Refusal(Reason.NOT_DUE, say("refused.nothing-to-turn"), rule.hands_clauses)
    refusal = _out_of_turn(rules, stage, hand)
    if refusal is not None:
        return refusal
    third = any(lying.slot and lying.slot.is_third for lying in face_down)
    clauses = (*rule.pass_clauses, *(rules.style.third_clauses if third else ()))
    return (e.HandPassed(hand=hand, patron=handler, clauses=clauses),)


def _out_of_turn(rules: HouseRules, stage: Dealing, hand: Hand) -> Refusal | None:
    """Why a hand's cards may not be passed yet: the other hand is turned and called first."""
    rule = rules.book.conduct.dealing
    first = Hand.BANKER if stage.banker_first else Hand.PLAYER
    if hand is first:
        return None
    cards = [lying for lying in stage.tape if lying.slot and lying.slot.hand is first]
    faces = [lying.card for lying in cards if lying.card is not None]
    waiting = any(not lying.face_up for lying in cards)
    if not waiting and rule.banker_first_post and faces:
        waiting = stage.announced.get(first.value) != hand_total(faces)
    if not waiting:
        return None
    said = say("refused.first-hand", hand=HANDS[first])
    if rule.banker_first_post and first is Hand.PLAYER:
        post = rules.book.posts.said(rule.banker_first_post)
        said = say("refused.first-hand-unless", hand=HANDS[first], post=post)
    clauses = (*rule.banker_first_clauses, *rule.player_first_clauses)
    return Refusal(Reason.NOT_DUE, said, clauses)


def pass_card(rules: HouseRules, table: Table, request: r.PassCard) -> e.Events | Refusal:
    """Pass one of a hand's two cards by itself, or hand on a card that one holds."""
    rule, stage, slot = rules.book.conduct.dealing, table.stage, request.slot
    separate = rules.chosen(rule.separate)
    if not separate or not isinstance(stage, Dealing):
        said = say("refused.passed-together")
        return Refusal(Reason.NOT_ENTITLED, said, rule.pass_clauses)
    way = separate[0]
    handler = stage.handlers.get(slot.hand.value, "dealer")
    patron = acts_for(rules, table, stage, slot.hand, handler)
    team = {patron, *(each.name for each in table.nominees.values() if each.patron == patron)}
    holds = stage.holders.get(slot.value)
    if request.to not in team or handler == "dealer":
        said = say("refused.wrong-receiver", who=named(request.to), patron=named(patron))
        return Refusal(Reason.NOT_ENTITLED, said, way.request_clauses)
    if request.to != patron:
        refusal = nominee_refusal(rules, table, request.to, patron, "cards")
        if refusal is not None:
            return refusal
    if slot.is_third:
        return _pass_third(rules, stage, request, handler)
    if holds == request.by or (stage.out is slot.hand and request.by == handler):
        return (e.CardPassed(slot=slot, to=request.to, clauses=way.hand_on_clauses),)
    which = way.first_clauses if slot.number == 1 else way.second_clauses
    clauses = (*which, *way.request_clauses)
    refusal = (
        entitled(rules, request.by, way.post, clauses)
        or _not_asked_for(stage, patron, clauses)
        or _not_to_be_passed(rules, stage, slot, which)
        or _out_of_turn(rules, stage, slot.hand)
    )
    return refusal or (e.CardPassed(slot=slot, to=request.to, clauses=clauses),)


def _not_asked_for(stage: Dealing, patron: str, clauses: Clauses) -> Refusal | None:
    if any((each.patron, each.what) == (patron, "pass") for each in stage.asked):
        return None
    said = say("refused.pass-not-asked", who=named(patron))
    return Refusal(Reason.NOT_ENTITLED, said, clauses)


def _not_to_be_passed(
    rules: HouseRules, stage: Dealing, slot: Slot, clauses: Clauses
) -> Refusal | None:
    if stage.out not in (None, slot.hand):
        said = say("refused.other-hand-out")
        never = rules.book.conduct.dealing.one_hand_out_clauses
        return Refusal(Reason.HAND_OUT, said, never)
    if not any(lying.slot is slot and not lying.face_up for lying in stage.tape):
        return Refusal(Reason.NOT_DUE, say("refused.not-face-down", slot=SLOTS[slot]), clauses)
    return None


def _pass_third(
    rules: HouseRules, stage: Dealing, request: r.PassCard, handler: str
) -> e.Events | Refusal:
    """A third card goes only to the person designated to receive the hand."""
    clauses, slot = rules.style.third_clauses, request.slot
    if request.to != handler:
        said = say("refused.third-goes-to", who=named(handler), hand=HANDS[slot.hand])
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    refusal = entitled(rules, request.by, "dealer", clauses) or _out_of_turn(
        rules, stage, slot.hand
    )
    if refusal is not None:
        return refusal
    if stage.out is not None or not any(
        lying.slot is slot and not lying.face_up for lying in stage.tape
    ):
        return Refusal(Reason.NOT_DUE, say("refused.nothing-to-pass", slot=SLOTS[slot]), clauses)
    return (e.CardPassed(slot=slot, to=request.to, clauses=clauses),)
