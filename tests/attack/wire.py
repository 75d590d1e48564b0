"""A WebSocket client that can misbehave: every bit of every frame is its own."""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import socket
import struct
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from tests import patience

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
_ENDS = (ConnectionError, asyncio.IncompleteReadError)


class RefusedError(Exception):
    """The server would not have this socket; the status says so."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(str(status))


def frame(data: bytes, opcode: int = TEXT, *, fin: bool = True, rsv: int = 0) -> bytes:
    """A masked frame, lawful or not."""
    first = (0x80 if fin else 0) | rsv << 4 | opcode
    length = len(data)
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + b"\0\0\0\0" + data  # masked with zero, which changes nothing


@dataclass
class Wire:
    """One socket, after its handshake."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        headers: Mapping[str, str] | None = None,
        connected: socket.socket | None = None,
    ) -> Wire:
        """Ask for a socket, over a connection that stands already where one is given."""
        if connected is None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        else:
            reader, writer = await asyncio.open_connection(sock=connected)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        wanted = {
            "Host": f"127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
            **(headers or {}),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in wanted.items())
        writer.write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        wire = cls(reader, writer)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
        except _ENDS:
            await wire.drop()
            raise RefusedError(0) from None
        status = int(answer.split(b" ", 2)[1])
        if status != 101:
            await wire.drop()
            raise RefusedError(status)
        return wire

    async def put(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)
        await self.writer.drain()

    async def say(self, message: Any) -> None:
        """Send a message as JSON."""
        await self.put(frame(msgspec.json.encode(message)))

    async def frame(self) -> tuple[int, bytes] | None:
        """The next frame, or None when the socket has ended."""
        try:
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(length)
        except _ENDS:
            return None

    async def hear(self) -> dict[str, Any] | None:
        """The next message, or None when the socket has ended."""
        while (found := await self.frame()) is not None:
            opcode, data = found
            if opcode == TEXT:
                message: dict[str, Any] = msgspec.json.decode(data)
                return message
            if opcode == PING:
                self.writer.write(frame(data, PONG))
            if opcode == CLOSE:
                return None
        return None

    async def answer(self, request_id: str | None = None) -> dict[str, Any] | None:
        """The next answer or error, of this id where one is given."""
        while (message := await self.hear()) is not None:
            fits = request_id is None or message.get("id") == request_id
            if message["type"] in ("answer", "error") and fits:
                return message
        return None

    async def ended(self) -> bool:
        """Whether the server ends this socket."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience.SECONDS):
                while await self.hear() is not None:
                    pass
                return True
        return False

    async def drop(self) -> None:
        """Go without a word."""
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


def memory_kilobytes() -> int:
    """What this process holds in memory now."""
    with open(f"/proc/{os.getpid()}/statm", encoding="ascii") as page:  # noqa: PTH123 - no file
        return int(page.read().split()[1]) * (os.sysconf("SC_PAGE_SIZE") // 1024)


def p99_of(took: list[float]) -> float:
    """How long all but the slowest hundredth took at most."""
    return sorted(took)[int(len(took) * 0.99)]
