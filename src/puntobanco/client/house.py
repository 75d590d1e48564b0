"""Signing in to a house and asking it things over HTTP."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Self, TypeVar, overload

import httpx2
import msgspec

from puntobanco.base.clauses import ClauseId
from puntobanco.client.live import RECONNECT_SECONDS, LiveTable, command
from puntobanco.client.view import View, whole
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.wire.house import LobbyForm, LobbyTableForm
from puntobanco.wire.messages import AnswerMessage, Welcome

_T = TypeVar("_T")


class HouseSaysNoError(Exception):
    """The house answered with an error: a status, a code for programs, a sentence for people."""

    def __init__(
        self, status: int, code: str, sentence: str, clauses: Sequence[ClauseId] = ()
    ) -> None:
        self.status, self.code, self.clauses = status, code, tuple(clauses)
        super().__init__(sentence)


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """Who one is in a house, and the token of the session."""

    name: str
    roles: dict[str, tuple[str, ...]]
    """By table, or `*`: the roles held there."""
    must_change_password: bool
    is_device: bool
    idle_seconds: int
    began: int
    token: str


class HouseClient:
    """A connection to a house."""

    def __init__(
        self,
        address: str,
        token: str = "",
        transport: httpx2.AsyncBaseTransport | None = None,
        seconds: float = 30,
    ) -> None:
        self.address = address.rstrip("/")
        self._http = httpx2.AsyncClient(
            base_url=self.address, transport=transport, timeout=seconds, follow_redirects=False
        )
        self.token = token
        self.name = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let the connection go; the session goes on until it is ended or idle."""
        await self._http.aclose()

    # --- who one is ---------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str) -> SignedIn:
        """Sign in; every later call is made as this person."""
        body = {"name": name, "password": password}
        answer = await self.post("/api/session", body, SignedIn)
        self.token, self.name = answer.token, name
        return answer

    async def sign_out(self) -> None:
        """End the session."""
        await self.call("DELETE", "/api/session")
        self.token = ""

    async def ticket(self) -> str:
        """A ticket for one socket."""
        return str((await self.post("/api/tickets"))["ticket"])

    # --- tables -------------------------------------------------------------------------------

    def table(self, table: str, pauses: Sequence[float] = RECONNECT_SECONDS) -> LiveTable:
        """A table, live: use it in `async with`; between reconnects it pauses so long."""
        return LiveTable(self.address, table, self.ticket, pauses=pauses)

    async def tables(self) -> tuple[LobbyTableForm, ...]:
        """The lobby."""
        return (await self.get("/api/tables", LobbyForm)).tables

    async def view(self, table: str) -> View:
        """Everything one may see of a table now."""
        return whole((await self.get(f"/api/tables/{table}", Welcome)).view)

    async def ask(
        self,
        table: str,
        message: Request | Report,
        request_id: str | None = None,
        expected: int | None = None,
    ) -> AnswerMessage:
        """Put a request or a report to a table.

        A request with the `expected` sequence is refused where more has happened since.
        """
        kind, body = command(message, request_id or new_id(), expected)
        data = await self.call("POST", f"/api/tables/{table}/{kind}s", msgspec.json.encode(body))
        return msgspec.json.decode(data, type=AnswerMessage)

    # --- anything else ------------------------------------------------------------------------

    @overload
    async def get(self, path: str, /, **query: str | int) -> Any: ...
    @overload
    async def get(self, path: str, form: type[_T], /, **query: str | int) -> _T: ...
    async def get(self, path: str, form: Any = Any, /, **query: str | int) -> Any:
        """Read something of the house; in a form of `puntobanco.wire` where one is named.

        `await house.get("/api/floor", FloorForm)` has the floor's tables as structs.
        """
        return msgspec.json.decode(await self.call("GET", path, query=query), type=form)

    @overload
    async def post(self, path: str, body: Any = None) -> Any: ...
    @overload
    async def post(self, path: str, body: Any, form: type[_T]) -> _T: ...
    async def post(self, path: str, body: Any = None, form: Any = Any) -> Any:
        """Have something done; the answer in a form where one is named."""
        data = b"" if body is None else msgspec.json.encode(body)
        answer = await self.call("POST", path, data)
        return msgspec.json.decode(answer, type=form) if answer else None

    async def call(
        self,
        method: str,
        path: str,
        data: bytes = b"",
        query: Mapping[str, str | int] | None = None,
    ) -> bytes:
        """One call; an error of the house is raised with its sentence."""
        headers = self._headers()
        if data:
            headers["content-type"] = "application/json"
        answer = await self._http.request(method, path, content=data, headers=headers, params=query)
        if answer.status_code >= 400:
            raise _error(answer)
        return answer.content

    async def pieces(
        self, path: str, query: Mapping[str, Sequence[str]] | None = None
    ) -> AsyncGenerator[bytes, None]:
        """A long answer as it comes, piece by piece."""
        async with self._http.stream("GET", path, headers=self._headers(), params=query) as answer:
            if answer.status_code >= 400:
                await answer.aread()
                raise _error(answer)
            async for piece in answer.aiter_bytes():
                yield piece

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


def _error(answer: httpx2.Response) -> HouseSaysNoError:
    try:
        form = msgspec.json.decode(answer.content)
        return HouseSaysNoError(answer.status_code, form["code"], form["sentence"], form["clauses"])
    except (msgspec.DecodeError, KeyError, TypeError):
        sentence = f"the house answered {answer.status_code}, which is not understood"
        return HouseSaysNoError(answer.status_code, "unknown", sentence)


def new_id() -> str:
    """An id for something that is to be done once."""
    return secrets.token_hex(12)
