"""Closing the betting and dealing: what is asked for, and what is reported of the cards."""

from __future__ import annotations

from puntobanco.base.cards import Card
from puntobanco.base.clauses import ClauseId
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.breaches import rule_on_breaches
from puntobanco.play.draft import Draft
from puntobanco.play.handlers import may_turn, offers
from puntobanco.play.people import STAFF_ONLY, entitled
from puntobanco.play.preparing import burn_rule, started
from puntobanco.play.ruling import computed_facts, found
from puntobanco.play.table import (
    Betting,
    Closed,
    Dealing,
    Preparing,
    Ready,
    Resolved,
    Table,
    coup_of,
)
from puntobanco.play.tape import is_over, lawful_slot, rebuilt
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.coup import Winner
from puntobanco.rules.points import burn_value, hand_total
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Hand, Slot


def close_betting(rules: HouseRules, table: Table, request: r.CloseBetting) -> e.Events | Refusal:
    """The closing call; breaches that slipped in are ruled upon, hands are offered."""
    conduct = rules.book.conduct
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Betting):
        sentence = "betting is not open"
        return Refusal(Reason.WRONG_STAGE, sentence, conduct.betting.closing_clauses)
    clauses = conduct.betting.closing_clauses
    if not table.stage.stakes and not table.stage.no_bet:
        clauses = (*clauses, *conduct.dealing.free_coup_clauses)
    draft = Draft(table)
    rule_on_breaches(rules, draft, in_time=True)
    draft.add(e.BettingClosed(clauses=clauses))
    rule_on_breaches(rules, draft, in_time=False)
    if not draft.table.halts:
        draft.add(*offers(rules, draft.table))
    return draft.events


def reopen_betting(rules: HouseRules, table: Table, request: r.ReopenBetting) -> e.Events | Refusal:
    """Let betting go on: before the first card, or while none was seen or touched."""
    rule, stage = rules.book.conduct.dealing, table.stage
    if not isinstance(stage, Dealing):
        return Refusal(Reason.WRONG_STAGE, "betting was not closed", rule.reopen_clauses)
    if len(stage.tape) == stage.waited and rule.reopen_post:
        refusal = entitled(rules, request.by, rule.reopen_post, rule.reopen_clauses)
        return refusal or (e.BettingReopened(by=request.by, clauses=rule.reopen_clauses),)
    unseen = rules.chosen(rule.reopen_unseen)
    if not unseen:
        sentence = "nobody may reopen betting once it is closed and cards are out"
        clauses = rule.reopen_clauses or rules.book.conduct.betting.late_clauses
        return Refusal(Reason.BETTING_CLOSED, sentence, clauses)
    refusal = entitled(rules, request.by, unseen[0].post, unseen[0].clauses)
    if refusal is not None:
        return refusal
    if len(stage.tape) > 4 or any(lying.face_up or lying.touched for lying in stage.tape):
        sentence = "a card has been seen or touched; betting stays closed"
        return Refusal(Reason.CARDS_SEEN, sentence, unseen[0].clauses)
    return (e.BettingReopened(by=request.by, clauses=unseen[0].clauses),)


def draw_card(rules: HouseRules, table: Table, request: r.DrawCard) -> e.Events | Refusal:
    """Ask whether a card may be drawn now; what comes out is reported."""
    rule, stage = rules.book.conduct.dealing, table.stage
    refusal = entitled(rules, request.by, "dealer", rules.style.touch_clauses)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing):
        sentence = "no card is drawn before the closing call"
        return Refusal(Reason.NOT_DUE, sentence, rule.call_first_clauses)
    slot = lawful_slot(rules.tableau, stage.tape)
    if slot is None:
        coup = coup_of(stage.tape)
        if coup is None:
            sentence = "the cards on the table must be turned first"
            return Refusal(Reason.NOT_ANNOUNCED, sentence, rule.totals_first_clauses)
        decisions = coup.decisions(rules.tableau)
        sentence = "no card is due: " + "; ".join(each.sentence for each in decisions)
        why = [clause for each in decisions for clause in each.clauses]
        three = len(coup.player) + len(coup.banker) > 4
        clauses = (*dict.fromkeys(why), *(rule.one_more_clauses if three else ()))
        return Refusal(Reason.NOT_DUE, sentence, clauses)
    if slot.is_third and not _totals_announced(stage):
        sentence = "both totals are announced before a third card is dealt"
        return Refusal(Reason.NOT_ANNOUNCED, sentence, rule.totals_first_clauses)
    return (e.CardCalled(slot=slot, clauses=_slot_clauses(rules, stage, slot)),)


