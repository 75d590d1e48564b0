"""Who handles which hand: offered by the size of stakes, accepted, declined, kept, squeezed."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import is_over
from puntobanco.play.people import acting_refusal, entitled, nominee_refusal
from puntobanco.play.table import Dealing, Stakes, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import OfferRule, Turner
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.words import HANDS
from puntobanco.sayings.saying import named, say


def backers(rules: HouseRules, table: Table, hand: Hand, stakes: Stakes) -> dict[str, Units]:
    """Seated patrons with stakes on a hand, and their totals over all areas."""
    totals: dict[str, Units] = {}
    for (patron, _, wager), stake in stakes.items():
        if rules.wagers[wager].kind.hand is hand and table.patrons[patron].place is not None:
            totals[patron] = totals.get(patron, 0) + stake
    return totals


def acts_for(rules: HouseRules, table: Table, stage: Dealing, hand: Hand, handler: str) -> str:
    """The patron whose hand it is: the handler, or the one whom they act for as a nominee."""
    nominee, backing = table.nominees.get(handler), backers(rules, table, hand, stage.at_close)
    if nominee is None or handler in backing or nominee.patron not in backing:
        return handler
    return nominee.patron


def _is_backed(rules: HouseRules, hand: Hand, stakes: Stakes) -> bool:
    """Whether there is a stake on a hand, of a seated or a standing patron."""
    return any(rules.wagers[wager].kind.hand is hand for _, _, wager in stakes)


def offers(rules: HouseRules, table: Table) -> e.Events:
    """What the dealer does about both hands once betting is closed, in a style that passes them."""
    stage = table.stage
    if rules.style.turner is not Turner.PATRON or not isinstance(stage, Dealing):
        return ()
    made = stage.offers or stage.refused or stage.handlers
    if made or len(stage.tape) != stage.waited:
        return ()
    return tuple(_next_offer(rules, table, hand, stage.at_close, ()) for hand in Hand)


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
    if _is_backed(rules, hand, stakes):
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
        return Refusal(Reason.WRONG_STAGE, say("refused.no-offer"), rule.clauses)
    offered = [patron for hand, patron in stage.offers if hand is request.hand]
    nominee = table.nominees.get(request.by)
    own = nominee is None or offered == [request.by]
    patron = request.by if own or nominee is None else nominee.patron
    if offered != [patron]:
        said = say("refused.not-offered-you", hand=HANDS[request.hand])
        clauses = rule.clauses
        known = table.patrons.get(patron)
        if known is not None and known.place is None:
            sharing = rules.chosen(rules.book.conduct.sharing)[0]
            clauses = sharing.no_role_clauses or clauses
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    refusal = acting_refusal(rules, table, request.by, patron, "cards")
    if refusal is not None:
        return refusal
    if request.accept:
        clauses = (*rules.book.conduct.dealing.handler_clauses, *rule.clauses)
        return (e.HandAccepted(hand=request.hand, patron=request.by, clauses=clauses),)
    refused = (*(who for hand, who in stage.refused if hand is request.hand), patron)
    declined = e.HandDeclined(hand=request.hand, patron=patron, clauses=rule.clauses)
    return declined, _next_offer(rules, table, request.hand, stage.at_close, refused)


def handler_left(rules: HouseRules, table: Table, patron: str) -> e.Events:
    """The hands that a patron no longer handles go to the next entitled, else to the dealer."""
    stage, dealing = table.stage, rules.book.conduct.dealing
    if not isinstance(stage, Dealing) or is_over(rules.tableau, stage.tape):
        return ()
    events: list[e.Event] = []
    clauses = (*dealing.keep_declined_clauses, *dealing.dealer_keeps_clauses)
    for hand in Hand:
        handles = stage.handlers.get(hand.value) == patron or (hand, patron) in stage.offers
        if not handles:
            continue
        events.append(e.HandDeclined(hand=hand, patron=patron, clauses=clauses))
        if rules.style.turner is Turner.PATRON:
            refused = (*(who for each, who in stage.refused if each is hand), patron)
            events.append(_next_offer(rules, table, hand, stage.at_close, refused))
        else:
            events.append(e.HandKept(hand=hand, clauses=clauses))
    return tuple(events)


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
        return Refusal(Reason.WRONG_STAGE, say("refused.no-hand-dealt"), clauses)
    return (e.HandKept(hand=request.hand, clauses=clauses),)


def let_turn(rules: HouseRules, table: Table, request: r.LetTurn) -> e.Events | Refusal:
    """A supervisor lets a willing patron turn a hand that nobody entitled will handle."""
    rule, stage = rules.book.conduct.dealing, table.stage
    separate = rules.chosen(rule.separate)
    if not separate:
        said = say("refused.entitled-turns")
        return Refusal(Reason.NOT_ENTITLED, said, rule.dealer_keeps_clauses)
    refusal = entitled(rules, request.by, separate[0].post, separate[0].volunteer_clauses)
    if refusal is not None:
        return refusal
    kept = isinstance(stage, Dealing) and stage.handlers.get(request.hand.value) == "dealer"
    known = table.patrons.get(request.patron)
    if not isinstance(stage, Dealing) or not kept or known is None or known.place is None:
        said = say("refused.seated-volunteer")
        return Refusal(Reason.NOT_ENTITLED, said, separate[0].volunteer_clauses)
    backed = _is_backed(rules, request.hand, stage.at_close)
    why = separate[0].declined_clauses if backed else separate[0].no_bet_clauses
    clauses = (*why, *separate[0].volunteer_clauses)
    return (e.HandAccepted(hand=request.hand, patron=request.patron, clauses=clauses),)


def turn_banker_first(
    rules: HouseRules, table: Table, request: r.TurnBankerFirst
) -> e.Events | Refusal:
    """Banker's hand may come first where a person with the right to it says so."""
    rule = rules.book.conduct.dealing
    if not rule.banker_first_post:
        said = say("refused.player-first")
        return Refusal(Reason.NOT_ENTITLED, said, rule.player_first_clauses)
    refusal = entitled(rules, request.by, rule.banker_first_post, rule.banker_first_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.not-dealing"), rule.banker_first_clauses)
    return (e.OrderOfHandsSet(by=request.by, clauses=rule.banker_first_clauses),)


def turn_hand(rules: HouseRules, table: Table, request: r.TurnHand) -> e.Events | Refusal:
    """Turn a hand's cards: by its handler once passed, or by the dealer who keeps it."""
    style, stage, hand = rules.style, table.stage, request.hand
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.not-dealing"), style.touch_clauses)
    handler = stage.handlers.get(hand.value, "dealer")
    if style.turner is Turner.NOBODY:
        return Refusal(Reason.NOT_ENTITLED, say("refused.all-face-up"), style.touch_clauses)
    if handler == "dealer":
        refusal = entitled(rules, request.by, "dealer", style.touch_clauses)
        if refusal is not None:
            return refusal
    else:
        nominee = table.nominees.get(request.by) if handler != request.by else None
        holding_one = request.by in stage.holders.values()
        if not holding_one and handler not in (request.by, nominee.patron if nominee else None):
            said = say("refused.not-your-hand", hand=HANDS[hand], who=named(handler))
            return Refusal(Reason.NOT_ENTITLED, said, style.touch_clauses)
        if nominee is not None:
            refusal = nominee_refusal(rules, table, request.by, nominee.patron, "cards")
            if refusal is not None:
                return refusal
        if stage.out is not hand:
            said = say("refused.hand-not-passed", hand=HANDS[hand])
            return Refusal(Reason.NOT_DUE, said, style.touch_clauses)
    separate = rules.chosen(rules.book.conduct.dealing.separate)
    clauses = style.announce_clauses
    if separate and handler != "dealer":
        clauses = (*clauses, *separate[0].turn_clauses)
    return (e.HandTurned(hand=hand, by=request.by, clauses=clauses),)


def may_turn(
    rules: HouseRules, table: Table, stage: Dealing, handler: str, slot: Slot, by: str
) -> bool:
    """Whether a person, not the dealer, may turn this card: its hand's handler, or who holds it."""
    if handler == by:
        return True
    patron = acts_for(rules, table, stage, slot.hand, handler)
    if patron == by and stage.holders.get(slot.value) == by:
        return True
    return nominee_refusal(rules, table, by, patron, "cards") is None
