"""A plain HTTP client: one write a call, kept connections, any header and any body."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status_code: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode()

    def json(self) -> Any:
        """The body as a form."""
        return msgspec.json.decode(self.content)


@dataclass
class Calls:
    """Connections to one server."""

    port: int
    _free: list[_Streams] = field(default_factory=list)

    async def call(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> Answer:
        """One call and its answer."""
        given = list(headers.items() if isinstance(headers, Mapping) else headers)
        names = {name.lower() for name, _ in given}
        usual = {"host": f"127.0.0.1:{self.port}", "content-length": str(len(body))}
        if body:
            usual["content-type"] = "application/json"
        given += [each for each in usual.items() if each[0] not in names]
        lines = "".join(f"{name}: {value}\r\n" for name, value in given)
        data = f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body
        streams = self._free.pop() if self._free else None
        if streams is None or streams[1].is_closing() or streams[0].at_eof():
            streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = streams
        writer.write(data)
        answer = await _read(reader)
        if answer.headers.get("connection") == "close":
            writer.close()
        else:
            self._free.append(streams)
        return answer

    def close(self) -> None:
        """End every connection."""
        for _, writer in self._free:
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.split(": ", 1) for line in head[1:] if line)
    headers = {name.lower(): value for name, value in pairs}
    if headers.get("transfer-encoding") == "chunked":
        content = b"".join([piece async for piece in _pieces(reader)])
    else:
        content = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(head[0].split(" ")[1]), headers, content)


async def _pieces(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """What an answer consists of that is sent before its length is known."""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
