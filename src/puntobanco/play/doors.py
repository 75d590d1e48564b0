"""The two doors of the table: a command can be refused, a fact cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from puntobanco.base.clauses import Clauses, c
from puntobanco.play import announcing, asking, betting, leaving, operating, paying, people
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards import cutting, dealing, handlers, passing, preparing
from puntobanco.play.events import Events
from puntobanco.play.rulings import correcting, late, reported, ruling
from puntobanco.play.table import Closed, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.words import WHAT_WENT_WRONG
from puntobanco.sayings.saying import say

_DECIDERS: dict[type[Any], Callable[[HouseRules, Table, Any], Events | Refusal]] = {
    r.OpenTable: operating.open_table,
    r.CloseTable: operating.close_table,
    r.ChangeOption: operating.change_option,
    r.AdoptEdition: operating.adopt_edition,
    r.TakePlace: leaving.take_place,
    r.Leave: leaving.leave,
    r.BuyIn: people.buy_in,
    r.CashOut: people.cash_out,
    r.NameNominee: leaving.name_nominee,
    r.ApproveNominee: people.approve_nominee,
    r.AnnounceNominee: people.announce_nominee,
    r.EndNominee: leaving.end_nominee,
    r.BarNominees: leaving.bar_nominees,
    r.ReceiveCards: preparing.receive_cards,
    r.Prepare: preparing.prepare,
    r.DeclineCut: cutting.decline_cut,
    r.ObjectToCards: preparing.object_to_cards,
    r.OrderNewCards: preparing.order_new_cards,
    r.ViewBurntCard: preparing.view_burnt_card,
    r.OpenBetting: betting.open_betting,
    r.PlaceStake: betting.place_stake,
    r.TakeStake: betting.take_stake,
    r.MoveStake: betting.move_stake,
    r.PlaceAnte: betting.place_ante,
    r.ExtendBetting: dealing.extend_betting,
    r.CloseBetting: dealing.close_betting,
    r.ReopenBetting: dealing.reopen_betting,
    r.AnswerOffer: handlers.answer_offer,
    r.AskToSqueeze: asking.ask_to_squeeze,
    r.AskHouse: asking.ask_house,
    r.AnswerPatron: asking.answer_patron,
    r.KeepHand: handlers.keep_hand,
    r.TurnBankerFirst: handlers.turn_banker_first,
    r.DrawCard: dealing.draw_card,
    r.PassHand: passing.pass_hand,
    r.PassCard: passing.pass_card,
    r.LetTurn: handlers.let_turn,
    r.TurnHand: handlers.turn_hand,
    r.Settle: paying.settle,
    r.CollectCommission: paying.collect_commission,
    r.Answer: ruling.answer,
}
_SILENT: dict[Reason, Clauses] = {
    **dict.fromkeys(Reason, c("default:36")),
    Reason.NOT_ENTITLED: c("default:19"),
    Reason.BAD_AMOUNT: c("default:20"),
    Reason.STEP_UNKNOWN: c("default:13"),
    Reason.BAD_ANSWER: c("default:6"),
    Reason.STALE: c("default:30"),
}
"""What a refusal cites where no document speaks of the matter."""

_RULERS: dict[type[Any], Callable[[HouseRules, Table, Any], Events]] = {
    p.CardLeftShoe: reported.card_left_shoe,
    p.CardsLeftTogether: reported.cards_left_together,
    p.CardWasTurned: reported.card_was_turned,
    p.CardMisread: correcting.card_misread,
    p.CardHanded: reported.card_handed,
    p.CardsLoaded: reported.cards_loaded,
    p.MarkerLeftShoe: reported.marker_left_shoe,
    p.ShoeRanDry: reported.shoe_ran_dry,
    p.TotalCalled: announcing.total_called,
    p.ResultCalled: announcing.result_called,
    p.PaymentMade: announcing.payment_made,
    p.ChipsLaid: late.chips_laid,
    p.Noticed: ruling.noticed,
    p.ChoiceTimeOver: ruling.choice_time_over,
}
_WHILE_HALTED = (r.Answer, r.BuyIn, r.CashOut, r.TakePlace, r.Leave)
_WHILE_CLOSED = (r.Answer, r.OpenTable, r.AdoptEdition, r.TakePlace, r.Leave, r.BuyIn, r.CashOut)


def decide(
    rules: HouseRules, table: Table, request: r.Request, expected: int | None = None
) -> Events | Refusal:
    """What a request leads to: events, or the first thing that stands against it.

    `expected` is the sequence the asker had seen; a table that has moved on refuses.
    """
    outcome = _decide(in_force(rules, table), table, request, expected)
    if isinstance(outcome, Refusal) and not outcome.clauses:
        return replace(outcome, clauses=_SILENT[outcome.reason])
    return outcome


def _decide(
    rules: HouseRules, table: Table, request: r.Request, expected: int | None
) -> Events | Refusal:
    if expected is not None and expected != table.sequence:
        said = say("refused.moved-on", now=table.sequence, seen=expected)
        return Refusal(Reason.STALE, said, (), expected, table.sequence)
    if table.halts and not isinstance(request, _WHILE_HALTED):
        said = say("refused.halted", what=WHAT_WENT_WRONG[table.halts[-1].irregularity])
        return Refusal(Reason.HALTED, said, ruling.halt_clauses(rules, table))
    if isinstance(table.stage, Closed) and not isinstance(request, _WHILE_CLOSED):
        return Refusal(Reason.WRONG_STAGE, say("refused.table-not-open"))
    return _DECIDERS[type(request)](rules, table, request)


def rule_on(rules: HouseRules, table: Table, report: p.Report) -> Events:
    """What a report leads to; it is never refused."""
    rules = in_force(rules, table)
    return _RULERS[type(report)](rules, table, report)


def in_force(rules: HouseRules, table: Table) -> HouseRules:
    """The rules with whatever the operator has changed at the open table."""
    if not table.options or table.options == rules.options:
        return rules
    return rules.changed(table.options)
