"""Money with the house: the caller's own, and every account at the cage."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from puntobanco.house import cage
from puntobanco.house.account import Account
from puntobanco.house.permissions import Act
from puntobanco.house.roles import Role
from puntobanco.house.winnings import chips_at, net
from puntobanco.record.logs import account_log, kind_of, owner_of
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter, in_account, in_house_by_two
from puntobanco.server.api.handling.errors import not_found
from puntobanco.server.api.handling.guard import Caller, SignedIn, somewhere
from puntobanco.server.casino.excluding import send_away
from puntobanco.server.casino.two_people import asking_adjustment, asking_exclusion_end
from puntobanco.server.money.statements import DIGITS, account_form, account_line, entries_form
from puntobanco.wire import bodies as b
from puntobanco.wire.accounts import AccountForm, AccountsForm, EntriesForm

router = FormRouter(prefix="/api", tags=["accounts"])
_ACCOUNT = "The account as it stands"
_ENTRIES = "Its events, the newest first"
_END = 2**53
_READS_OWN = somewhere(Act.ACCOUNT_READ_OWN)


async def _known(caller: Caller, name: str) -> Account:
    account = await caller.casino.accounts.fetch(name)
    if not account.account:
        own = name == caller.name
        raise not_found(say("refused.cashier-opens" if own else "refused.no-account"))
    return account


async def _account(caller: Caller, name: str) -> AccountForm:
    account = await _known(caller, name)
    heads, casino = await caller.casino.store.heads(), caller.casino
    own = net(casino.tables, account) - caller.session.net if name == caller.name else None
    sequence = heads[account_log(name)].sequence
    held = chips_at(casino.tables, name)
    return account_form(account, sequence, casino.clock(), own, held)


async def _entries(caller: Caller, name: str, before: int, limit: int) -> EntriesForm:
    await _known(caller, name)
    return await entries_form(caller.casino.store, name, before, limit)


# --- the caller's own -------------------------------------------------------------------------


@router.shows("/account", "Your account", _ACCOUNT, _READS_OWN, 404)
async def own_account(caller: SignedIn) -> AccountForm:
    """Your balance, chips at tables, limits and exclusion."""
    return await _account(caller, caller.name)


@router.shows("/account/entries", "Your entries", _ENTRIES, _READS_OWN, 404)
async def own_entries(
    caller: SignedIn, before: q.Before = _END, limit: q.Limit = 50
) -> EntriesForm:
    """What happened in your account, the newest first."""
    return await _entries(caller, caller.name, before, limit)


@router.changes("/account/limits", "Set your own limits", somewhere(Act.ACCOUNT_LIMIT_OWN), 404)
async def set_limit(caller: SignedIn, body: b.SetLimit) -> Response:
    """A tighter limit binds at once, a looser one a day later."""
    return await in_account(
        caller,
        caller.name,
        body.id,
        lambda account, now: cage.set_limit(account, body.limit, body.amount, now),
    )


@router.changes("/account/exclusion", "Take a time-out", somewhere(Act.ACCOUNT_EXCLUDE_OWN), 404)
async def exclude_own(caller: SignedIn, body: b.ExcludeOwn) -> Response:
    """No bets and no deposits until then; you leave every table before this answers."""
    return await _exclude(caller, caller.name, body)


async def _exclude(caller: Caller, name: str, body: b.ExcludeOwn | b.ExcludeAny) -> Response:
    done = await in_account(
        caller,
        name,
        body.id,
        lambda account, now: cage.exclude(account, body.until, caller.name, now, body.reason),
    )
    await send_away(caller.casino, name, body.id)
    return done


# --- the cage ---------------------------------------------------------------------------------


@router.shows("/accounts", "Every account", "Accounts by name", Act.ACCOUNT_READ_ANY)
async def accounts(
    caller: SignedIn, after: Annotated[str, Query(max_length=32)] = "", limit: q.Limit = 200
) -> AccountsForm:
    """Every account with its balance, by name."""
    casino, now = caller.casino, caller.casino.clock()
    logs = [each for each in await casino.store.heads() if kind_of(each) == "account"]
    names = sorted(name for each in logs if (name := owner_of(each)) > after)
    some = [await casino.accounts.fetch(name) for name in names[:limit]]
    lines = tuple(
        account_line(each, now, chips_at(casino.tables, each.account))
        for each in some
        if each.account
    )
    more = names[limit - 1] if len(names) > limit else None
    return AccountsForm(digits=DIGITS, accounts=lines, next=more)


@router.shows("/accounts/{name}", "One account", _ACCOUNT, Act.ACCOUNT_READ_ANY)
async def account(caller: SignedIn, name: q.PersonName) -> AccountForm:
    """The account of any patron."""
    return await _account(caller, name)


@router.shows("/accounts/{name}/entries", "One account's entries", _ENTRIES, Act.ACCOUNT_READ_ANY)
async def entries(
    caller: SignedIn, name: q.PersonName, before: q.Before = _END, limit: q.Limit = 50
) -> EntriesForm:
    """What happened in a patron's account, the newest first."""
    return await _entries(caller, name, before, limit)


