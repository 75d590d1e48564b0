"""Signing in and out, and coming in as a stranger: to watch, or to play in a demonstration."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from puntobanco.house.house import roles_anywhere
from puntobanco.house.roles import GUESTS
from puntobanco.house.winnings import net
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.errors import HouseError, not_found, responses
from puntobanco.server.api.handling.guard import (
    AnyCaller,
    Caller,
    House,
    SignedIn,
    only_own_pages,
)
from puntobanco.server.casino import strangers
from puntobanco.server.casino.running import Casino
from puntobanco.server.people.credentials import Session, WrongCredentialsError, digest
from puntobanco.server.people.guesses import LockedError
from puntobanco.server.people.passwords import WeakPasswordError
from puntobanco.server.people.tokens import cookie_name
from puntobanco.wire import bodies as b

router = APIRouter(prefix="/api", tags=["session"])
_log = logging.getLogger(__name__)

HANDLE_LENGTH = 16
"""How much of a session's id its owner is shown."""


def _wrong(name: str, why: str) -> HouseError:
    """What every caller is told alike; the journal says whose password was tried, and why not."""
    said = say("error.wrong-credentials")
    return HouseError(401, "wrong_credentials", said, trace={"tried": name, "why": why})


def _who(caller: Caller) -> b.WhoForm:
    person = caller.casino.house_log.house.people[caller.name]
    roles: dict[str, list[str]] = {}
    for role, table in person.roles:
        roles.setdefault(table, []).append(role.value)
    session = caller.session
    return b.WhoForm(
        name=caller.name,
        roles=roles,
        must_change_password=session.must_change,
        is_device=session.device,
        idle_seconds=session.idle_seconds,
        began=session.began,
    )


@router.post("/session", responses=responses())
async def sign_in(
    body: b.SignIn, house: House, request: Request, response: Response
) -> b.SignedInForm:
    """Sign in."""
    only_own_pages(request)
    address = request.client.host if request.client else ""
    roles = roles_anywhere(house.house_log.house, body.name)

    async def won() -> int:
        return net(house.tables, await house.accounts.fetch(body.name))

    try:
        token, session = await house.credentials.sign_in(
            body.name,
            body.password,
            is_staff=bool(roles - GUESTS),
            net=won,
            address=address,
        )
    except (WrongCredentialsError, LockedError) as error:
        why = "locked" if isinstance(error, LockedError) else "wrong"
        raise _wrong(body.name, why) from None
    if not roles:  # suspended, or without any role
        await house.credentials.end(session.id)
        raise _wrong(body.name, "no role")
    _log.info("signed in: %s from %s", session.person, address)
    return await signed_in(house, request, response, token, session)


async def signed_in(
    house: Casino, request: Request, response: Response, token: str, session: Session
) -> b.SignedInForm:
    """Who has just come in; a browser keeps the session in place of the one it had."""
    cookie, secure = cookie_name(request), request.url.scheme == "https"
    if before := request.cookies.get(cookie):  # this browser's older session, of any person
        await house.credentials.end(digest(before))
    response.set_cookie(cookie, token, httponly=True, samesite="strict", secure=secure, path="/")
    who = _who(Caller(session.person, session, house, request))
    return b.SignedInForm(token=token, **who.model_dump())


@router.get("/session", responses=responses())
async def who(caller: AnyCaller) -> b.WhoForm:
    """Who you are."""
    return _who(caller)


@router.delete("/session", status_code=204, responses=responses())
async def sign_out(caller: AnyCaller, request: Request, response: Response) -> None:
    """Sign out; every socket of the session ends, and a browser forgets what it held."""
    await caller.casino.credentials.end(caller.session.id)
    secure = request.url.scheme == "https"
    response.delete_cookie(cookie_name(request), path="/", secure=secure, httponly=True)
    response.headers["Clear-Site-Data"] = '"cache", "cookies"'


async def _own_sessions(caller: Caller) -> list[Session]:
    """Every session of a person; of strangers under one name each has the own alone."""
    if caller.session.is_strangers:
        return [caller.session]
    return await caller.casino.credentials.sessions_of(caller.name)


@router.get("/sessions", responses=responses())
async def sessions(caller: SignedIn) -> b.SessionsForm:
    """Everywhere you are signed in."""
    return b.SessionsForm(
        sessions=[
            b.SessionForm(
                session=each.id[:HANDLE_LENGTH],
                began=each.began,
                active=each.active,
                address=each.address,
                is_this=each.id == caller.session.id,
                is_device=each.device,
            )
            for each in await _own_sessions(caller)
        ]
    )


@router.delete("/sessions/{session}", status_code=204, responses=responses(404))
async def end_session(
    session: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])],
    caller: SignedIn,
) -> None:
    """Sign out somewhere else, or here; sockets end with their session."""
    for each in await _own_sessions(caller):
        if each.id.startswith(session):
            await caller.casino.credentials.end(each.id)
            return
    raise not_found(say("error.no-session"))


@router.post("/session/password", status_code=204, responses=responses(409))
async def change_password(body: b.ChangePassword, caller: AnyCaller) -> None:
    """Choose another password; every session of yours ends, this one too."""
    credentials = caller.casino.credentials
    try:
        if not await credentials.is_right(caller.name, body.old, caller.session.id):
            raise _wrong(caller.name, "wrong")
        if body.new == body.old:
            raise WeakPasswordError(say("error.password-same"))
        await credentials.set_password(caller.name, body.new)
    except LockedError:
        raise _wrong(caller.name, "locked") from None


@router.post("/tickets", responses=responses())
async def ticket(caller: SignedIn) -> b.TicketForm:
    """A ticket to open a socket with."""
    return b.TicketForm(ticket=await caller.casino.credentials.ticket(caller.session))


# --- strangers ----------------------------------------------------------------------------------


@router.get("/strangers", summary="What strangers are offered", responses=responses())
async def offered(house: House) -> b.StrangersForm:
    """What you can do here without signing in; reading the rule books is always possible."""
    return b.StrangersForm(play=strangers.may_play(house), watch=strangers.may_watch(house))


@router.post("/strangers/play", summary="Play as a guest", responses=responses(409))
async def play(house: House, request: Request, response: Response) -> b.SignedInForm:
    """Come in as a new patron with play money."""
    return await _let_in(house, request, response, strangers.play)


@router.post("/strangers/watch", summary="Watch as a stranger", responses=responses(409))
async def watch(house: House, request: Request, response: Response) -> b.SignedInForm:
    """Come in to watch the public tables."""
    return await _let_in(house, request, response, strangers.watch)


async def _let_in(
    house: House, request: Request, response: Response, come: strangers.Coming
) -> b.SignedInForm:
    only_own_pages(request)
    address = request.client.host if request.client else ""
    try:
        token, session = await come(house, address)
    except strangers.StrangerError as error:
        status = 429 if error.code == strangers.FULL else 409
        raise HouseError(status, error.code, error.said) from None
    _log.info("came in as a stranger: %s from %s", session.person, address)
    return await signed_in(house, request, response, token, session)
