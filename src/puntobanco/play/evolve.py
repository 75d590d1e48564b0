"""Folding events into the table's state: no rules, no conditions on the book."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from puntobanco.base.cards import Card
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.suspicion import order_of
from puntobanco.play.table import (
    Betting,
    Closed,
    Dealing,
    Halt,
    Nominee,
    Patron,
    Preparing,
    Ready,
    Resolved,
    Shoe,
    StakeKey,
    Stakes,
    Table,
    TapeCard,
)
from puntobanco.rules.rulings import FOUND_FACE_UP, OF_THE_SET, Question
from puntobanco.rules.settlement import Result
from puntobanco.rules.slots import INITIAL_SLOTS, Slot


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event that the doors returned."""
    table = _STEPS[type(event)](table, event)
    return replace(table, sequence=table.sequence + 1)


def evolve_all(table: Table, events: Iterable[e.Event]) -> Table:
    """The table after several events."""
    for event in events:
        table = evolve(table, event)
    return table


# --- helpers ----------------------------------------------------------------------------------


def _rack(table: Table, patron: str, change: Units, owed: Units = 0) -> dict[str, Patron]:
    holder = table.patrons[patron]
    changed = replace(holder, rack=holder.rack + change, owed=holder.owed + owed)
    return {**table.patrons, patron: changed}


def _changed(stakes: Stakes, key: StakeKey, change: Units) -> Stakes:
    amount = stakes.get(key, 0) + change
    assert amount >= 0, f"stake {key} would fall to {amount}"
    if amount:
        return {**stakes, key: amount}
    return {other: stake for other, stake in stakes.items() if other != key}


def _with_stake(table: Table, key: StakeKey, change: Units) -> Table:
    stage = table.stage
    assert isinstance(stage, Betting | Dealing | Resolved), stage
    patrons = _rack(table, key[0], -change)
    if isinstance(stage, Resolved):
        staying = _changed(stage.staying, key, change)
        return replace(table, patrons=patrons, stage=replace(stage, staying=staying))
    return replace(
        table, patrons=patrons, stage=replace(stage, stakes=_changed(stage.stakes, key, change))
    )


def _with_ante(table: Table, patron: str, change: Units) -> Table:
    stage = table.stage
    assert isinstance(stage, Betting | Dealing), stage
    held = stage.antes.get(patron, 0) + change
    antes = {name: amount for name, amount in stage.antes.items() if name != patron}
    if held:
        antes[patron] = held
    return replace(table, patrons=_rack(table, patron, -change), stage=replace(stage, antes=antes))


def _with_shoe(table: Table, **changes: Any) -> Table:
    return replace(table, shoe=replace(table.shoe, **changes))


def _seen(table: Table, card: Card | None, *, left_shoe: bool) -> Table:
    shoe = table.shoe
    seen = shoe.seen if card is None else (*shoe.seen, card)
    return replace(table, shoe=replace(shoe, out=shoe.out + left_shoe, seen=seen))


def _dealing(table: Table, **changes: Any) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    return replace(table, stage=replace(table.stage, **changes))


# --- the table and its people -----------------------------------------------------------------


def _table_opened(table: Table, event: e.TableOpened) -> Table:
    return replace(table, stage=Preparing(), options=event.options)


def _table_closed(table: Table, event: e.TableClosed) -> Table:
    return replace(table, stage=Closed())


def _play_ended(table: Table, event: e.PlayEnded) -> Table:
    assert isinstance(table.stage, Resolved), table.stage
    return replace(table, stage=replace(table.stage, final=True))


def _option_changed(table: Table, event: e.OptionChanged) -> Table:
    if event.at_once:
        return replace(table, options={**table.options, event.option: event.value})
    return replace(table, elected={**table.elected, event.option: event.value})


def _patron_came(table: Table, event: e.PatronCame) -> Table:
    known = table.patrons.get(event.patron) or Patron(event.patron)
    patron = replace(known, place=event.place, present=True)
    return replace(table, patrons={**table.patrons, event.patron: patron})


