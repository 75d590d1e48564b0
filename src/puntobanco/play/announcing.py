"""What is announced and handed over: put right by the software, or recorded where staff watch."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import UNITS_MAX
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play.announced import staff_watch
from puntobanco.play.calls import announcement
from puntobanco.play.cards.tape import seen_total
from puntobanco.play.draft import Draft
from puntobanco.play.paying import due_now, settle_stakes
from puntobanco.play.rulings.reported import ruled
from puntobanco.play.table import Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Turner
from puntobanco.rules.coup import Winner
from puntobanco.rules.slots import Hand

NATURAL_LEAST = 8
"""The least total of two cards that ends the drawing."""


def payment_made(rules: HouseRules, table: Table, report: p.PaymentMade) -> e.Events:
    """A patron was handed something: what was due settles the stake, anything else is ruled on."""
    draft, stage = Draft(table), table.stage
    key = report.key
    due = due_now(rules, table, key) if isinstance(stage, Dealing) else None
    if due == report.amount:
        settle_stakes(rules, draft, [key])
        return draft.events
    if due is not None and staff_watch(rules) and 0 <= report.amount <= UNITS_MAX:
        settle_stakes(rules, draft, [key], handed=report.amount)
        return draft.events
    return ruled(rules, table, report, draft)


def total_called(rules: HouseRules, table: Table, report: p.TotalCalled) -> e.Events:
    """The dealer announced a hand's total; the cards decide, unless staff watch."""
    stage, clauses = table.stage, rules.style.announce_clauses
    if not isinstance(stage, Dealing):
        return ()
    if staff_watch(rules):
        announced = e.TotalAnnounced(hand=report.hand, total=report.total, clauses=clauses)
        return announced, *_returned(stage, report.hand, clauses)
    true = seen_total(stage.tape, report.hand)
    if true is None:
        return ()
    events: list[e.Event] = []
    if true != report.total:
        called = e.AnnouncementCorrected(called=str(report.total), true=str(true), clauses=clauses)
        events.append(called)
    player_first = not stage.banker_first and Hand.PLAYER.value not in stage.announced
    if report.hand is Hand.BANKER and player_first and rules.style.turner is Turner.NOBODY:
        said = e.AnnouncementCorrected(called="banker first", true="player first", clauses=clauses)
        events.append(said)
    events.append(e.TotalAnnounced(hand=report.hand, total=true, clauses=clauses))
    return (*events, *_returned(stage, report.hand, clauses))


def _returned(stage: Dealing, hand: Hand, clauses: Clauses) -> e.Events:
    """A hand that is called is back in its box."""
    return (e.HandReturned(hand=hand, clauses=clauses),) if stage.out is hand else ()


def result_called(rules: HouseRules, table: Table, report: p.ResultCalled) -> e.Events:
    """The dealer announced the result; a hand that lacks a card is found out here."""
    stage, draft = table.stage, Draft(table)
    if not isinstance(stage, Dealing):
        return ()
    if ruled(rules, table, report, draft):
        return draft.events
    called = (report.player_total, report.banker_total, report.winner)
    true = called
    if not staff_watch(rules):
        coup = coup_of(stage.tape)
        assert coup is not None, stage.tape
        true = (coup.player_total, coup.banker_total, coup.winner)
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
                *_stopped_by_natural(rules, stage),
                *rules.book.conduct.dealing.result_clauses,
                *rules.book.conduct.dealing.display_clauses,
            ),
        )
    )
    if true[2] is Winner.TIE:
        draft.add(*announcement(rules.book.conduct.tie_call))
    return draft.events


def _stopped_by_natural(rules: HouseRules, stage: Dealing) -> Clauses:
    """What ended the drawing where a hand is a Natural."""
    coup = coup_of(stage.tape)
    if coup is None or len(coup.player) != 2 or len(coup.banker) != 2:
        return ()
    if max(coup.player_total, coup.banker_total) < NATURAL_LEAST:
        return ()
    decisions = coup.decisions(rules.tableau)
    return tuple(dict.fromkeys(clause for each in decisions for clause in each.clauses))


def _words(player_total: int, banker_total: int, winner: Winner) -> str:
    return f"player {player_total}, banker {banker_total}, {winner.value}"
