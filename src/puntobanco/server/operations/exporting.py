"""Logs of a running house sent as they are read, in the very bytes of `punto log export`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

import structlog
from fastapi.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from puntobanco.record.opening import opened
from puntobanco.record.store import EventStore, StoreError
from puntobanco.record.transfer import export

MEDIA_TYPE = "application/x-ndjson"
HEADERS = {"Content-Disposition": 'attachment; filename="house.jsonl"'}
PIECE_BYTES = 64 * 1024
"""So much, about, is sent at once, and waits in memory for a slow reader."""
READ_SECONDS = 60.0
"""A reader who takes nothing for so long is given up."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class WantedLogs:
    """Which logs are sent."""

    source: str
    logs: Sequence[str]
    """Empty: all of them."""
    may_go_on: Callable[[], Awaitable[bool]]
    """Asked before each piece: the asker may have been signed out since."""


async def pieces(store: EventStore, wanted: WantedLogs) -> AsyncGenerator[bytes]:
    """The lines of logs in pieces; whatever ends them early, the last line is then missing."""
    held, size = [], 0
    try:
        async for line in export(store, wanted.logs or None):
            held.append(line)
            size += len(line)
            if size < PIECE_BYTES:
                continue
            if not await wanted.may_go_on():
                return
            yield _joined(held)
            held, size = [], 0
            await asyncio.sleep(0)  # a fast reader would never let the tables have their turn
    except StoreError as error:
        _log.error("export", error=str(error))
        return
    yield _joined(held)


def _joined(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


class LogExport(StreamingResponse):
    """An answer that reads the logs by a connection of its own while it is sent."""

    def __init__(self, wanted: WantedLogs, turn: asyncio.Lock) -> None:
        self._wanted, self._turn = wanted, turn
        super().__init__((), headers=HEADERS, media_type=MEDIA_TYPE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, one at a time for each turn; the store is let go of however that ends."""

        async def in_time(message: Message) -> None:
            async with asyncio.timeout(READ_SECONDS):
                await send(message)

        async with self._turn, opened(self._wanted.source, to_read=True) as store:
            try:
                async with aclosing(pieces(store, self._wanted)) as found:
                    self.body_iterator = found
                    await super().__call__(scope, receive, in_time)
            except TimeoutError:
                _log.info("export given up", seconds=READ_SECONDS)