def _patron_went(table: Table, event: e.PatronWent) -> Table:
    patron = replace(table.patrons[event.patron], place=None, present=False)
    return replace(table, patrons={**table.patrons, event.patron: patron})


def _chips_bought(table: Table, event: e.ChipsBought) -> Table:
    return replace(table, patrons=_rack(table, event.patron, event.amount))


def _chips_cashed(table: Table, event: e.ChipsCashed) -> Table:
    return replace(table, patrons=_rack(table, event.patron, -event.amount))


def _nominee_named(table: Table, event: e.NomineeNamed) -> Table:
    nominee = Nominee(event.nominee, event.patron)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_approved(table: Table, event: e.NomineeApproved) -> Table:
    nominee = replace(table.nominees[event.nominee], approved=True)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_announced(table: Table, event: e.NomineeAnnounced) -> Table:
    nominee = replace(table.nominees[event.nominee], announced=True)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_ended(table: Table, event: e.NomineeEnded) -> Table:
    nominees = {name: each for name, each in table.nominees.items() if name != event.nominee}
    return replace(table, nominees=nominees)


def _nominees_barred(table: Table, event: e.NomineesBarred) -> Table:
    before = table.barred.get(event.what, ())
    barred = tuple(dict.fromkeys((*before, *event.patrons)))
    if event.lifted:
        barred = tuple(name for name in before if name not in event.patrons)
    return replace(table, barred={**table.barred, event.what: barred})


# --- the cards before play --------------------------------------------------------------------


def _cards_received(table: Table, event: e.CardsReceived) -> Table:
    shoe = table.shoe
    shoe = Shoe(
        number=shoe.number,
        cards=event.cards,
        size=event.decks * 52,
        retired=shoe.retired,
        before=order_of(shoe.seen) or shoe.before,
        backs={**shoe.backs, event.cards: event.backs},
    )
    return replace(table, shoe=shoe, stage=Preparing(source=event.source))


def _preparation_done(table: Table, event: e.PreparationDone) -> Table:
    stage = table.stage
    assert isinstance(stage, Preparing), stage
    if event.step == "mix-anew":
        return _with_shoe(replace(table, stage=Preparing(source="new")), out=0, seen=())
    kept = tuple(step for step in stage.steps if step not in event.undone)
    return replace(table, stage=replace(stage, steps=(*kept, event.step)))


def _cut_declined(table: Table, event: e.CutDeclined) -> Table:
    stage = table.stage
    assert isinstance(stage, Preparing), stage
    return replace(table, stage=replace(stage, declined=(*stage.declined, event.patron)))


def _card_burnt(table: Table, event: e.CardBurnt) -> Table:
    stage = table.stage
    assert isinstance(stage, Preparing), stage
    table = _seen(table, event.card, left_shoe=True)
    return replace(table, stage=replace(stage, burnt=stage.burnt + 1))


def _shoe_started(table: Table, event: e.ShoeStarted) -> Table:
    table = _with_shoe(
        table,
        number=event.shoe,
        over=False,
        continuous=event.continuous,
        coups_left=None,
        replacement=None,
    )
    return replace(table, stage=Ready())


def _marker_reached(table: Table, event: e.MarkerReached) -> Table:
    return _with_shoe(table, coups_left=event.coups_left)


def _shoe_ended(table: Table, event: e.ShoeEnded) -> Table:
    shoe = table.shoe
    retired = (*shoe.retired, shoe.cards) if event.retired else shoe.retired
    return _with_shoe(table, over=True, retired=retired)


def _replacement_ordered(table: Table, event: e.ReplacementOrdered) -> Table:
    if isinstance(table.stage, Preparing):  # not loaded yet: the cards are mixed all over again
        stage = Preparing(source=table.stage.source, ordered_clauses=event.clauses)
        return _with_shoe(replace(table, stage=stage), out=0, seen=())
    return _with_shoe(table, replacement="reshuffle" if event.reshuffle else "replace")


# --- betting ----------------------------------------------------------------------------------


