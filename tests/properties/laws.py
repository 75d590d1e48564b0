"""Laws of the documents that hold at every step, written from them and not from the code.

Each names the clauses it comes from; the numbers are those of the readings in tests/books.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import is_over
from puntobanco.play.doors import in_force
from puntobanco.play.table import Betting, Dealing, Preparing, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.rules.slots import Hand
from tests.oracle.reductions import banker_acceptable

from .law import Wish, law

_RWS = ("rws-super-six-plus", "rws-wins-on")


@dataclass(frozen=True)
class Step:
    """One wish, and what it led to."""

    rules: HouseRules
    before: Table
    command: Wish
    events: e.Events
    after: Table


def check_laws(
    rules: HouseRules, before: Table, command: Wish, events: e.Events, after: Table
) -> None:
    """Hold what one wish led to against every law that speaks of such events."""
    step = Step(in_force(rules, after), before, command, events, after)
    kinds = {type(event) for event in events}
    for spoken_of, holds in _LAWS:
        if spoken_of in kinds:
            holds(step)


def pro_rata_keeps_the_minimum(step: Step) -> None:
    """RWS 5.1.1, reading 81: no reduced Bet plays below the minimum that its sign shows."""
    rules, events, after = step.rules, step.events, step.after
    if rules.book.name not in _RWS or not isinstance(after.stage, Betting | Dealing):
        return
    limits, own = rules.settings.limits.hand, dict(rules.settings.wager_limits)
    for event in events:
        if isinstance(event, e.StakeReduced) and "5.1.1" in event.clauses:
            plays = after.stage.stakes.get((event.patron, event.place, event.wager), 0)
            least = own.get(event.wager, limits).minimum
            law(plays >= least, f"pro rata left {plays} on {event.wager}, below {least}")


def a_concluded_round_survives_a_spilt_shoe(step: Step) -> None:
    """RWS 1.16, reading 83: with no Round open, a lost order of cards undoes nothing."""
    rules, before, events = step.rules, step.before, step.events
    if not isinstance(step.command, p.Noticed | r.Answer):
        return  # a card that was misread pays the round again, whatever waits for an answer
    ruled_upon = _found(events) or {halt.irregularity for halt in before.halts[-1:]}
    spilt = ruled_upon == {Irregularity.ORDER_DISTURBED}
    if spilt and rules.book.name in _RWS and isinstance(before.stage, Resolved):
        undone = [each for each in events if isinstance(each, e.SettlementReversed | e.CoupVoided)]
        law(not undone, "a spilt shoe between two rounds undid a round that was paid")


def a_stake_within_its_patrons_limits_is_no_breach(step: Step) -> None:
    """What may be bet may stay: a personal maximum can be below the table's minimum."""
    stage, settings = step.before.stage, step.rules.settings
    stakes = stage.stakes if isinstance(stage, Betting | Dealing) else {}
    small = {
        (each.patron, each.place, each.wager)
        for each in step.events
        if isinstance(each, e.IrregularityFound)
        and each.by == "table"
        and each.irregularity is Irregularity.BELOW_MINIMUM
    }
    for (patron, place, wager), lies in stakes.items():
        if (patron, place, wager) in small:
            least = settings.limit_of(step.rules.wagers[wager], patron).minimum
            law(lies < least, f"{lies} on {wager} was found below the minimum of {least}")


def a_missing_ante_touches_its_own_wager_alone(step: Step) -> None:
    """NZ 14.7, reading 108: the wagers of other patrons stay as they were settled."""
    events = step.events
    if Irregularity.ANTE_MISSING not in _found(events):
        return
    meant = {
        each.patron
        for each in events
        if isinstance(each, e.IrregularityFound) and each.irregularity is Irregularity.ANTE_MISSING
    }
    for event in events:
        if isinstance(event, e.SettlementReversed | e.StakeTaken):
            law(event.patron in meant, f"an Ante that is missing moved {event.patron}'s wager")
    law(
        not any(isinstance(each, e.CoupReopened) for each in events),
        "an Ante that is missing opened the coup again",
    )


