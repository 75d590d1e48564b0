"""Who handles which hand: offered by the size of stakes, accepted, declined, kept, squeezed."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.people import acting_refusal, entitled
from puntobanco.play.table import Dealing, Stakes, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Turner
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand


def candidates(rules: HouseRules, table: Table, hand: Hand, stakes: Stakes) -> list[str]:
    """Seated patrons with a stake on a hand, the highest first, equals by seat number."""
    totals: dict[str, Units] = {}
    for (patron, _, wager), stake in stakes.items():
        if rules.wagers[wager].kind.hand is hand and table.patrons[patron].place is not None:
            totals[patron] = totals.get(patron, 0) + stake
    return sorted(totals, key=lambda who: (-totals[who], table.patrons[who].place or 0))


def offers(rules: HouseRules, table: Table, stakes: Stakes) -> e.Events:
    """What the dealer does about both hands once betting is closed, in a style that passes them."""
    if rules.style.turner is not Turner.PATRON:
        return ()
    return tuple(_next_offer(rules, table, hand, stakes, ()) for hand in Hand)


def _next_offer(
    rules: HouseRules, table: Table, hand: Hand, stakes: Stakes, refused: tuple[str, ...]
) -> e.HandOffered | e.HandKept:
    rule = rules.book.conduct.dealing
    for patron in candidates(rules, table, hand, stakes):
        if patron not in refused:
            clauses = (
                rule.banker_offer_clauses if hand is Hand.BANKER else rule.player_offer_clauses
            )
            return e.HandOffered(hand=hand, patron=patron, clauses=clauses)
    return e.HandKept(hand=hand, clauses=rule.dealer_keeps_clauses)


def _offer_clauses(rules: HouseRules, hand: Hand) -> tuple[ClauseId, ...]:
    rule = rules.book.conduct.dealing
    return rule.banker_offer_clauses if hand is Hand.BANKER else rule.player_offer_clauses


def answer_offer(rules: HouseRules, table: Table, request: r.AnswerOffer) -> e.Events | Refusal:
    """Accept or decline; a declined hand goes on to the next in order."""
    stage, rule = table.stage, rules.book.conduct.dealing
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no hand is on offer now", rule.banker_offer_clauses)
    offered = [patron for hand, patron in stage.offers if hand is request.hand]
    nominee = table.nominees.get(request.by)
    patron = nominee.patron if nominee else request.by
    if offered != [patron]:
        sentence = f"the {request.hand.value}'s hand is not on offer to {request.by}"
        clauses = (
            rule.banker_offer_clauses if request.hand is Hand.BANKER else rule.player_offer_clauses
        )
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    refusal = acting_refusal(rules, table, request.by, patron, "cards")
    if refusal is not None:
        return refusal
    if request.accept:
        clauses = rule.handler_clauses
        return (e.HandAccepted(hand=request.hand, patron=request.by, clauses=clauses),)
    refused = (*(who for hand, who in stage.refused if hand is request.hand), patron)
    clauses = _offer_clauses(rules, request.hand)
    declined = e.HandDeclined(hand=request.hand, patron=patron, clauses=clauses)
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
            for (who, _, _), stake in stage.stakes.items()
            if table.patrons[who].place is not None
        ),
        default=None,
    )
    if largest is None or largest[2] != request.by:
        sentence = f"{request.by} is not the seated patron with the largest stake"
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    if any(lying.slot and lying.slot.hand is request.hand for lying in stage.tape):
        sentence = "it must be asked before the card leaves the shoe"
        return Refusal(Reason.CARDS_SEEN, sentence, clauses)
    return (e.HandAccepted(hand=request.hand, patron=request.by, clauses=clauses),)


def keep_hand(rules: HouseRules, table: Table, request: r.KeepHand) -> e.Events | Refusal:
    """A supervisor has the dealer turn a hand."""
    rule = rules.book.conduct.dealing
    refusal = entitled(rules, request.by, rule.keep_post, rule.dealer_keeps_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "no hand is dealt now", rule.dealer_keeps_clauses)
    return (e.HandKept(hand=request.hand, clauses=rule.dealer_keeps_clauses),)


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
        clauses = rule.banker_first_clauses if first is Hand.PLAYER else rule.player_first_clauses
        return Refusal(Reason.NOT_DUE, sentence, clauses)
    return (e.HandPassed(hand=hand, patron=handler, clauses=rule.pass_clauses),)


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
        nominee = table.nominees.get(request.by)
        if handler not in (request.by, nominee.patron if nominee else None):
            sentence = f"{request.by} does not handle the {hand.value}'s hand; {handler} does"
            return Refusal(Reason.NOT_ENTITLED, sentence, style.touch_clauses)
        if nominee is not None:
            refusal = acting_refusal(rules, table, request.by, nominee.patron, "cards")
            if refusal is not None:
                return refusal
        if stage.out is not hand:
            sentence = f"the {hand.value}'s hand has not been passed"
            return Refusal(Reason.NOT_DUE, sentence, style.touch_clauses)
    return (e.HandTurned(hand=hand, by=request.by, clauses=style.announce_clauses),)