def _betting_opened(table: Table, event: e.BettingOpened) -> Table:
    stage = table.stage
    assert isinstance(stage, Ready | Resolved), stage
    if table.shoe.continuous:  # what was dealt before is back among the others
        faces = tuple(lying.card for lying in stage.carried if lying.card is not None)
        table = _with_shoe(table, out=len(stage.carried), seen=faces)
    staying = stage.staying if isinstance(stage, Resolved) else {}
    betting = Betting(stakes=staying, no_bet=event.no_bet, tape=_in_order(stage.carried))
    options = {**table.options, **table.elected} if table.elected else table.options
    return replace(table, stage=betting, coup=event.coup, options=options, elected={})


def _in_order(waiting: tuple[TapeCard, ...]) -> tuple[TapeCard, ...]:
    """Cards that open a coup lie where its first cards go."""
    slots = (*INITIAL_SLOTS, *(None for _ in waiting))
    return tuple(replace(lying, slot=slot) for lying, slot in zip(waiting, slots, strict=False))


def _betting_reopened(table: Table, event: e.BettingReopened) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    betting = Betting(
        stage.stakes, stage.antes, stage.no_bet, stage.tape, reopened=bool(stage.tape)
    )
    coups_left = table.shoe.coups_left
    if coups_left is not None:  # the closing call that counted one off did not hold
        table = _with_shoe(table, coups_left=coups_left + 1)
    return replace(table, stage=betting)


def _stake_placed(table: Table, event: e.StakePlaced) -> Table:
    return _with_stake(table, (event.patron, event.place, event.wager), event.amount)


def _stake_taken(table: Table, event: e.StakeTaken) -> Table:
    return _with_stake(table, (event.patron, event.place, event.wager), -event.amount)


def _stake_reduced(table: Table, event: e.StakeReduced) -> Table:
    return _with_stake(table, (event.patron, event.place, event.wager), -event.amount)


def _ante_placed(table: Table, event: e.AntePlaced) -> Table:
    return _with_ante(table, event.patron, event.amount)


def _ante_returned(table: Table, event: e.AnteReturned) -> Table:
    return _with_ante(table, event.patron, -event.amount)


def _betting_closed(table: Table, event: e.BettingClosed) -> Table:
    stage = table.stage
    assert isinstance(stage, Betting), stage
    dealing = Dealing(stage.stakes, stage.antes, stage.no_bet, stage.tape, waited=len(stage.tape))
    coups_left = table.shoe.coups_left
    if coups_left is not None:
        table = _with_shoe(table, coups_left=coups_left - 1)
    return replace(table, stage=dealing)


# --- dealing ----------------------------------------------------------------------------------


def _hand_offered(table: Table, event: e.HandOffered) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    return _dealing(table, offers=(*table.stage.offers, (event.hand, event.patron)))


def _without_offer(stage: Dealing, hand: Any) -> tuple[Any, ...]:
    return tuple(offer for offer in stage.offers if offer[0] is not hand)


def _hand_accepted(table: Table, event: e.HandAccepted) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    handlers = {**stage.handlers, event.hand.value: event.patron}
    return _dealing(table, handlers=handlers, offers=_without_offer(stage, event.hand))


def _hand_declined(table: Table, event: e.HandDeclined) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    refused = (*stage.refused, (event.hand, event.patron))
    return _dealing(table, refused=refused, offers=_without_offer(stage, event.hand))


def _hand_kept(table: Table, event: e.HandKept) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    handlers = {**stage.handlers, event.hand.value: "dealer"}
    return _dealing(table, handlers=handlers, offers=_without_offer(stage, event.hand))


def _order_of_hands_set(table: Table, event: e.OrderOfHandsSet) -> Table:
    return _dealing(table, banker_first=True)


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    lying = TapeCard(event.slot, event.face_up, event.card)
    table = _dealing(table, tape=(*stage.tape, lying), next_is_face_up=False)
    return _seen(table, event.card, left_shoe=True)


