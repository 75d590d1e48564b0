"""Extending, closing and reopening the betting, and asking for the next card."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses, c
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.betting import ante_due
from puntobanco.play.cards.handlers import offers
from puntobanco.play.cards.slot_clauses import slot_clauses
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.draft import Draft
from puntobanco.play.people import STAFF_ONLY, entitled
from puntobanco.play.rulings.breaches import rule_on_breaches
from puntobanco.play.table import Betting, Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import say, sentences

MORE_TIME = c("default:33")
SECONDS_LEAST, SECONDS_MOST = 5, 120
"""How much time for bets can be added at once."""


def extend_betting(rules: HouseRules, table: Table, request: r.ExtendBetting) -> e.Events | Refusal:
    """Give more time for bets; what time it is, the table does not know."""
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Betting):
        return Refusal(Reason.WRONG_STAGE, say("refused.betting-shut"), MORE_TIME)
    if not SECONDS_LEAST <= request.seconds <= SECONDS_MOST:
        said = say("refused.more-seconds", least=SECONDS_LEAST, most=SECONDS_MOST)
        return Refusal(Reason.BAD_AMOUNT, said, MORE_TIME)
    return (e.BettingExtended(seconds=request.seconds, by=request.by, clauses=MORE_TIME),)


def close_betting(rules: HouseRules, table: Table, request: r.CloseBetting) -> e.Events | Refusal:
    """The closing call; breaches that slipped in are ruled upon, hands are offered."""
    conduct = rules.book.conduct
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Betting):
        said = say("refused.betting-shut")
        return Refusal(Reason.WRONG_STAGE, said, conduct.betting.closing_clauses)
    clauses = conduct.betting.closing_clauses
    if not table.stage.stakes and not table.stage.no_bet:
        clauses = (*clauses, *conduct.dealing.free_coup_clauses)
    clauses = (*clauses, *_waived(rules, table.stage))
    draft = Draft(table)
    rule_on_breaches(rules, draft, in_time=True)
    draft.add(e.BettingClosed(clauses=clauses))
    rule_on_breaches(rules, draft, in_time=False)
    if not draft.table.halts:
        draft.add(*offers(rules, draft.table))
    return draft.events


def _waived(rules: HouseRules, stage: Betting) -> Clauses:
    """What lets a patron play without an Ante, where a patron does."""
    if rules.ante is None:
        return ()
    patrons = {patron for patron, _, name in stage.stakes if rules.wagers[name].kind.is_main}
    waived = any(not ante_due(rules, stage.stakes, patron) for patron in patrons)
    return rules.ante.rule.waiver_clauses if waived else ()


def reopen_betting(rules: HouseRules, table: Table, request: r.ReopenBetting) -> e.Events | Refusal:
    """Let betting go on: before the first card, or while none was seen or touched."""
    rule, stage = rules.book.conduct.dealing, table.stage
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.not-closed"), rule.reopen_clauses)
    if not stage.tape and rule.reopen_post:
        refusal = entitled(rules, request.by, rule.reopen_post, rule.reopen_clauses)
        return refusal or (e.BettingReopened(by=request.by, clauses=rule.reopen_clauses),)
    unseen = rules.chosen(rule.reopen_unseen)
    if not unseen:
        said = say("refused.no-reopening")
        clauses = rule.reopen_clauses or rules.book.conduct.betting.late_clauses
        return Refusal(Reason.BETTING_CLOSED, said, clauses)
    refusal = entitled(rules, request.by, unseen[0].post, unseen[0].clauses)
    if refusal is not None:
        return refusal
    if len(stage.tape) > 4 or any(lying.face_up or lying.touched for lying in stage.tape):
        said = say("refused.card-seen")
        return Refusal(Reason.CARDS_SEEN, said, unseen[0].clauses)
    return (e.BettingReopened(by=request.by, clauses=unseen[0].clauses),)


def draw_card(rules: HouseRules, table: Table, request: r.DrawCard) -> e.Events | Refusal:
    """Ask whether a card may be drawn now; what comes out is reported."""
    rule, stage = rules.book.conduct.dealing, table.stage
    refusal = entitled(rules, request.by, "dealer", rules.style.touch_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing):
        said = say("refused.draw-early")
        return Refusal(Reason.NOT_DUE, said, rule.call_first_clauses)
    slot = lawful_slot(rules.tableau, stage.tape)
    if slot is None:
        coup = coup_of(stage.tape)
        if coup is None:
            said = say("refused.turn-first")
            return Refusal(Reason.NOT_ANNOUNCED, said, rule.totals_first_clauses)
        decisions = coup.decisions(rules.tableau)
        said = say("refused.no-card-due", why=sentences(each.said for each in decisions))
        why = [clause for each in decisions for clause in each.clauses]
        three = len(coup.player) + len(coup.banker) > 4
        clauses = (*dict.fromkeys(why), *(rule.one_more_clauses if three else ()))
        return Refusal(Reason.NOT_DUE, said, clauses)
    if slot.is_third and not _totals_announced(stage):
        said = say("refused.totals-first")
        return Refusal(Reason.NOT_ANNOUNCED, said, rule.totals_first_clauses)
    return (e.CardCalled(slot=slot, clauses=slot_clauses(rules, stage, slot)),)


def _totals_announced(stage: Dealing) -> bool:
    return all(hand.value in stage.announced for hand in Hand)
