"""The ASGI application: routes, limits, headers and errors around one running house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puntobanco.record.store import StoreError
from puntobanco.sayings.saying import SaidError, say
from puntobanco.server.api import (
    about,
    accounts,
    approvals,
    audit,
    backups,
    books,
    console,
    floor,
    health,
    history,
    people,
    reports,
    session,
    setup,
    shoes,
    tables,
    training,
)
from puntobanco.server.api.description.examples import add_examples
from puntobanco.server.api.description.links import add_links
from puntobanco.server.api.description.schemas import components
from puntobanco.server.api.handling.errors import ANSWERED_WITH, HouseError
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.pages import Packed, add_pages, packed_file, page, send_file
from puntobanco.server.traffic.headers import careful
from puntobanco.version import version
from puntobanco.wire.messages import encode, says_twice, with_whole_numbers
from puntobanco.wire.not_understood import no_object, of_body

TITLE = "puntobanco"
SUMMARY = "Casino baccarat under four real rule books: tables, people, money, audit."
BODY_BYTES_MAX = 64 * 1024
BOOK_BYTES_MAX = 256 * 1024
BOOK_PATHS = frozenset({"/api/books", "/api/books/check"})
"""Where a body may hold a whole rule book."""
ROUTES = [
    route
    for module in (
        health,
        session,
        tables,
        console,
        setup,
        history,
        shoes,
        accounts,
        approvals,
        floor,
        people,
        books,
        training,
        reports,
        audit,
        backups,
        about,
    )
    for route in module.router.routes
]
"""Made once and shared by every house of a process; which house is asked comes with the request."""
HINTS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}
"""By the status of an error: what a program is told beside it."""

_log = structlog.get_logger(__name__)


def create_app(plan: Plan, opened: Callable[[Casino], Awaitable[None]] | None = None) -> FastAPI:
    """An application that opens its house when it starts and closes it when it ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Casino]]:
        try:
            casino = await Casino.open(plan)
            app.state.casino = casino
            casino.credentials.on_end(lambda ended: _cut(casino, ended))
            if opened is not None:
                await _begun(casino, opened)
        except Exception as error:
            app.state.failure = (
                error  # for the program that started the server: it is told nothing else
            )
            raise
        yield {"casino": casino}  # every connection's scope has it
        await casino.close()

    app = FastAPI(
        title=TITLE,
        version=version(),
        summary=SUMMARY,
        lifespan=lifespan,
        redirect_slashes=False,
        openapi_url=None,  # added below, made once
        docs_url=None,  # their pages fetch programs from elsewhere, which ours may not
        redoc_url=None,
        routes=[*ROUTES],
    )
    app.state.plan = plan
    add_pages(app)
    _add_errors(app)
    app.add_middleware(_Limits)
    _add_description(app)
    app.openapi = _description  # type: ignore[method-assign]
    return app


async def _begun(casino: Casino, opened: Callable[[Casino], Awaitable[None]]) -> None:
    """Do what comes first in a house that has just been opened; where it fails, close it again."""
    try:
        await opened(casino)
    except BaseException:
        await casino.close()
        raise


def _cut(casino: Casino, ended: str) -> None:
    """The sockets of a session end with it."""
    for running in casino.running_tables.values():
        running.audience.cut(ended)


@cache
def _description() -> dict[str, Any]:
    """What can be asked, as OpenAPI: the same in every house, and slow to make."""
    schema = get_openapi(title=TITLE, version=version(), summary=SUMMARY, routes=ROUTES)
    known: dict[str, Any] = schema["components"]["schemas"]
    known |= components()
    add_links(schema)
    add_examples(schema)
    return schema


@cache
def _sent() -> Packed:
    """The description as it is sent."""
    return packed_file(encode(_description()), "application/json")


def _add_description(app: FastAPI) -> None:
    """Serve `/openapi.json`: compressed, and sent again only where it has changed."""

    @app.get("/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return send_file(request, _sent(), "no-cache")


# --- errors ---------------------------------------------------------------------------------------


def _answer(error: HouseError, headers: Any = None) -> JSONResponse:
    return JSONResponse(error.form.model_dump(), error.status, headers)


OF_HTTP = {
    404: ("not_found", say("error.nothing-here")),
    405: ("method_not_allowed", say("error.no-such-method")),
}


def _is_for_people(request: Request) -> bool:
    """Whether a browser asks for a page, and not a program or a page for data."""
    is_data = request.url.path.startswith(("/api/", "/static/"))
    return not is_data and "text/html" in request.headers.get("accept", "")


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(SaidError)
    async def house_error(request: Request, error: SaidError) -> Response:
        if not isinstance(error, HouseError):
            error = HouseError(*ANSWERED_WITH[type(error)], error.said)
        turned_away(request, error.form.code, **error.trace)
        return _answer(error, HINTS.get(error.status))

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        turned_away(request, "not_understood")
        return _answer(HouseError(422, "not_understood", of_body(error.errors())))

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        code, said = OF_HTTP.get(error.status_code, ("bad_request", no_object()))
        turned_away(request, code)
        if error.status_code == 404 and _is_for_people(request):
            return HTMLResponse(page("missing.html"), 404)
        headers = error.headers
        if error.status_code == 405:
            allowed = ", ".join(sorted(_methods(request.scope)))
            headers = {"Allow": allowed} if allowed else headers
        return _answer(HouseError(error.status_code, code, said), headers)

    @app.exception_handler(StoreError)
    async def of_store(request: Request, error: StoreError) -> Response:
        _log.error("store", error=str(error))
        return _answer(HouseError(503, "store", say("error.store")))

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        _log.error("unforeseen", path=request.url.path, error=f"{type(error).__name__}: {error}")
        return _answer(HouseError(500, "unforeseen", say("error.unforeseen")))

    @app.exception_handler(TimeoutError)
    async def too_busy(request: Request, error: TimeoutError) -> Response:
        return _answer(HouseError(503, "busy", say("error.busy")))


# --- limits and headers -----------------------------------------------------------------------


class _Limits:
    """Refuses long bodies, and gives every answer the headers that keep browsers careful."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in careful(scope["scheme"]).items()
                        if name.lower().encode() not in have
                    ),
                ]
            await send(message)

        most = BOOK_BYTES_MAX if scope["path"] in BOOK_PATHS else BODY_BYTES_MAX
        try:
            held = [await _whole(receive, most)]
        except HouseError as error:
            _early(scope, error.form.code)
            await _answer(error)(scope, receive, with_headers)
            return

        async def limited() -> Message:
            """The body, whole; after it whatever comes."""
            return held.pop() if held else await receive()

        await self._app(scope, limited, with_headers)


def _methods(scope: Scope) -> set[str]:
    """Everything that can be done at a path; each route knows only its own."""
    return {
        method
        for route in ROUTES
        if route.matches(scope)[0] is not Match.NONE
        for method in getattr(route, "methods", None) or ()
    }


def _early(scope: Scope, code: str) -> None:
    """Leave a trace of a call that nobody has looked up a route for yet."""
    found = next((each for each in ROUTES if each.matches(scope)[0] is Match.FULL), None)
    turned_away(Request(scope), code, getattr(found, "path", ""))


async def _whole(receive: Receive, most: int) -> Message:
    """A body that is neither too long nor says anything twice."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return message
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise HouseError(413, "too_long", say("error.too-long", most=most))
    if says_twice(body):
        raise HouseError(422, "said_twice", say("error.key-twice"))
    body = with_whole_numbers(body)
    return {"type": "http.request", "body": body, "more_body": False}
