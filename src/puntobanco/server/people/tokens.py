"""Where a call or a handshake carries the token of its sender."""

from __future__ import annotations

from starlette.requests import HTTPConnection

COOKIE = "punto_session"
COOKIE_OVER_HTTPS = f"__Host-{COOKIE}"
"""The prefix has browsers refuse it from any other host, and without encryption."""


def cookie_name(asked: HTTPConnection) -> str:
    """The cookie that a session is kept in, by how the browser came here."""
    return COOKIE_OVER_HTTPS if asked.url.scheme in ("https", "wss") else COOKIE


def token_of(asked: HTTPConnection) -> str:
    """The token that came with something that is not let in yet; or nothing."""
    scheme, _, token = asked.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else asked.cookies.get(cookie_name(asked), "")