def a_wager_without_its_ante_goes_back(step: Step) -> None:
    """NZ 14.3, 14.4, 14.7, reading 108: found in the deal or after payment, that wager is void."""
    rules, stage = step.rules, step.before.stage
    if rules.ante is None or step.before.halts or step.after.halts:
        return
    if not isinstance(stage, Dealing | Resolved) or (isinstance(stage, Resolved) and stage.final):
        return
    for event in step.events:
        found = isinstance(event, e.IrregularityFound) and event.coup == step.before.coup
        if not isinstance(event, e.IrregularityFound) or not found or event.after_coup:
            continue
        who = event.patron
        if event.irregularity is not Irregularity.ANTE_MISSING or who is None:
            continue
        on_one = [
            sum(stake for (name, _, on), stake in stage.stakes.items() if (name, on) == (who, main))
            for main in ("player", "banker", "tie")
        ]
        waived = rules.ante.waived_from is not None and max(on_one) >= rules.ante.waived_from
        if not any(on_one) or waived or stage.antes.get(who, 0) >= rules.ante.amount:
            continue
        after = step.after.stage
        left = getattr(after, "stakes", {}) | getattr(after, "staying", {})
        law(all(name != who for name, *_ in left), f"{who} laid no Ante, and a wager stays: {left}")
        paid = [line for line in getattr(after, "settled", ()) if line.patron == who]
        law(not paid, f"{who} laid no Ante, and was paid: {paid}")


def what_stays_is_bound_like_what_is_new(step: Step) -> None:
    """NZ 5.9(a), 5.12, 5.13, reading 94: no wager plays that would not be taken as a new one."""
    rules, after = step.rules, step.after
    stage = after.stage
    if not isinstance(stage, Dealing) or rules.settings.watch.value != "software":
        return
    pays_exactly = rules.book.conduct.betting.payable_clauses
    for (patron, _, name), stake in stage.stakes.items():
        if pays_exactly and rules.wagers[name].commission:
            law(
                banker_acceptable(stake, rules.settings.chips),
                f"{patron}'s {stake} on {name} cannot be paid exactly in chips",
            )


def what_stays_is_within_the_limits(step: Step) -> None:
    """NZ 5.9, reading 94: at the call every wager is within minimum and maximum.

    What 5.13 or 5.18 has just cut may be below.
    """
    rules, stage = step.rules, step.after.stage
    if rules.book.name != "nz-division" or rules.settings.watch.value != "software":
        return
    if not isinstance(stage, Dealing):
        return
    cut = {
        (each.patron, each.place, each.wager)
        for each in step.events
        if isinstance(each, e.StakeReduced)
    }
    totals: dict[tuple[str, str], int] = {}
    for (patron, place, name), stake in stage.stakes.items():
        wager = rules.wagers[name]
        least = rules.settings.limit(wager).minimum
        if wager.kind.hand is not None:  # a personal maximum below it is a minimum too
            least = min(least, dict(rules.settings.personal_maximums).get(patron, least))
        if (patron, place, name) not in cut:
            law(stake >= least, f"{patron}'s {stake} on {name} is below {least}")
        totals[patron, name] = totals.get((patron, name), 0) + stake
    for (patron, name), total in totals.items():
        most = rules.settings.limit(rules.wagers[name]).maximum
        law(total <= most, f"{patron} has {total} on {name}, above {most}")


def an_area_holds_the_tables_maximum(step: Step) -> None:
    """NZ 5.8(b), reading 93: capped, an area holds the table's maximum and no patron's own."""
    rules, after = step.rules, step.after
    settings = rules.settings
    if not settings.area_total_capped or settings.watch.value != "software":
        return
    if not isinstance(after.stage, Betting):
        return
    areas: dict[tuple[int, str], int] = {}
    for (_, place, name), stake in after.stage.stakes.items():
        areas[place, name] = areas.get((place, name), 0) + stake
    for (place, name), total in areas.items():
        most = settings.limit(rules.wagers[name]).maximum
        law(total <= most, f"area {name} of place {place} holds {total}, above {most}")


def an_area_is_shared_by_so_many(step: Step) -> None:
    """NZ 5.7, 5.8(a), reading 93: one patron on a numbered area of full Baccarat, else up to three.

    The operator may let fewer share an area, never more.
    """
    rules, stage = step.rules, step.after.stage
    if rules.book.name != "nz-division" or not isinstance(stage, Betting):
        return
    full = rules.options.get("version") == "full"
    most = 1 if full else rules.settings.patrons_share or 3
    on: dict[tuple[int, str], set[str]] = {}
    for patron, place, wager in stage.stakes:
        on.setdefault((place, wager), set()).add(patron)
    for (place, wager), patrons in on.items():
        if place:
            law(len(patrons) <= most, f"{patrons} share area {wager} of place {place}")


