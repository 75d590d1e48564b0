"""HTTP below the application: what is no HTTP, too long, too slow or too much is turned away there.

A connection always has a deadline: for the first byte, for the head, for the body, for the next
call. Only while a call is answered does none run.
"""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from time import perf_counter, thread_time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from puntobanco.server.casino.payers import payer_of
from puntobanco.server.casino.running import Casino
from puntobanco.server.traffic.connections import network_of
from puntobanco.server.traffic.headers import careful
from puntobanco.server.traffic.pace import Turns
from puntobanco.server.traffic.turned_away import UNKNOWN

LINGER_SECONDS = 1.0
"""How long a connection that is cut may take to hand over why."""

TURNED_AWAY_SECONDS = 0.002
"""For so long a connection that is turned away keeps the loop busy; its address pays for it."""

_log = logging.getLogger("uvicorn.error.http")
_log.setLevel(logging.ERROR)  # it warns of whatever is sent, without end


def _answer(status: int, sentence: str, scheme: str) -> bytes:
    """The whole answer to what does not reach the application."""
    body = sentence.encode()
    own = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = (f"{name}: {value}\r\n" for name, value in {**own, **careful(scheme)}.items())
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{''.join(lines)}\r\n"
    return head.encode() + body


class _TurnedAwayError(Exception):
    """Ends the parsing of a head that is refused."""


