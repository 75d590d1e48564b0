"""What may be done with an account: paid in and out, taken to tables and back, bound, set right.

Each check stands in a fixed order: is there such an account, is it an amount, does an exclusion
stand against it, a limit of the owner's, the balance.
"""

from __future__ import annotations

from typing import TypeAlias

from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.house import events as e
from puntobanco.house.account import DAY, DEPOSIT, LIMITS, LOSS, MINUTE, TIME, Account
from puntobanco.house.names import no_reason
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import named, say

AccountEvents: TypeAlias = tuple[e.AccountEvent, ...]


def open_account(account: Account, name: str) -> AccountEvents | Refusal:
    """Open an account, once."""
    if account.account:
        return Refusal(Reason.NAME_TAKEN, say("refused.account-exists", who=named(account.account)))
    return (e.AccountOpened(account=name),)


def pay_in(account: Account, amount: Units, by: str, now: int) -> AccountEvents | Refusal:
    """The cashier takes money, within the owner's own limit."""
    refusal = (
        _bad_amount(account, amount)
        or _excluded(account, now)
        or _over_limit(account, DEPOSIT, amount, now)
        or _uncountable(account, amount)
    )
    return refusal or (e.MoneyPaidIn(account=account.account, amount=amount, by=by),)


def pay_out(account: Account, amount: Units, by: str) -> AccountEvents | Refusal:
    """The cashier hands money out; no exclusion and no limit stands against it."""
    refusal = _bad_amount(account, amount) or _too_little(account, amount)
    return refusal or (e.MoneyPaidOut(account=account.account, amount=amount, by=by),)


def to_table(account: Account, table: str, amount: Units, now: int) -> AccountEvents | Refusal:
    """Money becomes chips at a table."""
    refusal = (
        _bad_amount(account, amount)
        or _excluded(account, now)
        or _time_up(account, now)
        or _over_limit(account, LOSS, amount, now)
        or _too_little(account, amount)
    )
    return refusal or (e.MoneyToTable(account=account.account, table=table, amount=amount),)


def from_table(account: Account, table: str, amount: Units) -> AccountEvents | Refusal:
    """Chips of a table become money; nothing stands against it."""
    refusal = _bad_amount(account, amount)
    return refusal or (e.MoneyFromTable(account=account.account, table=table, amount=amount),)


def take_place(account: Account, table: str, now: int) -> AccountEvents | Refusal:
    """A place at a table: the first in a day begins the owner's time."""
    refusal = _excluded(account, now) or _time_up(account, now)
    if refusal is not None:
        return refusal
    return () if account.is_playing(now) else (e.PlayBegan(account=account.account, table=table),)


def barred(account: Account, now: int) -> Refusal | None:
    """Why no bet of the owner's is taken now; bets that stand are played out all the same."""
    refusal = _excluded(account, now) or _time_up(account, now)
    if refusal is None and account.limit(TIME, now) is not None and not account.is_playing(now):
        said = say("refused.own-time")
        return Refusal(Reason.OWN_TIME_UP, said)
    return refusal


def adjust(
    account: Account, amount: Units, by: str, second: str, reason: str
) -> AccountEvents | Refusal:
    """Two people set a balance right, up or down, and say why."""
    refusal = (
        _bad_amount(account, abs(amount))
        or _not_two_others(account, by, second)
        or no_reason(reason)
        or (_too_little(account, -amount) if amount < 0 else _uncountable(account, amount))
    )
    return refusal or (
        e.BalanceAdjusted(
            account=account.account, amount=amount, by=by, second=second, reason=reason
        ),
    )


# --- the owner's own limits -------------------------------------------------------------------


def set_limit(
    account: Account, limit: str, amount: Units | None, now: int
) -> AccountEvents | Refusal:
    """The owner sets a limit: a tighter one holds at once, a looser one or none a day later.

    Nothing may be spent under a limit of zero; None is no limit. Time is set in minutes.
    """
    if limit not in LIMITS:
        said = say("refused.no-such-limit", limit=limit[:40], limits=", ".join(LIMITS))
        return Refusal(Reason.UNKNOWN_VALUE, said)
    if not account.account:
        return _unknown()
    most, said = _LARGEST[limit]
    if amount is not None and not 0 <= amount <= most:
        return Refusal(Reason.BAD_AMOUNT, said, (), amount, 0 if amount < 0 else most)
    bound = account.limit(limit, now)
    looser = bound is not None and (amount is None or amount > bound)
    holds_from = now + DAY if looser else now
    return (e.LimitSet(account=account.account, limit=limit, amount=amount, holds_from=holds_from),)