def an_area_with_room_takes_a_bet(
    rules: HouseRules, table: Table, command: Wish, refusal: Refusal
) -> None:
    """NZ 5.8(b), reading 93: nobody is refused an area that the table's maximum leaves open."""
    full = refusal.reason is Reason.ABOVE_MAXIMUM and "5.8(b)" in refusal.clauses
    if not full or not isinstance(command, r.PlaceStake) or not isinstance(table.stage, Betting):
        return
    area = (command.place, command.wager)
    lies = sum(stake for (_, *key), stake in table.stage.stakes.items() if tuple(key) == area)
    most = in_force(rules, table).settings.limit(rules.wagers[command.wager]).maximum
    law(lies + command.amount > most, f"area {area} holds {lies} of {most} and took no more")


# --- who may ------------------------------------------------------------------------------------


def a_bet_on_a_box_has_somebody_seated(step: Step) -> None:
    """RWS 1.17, 1.18, reading 79: a Bet lies on one's own box, or on a Seated Player's."""
    rules, before, events = step.rules, step.before, step.events
    if rules.book.name not in _RWS:
        return
    seats = {each.place for each in before.patrons.values()}
    for event in events:
        if isinstance(event, e.StakePlaced):
            law(event.place in seats, f"a bet was taken on box {event.place}, where nobody sits")


def staff_who_lay_bets_may(step: Step) -> None:
    """RWS 1.11, 5.16, reading 80: the Shift Manager is no Pit Employee. NZ 5.5: the Dealer."""
    rules, events = step.rules, step.events
    never = {
        **{name: {"shift-manager"} for name in _RWS},
        "nz-division": {"game-supervisor", "casino-supervisor", "casino-operator"},
    }
    for event in events:
        if isinstance(event, e.StakePlaced):
            by = event.by
            law(by not in never.get(rules.book.name, ()), f"{by} laid a bet for a patron")


def nobody_else_lays_bets(step: Step) -> None:
    """RWS 5.16, NZ 2.3, 5.1, 5.5, reading 80: the patron, their Nominee, or staff who may."""
    for event in step.events:
        if not isinstance(event, e.StakePlaced) or event.by == event.patron:
            continue
        nominee = step.before.nominees.get(event.by)
        named = nominee is not None and nominee.patron == event.patron
        may = named or step.rules.book.posts.knows(event.by)
        law(may, f"{event.by} laid a bet for {event.patron}")


def nominees_lay_bets_in_order(step: Step) -> None:
    """NZ 2.3(a), (b), (d), (f), reading 92: an order to all binds who comes later, too."""
    before = step.before
    for event in step.events:
        nominee = before.nominees.get(event.by) if isinstance(event, e.StakePlaced) else None
        if nominee is None or not isinstance(event, e.StakePlaced) or event.by == event.patron:
            continue
        fit = nominee.approved and nominee.announced and nominee.patron == event.patron
        law(fit, f"{event.by} laid a bet for {event.patron}, and was not let")
        order = before.barred.get("wagers", {})
        barred = order.get(event.patron, order.get("*", False))
        law(not barred, f"{event.by} laid a bet for {event.patron}, who was told to do so")


def only_the_entitled_touch_cards(step: Step) -> None:
    """NZ 2.3, def:Banker, def:Player, readings 89 and 90: Nominees who touch cards are in order.

    RWS 3.9, reading 78: nobody squeezes whom the House has not let.
    """
    rules, before, command, events = step.rules, step.before, step.command, step.events
    if isinstance(command, p.CardHanded):  # it happened; then it is ruled upon
        return
    answered = any(isinstance(each, e.HouseAnswered) and each.granted for each in events)
    for event in events:
        if not isinstance(event, e.HandAccepted | e.CardPassed):
            continue
        who = event.patron if isinstance(event, e.HandAccepted) else event.to
        seat = before.patrons.get(who)
        law(seat is not None and seat.place is not None, f"{who} touches cards and is not seated")
        if rules.book.name in _RWS:
            law(answered, f"{who} squeezes, and the House did not grant it")
        nominee = before.nominees.get(who)
        own = isinstance(before.stage, Dealing) and any(
            patron == who for patron, _, _ in before.stage.stakes
        )
        hand = event.hand if isinstance(event, e.HandAccepted) else event.slot.hand
        let = (  # NZ 15.7: they handle it as who was let turn it, and act for nobody
            isinstance(before.stage, Dealing)
            and nominee is not None
            and before.stage.handlers.get(hand.value) == who
            and not any(
                (patron, wager) == (nominee.patron, hand.value)
                for patron, _, wager in before.stage.at_close
            )
        )
        if nominee is not None and not own and not let and not isinstance(command, r.LetTurn):
            fit = nominee.approved and nominee.announced
            law(fit, f"{who} touches cards as a Nominee who was not approved and announced")
            order = before.barred.get("cards", {})
            barred = order.get(nominee.patron, order.get("*", False))
            law(not barred, f"{who} touches cards for {nominee.patron}, who was told to do so")


