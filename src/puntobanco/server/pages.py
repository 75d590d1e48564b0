"""The pages: HTML for each kind of viewer, and below a versioned prefix everything they load."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from puntobanco.sayings.catalogue import LANGUAGES, text_of
from puntobanco.server.packing import packed

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
"""By address: the file. A page is the same for all; what it shows comes through the API."""


@cache
def _files() -> dict[str, bytes]:
    """The pages and everything that they load, by name."""
    words = {f"js/i18n/{language}.json": text_of(language) for language in LANGUAGES}
    return dict(sorted(packed({**dict(_walk(WEB, "")), **words}).items()))


@cache
def release() -> str:
    """A name for exactly these files: what is kept under it never changes."""
    found = hashlib.sha256()
    for name, content in _files().items():
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
    return _files()[name].decode().replace("%STATIC%", f"/static/{release()}")


class Packed(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes
    """Compressed; the same as `plain` where that gains little."""
    tag: str


def packed_file(content: bytes, kind: str) -> Packed:
    """A file, compressed once: to compress it costs more than all else of a call."""
    small = gzip.compress(content, mtime=0)
    best = small if len(small) < len(content) * 0.9 else content
    return Packed(kind, content, best, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def send_file(request: Request, file: Packed, kept: str) -> Response:
    """A file, compressed where that is understood, and not again to a reader who has it."""
    headers = {"Cache-Control": kept, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = file.plain
    if "gzip" in request.headers.get("accept-encoding", "") and file.packed is not file.plain:
        content = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=file.kind, headers=headers)


@cache
def _static(name: str) -> Packed:
    kind, _ = mimetypes.guess_type(name)
    return packed_file(_files()[name], kind or "application/octet-stream")


async def static(request: Request) -> Response:
    """A file below the versioned prefix: kept for ever, because another version is elsewhere."""
    name = request.path_params["path"]
    if name not in _files():
        raise HTTPException(404)
    return send_file(request, _static(name), "public, max-age=31536000, immutable")


def add_pages(app: FastAPI) -> None:
    """Serve the pages."""
    for address, name in PAGES.items():
        app.add_route(address, _endpoint(name), ["GET", "HEAD"], include_in_schema=False)
    below = f"/static/{release()}/{{path:path}}"
    app.add_route(below, static, ["GET", "HEAD"], include_in_schema=False)


def _endpoint(name: str) -> Callable[[Request], Awaitable[HTMLResponse]]:
    async def show(_: Request) -> HTMLResponse:
        return HTMLResponse(page(name), headers={"Cache-Control": "no-cache"})

    return show
