"""A client of its own: HTTP by the standard library, sockets by bare frames, nothing shared."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Self

SECONDS = 30.0


class LostError(Exception):
    """No answer came: whether it was done is not known."""


@dataclass(frozen=True)
class Reply:
    """What was answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


@dataclass
class Client:
    """Somebody who calls a house, from an address of this machine."""

    port: int
    token: str = ""
    address: str = "127.0.0.1"
    tls: ssl.SSLContext | None = None
    host: str = ""
    """What is named as the host; by default the address that is called."""
    _line: HTTPConnection | None = field(default=None, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """One call; the connection is kept for the next."""
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        given |= {"Host": self.host} if self.host else {}
        given |= headers or {}
        data = None
        if body is not None:
            data, given = json.dumps(body).encode(), {"Content-Type": "application/json", **given}
        try:
            line = self._connected()
            line.request(method, path, data, given)
            answer = line.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, told, answer.read())
        except (OSError, HTTPException) as error:
            self.close()
            raise LostError(f"{method} {path}: {error!r}") from None

    def _connected(self) -> HTTPConnection:
        if self._line is None:
            source, seconds = (self.address, 0), SECONDS
            if self.tls is None:
                self._line = HTTPConnection("127.0.0.1", self.port, seconds, source)
            else:
                self._line = HTTPSConnection(
                    "127.0.0.1", self.port, timeout=seconds, context=self.tls
                )
            self._line.connect()
            self._line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._line

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def get(self, path: str) -> Any:
        """A form that must be there."""
        reply = self.call("GET", path)
        assert reply.status == 200, (path, reply.status, reply.body)
        return reply.form

    def ask(self, table: str, request_id: str, **request: Any) -> dict[str, Any]:
        """Ask something of a table; what it answers."""
        body = {"id": request_id, "request": request}
        reply = self.call("POST", f"/api/tables/{table}/requests", body)
        found: dict[str, Any] = reply.form
        return found

    def signed_in(self, name: str, password: str) -> Reply:
        """Sign in; from then on every call is that person's."""
        reply = self.call("POST", "/api/session", {"name": name, "password": password})
        if reply.status == 200:
            self.token = reply.form["token"]
        return reply
