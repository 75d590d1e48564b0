"""An account in its forms: how it stands, and what happened in it, the newest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from puntobanco.audit.account_told import account_said, tell_account
from puntobanco.base.money import Currency, Units
from puntobanco.house.account import DAY, LIMITS, LOSS, Account
from puntobanco.house.postings import BALANCE, account_postings
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import account_log, is_account_event
from puntobanco.record.store import EventStore, read_on
from puntobanco.wire import accounts as f

DIGITS = Currency().digits


def account_form(
    account: Account,
    sequence: int,
    now: int,
    session_net: Units | None,
    held: Mapping[str, Units],
) -> f.AccountForm:
    """An account as it stands now; `held` are the chips at each table."""
    running = account.exclusion if account.is_excluded(now) else None
    return f.AccountForm(
        name=account.account,
        digits=DIGITS,
        balance=account.balance,
        at_tables=dict(held),
        limits=tuple(_limit(account, each, now, sum(held.values())) for each in LIMITS),
        play_until=account.play_until(now),
        play_again=None
        if account.play_began is None or not account.is_playing(now)
        else account.play_began + DAY,
        exclusion=None
        if running is None
        else f.ExclusionForm(until=running.until, by=running.by, reason=running.reason),
        session_net=session_net,
        sequence=sequence,
    )


def _limit(account: Account, name: str, now: int, held: Units) -> f.OwnLimitForm:
    own, counted = account.limits.get(name), account.counted(name, now)
    waits = own is not None and now < own.holds_from
    return f.OwnLimitForm(
        limit=name,
        amount=account.limit(name, now),
        counted=max(counted - held, 0) if name == LOSS else counted,
        left=account.left(name, now),
        coming=own.amount if own is not None and waits else None,
        coming_from=own.holds_from if own is not None and waits else None,
    )


def account_line(account: Account, now: int, held: Mapping[str, Units]) -> f.AccountLineForm:
    """An account in one line."""
    return f.AccountLineForm(
        name=account.account,
        balance=account.balance,
        at_tables=sum(held.values()),
        excluded=account.is_excluded(now),
    )


async def entries_form(store: EventStore, name: str, before: int, limit: int) -> f.EntriesForm:
    """A page of an account's events, each with the balance after it."""
    balance = 0
    page: deque[f.EntryForm] = deque(maxlen=limit)
    async for kept in read_on(store, account_log(name)):
        if kept.sequence >= before:
            break
        balance += _amount(kept)
        page.append(_entry(kept, balance))
    entries = tuple(reversed(page))
    more = entries[-1].sequence if entries and entries[-1].sequence > 1 else None
    return f.EntriesForm(name=name, digits=DIGITS, entries=entries, next=more)


def _amount(kept: Kept) -> Units:
    event = kept.event
    assert is_account_event(event), event
    return sum(each.amount for each in account_postings(event) if each.account == BALANCE)


def _entry(kept: Kept, balance: Units) -> f.EntryForm:
    event: Any = kept.event
    return f.EntryForm(
        sequence=kept.sequence,
        time=kept.envelope.time,
        event=type(event).__struct_config__.tag,
        sentence=tell_account(event),
        said=account_said(event),
        amount=_amount(kept),
        balance=balance,
        table=getattr(event, "table", ""),
        by=getattr(event, "by", "") or kept.envelope.actor,
        reason=getattr(event, "reason", ""),
    )
