"""One person's account: what its log adds up to, and when own limits and exclusions bind.

Nothing here refuses anything; `house/cage.py` does. Times are microseconds since 1970, UTC, and
come with the events, so that a replay says the same as the day itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from puntobanco.base.money import Units
from puntobanco.house import events as e

DAY = 24 * 60 * 60 * 1_000_000
"""How far back limits look, and how long a looser one waits."""

DEPOSIT = "deposit"
LOSS = "loss"
TIME = "time"
LIMITS = (DEPOSIT, LOSS, TIME)
"""`deposit`: paid in within a day. `loss`: bought in less cashed within a day. `time`: minutes from
the first place taken in a day, pauses included."""
MINUTE = 60 * 1_000_000


class Moved(msgspec.Struct, frozen=True):
    """An amount that counts towards a limit, and when."""

    amount: Units
    time: int


class OwnLimit(msgspec.Struct, frozen=True):
    """The owner's earlier limit, the latest one, and from when the latest holds alone."""

    before: Units | None
    amount: Units | None
    """None: no such limit."""
    holds_from: int

    def binds(self, now: int) -> Units | None:
        """What binds now: the last word once it holds; until then the stricter of both.

        >>> loosened = OwnLimit(before=100, amount=500, holds_from=DAY)
        >>> loosened.binds(DAY - 1), loosened.binds(DAY)
        (100, 500)
        """
        if now >= self.holds_from:
            return self.amount
        return min((each for each in (self.before, self.amount) if each is not None), default=None)


class Exclusion(msgspec.Struct, frozen=True):
    """No bets and no deposits."""

    until: int | None
    """None: until the house lifts it."""
    by: str
    reason: str = ""


class Account(msgspec.Struct, frozen=True):
    """One person's money with the house; before it is opened it has no name."""

    account: str = ""
    balance: Units = 0
    at_tables: dict[str, Units] = {}
    """By table: bought in there less cashed there; negative where more came back than went."""
    paid_in: tuple[Moved, ...] = ()
    """Of the last day, as of the last event that moved money."""
    to_tables: tuple[Moved, ...] = ()
    """Bought in, and cashed as a negative amount, of the last day."""
    play_began: int | None = None
    """When a place was taken for the first time, of the last period of a day."""
    limits: dict[str, OwnLimit] = {}
    exclusion: Exclusion | None = None

    def is_excluded(self, now: int) -> bool:
        """Whether an exclusion binds now."""
        if self.exclusion is None:
            return False
        return self.exclusion.until is None or now < self.exclusion.until

    def is_playing(self, now: int) -> bool:
        """Whether a place was taken within the last day, so that own time has begun."""
        return self.play_began is not None and now < self.play_began + DAY

    def play_until(self, now: int) -> int | None:
        """When own time is up, whether past or not; None where none binds or it has not begun."""
        minutes = self.limit(TIME, now)
        if minutes is None or self.play_began is None or not self.is_playing(now):
            return None
        return self.play_began + minutes * MINUTE

    def limit(self, limit: str, now: int) -> Units | None:
        """What the owner's limit is now; None where none binds."""
        own = self.limits.get(limit)
        return None if own is None else own.binds(now)

    def counted(self, limit: str, now: int) -> Units:
        """What counts towards a limit now: the sum of the last day, or minutes since play began."""
        if limit == TIME:
            if self.play_began is None or not self.is_playing(now):
                return 0
            return max(now - self.play_began, 0) // MINUTE
        moved = self.paid_in if limit == DEPOSIT else self.to_tables
        return sum(each.amount for each in _last_day(moved, now))

    def left(self, limit: str, now: int) -> Units | None:
        """What a limit still leaves now; None where none binds."""
        bound = self.limit(limit, now)
        return None if bound is None else max(bound - self.counted(limit, now), 0)


def _last_day(moved: tuple[Moved, ...], now: int) -> tuple[Moved, ...]:
    return tuple(each for each in moved if each.time > now - DAY)


def evolve_account(account: Account, event: e.AccountEvent, time: int) -> Account:
    """The account after an event that was recorded at this time.

    >>> opened = evolve_account(Account(), e.AccountOpened(account="ann"), 0)
    >>> evolve_account(opened, e.MoneyPaidIn(account="ann", amount=500, by="cy"), 1).balance
    500
    """
    return _STEPS[type(event)](account, event, time)


def _opened(account: Account, event: e.AccountOpened, time: int) -> Account:
    return replace(account, account=event.account)


def _paid_in(account: Account, event: e.MoneyPaidIn, time: int) -> Account:
    paid_in = (*_last_day(account.paid_in, time), Moved(event.amount, time))
    return replace(account, balance=account.balance + event.amount, paid_in=paid_in)


def _paid_out(account: Account, event: e.MoneyPaidOut, time: int) -> Account:
    return replace(account, balance=account.balance - event.amount)


def _moved(account: Account, table: str, amount: Units, time: int) -> Account:
    """The account after money went to a table, or, negative, came from one."""
    return replace(
        account,
        balance=account.balance - amount,
        at_tables={**account.at_tables, table: account.at_tables.get(table, 0) + amount},
        to_tables=(*_last_day(account.to_tables, time), Moved(amount, time)),
    )


def _to_table(account: Account, event: e.MoneyToTable, time: int) -> Account:
    return _moved(account, event.table, event.amount, time)


def _from_table(account: Account, event: e.MoneyFromTable, time: int) -> Account:
    return _moved(account, event.table, -event.amount, time)


def _adjusted(account: Account, event: e.BalanceAdjusted, time: int) -> Account:
    return replace(account, balance=account.balance + event.amount)


def _limit_set(account: Account, event: e.LimitSet, time: int) -> Account:
    before = account.limit(event.limit, time)
    own = OwnLimit(before, event.amount, event.holds_from)
    return replace(account, limits={**account.limits, event.limit: own})


def _play_began(account: Account, event: e.PlayBegan, time: int) -> Account:
    return replace(account, play_began=time)


def _excluded(account: Account, event: e.Excluded, time: int) -> Account:
    return replace(account, exclusion=Exclusion(event.until, event.by, event.reason))


def _exclusion_ended(account: Account, event: e.ExclusionEnded, time: int) -> Account:
    return replace(account, exclusion=None)


_STEPS: dict[type[Any], Callable[[Account, Any, int], Account]] = {
    e.AccountOpened: _opened,
    e.MoneyPaidIn: _paid_in,
    e.MoneyPaidOut: _paid_out,
    e.MoneyToTable: _to_table,
    e.MoneyFromTable: _from_table,
    e.BalanceAdjusted: _adjusted,
    e.LimitSet: _limit_set,
    e.PlayBegan: _play_began,
    e.Excluded: _excluded,
    e.ExclusionEnded: _exclusion_ended,
}
