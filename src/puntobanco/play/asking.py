"""What only the House may grant: asked for by a patron, granted or refused, and recorded."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.people import entitled
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Turner
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import named, say


def ask_to_squeeze(rules: HouseRules, table: Table, request: r.AskToSqueeze) -> e.Events | Refusal:
    """Put it to the House that the seated patron with the largest stake turns a hand.

    It is asked before the card is dealt; a refusal holds until the House itself changes it.
    """
    stage, clauses = table.stage, rules.book.conduct.squeeze_clauses
    if not clauses or rules.style.turner is not Turner.DEALER:
        said = say("refused.no-squeeze")
        return Refusal(Reason.NOT_ENTITLED, said, clauses or rules.style.touch_clauses)
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.ask-later"), clauses)
    largest = max(
        (
            (stake, -(table.patrons[who].place or 0), who)
            for (who, _, wager), stake in stage.at_close.items()
            if table.patrons[who].place is not None and _counts_for(rules, wager, request.hand)
        ),
        default=None,
    )
    if largest is None or largest[2] != request.by:
        said = say("refused.not-largest")
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    due = lawful_slot(rules.tableau, stage.tape)
    begun = any(lying.slot and lying.slot.hand is request.hand for lying in stage.tape)
    if begun and (due is None or due.hand is not request.hand or not due.is_third):
        said = say("refused.ask-before-card")
        return Refusal(Reason.CARDS_SEEN, said, clauses)
    answers = {
        each.granted
        for each in stage.asked
        if (each.patron, each.what, each.hand) == (request.by, "squeeze", request.hand)
    }
    if False in answers:
        said = say("refused.house-refused")
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    if None in answers:
        return Refusal(Reason.ALREADY_SO, say("refused.asked-already"), clauses)
    return (e.HouseAsked(patron=request.by, what="squeeze", hand=request.hand, clauses=clauses),)


def ask_house(rules: HouseRules, table: Table, request: r.AskHouse) -> e.Events | Refusal:
    """Record what a patron asks of the House; whether it is granted is the House's to say."""
    stage, known = table.stage, table.patrons.get(request.by)
    clauses = _asked_under(rules, request.what)
    if not clauses:
        said = say("refused.not-granted", what=request.what[:40])
        return Refusal(Reason.NOT_ENTITLED, said, rules.book.conduct.betting.late_clauses)
    if known is None or not known.present:
        return Refusal(Reason.UNKNOWN_PERSON, say("refused.not-here"), clauses)
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.ask-later"), clauses)
    if any((each.patron, each.what) == (request.by, request.what) for each in stage.asked):
        return Refusal(Reason.ALREADY_SO, say("refused.asked-already"), clauses)
    return (e.HouseAsked(patron=request.by, what=request.what, clauses=clauses),)


def _asked_under(rules: HouseRules, what: str) -> Clauses:
    """What lets the House grant a request; nothing where it may not."""
    dealing = rules.book.conduct.dealing
    match what:
        case "squeeze":
            return rules.book.conduct.squeeze_clauses
        case "reopen":
            unseen = rules.chosen(dealing.reopen_unseen)
            return unseen[0].clauses if unseen else dealing.reopen_clauses
        case "move":
            unseen = rules.chosen(dealing.reopen_unseen)
            return (*unseen[0].move_clauses, *unseen[0].clauses) if unseen else ()
        case "pass":
            separate = rules.chosen(dealing.separate)
            return separate[0].request_clauses if separate else ()
        case _:
            return ()


def answer_patron(rules: HouseRules, table: Table, request: r.AnswerPatron) -> e.Events | Refusal:
    """The House's answer to what a patron asked for."""
    stage, clauses = table.stage, _asked_under(rules, request.what)
    key = (request.patron, request.what, request.hand)
    asked = isinstance(stage, Dealing) and any(
        (each.patron, each.what, each.hand) == key for each in stage.asked
    )
    if not asked or not isinstance(stage, Dealing):
        said = say("refused.patron-not-asked", who=named(request.patron))
        return Refusal(Reason.WRONG_STAGE, said, clauses or rules.style.touch_clauses)
    refusal = entitled(rules, request.by, _granting_post(rules, request.what), clauses)
    if refusal is not None:
        return refusal
    answered = e.HouseAnswered(
        patron=request.patron,
        what=request.what,
        granted=request.grant,
        by=request.by,
        hand=request.hand,
        reason=request.reason,
        clauses=clauses,
    )
    if request.grant and request.what == "squeeze" and request.hand is not None:
        accepted = e.HandAccepted(hand=request.hand, patron=request.patron, clauses=clauses)
        return answered, accepted
    return (answered,)


def _granting_post(rules: HouseRules, what: str) -> str:
    dealing = rules.book.conduct.dealing
    unseen, separate = rules.chosen(dealing.reopen_unseen), rules.chosen(dealing.separate)
    if what in ("reopen", "move"):
        return unseen[0].post if unseen else dealing.reopen_post
    return separate[0].post if what == "pass" and separate else "dealer"


def _counts_for(rules: HouseRules, wager: str, hand: Hand) -> bool:
    return not rules.settings.squeeze_by_hand or rules.wagers[wager].kind.hand is hand
