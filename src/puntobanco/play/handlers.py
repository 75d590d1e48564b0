"""Who handles which hand: offered by the size of stakes, accepted, declined, kept, squeezed."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.people import acting_refusal, entitled
from puntobanco.play.table import Dealing, Stakes, Table
from puntobanco.play.tape import lawful_slot
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import OfferRule, Turner
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand, Slot


def backers(rules: HouseRules, table: Table, hand: Hand, stakes: Stakes) -> dict[str, Units]:
    """Seated patrons with stakes on a hand, and their totals over all areas."""
    totals: dict[str, Units] = {}
    for (patron, _, wager), stake in stakes.items():
        if rules.wagers[wager].kind.hand is hand and table.patrons[patron].place is not None:
            totals[patron] = totals.get(patron, 0) + stake
    return totals


def offers(rules: HouseRules, table: Table) -> e.Events:
    """What the dealer does about both hands once betting is closed, in a style that passes them."""
    stage = table.stage
    if rules.style.turner is not Turner.PATRON or not isinstance(stage, Dealing):
        return ()
    made = stage.offers or stage.refused or stage.handlers
    if made or len(stage.tape) != stage.waited:
        return ()
    return tuple(_next_offer(rules, table, hand, stage.stakes, ()) for hand in Hand)


def _offer_rule(rules: HouseRules, hand: Hand) -> OfferRule:
    rule = rules.book.conduct.dealing
    return rule.banker_offer if hand is Hand.BANKER else rule.player_offer


def _next_offer(
    rules: HouseRules, table: Table, hand: Hand, stakes: Stakes, refused: tuple[str, ...]
) -> e.HandOffered | e.HandKept:
    rule, dealing = _offer_rule(rules, hand), rules.book.conduct.dealing
    totals = backers(rules, table, hand, stakes)
    order = sorted(totals, key=lambda who: (-totals[who], table.patrons[who].place or 0))
    for patron in order:
        if patron in refused:
            continue
        highest = totals[patron] == totals[order[0]]
        equals = sum(total == totals[patron] for total in totals.values()) > 1
        why = rule.highest_clauses if highest else rule.next_clauses
        clauses = (*why, *(rule.equal_clauses if equals else ()), *rule.clauses)
        return e.HandOffered(hand=hand, patron=patron, clauses=clauses)
    why = dealing.keep_no_bet_clauses
    if order:
        why = (*dealing.keep_declined_clauses, *rule.nobody_clauses)
    separate = rules.chosen(dealing.separate)
    clauses = (*why, *dealing.dealer_keeps_clauses)
    if separate:
        clauses = (*clauses, *separate[0].dealer_clauses)
    return e.HandKept(hand=hand, clauses=clauses)


def answer_offer(rules: HouseRules, table: Table, request: r.AnswerOffer) -> e.Events | Refusal:
    """Accept or decline; a declined hand goes on to the next in order."""
    stage, rule = table.stage, _offer_rule(rules, request.hand)
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no hand is on offer now", rule.clauses)
    offered = [patron for hand, patron in stage.offers if hand is request.hand]
    nominee = table.nominees.get(request.by)
    own = nominee is None or offered == [request.by]
    patron = request.by if own or nominee is None else nominee.patron
    if offered != [patron]:
        sentence = f"the {request.hand.value}'s hand is not on offer to {request.by}"
        clauses = rule.clauses
        known = table.patrons.get(patron)
        if known is not None and known.place is None:
            sharing = rules.chosen(rules.book.conduct.sharing)[0]
            clauses = sharing.no_role_clauses or clauses
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    refusal = acting_refusal(rules, table, request.by, patron, "cards")
    if refusal is not None:
        return refusal
    if request.accept:
        clauses = (*rules.book.conduct.dealing.handler_clauses, *rule.clauses)
        return (e.HandAccepted(hand=request.hand, patron=request.by, clauses=clauses),)
    refused = (*(who for hand, who in stage.refused if hand is request.hand), patron)
    declined = e.HandDeclined(hand=request.hand, patron=patron, clauses=rule.clauses)
    return declined, _next_offer(rules, table, request.hand, stage.stakes, refused)


def ask_to_squeeze(rules: HouseRules, table: Table, request: r.AskToSqueeze) -> e.Events | Refusal:
    """The seated patron with the largest stake may turn a hand, if he asks before it is dealt."""
    stage, clauses = table.stage, rules.book.conduct.squeeze_clauses
    if not clauses or rules.style.turner is not Turner.DEALER:
        sentence = "cards are not squeezed at this table"
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses or rules.style.touch_clauses)
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "ask after the closing call", clauses)
    largest = max(
        (
            (stake, -(table.patrons[who].place or 0), who)
            for (who, _, wager), stake in stage.stakes.items()
            if table.patrons[who].place is not None and _counts_for(rules, wager, request.hand)
        ),
        default=None,
    )
    if largest is None or largest[2] != request.by:
        sentence = f"{request.by} is not the seated patron with the largest stake"
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    due = lawful_slot(rules.tableau, stage.tape)
    begun = any(lying.slot and lying.slot.hand is request.hand for lying in stage.tape)
    if begun and (due is None or due.hand is not request.hand or not due.is_third):
        sentence = "it must be asked before the card leaves the shoe"
        return Refusal(Reason.CARDS_SEEN, sentence, clauses)
    return (e.HandAccepted(hand=request.hand, patron=request.by, clauses=clauses),)


def _counts_for(rules: HouseRules, wager: str, hand: Hand) -> bool:
    return not rules.settings.squeeze_by_hand or rules.wagers[wager].kind.hand is hand


def keep_hand(rules: HouseRules, table: Table, request: r.KeepHand) -> e.Events | Refusal:
    """A supervisor has the dealer turn a hand."""
    rule = rules.book.conduct.dealing
    clauses = (*rule.keep_directed_clauses, *rule.dealer_keeps_clauses)
    for each in rules.chosen(rule.separate):
        clauses = (*clauses, *each.dealer_clauses)
    refusal = entitled(rules, request.by, rule.keep_post, clauses)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no hand is dealt now", clauses)
    return (e.HandKept(hand=request.hand, clauses=clauses),)


def let_turn(rules: HouseRules, table: Table, request: r.LetTurn) -> e.Events | Refusal:
    """A supervisor lets a willing patron turn a hand that nobody entitled will handle."""
    rule, stage = rules.book.conduct.dealing, table.stage
    separate = rules.chosen(rule.separate)
    if not separate:
        sentence = "only an entitled patron or the dealer turns a hand here"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.dealer_keeps_clauses)
    refusal = entitled(rules, request.by, separate[0].post, separate[0].volunteer_clauses)
    if refusal is not None:
        return refusal
    kept = isinstance(stage, Dealing) and stage.handlers.get(request.hand.value) == "dealer"
    known = table.patrons.get(request.patron)
    if not isinstance(stage, Dealing) or not kept or known is None or known.place is None:
        sentence = "this is for a seated patron, and for a hand that the dealer keeps"
        return Refusal(Reason.NOT_ENTITLED, sentence, separate[0].volunteer_clauses)
    backed = backers(rules, table, request.hand, stage.stakes)
    why = separate[0].declined_clauses if backed else separate[0].no_bet_clauses
    clauses = (*why, *separate[0].volunteer_clauses)
    return (e.HandAccepted(hand=request.hand, patron=request.patron, clauses=clauses),)


def turn_banker_first(
    rules: HouseRules, table: Table, request: r.TurnBankerFirst
) -> e.Events | Refusal:
    """Banker's hand may come first where somebody with the right to it says so."""
    rule = rules.book.conduct.dealing
    if not rule.banker_first_post:
        sentence = "this book turns Player's hand first"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.player_first_clauses)
    refusal = entitled(rules, request.by, rule.banker_first_post, rule.banker_first_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no coup is dealt now", rule.banker_first_clauses)
    return (e.OrderOfHandsSet(by=request.by, clauses=rule.banker_first_clauses),)


def pass_hand(rules: HouseRules, table: Table, request: r.PassHand) -> e.Events | Refusal:
    """Pass a hand's face-down cards to whoever handles it, one hand at a time."""
    rule, stage, hand = rules.book.conduct.dealing, table.stage, request.hand
    refusal = entitled(rules, request.by, "dealer", rules.style.touch_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no coup is dealt now", rule.hands_clauses)
    handler = stage.handlers.get(hand.value, "dealer")
    if handler == "dealer":
        sentence = f"nobody handles the {hand.value}'s hand; the dealer turns it"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.dealer_keeps_clauses)
    if stage.out is not None:
        sentence = f"the {stage.out.value}'s hand is out; the hands are never out together"
        return Refusal(Reason.HAND_OUT, sentence, rule.one_hand_out_clauses)
    face_down = [lying for lying in stage.tape if not lying.face_up and lying.slot]
    if not any(lying.slot and lying.slot.hand is hand for lying in face_down):
        return Refusal(Reason.NOT_DUE, "that hand has no card to turn", rule.hands_clauses)
    first = Hand.BANKER if stage.banker_first else Hand.PLAYER
    waiting = any(lying.slot and lying.slot.hand is first for lying in face_down)
    if hand is not first and waiting:
        sentence = f"the {first.value}'s hand is turned first"
        clauses = (*rule.banker_first_clauses, *rule.player_first_clauses)
        return Refusal(Reason.NOT_DUE, sentence, clauses)
    third = any(lying.slot and lying.slot.is_third for lying in face_down)
    clauses = (*rule.pass_clauses, *(rules.style.third_clauses if third else ()))
    return (e.HandPassed(hand=hand, patron=handler, clauses=clauses),)


def turn_hand(rules: HouseRules, table: Table, request: r.TurnHand) -> e.Events | Refusal:
    """Turn a hand's cards: by its handler once passed, or by the dealer who keeps it."""
    style, stage, hand = rules.style, table.stage, request.hand
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no coup is dealt now", style.touch_clauses)
    handler = stage.handlers.get(hand.value, "dealer")
    if style.turner is Turner.NOBODY:
        return Refusal(Reason.NOT_ENTITLED, "all cards lie face up here", style.touch_clauses)
    if handler == "dealer":
        refusal = entitled(rules, request.by, "dealer", style.touch_clauses)
        if refusal is not None:
            return refusal
    else:
        nominee = table.nominees.get(request.by) if handler != request.by else None
        holding_one = request.by in stage.holders.values()
        if not holding_one and handler not in (request.by, nominee.patron if nominee else None):
            sentence = f"{request.by} does not handle the {hand.value}'s hand; {handler} does"
            return Refusal(Reason.NOT_ENTITLED, sentence, style.touch_clauses)
        if nominee is not None:
            refusal = acting_refusal(rules, table, request.by, nominee.patron, "cards")
            if refusal is not None:
                return refusal
        if stage.out is not hand:
            sentence = f"the {hand.value}'s hand has not been passed"
            return Refusal(Reason.NOT_DUE, sentence, style.touch_clauses)
    separate = rules.chosen(rules.book.conduct.dealing.separate)
    clauses = style.announce_clauses
    if separate and handler != "dealer":
        clauses = (*clauses, *separate[0].turn_clauses)
    return (e.HandTurned(hand=hand, by=request.by, clauses=clauses),)


def may_turn(table: Table, stage: Dealing, handler: str, slot: Slot, by: str) -> bool:
    """Whether a person, not the dealer, may turn this card: its hand's handler, or who holds it."""
    nominee = table.nominees.get(by)
    entitled_to_it = handler in (by, nominee.patron if nominee else None)
    return entitled_to_it or stage.holders.get(slot.value) == by


def pass_card(rules: HouseRules, table: Table, request: r.PassCard) -> e.Events | Refusal:
    """Pass one of a hand's two cards by itself, or hand on a card that one holds."""
    rule, stage, slot = rules.book.conduct.dealing, table.stage, request.slot
    separate = rules.chosen(rule.separate)
    if not separate or not isinstance(stage, Dealing):
        sentence = "a hand's cards are passed together here"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.pass_clauses)
    way = separate[0]
    handler = stage.handlers.get(slot.hand.value, "dealer")
    acting = table.nominees.get(handler)
    patron = acting.patron if acting else handler
    team = {patron, *(each.name for each in table.nominees.values() if each.patron == patron)}
    holds = stage.holders.get(slot.value)
    if request.to not in team or handler == "dealer":
        sentence = f"{request.to} is neither {patron} nor acts for him"
        return Refusal(Reason.NOT_ENTITLED, sentence, way.request_clauses)
    if holds == request.by or (stage.out is slot.hand and request.by == handler):
        return (e.CardPassed(slot=slot, to=request.to, clauses=way.hand_on_clauses),)
    which = way.first_clauses if slot.number == 1 else way.second_clauses
    refusal = entitled(rules, request.by, way.post, (*which, *way.request_clauses))
    if refusal is not None:
        return refusal
    if stage.out not in (None, slot.hand):
        sentence = "the other hand is out; the hands are never out together"
        return Refusal(Reason.HAND_OUT, sentence, rule.one_hand_out_clauses)
    if not any(lying.slot is slot and not lying.face_up for lying in stage.tape):
        return Refusal(Reason.NOT_DUE, f"no card lies face down in {slot.value}", which)
    clauses = (*which, *way.request_clauses)
    return (e.CardPassed(slot=slot, to=request.to, clauses=clauses),)