def _card_turned(table: Table, event: e.CardTurned) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    turned = next(
        place
        for place, lying in enumerate(stage.tape)
        if lying.slot is event.slot and lying.card is None
    )
    tape = tuple(
        replace(lying, face_up=True, card=event.card) if place == turned else lying
        for place, lying in enumerate(stage.tape)
    )
    return _seen(_dealing(table, tape=tape), event.card, left_shoe=False)


def _hand_passed(table: Table, event: e.HandPassed) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, touched=True) if lying.slot and lying.slot.hand is event.hand else lying
        for lying in stage.tape
    )
    return _dealing(table, tape=tape, out=event.hand)


def _card_passed(table: Table, event: e.CardPassed) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, touched=True) if lying.slot is event.slot else lying for lying in stage.tape
    )
    holders = {**stage.holders, event.slot.value: event.to}
    return _dealing(table, tape=tape, out=event.slot.hand, holders=holders)


def _hand_returned(table: Table, event: e.HandReturned) -> Table:
    return _dealing(table, out=None, holders={})


def _unchanged(table: Table, event: e.Event) -> Table:
    return table


def _total_announced(table: Table, event: e.TotalAnnounced) -> Table:
    assert isinstance(table.stage, Dealing), table.stage
    announced = {**table.stage.announced, event.hand.value: event.total}
    return _dealing(table, announced=announced)


def _result_announced(table: Table, event: e.ResultAnnounced) -> Table:
    return _dealing(table, result_announced=True)


# --- paying -----------------------------------------------------------------------------------


def _stake_settled(table: Table, event: e.StakeSettled) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    if event.result is not Result.LOSE and not event.stays:
        patrons = _rack(table, event.patron, event.stake + event.profit, owed=event.owed)
        table = replace(table, patrons=patrons)
    return replace(table, stage=replace(stage, settled=(*stage.settled, event)))


def _commission_collected(table: Table, event: e.CommissionCollected) -> Table:
    return replace(table, patrons=_rack(table, event.patron, -event.amount, owed=-event.amount))


def _commission_returned(table: Table, event: e.CommissionReturned) -> Table:
    return replace(table, patrons=_rack(table, event.patron, event.amount, owed=event.amount))


def _card_corrected(table: Table, event: e.CardCorrected) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(lying, card=event.card) if lying.slot is event.slot else lying
        for lying in stage.tape
    )
    seen = list(table.shoe.seen)
    seen[len(seen) - 1 - seen[::-1].index(event.was)] = event.card
    table = _with_shoe(table, seen=tuple(seen))
    return _dealing(table, tape=tape, announced={}, result_announced=False)


def _coup_settled(table: Table, event: e.CoupSettled) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    resolved = Resolved(
        stakes=stage.stakes,
        antes=stage.antes,
        tape=stage.tape,
        settled=stage.settled,
        staying={
            (line.patron, line.place, line.wager): line.stake
            for line in stage.settled
            if line.stays
        },
        no_bet=stage.no_bet,
        bound=stage.bound,
        carried=stage.carried,
        next_no_bet=stage.next_no_bet,
    )
    return replace(table, stage=resolved)


# --- irregularities ---------------------------------------------------------------------------


def _irregularity_found(table: Table, event: e.IrregularityFound) -> Table:
    halt = Halt(
        event.irregularity,
        event.facts,
        event.patron,
        event.place,
        event.wager,
        after_coup=event.after_coup,
    )
    if event.by == "table" and event.irregularity in OF_THE_SET:
        alarms = (*table.shoe.alarms, event.irregularity)
        table = _with_shoe(table, alarms=alarms)
    if event.irregularity in FOUND_FACE_UP and isinstance(table.stage, Dealing):
        table = _dealing(table, next_is_face_up=True)
    return replace(table, halts=(*table.halts, halt))


def _halt(table: Table, **changes: Any) -> Table:
    *earlier, latest = table.halts
    return replace(table, halts=(*earlier, replace(latest, **changes)))


