"""Who, how much and why: every field of what settlement and the cage record, and every refusal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.base.money import UNITS_MAX, Currency, UnreadableAmountError
from puntobanco.books import book_named
from puntobanco.house import cage
from puntobanco.house import events as h
from puntobanco.house.account import Account, Exclusion
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.doors import decide
from puntobanco.play.postings import postings
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.rules.fees import SettledAnte
from puntobanco.rules.outcomes import VOID
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settings import TableSettings, Watch
from puntobanco.rules.settlement import settle
from puntobanco.rules.wagers import Result
from puntobanco.sayings.saying import named, say
from tests.properties.session import TEMPERS, Session
from tests.rules.test_settlement import coup, rules_of

ANN = Account(account="ann", balance=900)
UNKNOWN = Refusal(Reason.UNKNOWN_ACCOUNT, say("refused.no-account"))


def test_the_ante_says_what_was_done_with_it_and_why() -> None:
    rules = rules_of("nz-division", ante="10", ante_waiver="1000", dragon_bonus="1")
    assert rules.ante is not None
    rule, number = rules.ante.rule, coup("4s 5h", "Kd 7c").outcome_class
    assert rule.waiver_clauses != rule.collected_clauses
    assert settle(rules, VOID, {"player": 100_00}).ante == SettledAnte(
        10_00, collected=False, clauses=rules.book.void_clauses
    )
    taken = SettledAnte(10_00, collected=True, clauses=rule.collected_clauses)
    assert settle(rules, number, {"player": 999_99, "tie": 999_99}).ante == taken
    waived = SettledAnte(0, collected=True, clauses=rule.waiver_clauses)
    assert settle(rules, number, {"player": 50_00, "banker": 1000_00}).ante == waived
    nothing = SettledAnte(0, collected=True, clauses=rule.collected_clauses)
    assert settle(rules, number, {"dragon-bonus:player": 2000_00}).ante == nothing
    assert settle(rules_of("nz-division"), number, {"player": 100_00}).ante is None


@pytest.mark.parametrize(("wager", "stake"), [("insurance", 5), ("player", 0), ("player", -1)])
def test_what_is_no_stake_is_not_settled(wager: str, stake: int) -> None:
    with pytest.raises(
        ValueError, match=f"^{wager}={stake} is not a stake on a wager of this table$"
    ):
        settle(rules_of("mbs"), VOID, {wager: stake})
    assert settle(rules_of("mbs"), VOID, {"player": 1}).net == 0


def test_what_the_cage_records() -> None:
    assert cage.pay_out(ANN, 900, "cy") == (h.MoneyPaidOut(account="ann", amount=900, by="cy"),)
    assert cage.from_table(ANN, "T1", 5) == (h.MoneyFromTable(account="ann", table="T1", amount=5),)
    assert cage.to_table(ANN, "T1", 900, 0) == (
        h.MoneyToTable(account="ann", table="T1", amount=900),
    )
    assert cage.adjust(ANN, -900, "cy", "di", "wrong") == (
        h.BalanceAdjusted(account="ann", amount=-900, by="cy", second="di", reason="wrong"),
    )
    assert cage.take_place(ANN, "T1", 8) == (h.PlayBegan(account="ann", table="T1"),)
    assert cage.exclude(ANN, 9, "ann", 8) == (
        h.Excluded(account="ann", until=9, by="ann", reason=""),
    )
    assert cage.exclude(ANN, None, "mo", 8, "asked") == (
        h.Excluded(account="ann", until=None, by="mo", reason="asked"),
    )
    shut = Account(account="ann", exclusion=Exclusion(None, "ann"))
    assert cage.end_exclusion(shut, "mo", "sy", 8) == (
        h.ExclusionEnded(account="ann", by="mo", second="sy"),
    )


def test_what_the_cage_refuses_and_how() -> None:
    nobody = Account()
    assert cage.exclude(nobody, 9, "mo", 8) == UNKNOWN
    assert cage.end_exclusion(nobody, "mo", "sy", 8) == UNKNOWN
    assert cage.pay_out(nobody, 1, "cy") == UNKNOWN
    assert cage.pay_out(ANN, 901, "cy") == Refusal(
        Reason.NOT_ENOUGH_MONEY, say("refused.account-too-little", who=named("ann")), (), 901, 900
    )
    assert cage.exclude(ANN, 8, "mo", 8) == Refusal(
        Reason.OUT_OF_RANGE, say("refused.exclusion-end")
    )
    until = Account(account="ann", exclusion=Exclusion(50, "ann"))
    shorter = Refusal(Reason.EXCLUDED, say("refused.exclusion-runs"))
    assert cage.exclude(until, 50, "mo", 8) == shorter
    assert cage.exclude(until, 51, "mo", 8) != shorter
    assert cage.end_exclusion(until, "mo", "sy", 8) == Refusal(
        Reason.EXCLUDED,
        say("refused.exclusion-dated"),
    )
    assert cage.end_exclusion(until, "mo", "sy", 50) == Refusal(
        Reason.ALREADY_SO, say("refused.not-excluded", who=named("ann"))
    )
    assert cage.end_exclusion(ANN, "mo", "sy", 8) == Refusal(
        Reason.ALREADY_SO, say("refused.not-excluded", who=named("ann"))
    )
    alone = Refusal(Reason.NEEDS_SECOND_PERSON, say("refused.two-people"))
    for pair in (("mo", "mo"), ("", "mo"), ("mo", "")):
        assert cage.adjust(ANN, 5, *pair, "wrong") == alone
    own = say("refused.own-account", who=named("ann"))
    assert cage.adjust(ANN, 5, "ann", "mo", "x") == Refusal(Reason.NOT_PERMITTED, own)
    assert cage.adjust(ANN, 5, "mo", "ann", "x") == Refusal(Reason.NOT_PERMITTED, own)
    most = say("refused.account-full")
    assert cage.adjust(ANN, UNITS_MAX, "mo", "sy", "x") == Refusal(
        Reason.BAD_AMOUNT, most, (), UNITS_MAX, UNITS_MAX - 900
    )
    assert cage.adjust(ANN, -901, "mo", "sy", "x") == Refusal(
        Reason.NOT_ENOUGH_MONEY, say("refused.account-too-little", who=named("ann")), (), 901, 900
    )


def test_the_greatest_amount_is_read_and_one_unit_more_is_not() -> None:
    money = Currency()
    assert money.read(money.write(UNITS_MAX)) == UNITS_MAX
    with pytest.raises(UnreadableAmountError, match="is too large"):
        money.read(money.write(UNITS_MAX + 1))


def test_a_stake_of_nothing_is_none_even_where_the_dealer_sees_to_the_limits() -> None:
    rules = book_named("mbs").configure({}, TableSettings(watch=Watch.DEALER))
    assert isinstance(rules, HouseRules)
    session = Session(Random(1), rules, TEMPERS[0])
    session.gather()
    while not isinstance(session.watched.table.stage, Betting):
        session.carry_on()
    table = session.watched.table
    command = r.PlaceStake(by="ann", patron="ann", place=1, wager="player", amount=0)
    refusal = decide(rules, table, command)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.BAD_AMOUNT
    assert not isinstance(decide(rules, table, replace(command, amount=1)), Refusal)


def moves(event: e.Event) -> dict[str, int]:
    return {each.account: each.amount for each in postings(event)}


def test_where_the_money_of_commission_and_ante_goes() -> None:
    owed: dict[str, Any] = {"patron": "ann", "amount": 5}
    assert moves(e.CommissionCollected(**owed)) == {"rack:ann": -5, "commission": 5}
    assert moves(e.CommissionReturned(**owed)) == {"rack:ann": 5, "commission": -5}
    assert moves(e.AntePlaced(**owed)) == {"rack:ann": -5, "felt": 5}
    assert moves(e.AnteReturned(**owed)) == {"rack:ann": 5, "felt": -5}
    assert moves(e.AnteCollected(**owed)) == {"felt": -5, "ante": 5}
    assert moves(e.AnteReversed(**owed)) == {"felt": 5, "ante": -5}
    assert moves(e.ChipsBought(**owed)) == {"rack:ann": 5, "cage": -5}
    assert moves(e.ChipsCashed(**owed)) == {"rack:ann": -5, "cage": 5}


def test_where_the_money_of_a_settlement_goes_and_comes_back_from() -> None:
    line: dict[str, Any] = {"patron": "ann", "place": 1, "wager": "banker", "stake": 100}
    won = {**line, "result": Result.WIN, "profit": 90, "commission": 5, "breakage": 3}
    paid = {"felt": -100, "commission": 5, "breakage": 3}
    booked: Counter[str] = Counter()
    for each in postings(e.StakeSettled(**won, label="")):
        booked[each.account] += each.amount
    assert booked == {**paid, "rack:ann": 190, "float": -98}
    for each in postings(e.SettlementReversed(**won, taken_back=0)):
        booked[each.account] += each.amount
    assert not any(booked.values())
    up = {**line, "result": Result.WIN, "profit": 96, "commission": 5, "breakage": -1}
    given = postings(e.StakeSettled(**up, label=""))
    assert ("breakage", -1) in {(each.account, each.amount) for each in given}
    stays = {**line, "result": Result.PUSH, "profit": 0, "commission": 0, "breakage": 0}
    assert moves(e.StakeSettled(**stays, stays=True, label="")) == {}
    assert moves(e.StakeSettled(**stays, label="")) == {"felt": -100, "rack:ann": 100}
    back = e.SettlementReversed(**stays, stays=True, taken_back=40)
    assert moves(back) == {"rack:ann": -40, "felt": 40}