def nobody_handles_for_whom_they_may_not(step: Step) -> None:
    """NZ 2.3(e), (g), readings 90 and 91: a Nominee who may no longer handle cards handles none."""
    stage = step.after.stage
    if not isinstance(stage, Dealing) or is_over(step.rules.tableau, stage.tape):
        return
    for hand, who in stage.handlers.items():
        nominee = step.before.nominees.get(who)
        backing = {patron for patron, _, wager in stage.at_close if wager == hand}
        if nominee is None or who in backing or nominee.patron not in backing:
            continue
        seat = step.after.patrons[nominee.patron]
        if seat.place is None:
            continue
        now = step.after.nominees.get(who)
        order = step.after.barred.get("cards", {})
        barred = order.get(nominee.patron, order.get("*", False))
        fit = now is not None and now.approved and now.announced and not barred
        law(fit, f"{who} handles the {hand}'s hand for {nominee.patron}, and may not")


def the_house_answers_for_the_coup(step: Step) -> None:
    """RWS 3.9, NZ 15.4, 15.10, reading 78: the House answers, and a refused squeeze stays so."""
    rules, stage = step.rules, step.before.stage
    refused = {
        (each.patron, each.hand)
        for each in (stage.asked if isinstance(stage, Dealing) else ())
        if each.what == "squeeze" and each.granted is False
    }
    for event in step.events:
        if isinstance(event, e.HouseAsked) and event.what == "squeeze":
            again = (event.patron, event.hand) in refused
            law(not again, f"{event.patron} was refused the squeeze and asked again")
        if isinstance(event, e.HouseAnswered):
            law(rules.book.posts.knows(event.by), f"{event.by} answered for the House")
            by_dealer = event.granted and event.by == "dealer"
            may = not by_dealer or rules.book.name in _RWS
            law(may, f"the dealer granted {event.what}, which only a supervisor may")


def single_cards_go_to_whom_they_are_asked_for(step: Step) -> None:
    """NZ 15.4, 9.8, reading 109: one of two cards at its principal's request, a third as its hand.

    What a handler hands on from their own hand is 15.6.
    """
    command, before = step.command, step.before
    if not isinstance(command, r.PassCard) or not isinstance(before.stage, Dealing):
        return
    if not step.rules.book.posts.knows(command.by):
        return
    if command.slot.is_third:
        handler = before.stage.handlers.get(command.slot.hand.value)
        law(command.to == handler, f"a third card went to {command.to}, not to {handler}")
        return
    nominee = before.nominees.get(command.to)
    principal = nominee.patron if nominee else command.to
    asked = {each.patron for each in before.stage.asked if each.what == "pass"}
    law(principal in asked, f"one card went to {command.to}, and {principal} did not ask for it")


def a_card_in_the_wrong_hands_is_ruled_upon(step: Step) -> None:
    """RWS 5.8.2, NZ 12.6, 15.9(b), reading 85: unless staff watch, and have not seen it."""
    rules, before, command = step.rules, step.before, step.command
    if not isinstance(command, p.CardHanded) or rules.settings.watch.value == "dealer":
        return
    seat = before.patrons.get(command.to)
    if (seat is None or seat.place is None) and not rules.book.posts.knows(command.to):
        told = Irregularity.WRONG_PERSON in _found(step.events)
        law(told, f"{command.to} was handed a card and nothing was ruled upon")


