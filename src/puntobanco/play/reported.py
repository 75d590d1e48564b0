"""What a report leads to: what physically happened is recorded, what is irregular is ruled upon."""

from __future__ import annotations

from puntobanco.base.cards import Card
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play.calls import announcement
from puntobanco.play.diagnose import Showing, diagnose, lies_face_up, slot_taken
from puntobanco.play.draft import Draft
from puntobanco.play.paying import due_now, reopen_coup, settle_stakes
from puntobanco.play.preparing import burn_rule, started
from puntobanco.play.ruling import computed_facts, found
from puntobanco.play.slot_clauses import slot_clauses
from puntobanco.play.table import (
    Betting,
    Dealing,
    Preparing,
    Ready,
    Resolved,
    Table,
    coup_of,
)
from puntobanco.play.tape import lawful_slot, rebuilt
from puntobanco.play.watch import watch
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn, Turner
from puntobanco.rules.coup import Winner
from puntobanco.rules.points import burn_value, hand_total
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Hand


def _ruled(rules: HouseRules, table: Table, report: Showing, draft: Draft) -> e.Events:
    """Rule on what the report shows to be irregular, after its events were recorded."""
    noticed = diagnose(rules, table, report)
    if noticed is not None:
        found(rules, draft, noticed)
    return draft.events


def card_left_shoe(rules: HouseRules, table: Table, report: p.CardLeftShoe) -> e.Events:
    """A card is out: burnt, dealt where it belongs, or not as it should be."""
    stage, draft = table.stage, Draft(table)
    match stage:
        case Preparing() if "load" in stage.steps:
            _burn(rules, draft, stage, report.card)
        case Dealing():
            _deal(rules, draft, stage, report)
        case Betting() | Ready() | Resolved():
            clauses = rules.book.conduct.dealing.hands_clauses
            draft.add(e.CardCarried(card=report.card, clauses=clauses))
        case _:
            pass  # not in play: it goes back among the others
    _ruled(rules, table, report, draft)
    watch(rules, draft)
    return draft.events


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
    due, face_up = lawful_slot(rules.tableau, stage.tape), lies_face_up(rules, stage, report)
    draft.add(
        e.CardDealt(
            slot=slot_taken(rules, stage, report),
            face_up=face_up,
            card=report.card if face_up else None,
            clauses=slot_clauses(rules, stage, due),
        )
    )


def cards_left_together(rules: HouseRules, table: Table, report: p.CardsLeftTogether) -> e.Events:
    """Several cards came out at once; they lie aside, or wait, until somebody orders them."""
    draft, clauses = Draft(table), rules.book.conduct.dealing.hands_clauses
    if isinstance(table.stage, Dealing):
        for card in report.cards:
            seen = card is not None
            draft.add(e.CardDealt(slot=None, face_up=seen, card=card, clauses=clauses))
    elif isinstance(table.stage, Betting | Ready | Resolved):
        draft.add(*(e.CardCarried(card=card, clauses=clauses) for card in report.cards))
    _ruled(rules, table, report, draft)
    watch(rules, draft)
    return draft.events


def card_was_turned(rules: HouseRules, table: Table, report: p.CardWasTurned) -> e.Events:
    """A face-down card is face up now."""
    draft, noticed = Draft(table), diagnose(rules, table, report)
    if noticed is None or noticed.irregularity is not Irregularity.OTHER:
        clauses = rules.style.announce_clauses
        draft.add(e.CardTurned(slot=report.slot, card=report.card, by=report.by, clauses=clauses))
    _ruled(rules, table, report, draft)
    _place_what_lies_aside(rules, draft)
    watch(rules, draft)
    return draft.events


def _place_what_lies_aside(rules: HouseRules, draft: Draft) -> None:
    """Once the hands can be seen, a card drawn too early goes where it is due, or waits."""
    stage = draft.table.stage
    if not isinstance(stage, Dealing) or all(lying.slot for lying in stage.tape):
        return
    proper = rebuilt(rules.tableau, stage.tape)
    if None not in proper.slots:
        facts = {**computed_facts(rules, draft.table, draft.table.coup), "restorable": True}
        row = rules.book.rulings.find(Irregularity.SURPLUS_CARD, facts, rules.options)
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
    if begun:  # the last coup is the next one, and is announced when this one is settled
        return (e.MarkerReached(coups_left=1, clauses=end.later_clauses),)
    left = 0 if isinstance(stage, Dealing) else 1
    reached = e.MarkerReached(coups_left=left, clauses=end.first_clauses)
    return reached, *announcement(rules.book.conduct.last_call, end.first_clauses)


def card_misread(rules: HouseRules, table: Table, report: p.CardMisread) -> e.Events:
    """A card was entered wrongly: it is put right, and a paid coup is reckoned again."""
    draft, clauses = Draft(table), rules.style.announce_clauses
    stage = table.stage
    tape = stage.tape if isinstance(stage, Dealing | Resolved) else ()
    lying = [each for each in tape if each.slot is report.slot]
    if not lying or lying[0].card is None:
        note = f"no card lies face up in {report.slot.value} that could have been misread"
        found(rules, draft, p.Noticed(irregularity=Irregularity.OTHER, by=report.by, note=note))
        return draft.events
    reopen_coup(draft, clauses)
    if not isinstance(draft.table.stage, Dealing):  # void or final: it stands as it is
        return draft.events
    corrected = e.CardCorrected(
        slot=report.slot, was=lying[0].card, card=report.card, clauses=clauses
    )
    draft.add(corrected)
    stage = draft.table.stage
    assert isinstance(stage, Dealing), stage
    proper = rebuilt(rules.tableau, stage.tape).all_slots
    if proper != tuple(each.slot for each in stage.tape):  # what followed was not lawful then
        found(rules, draft, p.Noticed(irregularity=Irregularity.SURPLUS_CARD, by=report.by))
    watch(rules, draft)
    return draft.events


def shoe_ran_dry(rules: HouseRules, table: Table, report: p.ShoeRanDry) -> e.Events:
    """A card is due and there is none."""
    return _ruled(rules, table, report, Draft(table))


def payment_made(rules: HouseRules, table: Table, report: p.PaymentMade) -> e.Events:
    """Somebody was handed something: what was due settles the stake, anything else is ruled on."""
    draft, stage = Draft(table), table.stage
    key = (report.patron, report.place, report.wager)
    if isinstance(stage, Dealing) and due_now(rules, table, key) == report.amount:
        settle_stakes(rules, draft, [key])
        return draft.events
    return _ruled(rules, table, report, draft)


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
    player_first = not stage.banker_first and Hand.PLAYER.value not in stage.announced
    if report.hand is Hand.BANKER and player_first and rules.style.turner is Turner.NOBODY:
        said = e.AnnouncementCorrected(called="banker first", true="player first", clauses=clauses)
        events.append(said)
    events.append(e.TotalAnnounced(hand=report.hand, total=true, clauses=clauses))
    if stage.out is report.hand:
        events.append(e.HandReturned(hand=report.hand, clauses=clauses))
    return tuple(events)


def result_called(rules: HouseRules, table: Table, report: p.ResultCalled) -> e.Events:
    """The dealer announced the result; a hand that lacks a card is found out here."""
    stage, draft = table.stage, Draft(table)
    if not isinstance(stage, Dealing):
        return ()
    if _ruled(rules, table, report, draft):
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
    if true[2] is Winner.TIE:
        draft.add(*announcement(rules.book.conduct.tie_call))
    return draft.events


def _words(player_total: int, banker_total: int, winner: Winner) -> str:
    return f"player {player_total}, banker {banker_total}, {winner.value}"