def _totals_announced(stage: Dealing) -> bool:
    return all(hand.value in stage.announced for hand in Hand)


def _slot_clauses(rules: HouseRules, stage: Dealing, slot: Slot) -> tuple[ClauseId, ...]:
    """Why the card goes there: the order of the initial deal, or the rule that asks for it."""
    rule, style = rules.book.conduct.dealing, rules.style
    if not slot.is_third:
        cards = rule.player_cards_clauses if slot.hand is Hand.PLAYER else rule.banker_cards_clauses
        return tuple(dict.fromkeys((*cards, *rule.hands_clauses, *style.deal_clauses)))
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    why = [clause for each in coup.decisions(rules.tableau) for clause in each.clauses]
    return tuple(dict.fromkeys((*reversed(why), *style.third_clauses)))


# --- reports ----------------------------------------------------------------------------------


def card_left_shoe(rules: HouseRules, table: Table, report: p.CardLeftShoe) -> e.Events:
    """A card is out: burnt, dealt where it belongs, or not as it should be."""
    stage, draft = table.stage, Draft(table)
    hands = rules.book.conduct.dealing.hands_clauses
    match stage:
        case Preparing() if "load" in stage.steps:
            _burn(rules, draft, stage, report.card)
        case Preparing():  # seen before it was loaded: it goes back among the others
            _found(rules, draft, report, Irregularity.EXPOSED_BEFORE_LOADING)
            return draft.events
        case Dealing():
            _deal(rules, draft, stage, report)
        case Betting() | Ready() | Resolved():
            draft.add(e.CardCarried(card=report.card, clauses=hands))
            seen = report.card is not None
            waits = {"seen": seen, "due": False, "restorable": True}
            _found(rules, draft, report, Irregularity.SURPLUS_CARD, **waits)
        case _:
            _found(rules, draft, report, Irregularity.OTHER)
    return draft.events


def _found(
    rules: HouseRules, draft: Draft, report: p.Report, kind: Irregularity, **facts: bool
) -> None:
    found(rules, draft, p.Noticed(irregularity=kind, facts=facts, by=report.by))


def _burn(rules: HouseRules, draft: Draft, stage: Preparing, card: Card | None) -> None:
    rule = burn_rule(rules)
    which = rule.more_clauses if stage.burnt else rule.first_clauses
    draft.add(e.CardBurnt(card=card, clauses=(*rule.clauses, *which)))
    if rule.burn is Burn.ONE:
        draft.add(started(rules, draft.table))
        return
    first = draft.table.shoe.seen[:1]
    if first and stage.burnt + 1 == 1 + burn_value(first[0]):
        draft.add(started(rules, draft.table))


def _deal(rules: HouseRules, draft: Draft, stage: Dealing, report: p.CardLeftShoe) -> None:
    due = lawful_slot(rules.tableau, stage.tape)
    into = _free_slot(stage, report.into) if report.into else due
    third = due is not None and due.is_third
    as_usual = rules.style.third_face_up if third else rules.style.initial_face_up
    face_up = as_usual if report.face_up is None else report.face_up
    if into is None and report.into is None and due is None:
        face_up = report.card is not None
    hands = rules.book.conduct.dealing.hands_clauses
    clauses = _slot_clauses(rules, stage, due) if due is not None else hands
    card = report.card if face_up else None
    draft.add(e.CardDealt(slot=into, face_up=face_up, card=card, clauses=clauses))
    if due is None:
        kind = (
            Irregularity.SURPLUS_THIRD_TO_PLAYER
            if report.into is Slot.P3
            else Irregularity.SURPLUS_CARD
        )
        _found(rules, draft, report, kind, seen=face_up)
    elif into is not due:
        surplus = into is Slot.P3 and due is Slot.B3
        kind = Irregularity.SURPLUS_THIRD_TO_PLAYER if surplus else Irregularity.WRONG_AREA
        _found(rules, draft, report, kind, seen=face_up)
    elif face_up and not as_usual and not stage.next_is_face_up:
        _found(rules, draft, report, Irregularity.DEALT_FACE_UP, seen=True)