def a_nominee_out_of_order_who_turns_is_ruled_upon(step: Step) -> None:
    """NZ 2.3(a), (b), (g), 12.6, reading 90: a card that they hold gives them no leave to turn."""
    before, stage = step.before, step.before.stage
    if step.rules.settings.watch.value == "dealer" or not isinstance(stage, Dealing):
        return
    if not isinstance(step.command, p.CardWasTurned) or before.halts:
        return
    who, hand = step.command.by, step.command.slot.hand.value
    nominee = before.nominees.get(who)
    if nominee is None or stage.handlers.get(hand) == who:
        return
    order = before.barred.get("cards", {})
    barred = order.get(nominee.patron, order.get("*", False))
    seat = before.patrons.get(who)
    fit = nominee.approved and nominee.announced and not barred and seat and seat.place is not None
    told = Irregularity.WRONG_PERSON in _found(step.events)
    law(fit or told, f"{who} turned a card of the {hand}'s hand, and nothing was ruled upon")


def the_bound_are_asked_no_more(step: Step) -> None:
    """RWS 5.12, reading 86: who chose to go on accepts whatever cards follow."""
    before, events = step.before, step.events
    stage = before.stage
    bound = stage.bound if isinstance(stage, Dealing | Resolved) else ()
    for event in events:
        if isinstance(event, e.QuestionAsked) and event.question is Question.CHOICE:
            again = set(event.patrons) & set(bound)
            law(not again, f"{again} chose to go on and were asked again")
        if isinstance(event, e.QuestionAnswered) and event.answer == "take-back":
            law(event.by not in bound, f"{event.by} chose to go on and took back")


def whoever_handles_a_hand_is_there(step: Step) -> None:
    """NZ 8.13, 8.18(b), reading 101: no hand waits for somebody who has left or stands."""
    rules, after, stage = step.rules, step.after, step.after.stage
    if not isinstance(stage, Dealing):
        return
    if is_over(rules.tableau, stage.tape):
        return
    for hand, who in stage.handlers.items():
        if who != "dealer":
            known = after.patrons.get(who)
            seated = known is not None and known.present and known.place is not None
            law(seated, f"the {hand}'s hand waits for {who}, who is gone")
    for hand_offered, who in stage.offers:
        law(after.patrons[who].place, f"the {hand_offered.value}'s hand is offered to nobody")


def two_people_inspect(step: Step) -> None:
    """NZ 6.1, reading 97: Dealer and Game Supervisor inspect independently of each other."""
    after = step.after
    stage = after.stage
    if isinstance(stage, Preparing):
        by = [stage.done_by.get(f"inspect-by-{who}") for who in ("dealer", "supervisor")]
        law(by[0] is None or by[0] != by[1], f"{by[0]} inspected the cards twice")


def bankers_cards_wait_for_the_call(step: Step) -> None:
    """NZ 8.15, 8.17, reading 102: Player's hand is called first, unless somebody authorised it.

    NZ 15.4, reading 109: a single card is passed because the principal asked for it.
    """
    rules, before, command, events = step.rules, step.before, step.command, step.events
    stage = before.stage
    if rules.book.name != "nz-division" or not isinstance(stage, Dealing):
        return
    if isinstance(command, p.CardHanded):
        return
    for event in events:
        if isinstance(event, e.HandPassed | e.CardPassed):
            hand = event.hand if isinstance(event, e.HandPassed) else event.slot.hand
            handed_on = isinstance(command, r.PassCard) and stage.out is hand
            if hand is Hand.BANKER and not handed_on and not stage.banker_first:
                law("player" in stage.announced, "Banker's cards went out before Player's call")
        if isinstance(event, e.CardPassed) and rules.book.posts.knows(command.by):
            asked = any(each.what == "pass" for each in stage.asked)
            law(asked or event.slot.is_third, "a single card was passed and nobody had asked")


def a_nomination_ends_by_word(step: Step) -> None:
    """NZ 2.3(e), reading 91: the patron confirmed it, or was ordered to act in person."""
    before, events = step.before, step.events
    for event in events:
        if isinstance(event, e.NomineeEnded):
            patron = before.nominees[event.nominee].patron
            ordered = any(
                order.get(patron, order.get("*", False)) for order in before.barred.values()
            )
            law(event.confirmed or ordered, f"{event.nominee} was dismissed, unconfirmed")


