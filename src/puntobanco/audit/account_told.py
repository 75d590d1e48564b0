"""What is said of the events of an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puntobanco.base.money import Currency
from puntobanco.house import events as e
from puntobanco.house.account import TIME
from puntobanco.record.verify import date_text
from puntobanco.sayings.saying import Saying, Value, known, say, sentence

_CURRENCY = Currency()


def tell_account(event: e.AccountEvent) -> str:
    """An event of an account in an English sentence."""
    return sentence(account_said(event))


def account_said(event: e.AccountEvent) -> Saying:
    """What is said of an event of an account."""
    return _SAID[type(event)](event)


def _money(code: str) -> Callable[[Any], Saying]:
    return lambda event: Saying(code, {"amount": _CURRENCY.show(event.amount)})


def _at_table(code: str) -> Callable[[Any], Saying]:
    return lambda event: Saying(
        code, {"amount": _CURRENCY.show(event.amount), "table": event.table}
    )


def _adjusted(event: e.BalanceAdjusted) -> Saying:
    amount = _CURRENCY.show(abs(event.amount))
    return say("account.added" if event.amount > 0 else "account.taken", amount=amount)


def _limit_set(event: e.LimitSet) -> Saying:
    bound: Value
    if event.amount is None:
        bound = say("limit.none")
    elif event.limit == TIME:
        bound = say("limit.minutes", count=event.amount)
    else:
        bound = _CURRENCY.show(event.amount)
    limit, time = known("limit", event.limit), date_text(event.holds_from)
    return say("account.limit-set", limit=limit, bound=bound, time=time)


def _excluded(event: e.Excluded) -> Saying:
    if event.until is None:
        return say("account.excluded")
    return say("account.excluded-until", time=date_text(event.until))


_SAID: dict[type[Any], Callable[[Any], Saying]] = {
    e.AccountOpened: lambda event: say("account.opened"),
    e.MoneyPaidIn: _money("account.paid-in"),
    e.MoneyPaidOut: _money("account.paid-out"),
    e.MoneyToTable: _at_table("account.to-table"),
    e.MoneyFromTable: _at_table("account.from-table"),
    e.BalanceAdjusted: _adjusted,
    e.LimitSet: _limit_set,
    e.PlayBegan: lambda event: say("account.play-began", table=event.table),
    e.Excluded: _excluded,
    e.ExclusionEnded: lambda event: say("account.exclusion-ended"),
}
