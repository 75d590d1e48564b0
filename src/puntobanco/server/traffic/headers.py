"""The headers of every answer that keep browsers careful."""

from __future__ import annotations

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
OVER_HTTPS = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}


def careful(scheme: str) -> dict[str, str]:
    """The headers of an answer over `http` or `https`.

    >>> [len(careful(scheme)) for scheme in ("http", "https")]
    [7, 8]
    """
    return {**HEADERS, **OVER_HTTPS} if scheme == "https" else HEADERS