def the_operator_voids_when_asked(step: Step) -> None:
    """NZ 15.9, reading 110: wagers go back at the operator's word only where a patron asked.

    12.6: that a round cannot be reconstructed is said with its reason.
    """
    asked = any(halt.facts.get("asked") for halt in step.before.halts) or any(
        each.facts.get("asked") for each in step.events if isinstance(each, e.IrregularityFound)
    )
    for event in step.events:
        if isinstance(event, e.StakeTaken) and "15.9" in event.clauses:
            law(asked, f"{event.patron}'s wager went back by 15.9 and nobody had asked")
        if isinstance(event, e.QuestionAnswered) and step.rules.book.name == "nz-division":
            given_up = event.question is Question.RESTORABLE and event.answer == "no"
            law(event.reason or not given_up, "a round was given up and nobody said why")


def staff_are_not_interrupted(step: Step) -> None:
    """Reading 85: where staff watch, an unlawful card, total or result is on the tape, unhalted."""
    if step.rules.settings.watch.value != "dealer" or not isinstance(step.before.stage, Dealing):
        return
    if isinstance(step.command, p.CardLeftShoe | p.TotalCalled | p.ResultCalled):
        told = [
            each
            for each in step.events
            if isinstance(each, e.IrregularityFound) and each.by != "table"
        ]
        law(not told, f"staff watch, and {told} was found for them")


def _found(events: e.Events) -> set[Irregularity]:
    return {each.irregularity for each in events if isinstance(each, e.IrregularityFound)}


_LAWS: tuple[tuple[type[e.Event], Callable[[Step], None]], ...] = (
    (e.StakeReduced, pro_rata_keeps_the_minimum),
    (e.SettlementReversed, a_concluded_round_survives_a_spilt_shoe),
    (e.CoupVoided, a_concluded_round_survives_a_spilt_shoe),
    (e.IrregularityFound, a_missing_ante_touches_its_own_wager_alone),
    (e.IrregularityFound, a_stake_within_its_patrons_limits_is_no_breach),
    (e.IrregularityFound, a_wager_without_its_ante_goes_back),
    (e.BettingClosed, what_stays_is_bound_like_what_is_new),
    (e.BettingClosed, what_stays_is_within_the_limits),
    (e.StakePlaced, nominees_lay_bets_in_order),
    (e.StakePlaced, an_area_holds_the_tables_maximum),
    (e.StakePlaced, an_area_is_shared_by_so_many),
    (e.StakePlaced, nobody_else_lays_bets),
    (e.StakePlaced, a_bet_on_a_box_has_somebody_seated),
    (e.StakePlaced, staff_who_lay_bets_may),
    (e.HouseAsked, the_house_answers_for_the_coup),
    (e.HouseAnswered, the_house_answers_for_the_coup),
    (e.HandAccepted, only_the_entitled_touch_cards),
    (e.CardPassed, only_the_entitled_touch_cards),
    (e.CardPassed, single_cards_go_to_whom_they_are_asked_for),
    (e.CardTurned, a_nominee_out_of_order_who_turns_is_ruled_upon),
    (e.CardPassed, a_card_in_the_wrong_hands_is_ruled_upon),
    (e.QuestionAsked, the_bound_are_asked_no_more),
    (e.QuestionAnswered, the_bound_are_asked_no_more),
    (e.PatronWent, whoever_handles_a_hand_is_there),
    (e.PatronCame, whoever_handles_a_hand_is_there),
    (e.HandAccepted, whoever_handles_a_hand_is_there),
    (e.HandOffered, whoever_handles_a_hand_is_there),
    (e.PreparationDone, two_people_inspect),
    (e.HandPassed, bankers_cards_wait_for_the_call),
    (e.CardPassed, bankers_cards_wait_for_the_call),
    (e.NomineeEnded, a_nomination_ends_by_word),
    (e.NomineeEnded, nobody_handles_for_whom_they_may_not),
    (e.NomineeNamed, nobody_handles_for_whom_they_may_not),
    (e.NomineesBarred, nobody_handles_for_whom_they_may_not),
    (e.HandPassed, nobody_handles_for_whom_they_may_not),
    (e.IrregularityFound, staff_are_not_interrupted),
    (e.QuestionAnswered, the_operator_voids_when_asked),
    (e.StakeTaken, the_operator_voids_when_asked),
)
"""Which law speaks of which event."""