def _free_slot(stage: Dealing, wanted: Slot) -> Slot | None:
    """Where a card really lies that was put to a hand: its slot, the hand's next, or aside."""
    taken = {lying.slot for lying in stage.tape}
    free = [slot for slot in Slot if slot.hand is wanted.hand and slot not in taken]
    return wanted if wanted in free else next(iter(free), None)


def cards_left_together(rules: HouseRules, table: Table, report: p.CardsLeftTogether) -> e.Events:
    """Several cards came out at once; they lie aside until somebody orders them."""
    draft, hands = Draft(table), rules.book.conduct.dealing.hands_clauses
    facts = {} if report.order_known is None else {"restorable": report.order_known}
    if isinstance(table.stage, Preparing):
        _found(rules, draft, report, Irregularity.EXPOSED_BEFORE_LOADING)
        return draft.events
    if isinstance(table.stage, Closed):
        _found(rules, draft, report, Irregularity.OTHER)
        return draft.events
    if not isinstance(table.stage, Dealing):
        draft.add(*(e.CardCarried(card=card, clauses=hands) for card in report.cards))
        _found(rules, draft, report, Irregularity.DRAWN_TOGETHER, **facts)
        return draft.events
    draft.add(
        *(
            e.CardDealt(slot=None, face_up=card is not None, card=card, clauses=hands)
            for card in report.cards
        )
    )
    _found(rules, draft, report, Irregularity.DRAWN_TOGETHER, **facts)
    return draft.events


def card_was_turned(rules: HouseRules, table: Table, report: p.CardWasTurned) -> e.Events:
    """A face-down card is face up now."""
    stage, draft = table.stage, Draft(table)
    down = (
        [lying for lying in stage.tape if lying.slot is report.slot and not lying.face_up]
        if isinstance(stage, Dealing)
        else []
    )
    if not down:
        note = f"{report.slot.value} was reported turned, but no card lies there face down"
        found(rules, draft, p.Noticed(irregularity=Irregularity.OTHER, by=report.by, note=note))
        return draft.events
    clauses = rules.style.announce_clauses
    draft.add(e.CardTurned(slot=report.slot, card=report.card, by=report.by, clauses=clauses))
    assert isinstance(stage, Dealing), stage
    handler = stage.handlers.get(report.slot.hand.value, "dealer")
    wrong = report.by in (*table.patrons, *table.nominees) and not may_turn(
        table, stage, handler, report.slot, report.by
    )
    if wrong:
        _found(rules, draft, report, Irregularity.WRONG_PERSON, seen=True)
    _place_what_lies_aside(rules, draft)
    return draft.events


def _place_what_lies_aside(rules: HouseRules, draft: Draft) -> None:
    """Once the hands can be seen, a card drawn too early goes where it is due, or waits."""
    stage = draft.table.stage
    assert isinstance(stage, Dealing), stage
    if all(lying.slot for lying in stage.tape):
        return
    proper = rebuilt(rules.tableau, stage.tape)
    if None not in proper.slots:
        facts = {**computed_facts(rules, draft.table, draft.table.coup), "restorable": True}
        row = rules.book.rulings.find(Irregularity.SURPLUS_CARD, facts)
        draft.add(
            e.CardsRebuilt(
                order=proper.order,
                slots=proper.slots,
                carried=proper.carried,
                clauses=row.clauses,
            )
        )


