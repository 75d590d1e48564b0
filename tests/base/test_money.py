"""Money: whole units, exact payoffs, rounding in a stated direction, double entry."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.accounts import Account, Ledger, Posting, is_balanced, transfer
from puntobanco.base.clauses import c, clause_order, is_default
from puntobanco.base.money import (
    UNITS_MAX,
    Currency,
    Direction,
    Payoff,
    Rounding,
    UnreadableAmountError,
)


@given(st.integers(1, UNITS_MAX), st.integers(0, 4))
def test_amounts_go_both_ways(amount: int, digits: int) -> None:
    currency = Currency(digits)
    assert currency.read(currency.write(amount)) == amount


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-5", "not above zero"),
        ("0", "not above zero"),
        ("0.00", "not above zero"),
        ("1.001", "finer than the smallest unit 0.01"),
        ("1" * 30, "too large"),
        ("NaN", "is not an amount"),
        ("inf", "is not an amount"),
        ("1e3", "is not an amount"),
        ("ten", "is not an amount"),
        ("", "is not an amount"),
        (".", "is not an amount"),
        ("1,000", "is not an amount"),
        ("\u0661\u0662", "is not an amount"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said(text: str, says: str) -> None:
    with pytest.raises(UnreadableAmountError, match=says):
        Currency().read(text)


def test_negative_amounts_are_written_with_a_sign() -> None:
    assert Currency().write(-12_05) == "-12.05"
    assert Currency(0).write(-7) == "-7"


@given(
    st.fractions(min_value=0, max_value=10**9),
    st.integers(1, 1000),
    st.sampled_from(Direction),
)
def test_rounding_goes_to_a_neighbouring_multiple(
    exact: Fraction, to: int, direction: Direction
) -> None:
    rounded = Rounding(to, direction).apply(exact)
    assert rounded % to == 0
    assert abs(rounded - exact) < to
    if direction is Direction.DOWN:
        assert rounded <= exact
    if direction is Direction.UP:
        assert rounded >= exact
    if direction is Direction.NEAREST:
        assert 2 * abs(rounded - exact) <= to


@given(st.integers(1, 10**9), st.integers(1, 500), st.integers(1, 500))
def test_a_payoff_is_exact(stake: int, gain: int, per: int) -> None:
    assert Payoff(gain, per).on(stake) * per == stake * gain


def test_a_transfer_balances_and_moves() -> None:
    ledger = Ledger()
    ledger.post(transfer(500, source=Account("cage"), target=Account("rack:1")))
    assert ledger.balance(Account("rack:1")) == 500
    assert ledger.balance(Account("cage")) == -500
    assert transfer(0, source=Account("a"), target=Account("b")) == ()


def test_money_cannot_appear() -> None:
    lonely = (Posting(Account("rack:1"), 1),)
    assert not is_balanced(lonely)
    with pytest.raises(AssertionError, match="do not balance"):
        Ledger().post(lonely)


def test_clauses_sort_as_they_are_printed() -> None:
    printed = c("5.1", "5.1(a)", "5.1(a)(i)", "5.2", "5.9", "5.10", "5.10.1", "11.3", "11A.1")
    shuffled = tuple(reversed(printed))
    assert tuple(sorted(shuffled, key=clause_order)) == printed
    assert is_default(c("default:3")[0])
    assert not is_default(c("3")[0])
