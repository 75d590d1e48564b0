"""Every field of a settled stake, of what it moves, and of what the cage records and refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puntobanco.base.accounts import Posting
from puntobanco.base.clauses import c
from puntobanco.base.money import UNITS_MAX, Direction, Payoff, Rounding
from puntobanco.house import cage
from puntobanco.house import events as h
from puntobanco.house.account import DAY, Account, evolve_account
from puntobanco.play import events as e
from puntobanco.play.postings import BREAKAGE, FELT, FLOAT, postings, rack
from puntobanco.rules.outcomes import VOID
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settlement import SettledStake, _winnings, settle
from puntobanco.rules.wagers import Result, Win
from puntobanco.sayings.saying import named, say
from tests.rules.test_settlement import coup, rules_of

ANN = Account(account="ann", balance=900)
BAD = say("refused.amount-countable")
BAD_LIMIT = say("refused.limit-countable")


def test_a_void_stake_has_every_field() -> None:
    rules = rules_of("mbs")
    assert settle(rules, VOID, {"banker": 777}).stakes == (
        SettledStake(
            "banker", 777, Result.PUSH, 0, 0, 0, Fraction(0), "void", rules.book.void_clauses
        ),
    )


def test_lost_and_pushed_stakes_have_every_field() -> None:
    rules = rules_of("mbs")
    number = coup("Ks 4h", "Kd 3c").outcome_class
    (lost,) = settle(rules, number, {"banker": 700}).stakes
    line = rules.wagers["banker"].verdict(number)
    assert lost == SettledStake(
        "banker", 700, Result.LOSE, -700, 0, 0, Fraction(0), line.label, line.clauses
    )
    tie = coup("Ks 7h", "Kd 7c").outcome_class
    (pushed,) = settle(rules, tie, {"banker": 700}).stakes
    line = rules.wagers["banker"].verdict(tie)
    assert pushed == SettledStake(
        "banker", 700, Result.PUSH, 0, 0, 0, Fraction(0), line.label, line.clauses
    )


def test_only_what_was_rounded_cites_the_rounding() -> None:
    rules = rules_of("mbs")
    number = coup("Ks 3h", "Kd 7c").outcome_class
    line = rules.wagers["banker"].verdict(number)
    exact, rounded = (settle(rules, number, {"banker": s}).stakes[0] for s in (100, 101))
    assert exact.clauses == line.clauses
    assert rounded.clauses == (*line.clauses, *c("default:2"))


def test_a_win_is_rounded_to_the_tables_unit_even_where_it_is_whole() -> None:
    win = Win(Payoff(1))
    assert _winnings(win, 7, Rounding(1, Direction.DOWN)) == (7, 0, 0, Fraction(0))
    assert _winnings(win, 7, Rounding(2, Direction.DOWN)) == (6, 0, 1, Fraction(1))
    assert _winnings(win, 7, Rounding(2, Direction.UP)) == (8, 0, -1, Fraction(-1))


def test_where_nothing_is_rounded_nothing_is_kept() -> None:
    win = Win(Payoff(1, 2), commission=Payoff(1, 101))
    assert win.net * 101 == 50
    assert _winnings(win, 101, Rounding(1, Direction.DOWN)) == (50, 0, 0, Fraction(0))


def _settled(**given: object) -> e.StakeSettled:
    wanted: dict[str, object] = {
        "patron": "ann",
        "place": 1,
        "wager": "banker",
        "stake": 10,
        "result": Result.WIN,
        "profit": 6,
        **given,
    }
    return e.StakeSettled(**wanted)  # type: ignore[arg-type]


def test_what_rounding_up_gives_comes_from_breakage() -> None:
    assert postings(_settled(breakage=-1)) == (
        Posting(FELT, -10),
        Posting(rack("ann"), 10),
        Posting(FLOAT, -6),
        Posting(rack("ann"), 6),
        Posting(BREAKAGE, -1),
        Posting(FLOAT, 1),
    )
    assert postings(_settled(profit=0, result=Result.PUSH, stays=True)) == ()


# --- the cage ---------------------------------------------------------------------------------


def test_money_paid_in_says_whose_how_much_and_by_whom() -> None:
    assert cage.pay_in(ANN, 5, "cy", 0) == (h.MoneyPaidIn(account="ann", amount=5, by="cy"),)


@pytest.mark.parametrize(
    ("amount", "acceptable"), [(0, 1), (-1, 1), (-UNITS_MAX, 1), (UNITS_MAX + 1, UNITS_MAX)]
)
def test_a_bad_amount_is_refused_with_the_nearest_good_one(amount: int, acceptable: int) -> None:
    refusal = Refusal(Reason.BAD_AMOUNT, BAD, (), amount, acceptable)
    assert cage.pay_in(ANN, amount, "cy", 0) == refusal
    assert cage.pay_out(ANN, amount, "cy") == refusal
    assert cage.to_table(ANN, "T1", amount, 0) == refusal
    assert cage.from_table(ANN, "T1", amount) == refusal


@pytest.mark.parametrize(("amount", "acceptable"), [(-1, 0), (UNITS_MAX + 1, UNITS_MAX)])
def test_a_bad_limit_is_refused_with_the_nearest_good_one(amount: int, acceptable: int) -> None:
    refusal = Refusal(Reason.BAD_AMOUNT, BAD_LIMIT, (), amount, acceptable)
    assert cage.set_limit(ANN, "deposit", amount, 0) == refusal


@pytest.mark.parametrize("amount", [0, 1, UNITS_MAX, None])
def test_every_limit_that_can_be_counted_is_one(amount: int | None) -> None:
    assert cage.set_limit(ANN, "deposit", amount, 7) == (
        h.LimitSet(account="ann", limit="deposit", amount=amount, holds_from=7),
    )


def test_an_unknown_limit_is_told_which_there_are() -> None:
    said = say("refused.no-such-limit", limit="weekly", limits="deposit, loss, time")
    assert cage.set_limit(ANN, "weekly", 5, 0) == Refusal(Reason.UNKNOWN_VALUE, said)


@pytest.mark.parametrize("limit", ["deposit", "loss"])
def test_over_an_own_limit_says_what_is_left(limit: str) -> None:
    account = ANN
    set_to = cage.set_limit(account, limit, 100, DAY)
    assert not isinstance(set_to, Refusal)
    account = evolve_account(account, set_to[0], DAY)
    refused = (
        cage.pay_in(account, 101, "cy", DAY)
        if limit == "deposit"
        else cage.to_table(account, "T1", 101, DAY)
    )
    said = say(f"refused.over-{limit}", who=named("ann"))
    assert refused == Refusal(Reason.OVER_OWN_LIMIT, said, (), 101, 100)
