"""The only place where an event of an account becomes money, in the account's own log.

Double entry: what the person has at the house is `balance`, what came from and went to the outside
world is `outside`, what lies at tables as chips is `tables`. Over a whole house the `tables` of all
accounts and the `cage` of all tables sum to zero, because each buy-in and each cashing out is
booked once on either side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puntobanco.base.accounts import Account, Posting, transfer
from puntobanco.house import events as h

BALANCE = Account("balance")
OUTSIDE = Account("outside")
TABLES = Account("tables")
ADJUSTMENTS = Account("adjustments")


def account_postings(event: h.AccountEvent) -> tuple[Posting, ...]:
    """What an event moves between accounts of its log; always sums to zero."""
    moves = _MOVES.get(type(event))
    return () if moves is None else moves(event)


def _paid_in(event: h.MoneyPaidIn) -> tuple[Posting, ...]:
    return transfer(event.amount, source=OUTSIDE, target=BALANCE)


def _paid_out(event: h.MoneyPaidOut) -> tuple[Posting, ...]:
    return transfer(event.amount, source=BALANCE, target=OUTSIDE)


def _to_table(event: h.MoneyToTable) -> tuple[Posting, ...]:
    return transfer(event.amount, source=BALANCE, target=TABLES)


def _from_table(event: h.MoneyFromTable) -> tuple[Posting, ...]:
    return transfer(event.amount, source=TABLES, target=BALANCE)


def _adjusted(event: h.BalanceAdjusted) -> tuple[Posting, ...]:
    if event.amount < 0:
        return transfer(-event.amount, source=BALANCE, target=ADJUSTMENTS)
    return transfer(event.amount, source=ADJUSTMENTS, target=BALANCE)


_MOVES: dict[type[Any], Callable[[Any], tuple[Posting, ...]]] = {
    h.MoneyPaidIn: _paid_in,
    h.MoneyPaidOut: _paid_out,
    h.MoneyToTable: _to_table,
    h.MoneyFromTable: _from_table,
    h.BalanceAdjusted: _adjusted,
}