@router.changes("/accounts", "Open an account", Act.ACCOUNT_OPEN)
async def open_account(caller: SignedIn, body: b.OpenAccount) -> Response:
    """An empty account for a patron of the house."""
    person = caller.casino.house_log.house.people.get(body.name)
    is_patron = person is not None and Role.PATRON in {role for role, _ in person.roles}
    said = say("refused.no-patron", who=body.name)
    unknown = Refusal(Reason.UNKNOWN_PERSON, said)
    return await in_account(
        caller,
        body.name,
        body.id,
        lambda account, now: cage.open_account(account, body.name) if is_patron else unknown,
    )


@router.changes("/accounts/{name}/paid-in", "Take money", Act.ACCOUNT_PAY_IN)
async def pay_in(caller: SignedIn, name: q.PersonName, body: b.MoveMoney) -> Response:
    """The cashier takes money for an account."""
    return await in_account(
        caller,
        name,
        body.id,
        lambda account, now: cage.pay_in(account, body.amount, caller.name, now),
    )


@router.changes("/accounts/{name}/paid-out", "Hand money out", Act.ACCOUNT_PAY_OUT)
async def pay_out(caller: SignedIn, name: q.PersonName, body: b.MoveMoney) -> Response:
    """The cashier hands money out of an account."""
    return await in_account(
        caller, name, body.id, lambda account, now: cage.pay_out(account, body.amount, caller.name)
    )


@router.changes("/accounts/{name}/exclusion", "Exclude a patron", Act.ACCOUNT_EXCLUDE_ANY)
async def exclude_any(caller: SignedIn, name: q.PersonName, body: b.ExcludeAny) -> Response:
    """No bets and no deposits for a patron; they leave every table before this answers."""
    return await _exclude(caller, name, body)


# --- what two people do -----------------------------------------------------------------------


@router.changes("/accounts/{name}/adjustments", "Request a balance adjustment", Act.ACCOUNT_ADJUST)
async def adjust(caller: SignedIn, name: q.PersonName, body: b.AdjustBalance) -> Response:
    """Nothing happens before another person has agreed; the answer has the `approval`."""
    known = await caller.casino.accounts.fetch(name)
    return await in_house_by_two(
        caller, body.id, asking_adjustment, known, name, body.amount, body.reason
    )


@router.changes(
    "/accounts/{name}/exclusion-end", "Ask to lift an exclusion", Act.ACCOUNT_END_EXCLUSION
)
async def end_exclusion(caller: SignedIn, name: q.PersonName, body: b.WithReason) -> Response:
    """Nothing happens before another person has agreed; the answer has the `approval`."""
    known = await caller.casino.accounts.fetch(name)
    return await in_house_by_two(caller, body.id, asking_exclusion_end, known, name, body.reason)