_OF_MONEY = (UNITS_MAX, say("refused.limit-countable"))
_LARGEST = {
    DEPOSIT: _OF_MONEY,
    LOSS: _OF_MONEY,
    TIME: (DAY // MINUTE, say("refused.limit-minutes")),
}
"""By limit: the most that it can be, and what is said of anything else."""


def exclude(
    account: Account, until: int | None, by: str, now: int, reason: str = ""
) -> AccountEvents | Refusal:
    """No bets and no deposits until then; an exclusion becomes longer, never shorter."""
    if not account.account:
        return _unknown()
    if until is not None and until <= now:
        return Refusal(Reason.OUT_OF_RANGE, say("refused.exclusion-end"))
    running = account.exclusion
    if running is not None and account.is_excluded(now):
        longer = running.until is not None and (until is None or until > running.until)
        if not longer:
            said = say("refused.exclusion-runs")
            return Refusal(Reason.EXCLUDED, said)
    return (e.Excluded(account=account.account, until=until, by=by, reason=reason),)


def end_exclusion(account: Account, by: str, second: str, now: int) -> AccountEvents | Refusal:
    """Two people lift an exclusion that has no date; one that has a date runs until then."""
    refusal = _unknown() if not account.account else _not_two_others(account, by, second)
    if refusal is not None:
        return refusal
    if account.exclusion is None or not account.is_excluded(now):
        return Refusal(Reason.ALREADY_SO, say("refused.not-excluded", who=named(account.account)))
    if account.exclusion.until is not None:
        said = say("refused.exclusion-dated")
        return Refusal(Reason.EXCLUDED, said)
    return (e.ExclusionEnded(account=account.account, by=by, second=second),)


# --- what stands against it -------------------------------------------------------------------


def _unknown() -> Refusal:
    return Refusal(Reason.UNKNOWN_ACCOUNT, say("refused.no-account"))


def _bad_amount(account: Account, amount: Units) -> Refusal | None:
    if not account.account:
        return _unknown()
    if 0 < amount <= UNITS_MAX:
        return None
    said = say("refused.amount-countable")
    return Refusal(Reason.BAD_AMOUNT, said, (), amount, UNITS_MAX if amount > 0 else 1)


def _excluded(account: Account, now: int) -> Refusal | None:
    if not account.is_excluded(now):
        return None
    said = say("refused.excluded", who=named(account.account))
    return Refusal(Reason.EXCLUDED, said)


_COUNTED = {
    DEPOSIT: "refused.over-deposit",
    LOSS: "refused.over-loss",
}


def _over_limit(account: Account, limit: str, amount: Units, now: int) -> Refusal | None:
    left = account.left(limit, now)
    if left is None or amount <= left:
        return None
    said = say(_COUNTED[limit], who=named(account.account))
    return Refusal(Reason.OVER_OWN_LIMIT, said, (), amount, left)


def _time_up(account: Account, now: int) -> Refusal | None:
    if account.left(TIME, now) != 0:
        return None
    said = say("refused.time-up", who=named(account.account))
    return Refusal(Reason.OWN_TIME_UP, said)


def _too_little(account: Account, amount: Units) -> Refusal | None:
    if amount <= account.balance:
        return None
    said = say("refused.account-too-little", who=named(account.account))
    return Refusal(Reason.NOT_ENOUGH_MONEY, said, (), amount, account.balance)


def _uncountable(account: Account, amount: Units) -> Refusal | None:
    most = max(UNITS_MAX - account.balance, 0)
    if amount <= most:
        return None
    said = say("refused.account-full")
    return Refusal(Reason.BAD_AMOUNT, said, (), amount, most)


def _not_two_others(account: Account, by: str, second: str) -> Refusal | None:
    if account.account in (by, second):
        said = say("refused.own-account", who=named(account.account))
        return Refusal(Reason.NOT_PERMITTED, said)
    if not by or not second or by == second:
        return Refusal(Reason.NEEDS_SECOND_PERSON, say("refused.two-people"))
    return None