def _question_asked(table: Table, event: e.QuestionAsked) -> Table:
    return _halt(
        table,
        question=event.question,
        remedy=event.remedy,
        post=event.post,
        waiting=event.patrons,
    )


def _question_answered(table: Table, event: e.QuestionAnswered) -> Table:
    halt = table.halts[-1]
    if event.question is Question.RESTORABLE:
        facts = {**halt.facts, "restorable": event.answer == "yes"}
        return _halt(table, facts=facts, question=None)
    if event.question is Question.CHOICE:
        waiting = tuple(name for name in halt.waiting if name != event.by)
        if event.answer == "go-on" and isinstance(table.stage, Dealing):
            table = _dealing(table, bound=(*table.stage.bound, event.by))
        if waiting:
            return _halt(table, waiting=waiting)
        return _halt(table, waiting=(), question=None, answer="done")
    return _halt(table, question=None, answer=event.answer)


def _remedy_applied(table: Table, event: e.RemedyApplied | e.RemedyDeclined) -> Table:
    done = table.halts[-1].steps_done + 1
    return _halt(table, steps_done=done, question=None, answer="", waiting=())


def _resumed(table: Table, event: e.Resumed) -> Table:
    return replace(table, halts=table.halts[:-1])


def _cards_rebuilt(table: Table, event: e.CardsRebuilt) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    tape = tuple(
        replace(stage.tape[place], slot=slot)
        for place, slot in zip(event.order, event.slots, strict=True)
    )
    carried = tuple(stage.tape[place] for place in event.carried)
    return _dealing(
        table,
        tape=tape,
        carried=(*stage.carried, *carried),
        announced={},
        result_announced=False,
    )


def _cards_discarded(table: Table, event: e.CardsDiscarded) -> Table:
    stage = table.stage
    if isinstance(stage, Betting):
        return replace(table, stage=replace(stage, tape=()))
    assert isinstance(stage, Dealing | Resolved | Ready), stage
    return replace(table, stage=replace(stage, carried=()))


def _waiting_ordered(table: Table, event: e.WaitingOrdered) -> Table:
    stage = table.stage
    if isinstance(stage, Betting):
        tape = tuple(stage.tape[place] for place in event.order)
        return replace(table, stage=replace(stage, tape=_in_order(tape)))
    assert isinstance(stage, Resolved | Ready), stage
    carried = tuple(stage.carried[place] for place in event.order)
    return replace(table, stage=replace(stage, carried=carried))


def _patron_warned(table: Table, event: e.PatronWarned) -> Table:
    stage = table.stage
    assert isinstance(stage, Betting), stage
    key = (event.patron, event.place, event.wager)
    return replace(table, stage=replace(stage, warned=(*stage.warned, key)))


def _next_without_bets(table: Table, event: e.NextWithoutBets) -> Table:
    stage = table.stage
    if isinstance(stage, Ready):
        return replace(table, stage=replace(stage, no_bet=True))
    if isinstance(stage, Betting | Dealing) and event.coup == table.coup:
        return replace(table, stage=replace(stage, no_bet=True))
    assert isinstance(stage, Dealing | Resolved), stage
    return replace(table, stage=replace(stage, next_no_bet=True))


def _card_carried(table: Table, event: e.CardCarried) -> Table:
    stage = table.stage
    lying = TapeCard(Slot.P1, event.card is not None, event.card)
    if isinstance(stage, Betting):
        table = replace(table, stage=replace(stage, tape=_in_order((*stage.tape, lying))))
    else:
        assert isinstance(stage, Dealing | Resolved | Ready), stage
        table = replace(table, stage=replace(stage, carried=(*stage.carried, lying)))
    return _seen(table, event.card, left_shoe=event.left_shoe)


def _coup_voided(table: Table, event: e.CoupVoided) -> Table:
    stage = table.stage
    assert isinstance(stage, Dealing | Betting), stage
    carried = stage.carried if isinstance(stage, Dealing) else ()
    resolved = Resolved(
        stakes={},
        antes={},
        tape=stage.tape,
        settled=(),
        staying={},
        no_bet=stage.no_bet,
        voided=True,
        carried=carried,
        next_no_bet=isinstance(stage, Dealing) and stage.next_no_bet,
    )
    return replace(table, stage=resolved)


