"""A light load: sockets that each have one wish in flight, read by hand so that they cost little.

The load shares the cores with the server. What a whole WebSocket library spends on each message
would be taken from the server, so frames are written and found here directly.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import time
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

import msgspec

_TEXT, _MASKED = 0x81, 0x80
_NO_MASK = bytes(4)
"""A mask that changes nothing: RFC 6455 wants one from a client, and lets it choose."""
_ANSWER = b'{"type":"answer"'
_ERROR = b'{"type":"error"'
_BUSY = _ERROR + b',"code":"busy"'


def text_frame(text: bytes) -> bytes:
    """A short text as a client sends it."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, _MASKED | length)) + _NO_MASK + text
    return bytes((_TEXT, _MASKED | 126)) + length.to_bytes(2) + _NO_MASK + text


class Asker(asyncio.Protocol):
    """One socket that asks again as soon as it was answered."""

    def __init__(self, path: str, host: str, body: bytes, opened: Callable[[], None]) -> None:
        self._path, self._host, self._body = path, host, body
        self._opened = opened
        self._read = b""
        self._upgraded = False
        self._asked = self._sent = b""
        self._began = 0.0
        self.ends = 0.0
        self.times: list[float] = []
        self.moments: list[float] = []
        """How long each answer took, and when it came."""
        self.busy = 0
        """How often the house said that it could not do it now."""
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def ask(self) -> None:
        """Send the next wish, under a new id; after the end no more."""
        self._began = time.perf_counter()
        if self._began >= self.ends:
            self._transport.close()
            return
        wanted = secrets.token_hex(8).encode()
        self._asked = b'"id":"' + wanted + b'"'
        self._sent = text_frame(self._body.replace(b"ID", wanted, 1))
        self._transport.write(self._sent)

    def data_received(self, data: bytes) -> None:
        """Find whole frames."""
        self._read += data
        if not self._upgraded:
            head, found, rest = self._read.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._upgraded, self._read = True, rest
            self._opened()
        while (frame := self._frame()) is not None:
            if frame.startswith(_ANSWER) and self._asked in frame:
                if not msgspec.json.decode(frame)["accepted"]:
                    self._give_up(frame)
                    return
                self.moments.append(time.perf_counter())
                self.times.append(self.moments[-1] - self._began)
                self.ask()
            elif frame.startswith(_BUSY) and self._asked in frame:
                self.busy += 1
                self._transport.write(self._sent)  # under the same id, as a client does
            elif frame.startswith(_ERROR):
                self._give_up(frame)
                return

    def _give_up(self, frame: bytes) -> None:
        """End the run: nothing was measured where a bet is not accepted."""
        if not self.done.done():
            self.done.set_exception(RuntimeError(f"a bet was not accepted: {frame!r}"))
        self._transport.close()

    def _frame(self) -> bytes | None:
        read = self._read
        if len(read) < 2:
            return None
        start, length = 2, read[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(read[2:start])
        if len(read) < start + length:
            return None
        self._read = read[start + length :]
        return read[start : start + length]

    def connection_lost(self, error: Exception | None) -> None:
        """The socket is gone, as it should be after the end."""
        if self.done.done():
            return
        if time.perf_counter() < self.ends:
            self.done.set_exception(RuntimeError("the house has closed a socket"))
        else:
            self.done.set_result(None)


async def opened(uris: list[str], bodies: list[bytes], kind: type[Asker] = Asker) -> list[Asker]:
    """A socket at each address, with what it will ask; none asks yet."""
    askers = [await opened_one(uri, body, kind) for uri, body in zip(uris, bodies, strict=True)]
    await asyncio.sleep(1)  # whoever was there has been told of those who came
    return askers


async def opened_one(uri: str, body: bytes, kind: type[Asker] = Asker) -> Asker:
    """One socket; raises where the house closes it before it is open."""
    ready, parts = asyncio.Event(), urlsplit(uri)
    made = kind(f"{parts.path}?{parts.query}", parts.netloc, body, ready.set)
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: made, parts.hostname, parts.port)
    opening = asyncio.ensure_future(ready.wait())
    await asyncio.wait({opening, made.done}, return_when=asyncio.FIRST_COMPLETED)
    if not opening.done():
        opening.cancel()
        raise ConnectionError(made.done.exception())
    return made


async def ticket(host: str, port: int, token: str, own: tuple[str, int] | None = None) -> str:
    """A ticket for one socket, asked for at an address of one's own; raises where none is given."""
    reader, writer = await asyncio.open_connection(host, port, local_addr=own)
    try:
        writer.write(
            f"POST /api/tickets HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 0\r\n"
            f"Authorization: Bearer {token}\r\nConnection: close\r\n\r\n".encode()
        )
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head)
    return str(msgspec.json.decode(body)["ticket"])