class HttpProtocol(HttpToolsProtocol):
    """A connection on which calls are made."""

    _deadline: asyncio.TimerHandle | None = None
    _turn: asyncio.Future[bool] | None = None
    """What is waited for before this becomes a socket."""
    _address = ""
    """Counted under this address or network; empty while it is not counted."""
    _fault = ("malformed", 400, "This is not an HTTP request.")
    """The code, status and sentence for a head that cannot be read."""
    _is_new = True
    """Whether nothing has come yet."""
    _head_bytes = _body_bytes = 0
    _in_head = _is_read = True
    """Whether a head is being read; whether a call was read to its end."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = _log

    @property
    def _casino(self) -> Casino:
        casino: Casino = self.app_state["casino"]
        return casino

    # --- coming and going ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection, or hang up where its address has as many as it may."""
        super().connection_made(transport)
        casino = self._casino
        address = self.client[0] if self.client else ""
        if not casino.is_trusted_proxy(address):
            network = network_of(address)
            if not casino.connections.enter(network):
                self._turn_away("too_many_connections", 429, "Too many connections; close some.")
                return
            self._address = network
        self._arm(casino.plan.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a connection no more."""
        self._disarm()
        self._leave()
        if self._turn is not None:
            self._turn.cancel()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._address:
            self._casino.connections.leave(self._address)
            self._address = ""

    # --- becoming a socket --------------------------------------------------------------------

    def handle_websocket_upgrade(self) -> None:
        """Become a socket in a turn of whom it counts for: much is made, however it is answered.

        Who comes through a proxy is known later, and has the turn there.
        """
        self._disarm()
        if not self._address:
            super().handle_websocket_upgrade()
            return
        query = self.url.partition(b"?")[2]
        turns = payer_of({**self.scope, "type": "websocket", "path": "", "query_string": query})
        if turns.take_at_once():
            self._become_socket(turns)
        else:
            self._arm(self._casino.plan.limits.body_seconds)
            self.flow.pause_reading()
            self._turn = turns.next_turn()
            self._turn.add_done_callback(lambda turn: self._in_turn(turns, turn))

    def _in_turn(self, turns: Turns, turn: asyncio.Future[bool]) -> None:
        if not turn.cancelled() and not self.transport.is_closing():
            self.flow.resume_reading()
            self._become_socket(turns)

    def _become_socket(self, turns: Turns) -> None:
        """Hand the connection over to a socket, which counts it from then on."""
        self._disarm()
        busy, began = thread_time(), perf_counter()
        super().handle_websocket_upgrade()
        turns.charge(thread_time() - busy, perf_counter() - began)
        protocol: Any = self.transport.get_protocol()
        protocol.counted_as, self._address = self._address, ""
        protocol.payer = turns

    # --- deadlines ----------------------------------------------------------------------------

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._is_late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_late(self) -> None:
        if self._in_head and not self._head_bytes:
            self.transport.abort()  # nothing was begun: there is nobody to tell
        else:
            self._turn_away("too_slow", 408, "The request took too long.")

    # --- reading ------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on; a head that is longer than any is refused before it is held in memory."""
        if self.transport.is_closing():
            return
        if self._is_new:
            self._is_new = False
            wait = self._casino.callers.of(self._address).wait() if self._address else 0.0
            if wait > 0:
                self._disarm()
                self.flow.pause_reading()
                self.loop.call_later(wait, self._come_in, data)
            else:
                self._come_in(data)
        else:
            self._read(data)

    def _come_in(self, data: bytes) -> None:
        """Begin with a connection when those who came before have been begun with."""
        if not self._casino.admission.come_in(lambda: self._begin(data)):
            self._disarm()
            self.flow.pause_reading()

    def _begin(self, data: bytes) -> bool:
        if self.transport.is_closing():
            return False
        self._arm(self._casino.plan.limits.head_seconds)
        self.flow.resume_reading()
        self._read(data)
        return True

    def _read(self, data: bytes) -> None:
        if self._in_head:
            self._head_bytes += len(data)
        else:
            self._body_bytes += len(data)
        super().data_received(data)
        limits = self._casino.plan.limits
        if self._in_head and self._head_bytes > limits.head_bytes:
            self._turn_away("head_too_long", 431, "The headers are too long.")
        elif not self._is_read and self._body_bytes > limits.body_bytes:
            self._turn_away("too_long", 413, "The body is too long.")

    def on_message_begin(self) -> None:
        """A call begins: from now on its head has a deadline."""
        super().on_message_begin()
        self._in_head, self._is_read = True, False
        self._arm(self._casino.plan.limits.head_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, but none after the body: it would count like one of the head."""
        if not self._in_head:
            self._fault = ("malformed", 400, "A request has no headers after its body.")
            raise _TurnedAwayError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuse a head that is too long or names no host, or two; else the body has a deadline."""
        held = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if held > self._casino.plan.limits.head_bytes:
            self._fault = ("head_too_long", 431, "The headers are too long.")
            raise _TurnedAwayError
        if len(self.pipeline) >= self._casino.plan.limits.pipelined:
            self._fault = ("too_many", 429, "Wait for answers before you send more.")
            raise _TurnedAwayError
        if sum(name == b"host" for name, _ in self.headers) != 1:
            self._fault = ("malformed", 400, "A request names its host once.")
            raise _TurnedAwayError
        self._in_head, self._head_bytes, self._body_bytes = False, 0, 0
        self._arm(self._casino.plan.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The call is read; it may take its time to be answered."""
        self._is_read = True
        self._disarm()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The next call is waited for, not for ever."""
        super().on_response_complete()
        if self._is_read and not self.transport.is_closing():
            self._in_head, self._head_bytes = True, 0
            self._unset_keepalive_if_required()
            self._arm(self._casino.plan.limits.idle_seconds)

    # --- turning away -------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read as a call, and hang up."""
        self._turn_away(*self._fault)

    def _turn_away(self, code: str, status: int, sentence: str) -> None:
        """Say why, leave a trace, and hang up soon even where nobody reads it."""
        self._disarm()
        if self.transport.is_closing():
            return
        casino, address = self._casino, self.client[0] if self.client else ""
        casino.refusals.note(code, UNKNOWN, address)
        if not casino.is_trusted_proxy(address):
            casino.callers.of(network_of(address)).charge(TURNED_AWAY_SECONDS, TURNED_AWAY_SECONDS)
        is_answered = not self._in_head and self.cycle is not None and self.cycle.response_started
        if not is_answered:  # a second answer would be taken for that of another call
            self.transport.write(_answer(status, sentence, self.scheme or "http"))
        self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
