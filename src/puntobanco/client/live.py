"""A table over a socket: the newest view, and commands with one answer each, reconnects or not."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Self

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from puntobanco.client.view import View, changed, whole
from puntobanco.notation.codec import encode
from puntobanco.play.reports import Report, ReportBase
from puntobanco.play.requests import Request
from puntobanco.wire.messages import (
    AnswerMessage,
    BadMessageError,
    Failed,
    News,
    Time,
    Viewer,
    Welcome,
    check_id,
)

RECONNECT_SECONDS = (0.05, 0.2, 0.5, 1.0, 2.0)
FORBIDDEN = 403

_outbound: msgspec.json.Decoder[Welcome | News | AnswerMessage | Time | Failed] = (
    msgspec.json.Decoder(Welcome | News | AnswerMessage | Time | Failed)
)


class LostError(Exception):
    """The house could not be reached again in time."""


class CommandFailedError(Exception):
    """The house took no notice of a command; `code` says why."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def command(
    message: Request | Report, request_id: str, expected: int | None = None
) -> tuple[str, dict[str, Any]]:
    """What a message is, a request or a report, and the body that carries it."""
    kind = "report" if isinstance(message, ReportBase) else "request"
    body: dict[str, Any] = {"id": request_id, kind: msgspec.Raw(encode(message))}
    if expected is not None:
        if kind == "report":
            raise ValueError("a report says what happened and expects no sequence; leave it out")
        body["expected"] = expected
    return kind, body


class LiveTable:
    """One table as one viewer sees it; lost connections are made again, commands repeated."""

    def __init__(
        self,
        address: str,
        table: str,
        ticket: Callable[[], Awaitable[str]],
        patience: float = 30.0,
        pauses: Sequence[float] = RECONNECT_SECONDS,
    ) -> None:
        self.table = table
        self.sequence = 0
        self.connections = 0
        """How often a connection was made."""
        self._address = address.replace("http", "ws", 1)
        self._ticket = ticket
        self._patience = patience
        self._pauses = pauses
        self._view: View | None = None
        self._viewer: Viewer | None = None
        self._socket: ClientConnection | None = None
        self._commands: dict[str, tuple[bytes, asyncio.Future[AnswerMessage]]] = {}
        self._changed = asyncio.Condition()
        self._told: list[Callable[[dict[str, Any]], None]] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        await self.until(lambda view: True)
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, LostError):
                await self._task
        if self._socket is not None:
            await self._socket.close()

    @property
    def view(self) -> View:
        """The newest of each section that was sent."""
        assert self._view is not None, "use it in `async with`"
        return self._view

    @property
    def viewer(self) -> Viewer:
        """Who one is at this table, and under which names one may act."""
        assert self._viewer is not None, "use it in `async with`"
        return self._viewer

    def on_message(self, told: Callable[[dict[str, Any]], None]) -> None:
        """Be told every message as it came."""
        self._told.append(told)

    async def ask(
        self,
        message: Request | Report,
        request_id: str | None = None,
        expected: int | None = None,
    ) -> AnswerMessage:
        """Put a request or report; the answer is durable when it comes.

        A request with the `expected` sequence is refused where more has happened since.
        """
        found = request_id or secrets.token_hex(12)
        try:
            check_id(found)
        except BadMessageError as error:
            raise CommandFailedError("bad_message", str(error)) from None
        kind, body = command(message, found, expected)
        frame = msgspec.json.encode({"type": kind, **body})
        future: asyncio.Future[AnswerMessage] = asyncio.get_running_loop().create_future()
        self._commands[found] = (frame, future)
        if self._socket is not None:
            with suppress(WebSocketException, OSError):  # it is sent again after a reconnect
                await self._socket.send(frame.decode())
        return await future

    async def until(self, wanted: Callable[[View], bool], seconds: float = 30.0) -> View:
        """The view, once it is as wanted."""
        async with asyncio.timeout(seconds), self._changed:
            while self._view is None or not wanted(self._view):
                if self._task is not None and self._task.done():
                    self._task.result()
                await self._changed.wait()
            return self._view

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
                    for frame, _ in list(self._commands.values()):
                        await socket.send(frame.decode())
                    await self._listen(socket)
            except InvalidStatus as error:
                if error.response.status_code == FORBIDDEN and not self.connections:
                    await self._give_up("there is no such table, or you may not see it")
            except (WebSocketException, httpx2.TransportError, OSError):
                pass
            finally:
                self._socket = None
            if loop.time() - lost_at > self._patience:
                await self._give_up("it could not be reached again")
            await asyncio.sleep(self._pauses[min(tries, len(self._pauses) - 1)])
            tries += 1

    async def _give_up(self, why: str) -> None:
        lost = LostError(f"table {self.table}: {why}")
        for request_id in tuple(self._commands):
            self._resolve(request_id, lost)
        async with self._changed:  # those who wait look whether this goes on
            self._changed.notify_all()
        raise lost

    async def _listen(self, socket: ClientConnection) -> None:
        async for frame in socket:
            if self._told:
                plain = msgspec.json.decode(frame)
                for told in self._told:
                    told(plain)
            match message := _outbound.decode(frame):
                case Welcome():
                    self._view, self._viewer = whole(message.view), message.viewer
                    await self._moved(message.sequence)
                case News():
                    self._view = changed(self.view, message.view)
                    await self._moved(message.sequence)
                case AnswerMessage():
                    self._resolve(message.id, message)
                case Failed():
                    if message.id:
                        failed = CommandFailedError(message.code, message.sentence)
                        self._resolve(message.id, failed)
                case Time():
                    pass

    async def _moved(self, sequence: int) -> None:
        async with self._changed:
            self.sequence = max(self.sequence, sequence)
            self._changed.notify_all()

    def _resolve(self, request_id: str, outcome: AnswerMessage | Exception) -> None:
        _, future = self._commands.pop(request_id, (b"", None))
        if future is None or future.done():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
