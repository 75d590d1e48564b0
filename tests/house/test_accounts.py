"""Accounts: money adds up, own limits and exclusions bind at once and loosen late."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.money import UNITS_MAX
from puntobanco.house import account as state
from puntobanco.house import cage
from puntobanco.house import events as e
from puntobanco.house.account import DAY, LIMITS, Account, OwnLimit, evolve_account
from puntobanco.house.cage import AccountEvents
from puntobanco.rules.refusals import Reason, Refusal

HOUR = DAY // 24


def after(account: Account, outcome: AccountEvents | Refusal, time: int) -> Account:
    """The account after something that must have been accepted."""
    assert not isinstance(outcome, Refusal), outcome
    for event in outcome:
        account = evolve_account(account, event, time)
    return account


def why(outcome: AccountEvents | Refusal) -> Reason:
    """Why something was refused, which it must have been."""
    assert isinstance(outcome, Refusal), outcome
    assert outcome.sentence
    return outcome.reason


def rich(balance: int = 1_000, time: int = 0) -> Account:
    """The account of ann, opened, with money in it."""
    opened = after(Account(), cage.open_account(Account(), "ann"), time)
    return after(opened, cage.pay_in(opened, balance, "cy", time), time)


def bound(limit: str, amount: int, time: int = 0) -> Account:
    """The account of ann, with a limit and money that does not count towards it."""
    account = rich(time=time - DAY)
    return after(account, cage.set_limit(account, limit, amount, time), time)


# --- amounts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, -1, -UNITS_MAX, UNITS_MAX + 1])
def test_an_amount_is_above_zero_and_can_be_counted(amount: int) -> None:
    account = rich()
    for outcome in (
        cage.pay_in(account, amount, "cy", 0),
        cage.pay_out(account, amount, "cy"),
        cage.to_table(account, "T1", amount, 0),
        cage.from_table(account, "T1", amount),
    ):
        assert why(outcome) is Reason.BAD_AMOUNT


def test_an_account_is_opened_first_and_once() -> None:
    nobody = Account()
    for outcome in (
        cage.pay_in(nobody, 5, "cy", 0),
        cage.pay_out(nobody, 5, "cy"),
        cage.to_table(nobody, "T1", 5, 0),
        cage.from_table(nobody, "T1", 5),
        cage.adjust(nobody, 5, "cy", "dot", "error"),
        cage.set_limit(nobody, "loss", 5, 0),
        cage.exclude(nobody, None, "ann", 0),
        cage.end_exclusion(nobody, "cy", "dot", 0),
    ):
        assert why(outcome) is Reason.UNKNOWN_ACCOUNT
    assert why(cage.open_account(rich(), "ann")) is Reason.NAME_TAKEN


def test_money_goes_to_a_table_and_comes_back() -> None:
    account = rich(1_000)
    account = after(account, cage.to_table(account, "T1", 600, 1), 1)
    assert (account.balance, account.at_tables) == (400, {"T1": 600})
    account = after(account, cage.from_table(account, "T1", 900), 2)
    assert (account.balance, account.at_tables) == (1_300, {"T1": -300})


def test_more_than_there_is_cannot_leave() -> None:
    account = rich(100)
    for outcome in (cage.pay_out(account, 101, "cy"), cage.to_table(account, "T1", 101, 0)):
        assert why(outcome) is Reason.NOT_ENOUGH_MONEY
        assert isinstance(outcome, Refusal)
        assert (outcome.offending, outcome.acceptable) == (101, 100)
    assert after(account, cage.pay_out(account, 100, "cy"), 0).balance == 0


def test_no_account_holds_more_than_can_be_counted() -> None:
    account = rich(UNITS_MAX)
    assert why(cage.pay_in(account, 1, "cy", 0)) is Reason.BAD_AMOUNT
    assert why(cage.adjust(account, 1, "cy", "dot", "found")) is Reason.BAD_AMOUNT
    full = after(account, cage.from_table(account, "T1", 5), 0)
    assert full.balance == UNITS_MAX + 5, "chips can always be cashed"


@pytest.mark.parametrize(
    ("amount", "by", "second", "reason", "refused"),
    [
        (50, "cy", "dot", "counted wrongly", None),
        (-1_000, "cy", "dot", "counted wrongly", None),
        (-1_001, "cy", "dot", "counted wrongly", Reason.NOT_ENOUGH_MONEY),
        (0, "cy", "dot", "counted wrongly", Reason.BAD_AMOUNT),
        (UNITS_MAX + 1, "cy", "dot", "counted wrongly", Reason.BAD_AMOUNT),
        (50, "cy", "cy", "counted wrongly", Reason.NEEDS_SECOND_PERSON),
        (50, "cy", "", "counted wrongly", Reason.NEEDS_SECOND_PERSON),
        (50, "", "dot", "counted wrongly", Reason.NEEDS_SECOND_PERSON),
        (50, "ann", "dot", "counted wrongly", Reason.NOT_PERMITTED),
        (50, "cy", "ann", "counted wrongly", Reason.NOT_PERMITTED),
        (50, "cy", "dot", "  ", Reason.NEEDS_REASON),
    ],
)
def test_two_others_set_a_balance_right(
    amount: int, by: str, second: str, reason: str, refused: Reason | None
) -> None:
    account = rich(1_000)
    outcome = cage.adjust(account, amount, by, second, reason)
    if refused is None:
        assert after(account, outcome, 0).balance == 1_000 + amount
    else:
        assert why(outcome) is refused


# --- own limits -------------------------------------------------------------------------------


def test_a_deposit_limit_binds_what_is_paid_in_within_a_day() -> None:
    account = bound("deposit", 300)
    account = after(account, cage.pay_in(account, 200, "cy", HOUR), HOUR)
    refusal = cage.pay_in(account, 101, "cy", 2 * HOUR)
    assert why(refusal) is Reason.OVER_OWN_LIMIT
    assert isinstance(refusal, Refusal)
    assert refusal.acceptable == 100
    account = after(account, cage.pay_in(account, 100, "cy", 2 * HOUR), 2 * HOUR)
    assert why(cage.pay_in(account, 1, "cy", HOUR + DAY - 1)) is Reason.OVER_OWN_LIMIT
    after(account, cage.pay_in(account, 200, "cy", HOUR + DAY), HOUR + DAY)


def test_a_loss_limit_counts_what_was_cashed() -> None:
    account = bound("loss", 300)
    account = after(account, cage.to_table(account, "T1", 300, HOUR), HOUR)
    assert why(cage.to_table(account, "T2", 1, HOUR)) is Reason.OVER_OWN_LIMIT
    account = after(account, cage.from_table(account, "T1", 120), 2 * HOUR)
    assert why(cage.to_table(account, "T2", 121, 2 * HOUR)) is Reason.OVER_OWN_LIMIT
    after(account, cage.to_table(account, "T2", 120, 2 * HOUR), 2 * HOUR)


def test_a_limit_that_was_passed_before_leaves_nothing() -> None:
    account = rich(1_000, time=0)
    account = after(account, cage.set_limit(account, "deposit", 10, HOUR), HOUR)
    assert account.left("deposit", HOUR) == 0
    assert why(cage.pay_in(account, 1, "cy", HOUR)) is Reason.OVER_OWN_LIMIT


@pytest.mark.parametrize("looser", [101, 1_440, None])
@pytest.mark.parametrize("limit", LIMITS)
def test_a_looser_limit_holds_a_day_later(limit: str, looser: int | None) -> None:
    account = bound(limit, 100)
    account = after(account, cage.set_limit(account, limit, looser, HOUR), HOUR)
    assert account.limit(limit, HOUR + DAY - 1) == 100
    assert account.limit(limit, HOUR + DAY) == looser


@pytest.mark.parametrize("limit", LIMITS)
def test_a_tighter_limit_holds_at_once_and_ends_the_waiting_of_a_looser_one(limit: str) -> None:
    account = bound(limit, 100)
    account = after(account, cage.set_limit(account, limit, 500, HOUR), HOUR)
    account = after(account, cage.set_limit(account, limit, 50, 2 * HOUR), 2 * HOUR)
    assert account.limit(limit, 2 * HOUR) == 50
    assert account.limit(limit, 9 * DAY) == 50


def test_saying_the_same_limit_again_holds_at_once() -> None:
    account = bound("loss", 100)
    account = after(account, cage.set_limit(account, "loss", 500, 0), 0)
    said = cage.set_limit(account, "loss", 100, HOUR)
    assert said == (e.LimitSet(account="ann", limit="loss", amount=100, holds_from=HOUR),)
    assert after(account, said, HOUR).limit("loss", 9 * DAY) == 100


def test_asking_again_for_a_looser_limit_waits_again() -> None:
    account = bound("loss", 100)
    account = after(account, cage.set_limit(account, "loss", 500, 0), 0)
    account = after(account, cage.set_limit(account, "loss", 900, DAY - 1), DAY - 1)
    assert account.limit("loss", 2 * DAY - 2) == 100
    assert account.limit("loss", 2 * DAY - 1) == 900


def test_a_tighter_limit_binds_even_if_the_clock_steps_back() -> None:
    account = bound("loss", 100, time=DAY)
    account = after(account, cage.set_limit(account, "loss", 50, DAY), DAY - 5)
    assert account.limit("loss", DAY - 5) == 50
    assert OwnLimit(before=None, amount=None, holds_from=DAY).binds(0) is None


@pytest.mark.parametrize("amount", [-1, UNITS_MAX + 1])
def test_a_limit_is_an_amount(amount: int) -> None:
    assert why(cage.set_limit(rich(), "loss", amount, 0)) is Reason.BAD_AMOUNT
    assert why(cage.set_limit(rich(), "fun", 5, 0)) is Reason.UNKNOWN_VALUE


# --- own time ---------------------------------------------------------------------------------


def test_own_time_runs_from_the_first_place_of_a_day_and_pauses_count() -> None:
    account = bound("time", 60)
    assert account.play_until(HOUR) is None, "no place was taken yet"
    account = after(account, cage.take_place(account, "T1", HOUR), HOUR)
    assert account.play_until(HOUR) == 2 * HOUR
    assert account.play_until(HOUR + DAY) is None, "another day, and no place taken in it"
    later = HOUR + HOUR // 2
    assert cage.take_place(account, "T2", later) == (), "another table goes on with the same time"
    assert account.left("time", later) == 30
    assert cage.barred(account, 2 * HOUR - 1) is None
    for outcome in (
        cage.take_place(account, "T2", 2 * HOUR),
        cage.to_table(account, "T1", 5, 2 * HOUR),
    ):
        assert why(outcome) is Reason.OWN_TIME_UP
    barred = cage.barred(account, 2 * HOUR)
    assert barred is not None
    assert barred.reason is Reason.OWN_TIME_UP
    after(account, cage.from_table(account, "T1", 5), 2 * HOUR)


def test_own_time_begins_anew_a_day_later_with_another_place() -> None:
    account = bound("time", 60)
    account = after(account, cage.take_place(account, "T1", 0), 0)
    assert why(cage.take_place(account, "T1", DAY - 1)) is Reason.OWN_TIME_UP
    seated = cage.barred(account, DAY)
    assert seated is not None, "whoever stayed on his place plays no second day unasked"
    assert "take a place again" in seated.sentence
    account = after(account, cage.take_place(account, "T1", DAY), DAY)
    assert cage.barred(account, DAY + HOUR - 1) is None
    assert cage.barred(account, DAY + HOUR) is not None


def test_own_time_that_is_set_while_one_plays_counts_what_was_played() -> None:
    account = rich()
    account = after(account, cage.take_place(account, "T1", 0), 0)
    assert cage.barred(account, 3 * HOUR) is None
    account = after(account, cage.set_limit(account, "time", 120, 3 * HOUR), 3 * HOUR)
    assert cage.barred(account, 3 * HOUR) is not None
    account = after(account, cage.set_limit(account, "time", None, 4 * HOUR), 4 * HOUR)
    assert cage.barred(account, 5 * HOUR) is not None, "no limit is looser, and waits a day"
    account = after(account, cage.take_place(account, "T1", DAY), DAY)
    assert cage.barred(account, 4 * HOUR + DAY) is None


def test_a_day_has_no_more_minutes_and_none_means_no_play() -> None:
    assert why(cage.set_limit(rich(), "time", 1_441, 0)) is Reason.BAD_AMOUNT
    account = bound("time", 0)
    assert why(cage.take_place(account, "T1", 0)) is Reason.OWN_TIME_UP


def test_own_time_binds_even_if_the_clock_steps_back() -> None:
    account = bound("time", 60)
    account = after(account, cage.take_place(account, "T1", HOUR), HOUR)
    assert account.left("time", 0) == 60
    assert cage.barred(account, 0) is None


@given(
    st.lists(
        st.tuples(st.integers(0, 2 * DAY), st.none() | st.integers(0, 500)), min_size=1, max_size=12
    )
)
def test_nothing_loosens_within_a_day(words: list[tuple[int, int | None]]) -> None:
    account, now, said_at = rich(), 0, -DAY
    seen = account.limit("loss", now)
    word: int | None = None
    for wait, amount in [*words, (2 * DAY, 0)]:
        for moment in (now + wait // 2, now + wait):
            binds = account.limit("loss", moment)
            if seen is not None and (binds is None or binds > seen):
                assert moment >= said_at + DAY, "it loosened within a day"
                assert binds == word, "it loosened to what nobody said"
            seen = binds
        now += wait
        if now >= said_at + DAY:
            assert seen == word, "a day later the last word holds"
        account = after(account, cage.set_limit(account, "loss", amount, now), now)
        tightest = [each for each in (seen, amount) if each is not None]
        seen = account.limit("loss", now)
        assert seen == min(tightest, default=None), "at once the stricter binds"
        word, said_at = amount, now


@given(
    st.sampled_from(["deposit", "loss"]),
    st.integers(0, 1_000),
    st.lists(st.tuples(st.integers(1, 400), st.integers(0, HOUR * 12)), max_size=30),
)
def test_splitting_amounts_never_passes_a_limit(
    limit: str, amount: int, tries: list[tuple[int, int]]
) -> None:
    account, now = bound(limit, amount), 0
    taken: list[tuple[int, int]] = []
    for part, wait in tries:
        now += wait
        outcome = (
            cage.pay_in(account, part, "cy", now)
            if limit == "deposit"
            else cage.to_table(account, "T1", part, now)
        )
        within = sum(sum_ for sum_, time in taken if time > now - DAY)
        if isinstance(outcome, Refusal):
            too_poor = outcome.reason is Reason.NOT_ENOUGH_MONEY and part > account.balance
            assert too_poor or within + part > amount
            continue
        account = after(account, outcome, now)
        taken.append((part, now))
        assert within + part <= amount


# --- exclusion --------------------------------------------------------------------------------


@pytest.mark.parametrize("until", [None, 5 * DAY])
def test_an_exclusion_bars_bets_and_deposits_and_nothing_else(until: int | None) -> None:
    account = rich()
    account = after(account, cage.to_table(account, "T1", 400, 0), 0)
    account = after(account, cage.exclude(account, until, "ann", 1), 1)
    assert why(cage.pay_in(account, 1, "cy", 1)) is Reason.EXCLUDED
    assert why(cage.to_table(account, "T1", 1, 5 * DAY - 1)) is Reason.EXCLUDED
    account = after(account, cage.from_table(account, "T1", 400), 2)
    assert after(account, cage.pay_out(account, 1_000, "cy"), 3).balance == 0
    if until is not None:
        after(account, cage.pay_in(account, 1, "cy", until), until)


@pytest.mark.parametrize(
    ("running", "wanted", "accepted"),
    [
        (2 * DAY, 3 * DAY, True),
        (2 * DAY, None, True),
        (2 * DAY, 2 * DAY, False),
        (2 * DAY, DAY, False),
        (None, 9 * DAY, False),
        (None, None, False),
    ],
)
@pytest.mark.parametrize("by", ["ann", "max"])
def test_an_exclusion_becomes_longer_never_shorter(
    running: int | None, wanted: int | None, accepted: bool, by: str
) -> None:
    account = rich()
    account = after(account, cage.exclude(account, running, "ann", 0), 0)
    outcome = cage.exclude(account, wanted, by, HOUR)
    if accepted:
        changed = after(account, outcome, HOUR).exclusion
        assert changed is not None
        assert (changed.until, changed.by) == (wanted, by)
    else:
        assert why(outcome) is Reason.EXCLUDED


def test_an_exclusion_ends_in_the_future_and_can_begin_again() -> None:
    account = rich()
    assert why(cage.exclude(account, 5, "ann", 5)) is Reason.OUT_OF_RANGE
    account = after(account, cage.exclude(account, 10, "ann", 5), 5)
    assert not account.is_excluded(10)
    account = after(account, cage.exclude(account, 12, "ann", 11), 11)
    assert account.is_excluded(11)


def test_two_others_lift_an_exclusion_without_a_date_only() -> None:
    account = rich()
    assert why(cage.end_exclusion(account, "cy", "dot", 0)) is Reason.ALREADY_SO
    dated = after(account, cage.exclude(account, 10, "ann", 0), 0)
    assert why(cage.end_exclusion(dated, "cy", "dot", 1)) is Reason.EXCLUDED
    assert why(cage.end_exclusion(dated, "cy", "dot", 10)) is Reason.ALREADY_SO
    endless = after(account, cage.exclude(account, None, "ann", 0, "enough"), 0)
    assert why(cage.end_exclusion(endless, "ann", "dot", 1)) is Reason.NOT_PERMITTED
    assert why(cage.end_exclusion(endless, "cy", "cy", 1)) is Reason.NEEDS_SECOND_PERSON
    assert not after(endless, cage.end_exclusion(endless, "cy", "dot", 1), 1).is_excluded(1)


# --- everything together ----------------------------------------------------------------------

AMOUNT = st.integers(-5, 600) | st.sampled_from([UNITS_MAX, UNITS_MAX + 1])
MONEY = st.tuples(
    st.sampled_from(["in", "out", "to", "from", "adjust", "limit", "sit", "exclude", "lift"]),
    AMOUNT,
    st.sampled_from(["T1", "T2"]),
    st.integers(0, 8 * HOUR),
    st.sampled_from(LIMITS),
)


def attempt(
    account: Account, act: str, amount: int, table: str, now: int, limit: str
) -> AccountEvents | Refusal:
    """One thing that somebody tries."""
    match act:
        case "in":
            return cage.pay_in(account, amount, "cy", now)
        case "out":
            return cage.pay_out(account, amount, "cy")
        case "to":
            return cage.to_table(account, table, amount, now)
        case "from":
            return cage.from_table(account, table, amount)
        case "adjust":
            return cage.adjust(account, amount - 100, "cy", "dot", "counted wrongly")
        case "limit":
            return cage.set_limit(account, limit, amount if amount > 0 else None, now)
        case "sit":
            return cage.take_place(account, table, now)
        case "exclude":
            return cage.exclude(account, now + amount * HOUR if amount > 3 else None, "ann", now)
        case _:
            return cage.end_exclusion(account, "cy", "dot", now)


def entry(event: e.AccountEvent) -> int:
    """What an event adds to the balance, said a second time."""
    match event:
        case e.MoneyPaidIn(amount=amount) | e.MoneyFromTable(amount=amount):
            return amount
        case e.MoneyPaidOut(amount=amount) | e.MoneyToTable(amount=amount):
            return -amount
        case e.BalanceAdjusted(amount=amount):
            return amount
        case _:
            return 0


@given(st.lists(MONEY, max_size=60))
def test_whatever_is_tried_the_account_adds_up(tries: list[tuple[str, int, str, int, str]]) -> None:
    account, now, entries = rich(500), 0, [500]
    for act, amount, table, wait, limit in tries:
        now += wait
        excluded = account.is_excluded(now)
        left = account.left("deposit" if act == "in" else "loss", now)
        time_left = account.left("time", now)
        outcome = attempt(account, act, amount, table, now, limit)
        if isinstance(outcome, Refusal):
            assert outcome.reason is not Reason.BAD_AMOUNT or act != "from" or not _counts(amount)
            assert act != "out" or not _counts(amount) or amount > account.balance
            continue
        assert not (excluded and act in ("in", "to", "sit"))
        assert not (time_left == 0 and act in ("to", "sit"))
        assert act not in ("in", "to") or left is None or amount <= left
        entries += [entry(event) for event in outcome]
        account = after(account, outcome, now)
        assert account.balance == sum(entries) >= 0


def _counts(amount: int) -> bool:
    return 0 < amount <= UNITS_MAX


@given(st.lists(MONEY, max_size=40))
def test_an_account_is_the_same_after_writing_and_reading_it(
    tries: list[tuple[str, int, str, int, str]],
) -> None:
    account, now = rich(500), 0
    for act, amount, table, wait, limit in tries:
        now += wait
        outcome = attempt(account, act, amount, table, now, limit)
        if not isinstance(outcome, Refusal):
            account = after(account, outcome, now)
    assert msgspec.json.decode(msgspec.json.encode(account), type=Account) == account


def test_every_event_of_an_account_is_folded() -> None:
    assert set(get_args(e.AccountEvent)) == set(state._STEPS)


def test_only_the_last_day_is_kept() -> None:
    account = rich(1_000)
    for day in range(20):
        now = day * DAY
        account = after(account, cage.pay_in(account, 10, "cy", now), now)
        account = after(account, cage.to_table(account, "T1", 10, now), now)
    assert len(account.paid_in) == len(account.to_tables) == 1
