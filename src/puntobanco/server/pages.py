"""The pages: HTML for each kind of viewer, and below a versioned prefix everything they load."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

WEB = files("puntobanco.server") / "web"
PAGES = {
    "/": "lobby.html",
    "/signin": "signin.html",
    "/table/{table}": "player.html",
    "/dealer/{table}": "dealer.html",
    "/floor": "floor.html",
    "/sign/{table}": "sign.html",
    "/audit": "audit.html",
    "/admin": "admin.html",
    "/cage": "cage.html",
    "/rules": "rules.html",
    "/rules/{book}": "rules.html",
    "/train": "train.html",
}
"""By address: the file. A page is the same for everybody; what it shows comes through the API."""
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


@cache
def release() -> str:
    """A name for exactly these files: what is kept under it never changes."""
    found = hashlib.sha256()
    for name, content in sorted(_walk(WEB, "")):
        found.update(name.encode() + b"\0" + content + b"\0")
    return found.hexdigest()[:12]


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    entries: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        name = f"{prefix}{each.name}"
        entries += _walk(each, f"{name}/") if each.is_dir() else [(name, each.read_bytes())]
    return entries


@cache
def page(name: str) -> str:
    """A page with the address of its files filled in."""
    return (WEB / name).read_text("utf-8").replace("%STATIC%", f"/static/{release()}")


class _Forever(StaticFiles):
    """Files that may be kept for ever, because another version has another address."""

    def file_response(self, *args: object, **given: object) -> Response:
        response: Response = super().file_response(*args, **given)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def add_pages(app: FastAPI) -> None:
    """Serve the pages."""
    for address, name in PAGES.items():
        if (WEB / name).is_file():
            app.add_route(address, _endpoint(name), ["GET", "HEAD"], include_in_schema=False)
    folder = Path(str(WEB))
    packed = GZipMiddleware(_Forever(directory=folder), minimum_size=500)
    app.mount(f"/static/{release()}", packed, name="static")


def _endpoint(name: str) -> Callable[[Request], Awaitable[HTMLResponse]]:
    async def show(_: Request) -> HTMLResponse:
        return HTMLResponse(page(name), headers={"Cache-Control": "no-cache"})

    return show
