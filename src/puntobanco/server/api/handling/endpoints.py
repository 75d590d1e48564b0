"""What endpoints are made of: routes that say who may call them, and changes that are made once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from fastapi import APIRouter, Request, Response
from msgspec.structs import replace

from puntobanco.house.account import Account
from puntobanco.house.cage import AccountEvents
from puntobanco.house.house import House, HouseEvents
from puntobanco.record.store import RequestReusedError
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.asking import answered
from puntobanco.server.api.handling.errors import HouseError, answers, changed, refused
from puntobanco.server.api.handling.guard import Caller, Guard, only
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.server.casino.two_people import HouseChange, approval_id
from puntobanco.wire.messages import BadMessageError, Reply, check_id, encode

HandlerT = TypeVar("HandlerT", bound=Callable[..., Awaitable[object]])
SaidP = ParamSpec("SaidP")


def json(form: object) -> Response:
    """A form as an answer."""
    return Response(encode(form), media_type="application/json")


class FormRouter(APIRouter):
    """A router that knows from a handler's type which form it answers with."""

    def shows(
        self, path: str, summary: str, said: str, may: Guard, *statuses: int, method: str = "GET"
    ) -> Callable[[HandlerT], HandlerT]:
        """Answer callers who may with the form that a handler returns; `said` describes it.

        What a path names may not be there: then it is 404.
        """
        missing = (404,) if "{" in path else ()

        def add(handler: HandlerT) -> HandlerT:
            @wraps(handler)
            async def sent(*args: Any, **named: Any) -> Response:
                return json(await handler(*args, **named))

            form = str(handler.__annotations__["return"]).rpartition(".")[2]
            self.add_api_route(
                path,
                sent,
                methods=[method],
                summary=summary,
                response_model=None,
                responses=answers(form, said, *missing, *statuses),
                dependencies=only(may),
            )
            return handler

        return add

    def changes(
        self, path: str, summary: str, may: Guard, *statuses: int, method: str = "POST"
    ) -> Callable[[HandlerT], HandlerT]:
        """Let callers who may change something under an id; it can always be refused."""
        return self.api_route(
            path,
            methods=[method],
            summary=summary,
            responses=changed(409, *statuses),
            dependencies=only(may),
        )


# --- changes -----------------------------------------------------------------------------------


async def body_of(caller: Caller) -> bytes:
    """What the id of a change stands for: where it was sent, and every byte of it."""
    request = caller.asked
    assert isinstance(request, Request), request
    words = f"{request.method} {request.url.path}?{request.url.query}\n"
    return words.encode() + await request.body()


async def in_house(
    caller: Caller,
    request_id: str,
    decide: Callable[Concatenate[House, SaidP], HouseEvents | Refusal],
    *said: SaidP.args,
    **named: SaidP.kwargs,
) -> Response:
    """Do something to the house, with what follows it; a refusal is an error."""
    outcome = await house_changed(
        caller, request_id, lambda house, now: decide(house, *said, **named)
    )
    return _told(caller, request_id, outcome)


async def in_house_by_two(
    caller: Caller,
    request_id: str,
    asking: Callable[Concatenate[str, str, SaidP], HouseChange],
    *said: SaidP.args,
    **named: SaidP.kwargs,
) -> Response:
    """Ask for something that needs a second person; the answer has the approval to be decided."""
    approval = approval_id(caller.name, request_id)
    wanted = asking(approval, caller.name, *said, **named)
    outcome = await house_changed(caller, request_id, wanted)
    return _told(caller, request_id, outcome, approval)


async def in_account(
    caller: Caller,
    name: str,
    request_id: str,
    decide: Callable[[Account, int], AccountEvents | Refusal],
) -> Response:
    """Do something to an account; a refusal is an error."""
    body, accounts = await body_of(caller), caller.casino.accounts
    outcome = await _once(
        caller, request_id, lambda: accounts.change(name, request_id, caller.name, body, decide)
    )
    return _told(caller, request_id, outcome)


async def house_changed(caller: Caller, request_id: str, decide: HouseChange) -> tuple[Reply, bool]:
    """What a change of the house led to, and whether it was made before; a refusal is an error."""
    body, house_log = await body_of(caller), caller.casino.house_log
    return await _once(
        caller, request_id, lambda: house_log.change(request_id, caller.name, body, decide)
    )


def check_own_id(request_id: str) -> None:
    """Refuse an id that a caller may not use."""
    try:
        check_id(request_id)
    except BadMessageError as error:
        raise HouseError(409, "id_reused", error.said) from None


async def _once(
    caller: Caller, request_id: str, change: Callable[[], Awaitable[tuple[Reply, bool]]]
) -> tuple[Reply, bool]:
    """Make a change once; it goes on when the caller goes away: an id has its one effect, whole."""
    check_own_id(request_id)
    try:
        outcome = await asyncio.shield(asyncio.ensure_future(change()))
    except RequestReusedError:
        raise HouseError(409, "id_reused", say("refused.id-used", id=request_id)) from None
    if outcome[0].refusal is not None:
        raise refused(outcome[0].refusal, caller.name)
    return outcome


def _told(
    caller: Caller, request_id: str, outcome: tuple[Reply, bool], approval: str | None = None
) -> Response:
    """An accepted change as an answer; one that was given before leaves a trace."""
    reply, repeated = outcome
    if repeated:
        turned_away(caller.asked, "repeated")
    done = answered(request_id, reply, repeated=repeated)
    if approval is not None:
        done = replace(done, accepted=False, first=0, last=0, approval=approval)
    return json(done)