def _settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    if event.stays:
        return replace(table, patrons=_rack(table, event.patron, -event.taken_back))
    if event.result is Result.LOSE:
        return table
    patrons = _rack(table, event.patron, -event.stake - event.profit, owed=-event.owed)
    return replace(table, patrons=patrons)


def _coup_reopened(table: Table, event: e.CoupReopened) -> Table:
    stage = table.stage
    assert isinstance(stage, Resolved), stage
    dealing = Dealing(
        stage.stakes,
        stage.antes,
        stage.no_bet,
        stage.tape,
        bound=stage.bound,
        carried=stage.carried,
        next_no_bet=stage.next_no_bet,
    )
    return replace(table, stage=dealing)


_STEPS: dict[type[Any], Callable[[Table, Any], Table]] = {
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.PlayEnded: _play_ended,
    e.OptionChanged: _option_changed,
    e.PatronCame: _patron_came,
    e.PatronWent: _patron_went,
    e.ChipsBought: _chips_bought,
    e.ChipsCashed: _chips_cashed,
    e.NomineeNamed: _nominee_named,
    e.NomineeApproved: _nominee_approved,
    e.NomineeAnnounced: _nominee_announced,
    e.NomineeEnded: _nominee_ended,
    e.NomineesBarred: _nominees_barred,
    e.CardsReceived: _cards_received,
    e.PreparationDone: _preparation_done,
    e.CutDeclined: _cut_declined,
    e.CardBurnt: _card_burnt,
    e.BurntCardShown: _unchanged,
    e.ShoeStarted: _shoe_started,
    e.MarkerReached: _marker_reached,
    e.ShoeEnded: _shoe_ended,
    e.ReplacementOrdered: _replacement_ordered,
    e.BettingOpened: _betting_opened,
    e.BettingReopened: _betting_reopened,
    e.StakePlaced: _stake_placed,
    e.StakeTaken: _stake_taken,
    e.StakeReduced: _stake_reduced,
    e.AntePlaced: _ante_placed,
    e.AnteReturned: _ante_returned,
    e.BettingClosed: _betting_closed,
    e.HandOffered: _hand_offered,
    e.HandAccepted: _hand_accepted,
    e.HandDeclined: _hand_declined,
    e.HandKept: _hand_kept,
    e.OrderOfHandsSet: _order_of_hands_set,
    e.CardCalled: _unchanged,
    e.HandTurned: _unchanged,
    e.CardCorrected: _card_corrected,
    e.AnnouncementCorrected: _unchanged,
    e.CardDealt: _card_dealt,
    e.CardTurned: _card_turned,
    e.HandPassed: _hand_passed,
    e.CardPassed: _card_passed,
    e.HandReturned: _hand_returned,
    e.TotalAnnounced: _total_announced,
    e.ResultAnnounced: _result_announced,
    e.StakeSettled: _stake_settled,
    e.CommissionCollected: _commission_collected,
    e.CommissionReturned: _commission_returned,
    e.AnteCollected: _unchanged,
    e.CoupSettled: _coup_settled,
    e.IrregularityFound: _irregularity_found,
    e.QuestionAsked: _question_asked,
    e.QuestionAnswered: _question_answered,
    e.RemedyApplied: _remedy_applied,
    e.RemedyDeclined: _remedy_applied,
    e.CardsDiscarded: _cards_discarded,
    e.Resumed: _resumed,
    e.CardsRebuilt: _cards_rebuilt,
    e.WaitingOrdered: _waiting_ordered,
    e.PatronWarned: _patron_warned,
    e.NextWithoutBets: _next_without_bets,
    e.CardCarried: _card_carried,
    e.CoupVoided: _coup_voided,
    e.SettlementReversed: _settlement_reversed,
    e.CoupReopened: _coup_reopened,
    e.AnteReversed: _unchanged,
}
