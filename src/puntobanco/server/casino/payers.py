"""Whose turns a call or a handshake counts for."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Scope

from puntobanco.server.casino.running import Casino
from puntobanco.server.people.tokens import token_of
from puntobanco.server.traffic.connections import network_of
from puntobanco.server.traffic.pace import Turns


def payer_of(scope: Scope) -> Turns:
    """The turns of the person, if known at once; else those of the address."""
    casino: Casino = scope["state"]["casino"]
    asked = HTTPConnection(scope)
    ticket = asked.query_params.get("ticket", "") if scope["type"] == "websocket" else ""
    person = casino.credentials.payer_of(token_of(asked), ticket)
    if person:
        return casino.pace.of(person)
    return casino.callers.of(network_of(asked.client.host if asked.client else ""))
