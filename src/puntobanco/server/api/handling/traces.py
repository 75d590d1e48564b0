"""What is known of a call or a socket that is turned away, as far as it may be written down."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from puntobanco.server.casino.running import Casino
from puntobanco.server.people.tokens import token_of
from puntobanco.server.traffic.turned_away import UNKNOWN


def turned_away(
    asked: HTTPConnection, code: str, route: str = "", person: str = "", **more: str
) -> None:
    """Leave a trace of something that led to nothing: where it was meant for, never what it said.

    A route is as it is written in the program, never a path that was sent.
    """
    casino: Casino = asked.scope["state"]["casino"]
    route = route or getattr(asked.scope.get("route"), "path", UNKNOWN)
    person = person or casino.credentials.person_of(token_of(asked))
    casino.refusals.note(code, route, asked.client.host if asked.client else "", person, **more)
