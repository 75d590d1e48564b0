"""From a body to the log it changes and back: done once, answered in one form."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import Request, Response

from puntobanco.house.account import Account
from puntobanco.house.cage import AccountEvents
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.permissions import Permission
from puntobanco.house.roles import EVERYWHERE
from puntobanco.record.store import RequestReusedError
from puntobanco.rules.refusals import Refusal
from puntobanco.server.api.handling.asking import answered
from puntobanco.server.api.handling.errors import NOT_PERMITTED, HouseError, refused
from puntobanco.server.api.handling.guard import Caller, SignedIn
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.wire.messages import BadMessageError, Reply, check_id, encode


def json(form: object) -> Response:
    """A form as an answer."""
    return Response(encode(form), media_type="application/json")


def permitted_any(*permissions: Permission) -> Callable[..., Awaitable[Caller]]:
    """A dependency that lets through whoever has one of these, at the table named in the path."""

    async def check(request: Request, found: SignedIn) -> Caller:
        table = request.path_params.get("table", EVERYWHERE)
        if not any(found.may(permission, table) for permission in permissions):
            raise NOT_PERMITTED
        return found

    return check


async def body_of(request: Request) -> bytes:
    """What the id of a change stands for: where it was sent, and every byte of it."""
    words = f"{request.method} {request.url.path}?{request.url.query}\n"
    return words.encode() + await request.body()


async def in_house(
    caller: Caller,
    request: Request,
    request_id: str,
    decide: Callable[[House, int], HouseEvents | Refusal],
    approval: str | None = None,
) -> Response:
    """Do something to the house; a refusal is an error."""
    body = await body_of(request)
    house_log = caller.casino.house_log
    outcome = await once(
        request_id, lambda: house_log.change(request_id, caller.name, body, decide)
    )
    return _told(request, said(caller, request_id, outcome, approval), repeated=outcome[1])


async def in_account(
    caller: Caller,
    request: Request,
    name: str,
    request_id: str,
    decide: Callable[[Account, int], AccountEvents | Refusal],
) -> Response:
    """Do something to an account; a refusal is an error."""
    body = await body_of(request)
    accounts = caller.casino.accounts
    outcome = await once(
        request_id, lambda: accounts.change(name, request_id, caller.name, body, decide)
    )
    return _told(request, said(caller, request_id, outcome), repeated=outcome[1])


def _told(request: Request, answer: Response, *, repeated: bool) -> Response:
    """An answer; of one that was given before there is a trace."""
    if repeated:
        turned_away(request, "repeated")
    return answer


async def once(
    request_id: str, change: Callable[[], Awaitable[tuple[Reply, bool]]]
) -> tuple[Reply, bool]:
    """What a change led to; an id that stands for something else is refused.

    It goes on when the caller goes away: an id has its one effect, whole.
    """
    try:
        check_id(request_id)
    except BadMessageError as error:
        raise HouseError(409, "id_reused", str(error)) from None
    try:
        return await asyncio.shield(asyncio.ensure_future(change()))
    except RequestReusedError as error:
        raise HouseError(409, "id_reused", str(error)) from None


def said(
    caller: Caller, request_id: str, outcome: tuple[Reply, bool], approval: str | None = None
) -> Response:
    """An accepted change as an answer; a refusal as an error."""
    reply, repeated = outcome
    if reply.refusal is not None:
        raise refused(reply.refusal, caller.name)
    done = answered(request_id, reply, repeated=repeated)
    if approval is not None:
        done = type(done)(
            id=request_id,
            accepted=False,
            first=0,
            last=0,
            refusal=None,
            approval=approval,
            repeated=repeated,
        )
    return json(done)
