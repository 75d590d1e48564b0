"""Money with the house: the caller's own, and every account at the cage."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from puntobanco.house import cage
from puntobanco.house.account import Account
from puntobanco.house.permissions import Act
from puntobanco.house.roles import Role
from puntobanco.house.winnings import chips_at, net
from puntobanco.record.logs import account_log, kind_of, owner_of
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.doing import in_account, in_house, json
from puntobanco.server.api.handling.errors import answers, changed, not_found
from puntobanco.server.api.handling.guard import Caller, permitted, permitted_somewhere
from puntobanco.server.casino.excluding import send_away
from puntobanco.server.casino.two_people import approval_id, asking_adjustment, asking_exclusion_end
from puntobanco.server.money.statements import DIGITS, account_form, account_line, entries_form
from puntobanco.wire import bodies as b
from puntobanco.wire.accounts import AccountsForm

router = APIRouter(prefix="/api", tags=["accounts"])
LimitsSelf = Annotated[Caller, Depends(permitted_somewhere(Act.ACCOUNT_LIMIT_OWN))]
ExcludesSelf = Annotated[Caller, Depends(permitted_somewhere(Act.ACCOUNT_EXCLUDE_OWN))]
Opens = Annotated[Caller, Depends(permitted(Act.ACCOUNT_OPEN))]
PaysIn = Annotated[Caller, Depends(permitted(Act.ACCOUNT_PAY_IN))]
PaysOut = Annotated[Caller, Depends(permitted(Act.ACCOUNT_PAY_OUT))]
Excludes = Annotated[Caller, Depends(permitted(Act.ACCOUNT_EXCLUDE_ANY))]
Adjusts = Annotated[Caller, Depends(permitted(Act.ACCOUNT_ADJUST))]
EndsExclusion = Annotated[Caller, Depends(permitted(Act.ACCOUNT_END_EXCLUSION))]

ReadsOwn = Annotated[Caller, Depends(permitted_somewhere(Act.ACCOUNT_READ_OWN))]
ReadsAny = Annotated[Caller, Depends(permitted(Act.ACCOUNT_READ_ANY))]
Before = Annotated[int, Query(ge=1, le=2**53)]
Limit = Annotated[int, Query(ge=1, le=500)]
_ACCOUNT = answers("AccountForm", "The account as it stands", 404)
_ENTRIES = answers("EntriesForm", "Its events, the newest first", 404)
_END = 2**53


async def _known(caller: Caller, name: str) -> Account:
    account = await caller.casino.accounts.fetch(name)
    if not account.account:
        own = name == caller.name
        raise not_found(say("refused.cashier-opens" if own else "refused.no-account"))
    return account


async def _account(caller: Caller, name: str) -> Response:
    account = await _known(caller, name)
    heads, casino = await caller.casino.store.heads(), caller.casino
    own = net(casino.tables, account) - caller.session.net if name == caller.name else None
    sequence = heads[account_log(name)].sequence
    held = chips_at(casino.tables, name)
    return json(account_form(account, sequence, casino.clock(), own, held))


async def _entries(caller: Caller, name: str, before: int, limit: int) -> Response:
    await _known(caller, name)
    return json(await entries_form(caller.casino.store, name, before, limit))


# --- the caller's own -------------------------------------------------------------------------


@router.get("/account", summary="Your account", responses=_ACCOUNT)
async def own_account(caller: ReadsOwn) -> Response:
    """Your balance, chips at tables, limits and exclusion."""
    return await _account(caller, caller.name)


@router.get("/account/entries", summary="Your entries", responses=_ENTRIES)
async def own_entries(caller: ReadsOwn, before: Before = _END, limit: Limit = 50) -> Response:
    """What happened in your account, the newest first."""
    return await _entries(caller, caller.name, before, limit)


@router.post("/account/limits", summary="Set your own limits", responses=changed(404, 409))
async def set_limit(caller: LimitsSelf, body: b.SetLimit) -> Response:
    """A tighter limit binds at once, a looser one a day later."""
    return await in_account(
        caller,
        caller.name,
        body.id,
        lambda account, now: cage.set_limit(account, body.limit, body.amount, now),
    )


@router.post("/account/exclusion", summary="Take a time-out", responses=changed(404, 409))
async def exclude_own(caller: ExcludesSelf, body: b.ExcludeOwn) -> Response:
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


@router.get(
    "/accounts", summary="Every account", responses=answers("AccountsForm", "Accounts by name")
)
async def accounts(
    caller: ReadsAny, after: Annotated[str, Query(max_length=32)] = "", limit: Limit = 200
) -> Response:
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
    return json(AccountsForm(digits=DIGITS, accounts=lines, next=more))


@router.get("/accounts/{name}", summary="One account", responses=_ACCOUNT)
async def account(caller: ReadsAny, name: q.PersonName) -> Response:
    """The account of any patron."""
    return await _account(caller, name)


@router.get("/accounts/{name}/entries", summary="One account's entries", responses=_ENTRIES)
async def entries(
    caller: ReadsAny, name: q.PersonName, before: Before = _END, limit: Limit = 50
) -> Response:
    """What happened in a patron's account, the newest first."""
    return await _entries(caller, name, before, limit)


@router.post("/accounts", summary="Open an account", responses=changed(409))
async def open_account(caller: Opens, body: b.OpenAccount) -> Response:
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


@router.post("/accounts/{name}/paid-in", summary="Take money", responses=changed(409))
async def pay_in(caller: PaysIn, name: q.PersonName, body: b.MoveMoney) -> Response:
    """The cashier takes money for an account."""
    return await in_account(
        caller,
        name,
        body.id,
        lambda account, now: cage.pay_in(account, body.amount, caller.name, now),
    )


@router.post("/accounts/{name}/paid-out", summary="Hand money out", responses=changed(409))
async def pay_out(caller: PaysOut, name: q.PersonName, body: b.MoveMoney) -> Response:
    """The cashier hands money out of an account."""
    return await in_account(
        caller, name, body.id, lambda account, now: cage.pay_out(account, body.amount, caller.name)
    )


@router.post("/accounts/{name}/exclusion", summary="Exclude a patron", responses=changed(409))
async def exclude_any(caller: Excludes, name: q.PersonName, body: b.ExcludeAny) -> Response:
    """No bets and no deposits for a patron; they leave every table before this answers."""
    return await _exclude(caller, name, body)


# --- what two people do -----------------------------------------------------------------------


@router.post(
    "/accounts/{name}/adjustments", summary="Request a balance adjustment", responses=changed(409)
)
async def adjust(caller: Adjusts, name: q.PersonName, body: b.AdjustBalance) -> Response:
    """Nothing happens before another person has agreed; the answer has the `approval`."""
    approval = approval_id(caller.name, body.id)
    known = await caller.casino.accounts.fetch(name)
    wanted = asking_adjustment(approval, known, name, body.amount, body.reason, caller.name)
    return await in_house(caller, body.id, wanted, approval)


@router.post(
    "/accounts/{name}/exclusion-end", summary="Ask to lift an exclusion", responses=changed(409)
)
async def end_exclusion(caller: EndsExclusion, name: q.PersonName, body: b.WithReason) -> Response:
    """Nothing happens before another person has agreed; the answer has the `approval`."""
    approval = approval_id(caller.name, body.id)
    known = await caller.casino.accounts.fetch(name)
    wanted = asking_exclusion_end(approval, known, name, body.reason, caller.name)
    return await in_house(caller, body.id, wanted, approval)
