"""Signing in and out."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from puntobanco.house.house import roles_anywhere
from puntobanco.house.roles import GUESTS
from puntobanco.server.api.errors import HouseError, responses
from puntobanco.server.api.guard import COOKIE, AnyCaller, Caller, House, SignedIn, only_own_pages
from puntobanco.server.credentials import LockedError, WeakPasswordError, WrongCredentialsError
from puntobanco.server.winnings import net

router = APIRouter(prefix="/api", tags=["session"])
_log = logging.getLogger(__name__)

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,32}$", examples=["guest1"])]
PasswordText = Annotated[str, Field(min_length=1, max_length=256)]


class Body(BaseModel):
    """What callers send: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SignIn(Body):
    """Name and password."""

    name: Name
    password: PasswordText


class WhoForm(BaseModel):
    """Who one is, and what one is here."""

    name: str
    roles: dict[str, list[str]]
    """By table, or `*`: the roles held there."""
    must_change_password: bool
    is_device: bool
    idle_seconds: int
    began: int


class SignedInForm(WhoForm):
    """The same, with the token of the new session."""

    token: str


class ChangePassword(Body):
    """The password one has, and the one one wants."""

    old: PasswordText
    new: PasswordText


class TicketForm(BaseModel):
    """Good for one socket, for 30 seconds."""

    ticket: str


_WRONG = HouseError(
    401,
    "wrong_credentials",
    "name and password do not belong together; after three wrong tries wait half an hour",
)


def _who(caller: Caller) -> WhoForm:
    person = caller.casino.office.house.people[caller.name]
    roles: dict[str, list[str]] = {}
    for role, table in person.roles:
        roles.setdefault(table, []).append(role.value)
    session = caller.session
    return WhoForm(
        name=caller.name,
        roles=roles,
        must_change_password=session.must_change,
        is_device=session.device,
        idle_seconds=session.idle_seconds,
        began=session.began,
    )


@router.post("/session", responses=responses())
async def sign_in(body: SignIn, house: House, request: Request, response: Response) -> SignedInForm:
    """Sign in."""
    only_own_pages(request)
    address = request.client.host if request.client else ""
    roles = roles_anywhere(house.office.house, body.name)
    account = await house.accounts.fetch(body.name)
    try:
        token, session = await house.credentials.sign_in(
            body.name, body.password, is_staff=bool(roles - GUESTS), net=net(house, account)
        )
    except (WrongCredentialsError, LockedError) as error:
        why = "locked" if isinstance(error, LockedError) else "wrong"
        _log.warning("sign-in failed (%s): %s from %s", why, body.name, address)
        raise _WRONG from None
    if not roles:  # suspended, or without any role
        await house.credentials.end(session.id)
        raise _WRONG
    _log.info("signed in: %s from %s", session.person, address)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    who = _who(Caller(session.person, session, house))
    return SignedInForm(token=token, **who.model_dump())


@router.get("/session", responses=responses())
async def who(caller: AnyCaller) -> WhoForm:
    """Who one is."""
    return _who(caller)


@router.delete("/session", status_code=204, responses=responses())
async def sign_out(caller: AnyCaller, response: Response) -> None:
    """Sign out; every socket of the session ends."""
    await caller.casino.credentials.end(caller.session.id)
    response.delete_cookie(COOKIE, path="/")


@router.post("/session/password", status_code=204, responses=responses(409))
async def change_password(body: ChangePassword, caller: AnyCaller) -> None:
    """Choose another password; every session of one's own ends, this one too."""
    credentials = caller.casino.credentials
    try:
        if not await credentials.is_right(caller.name, body.old):
            raise _WRONG
        await credentials.set_password(caller.name, body.new)
    except LockedError:
        raise _WRONG from None
    except WeakPasswordError as error:
        raise HouseError(409, "weak_password", str(error)) from None


@router.post("/tickets", responses=responses())
async def ticket(caller: SignedIn) -> TicketForm:
    """A ticket to open a socket with."""
    return TicketForm(ticket=await caller.casino.credentials.ticket(caller.session))
