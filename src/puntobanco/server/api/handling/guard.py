"""Who calls, and whether they may: the only way from a request to a handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, Request, Security
from fastapi.params import Depends as Dependency
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from puntobanco.house.house import roles_anywhere, roles_at
from puntobanco.house.permissions import Permission
from puntobanco.house.roles import EVERYWHERE, RANKS, Role, post_of
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.errors import (
    NOT_PERMITTED,
    NOT_SIGNED_IN,
    HouseError,
    not_found,
)
from puntobanco.server.casino.running import Casino
from puntobanco.server.people.credentials import Session
from puntobanco.server.people.tokens import COOKIE, COOKIE_OVER_HTTPS
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.server.traffic.pace import Turns
from puntobanco.wire.messages import Viewer

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_bearer = HTTPBearer(auto_error=False, description="The token of a session or a device.")
_cookie = APIKeyCookie(
    name=COOKIE, auto_error=False, description="The same, in a browser without encryption."
)
_secure_cookie = APIKeyCookie(
    name=COOKIE_OVER_HTTPS,
    scheme_name="APIKeyCookieOverHttps",
    auto_error=False,
    description="The same, in a browser over https.",
)


async def casino_of(request: Request) -> Casino:
    """The house that this application serves.

    It waits for nothing, but what is no coroutine would be asked on another thread.
    """
    casino: Casino = request.app.state.casino
    return casino


House = Annotated[Casino, Depends(casino_of)]


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who is signed in."""

    name: str
    session: Session
    casino: Casino
    asked: HTTPConnection
    """The call or socket that they came with."""

    def may(self, permission: Permission, table: str = "") -> bool:
        """Whether they have a permission, at a table or, where none is named, everywhere."""
        return self.casino.house_log.may(self.name, permission, table or EVERYWHERE)

    def may_somewhere(self, permission: Permission) -> bool:
        """Whether they have a permission at any table."""
        return self.casino.house_log.may_somewhere(self.name, permission)

    def tables(self, permission: Permission) -> list[RunningTable]:
        """The tables at which they have a permission."""
        tables = self.casino.running_tables.items()
        return [running for name, running in tables if self.may(permission, name)]

    @property
    def turns(self) -> Turns:
        """What paces everything that they ask."""
        return self.casino.pace.of(self.session.payer)

    def roles(self, table: str) -> frozenset[Role]:
        """Their roles at a table."""
        return roles_at(self.casino.house_log.house, self.name, table)

    def viewer(self, running: RunningTable) -> Viewer:
        """How they look at a table, and under which names they act there."""
        roles = self.roles(running.entry.table)
        names = [self.name] if roles & {Role.PATRON, Role.NOMINEE, Role.SCANNER} else []
        posts = running.desk.rules.book.posts
        names += [post for role in RANKS if role in roles and (post := post_of(role, posts))]
        words = tuple(sorted(role.value for role in roles))
        return Viewer(name=self.name, roles=words, acts_as=tuple(dict.fromkeys(names)))


def same_origin(asked: HTTPConnection) -> bool:
    """Whether a browser's request comes from the house's own pages; a program says nothing."""
    headers = asked.headers
    scheme = {"ws": "http", "wss": "https"}.get(asked.url.scheme, asked.url.scheme)
    own = f"{scheme}://{headers.get('host', '')}"
    origin, referer = headers.get("origin"), headers.get("referer")
    if origin is None and referer is not None:  # old browsers name only the page
        origin = "/".join(referer.split("/", 3)[:3])
    site = headers.get("sec-fetch-site", "same-origin")
    return origin in (None, own) and site in ("same-origin", "none")


def only_own_pages(request: Request) -> None:
    """Refuse what another site has a browser send."""
    if not same_origin(request):
        raise HouseError(403, "wrong_origin", say("error.wrong-origin"))


async def session_of(
    request: Request,
    house: House,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)] = None,
    plain: Annotated[str | None, Security(_cookie)] = None,
    secure: Annotated[str | None, Security(_secure_cookie)] = None,
) -> Session:
    """The caller's session; a cookie counts only from the house's own pages."""
    cookie = secure if request.url.scheme == "https" else plain
    token = bearer.credentials if bearer is not None else cookie
    by_cookie = bearer is None and cookie is not None
    if by_cookie and request.method not in _SAFE:
        only_own_pages(request)
    session = await house.credentials.session_of(token) if token else None
    if session is None:
        raise NOT_SIGNED_IN
    return session


async def any_caller(
    request: Request, house: House, session: Annotated[Session, Depends(session_of)]
) -> Caller:
    """The caller who is signed in, even with a password that must be changed."""
    if not roles_anywhere(house.house_log.house, session.person):
        raise NOT_SIGNED_IN
    return Caller(session.person, session, house, request)


async def caller(found: Annotated[Caller, Depends(any_caller)]) -> Caller:
    """The caller who is signed in with a password of their own."""
    if found.session.must_change:
        raise HouseError(403, "must_change_password", say("error.must-change-password"))
    return found


AnyCaller = Annotated[Caller, Depends(any_caller)]
SignedIn = Annotated[Caller, Depends(caller)]


Check: TypeAlias = Callable[..., Awaitable[Caller]]
Guard: TypeAlias = Permission | Check | None
"""A permission, a check, or None: no more than what the handler's own parameters demand."""


def only(may: Guard) -> list[Dependency]:
    """The dependencies of a route that lets nobody else through."""
    if may is None:
        return []
    return [Depends(permitted(may) if isinstance(may, str) else may)]


def permitted(*permissions: Permission) -> Check:
    """Let callers through with one of these permissions at the table named in the path.

    Where the path names none it concerns the whole house, and a role at one table is not enough.
    """

    async def check(request: Request, found: SignedIn) -> Caller:
        table = request.path_params.get("table", "")
        if not any(found.may(permission, table) for permission in permissions):
            raise NOT_PERMITTED
        return found

    return check


def somewhere(*permissions: Permission) -> Check:
    """For what shows each caller only their own, or only what lies at their tables."""

    async def check(found: SignedIn) -> Caller:
        if not any(map(found.may_somewhere, permissions)):
            raise NOT_PERMITTED
        return found

    return check


async def running_of(house: House, table: str) -> RunningTable:
    """The table of this name."""
    running = house.running_tables.get(table)
    if running is None:
        raise not_found(say("error.no-table", table=table[:40]))
    return running


AtTable = Annotated[RunningTable, Depends(running_of)]
