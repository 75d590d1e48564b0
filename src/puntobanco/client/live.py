"""A table over a socket: the newest view, and wishes with one answer each, reconnects or not."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from puntobanco.notation.codec import encode
from puntobanco.play.reports import Report, ReportBase
from puntobanco.play.requests import Request
from puntobanco.server.messages import Answered, Failed

RECONNECT_SECONDS = (0.05, 0.2, 0.5, 1.0, 2.0)


class LostError(Exception):
    """The house could not be reached again in time."""


class WishFailedError(Exception):
    """The house took no notice of a wish; `code` says why."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


class LiveTable:
    """One table as one viewer sees it; lost connections are made again, wishes repeated."""

    def __init__(
        self,
        address: str,
        table: str,
        ticket: Callable[[], Awaitable[str]],
        patience: float = 30.0,
        pauses: Sequence[float] = RECONNECT_SECONDS,
    ) -> None:
        self.table = table
        self.view: dict[str, Any] = {}
        """By section: the newest that was sent."""
        self.viewer: dict[str, Any] = {}
        self.sequence = 0
        self.connections = 0
        """How often a connection was made."""
        self._address = address.replace("http", "ws", 1)
        self._ticket = ticket
        self._patience = patience
        self._pauses = pauses
        self._socket: ClientConnection | None = None
        self._wishes: dict[str, tuple[bytes, asyncio.Future[Answered]]] = {}
        self._changed = asyncio.Condition()
        self._told: list[Callable[[dict[str, Any]], None]] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        await self.until(bool)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, LostError):
                await self._task
        if self._socket is not None:
            await self._socket.close()

    def on_message(self, told: Callable[[dict[str, Any]], None]) -> None:
        """Be told every message as it came."""
        self._told.append(told)

    async def ask(self, message: Request | Report, request_id: str | None = None) -> Answered:
        """Put a request or report; the answer is durable when it comes."""
        kind = "report" if isinstance(message, ReportBase) else "request"
        found = request_id or secrets.token_hex(12)
        frame = msgspec.json.encode({"type": kind, "id": found, kind: msgspec.Raw(encode(message))})
        future: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._wishes[found] = (frame, future)
        if self._socket is not None:
            with suppress(WebSocketException, OSError):  # it is sent again after a reconnect
                await self._socket.send(frame.decode())
        return await future

    async def until(
        self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 30.0
    ) -> dict[str, Any]:
        """The view, once it is as wanted."""
        async with asyncio.timeout(seconds), self._changed:
            while not wanted(self.view):
                if self._task is not None and self._task.done():
                    self._task.result()
                await self._changed.wait()
            return self.view

    # --- the connection -----------------------------------------------------------------------

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        lost_at, tries = loop.time(), 0
        while True:
            try:
                ticket = await self._ticket()
                address = f"{self._address}/api/live/{self.table}?ticket={ticket}"
                async with connect(address, compression=None, max_size=2**22) as socket:
                    self._socket = socket
                    self.connections += 1
                    lost_at, tries = loop.time(), 0
                    for frame, _ in list(self._wishes.values()):
                        await socket.send(frame.decode())
                    await self._listen(socket)
            except (WebSocketException, httpx2.TransportError, OSError):
                pass
            finally:
                self._socket = None
            if loop.time() - lost_at > self._patience:
                raise LostError(f"table {self.table} could not be reached again")
            await asyncio.sleep(self._pauses[min(tries, len(self._pauses) - 1)])
            tries += 1

    async def _listen(self, socket: ClientConnection) -> None:
        async for frame in socket:
            message = msgspec.json.decode(frame)
            for told in self._told:
                told(message)
            match message["type"]:
                case "welcome":
                    self.view, self.viewer = message["view"], message["viewer"]
                    await self._moved(message["sequence"])
                case "news":
                    self.view = {**self.view, **message["view"]}
                    await self._moved(message["sequence"])
                case "answer":
                    answer = msgspec.convert(message, Answered)
                    self._resolve(message["id"], answer)
                case "error" if message.get("id"):
                    failed = msgspec.convert(message, Failed)
                    self._resolve(message["id"], WishFailedError(failed.code, failed.sentence))

    async def _moved(self, sequence: int) -> None:
        async with self._changed:
            self.sequence = max(self.sequence, sequence)
            self._changed.notify_all()

    def _resolve(self, request_id: str, outcome: Answered | Exception) -> None:
        _, future = self._wishes.pop(request_id, (b"", None))
        if future is None or future.done():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