def marker_left_shoe(rules: HouseRules, table: Table, report: p.MarkerLeftShoe) -> e.Events:
    """The cut card came out: first in a coup that coup is the last, later one more follows."""
    ends = rules.chosen(rules.book.conduct.ends)
    if not ends or table.shoe.coups_left is not None:
        return ()
    stage, end = table.stage, ends[0]
    begun = isinstance(stage, Dealing) and bool(stage.tape)
    if begun:
        return (e.MarkerReached(coups_left=1, clauses=end.later_clauses),)
    left = 0 if isinstance(stage, Dealing) else 1
    return (e.MarkerReached(coups_left=left, clauses=end.first_clauses),)


def shoe_ran_dry(rules: HouseRules, table: Table, report: p.ShoeRanDry) -> e.Events:
    """A card is due and there is none."""
    draft = Draft(table)
    _found(rules, draft, report, Irregularity.TOO_FEW_CARDS)
    return draft.events


def total_called(rules: HouseRules, table: Table, report: p.TotalCalled) -> e.Events:
    """The dealer announced a hand's total; the cards decide."""
    stage, clauses = table.stage, rules.style.announce_clauses
    if not isinstance(stage, Dealing):
        return ()
    hand = [lying for lying in stage.tape if lying.slot and lying.slot.hand is report.hand]
    cards = [lying.card for lying in hand if lying.card is not None]
    if len(cards) < 2 or len(cards) < len(hand):
        return ()
    true = hand_total(cards)
    events: list[e.Event] = []
    if true != report.total:
        called = e.AnnouncementCorrected(called=str(report.total), true=str(true), clauses=clauses)
        events.append(called)
    events.append(e.TotalAnnounced(hand=report.hand, total=true, clauses=clauses))
    if stage.out is report.hand:
        events.append(e.HandReturned(hand=report.hand, clauses=clauses))
    return tuple(events)


def payment_made(rules: HouseRules, table: Table, report: p.PaymentMade) -> e.Events:
    """Somebody was paid; what the last coup's settlement says decides whether rightly."""
    stage, draft = table.stage, Draft(table)
    key = (report.patron, report.place, report.wager)
    lines = stage.settled if isinstance(stage, Resolved) else ()
    due = [
        each.stake + each.profit
        for each in lines
        if (each.patron, each.place, each.wager) == key and not each.stays
    ]
    if due != [report.amount]:
        write = rules.settings.currency.write
        right = write(due[0]) if due else "nothing"
        note = f"{report.patron} was handed {write(report.amount)}; due was {right}"
        wrong = p.Noticed(
            irregularity=Irregularity.WRONG_PAYMENT,
            by=report.by,
            patron=report.patron,
            place=report.place,
            wager=report.wager,
            note=note,
        )
        found(rules, draft, wrong)
    return draft.events


def result_called(rules: HouseRules, table: Table, report: p.ResultCalled) -> e.Events:
    """The dealer announced the result; a hand that lacks a card is found out here."""
    stage, draft = table.stage, Draft(table)
    if not isinstance(stage, Dealing):
        return ()
    if not is_over(rules.tableau, stage.tape):
        _found(rules, draft, report, Irregularity.MISSING_CARD)
        return draft.events
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    called = (report.player_total, report.banker_total, report.winner)
    true: tuple[int, int, Winner] = (coup.player_total, coup.banker_total, coup.winner)
    if called != true:
        clauses = rules.book.conduct.dealing.result_clauses
        draft.add(
            e.AnnouncementCorrected(called=_words(*called), true=_words(*true), clauses=clauses)
        )
    draft.add(
        e.ResultAnnounced(
            player_total=true[0],
            banker_total=true[1],
            winner=true[2],
            clauses=(
                *rules.book.conduct.dealing.result_clauses,
                *rules.book.conduct.dealing.display_clauses,
            ),
        )
    )
    return draft.events


def _words(player_total: int, banker_total: int, winner: Winner) -> str:
    return f"player {player_total}, banker {banker_total}, {winner.value}"
