"""The live side of a table: one socket a viewer, messages both ways."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from puntobanco.house.permissions import Act
from puntobanco.server.api.guard import Caller
from puntobanco.server.asking import NotPermittedError, ask
from puntobanco.server.audience import Seat
from puntobanco.server.casino import Casino
from puntobanco.server.lines import Line
from puntobanco.server.messages import (
    AskTime,
    BadMessageError,
    Failed,
    Tell,
    Time,
    encode,
    read_inbound,
)
from puntobanco.server.station import Station
from puntobanco.server.wishes import BusyError, Message, ReusedIdError, TableStoppedError

BAD_MESSAGES_MAX = 20
"""After so many a socket is closed: nobody with a program of ours sends them."""
WISHES_MAX = 200
"""What one socket may have in flight."""
POLICY, TOO_LATE, GONE = 1008, 4001, 1001

router = APIRouter()
_log = structlog.get_logger(__name__)


@router.websocket("/api/live/{table}")
async def live(socket: WebSocket, table: str, ticket: str = "") -> None:
    """Look at a table, and act at it."""
    casino: Casino = socket.app.state.casino
    if not _is_own(socket):
        await socket.close(POLICY, "wrong origin")
        return
    session = await casino.credentials.use_ticket(ticket) if ticket else None
    station = casino.stations.get(table)
    if session is None or session.must_change:
        await socket.close(TOO_LATE, "no such ticket; ask for another")
        return
    caller = Caller(session.person, session, casino)
    if station is None or not caller.may(Act.VIEW_PUBLIC, table):
        await socket.close(POLICY, "not permitted")
        return
    await socket.accept()
    line = Line(socket.send_text, session.id)
    casino.metrics.sockets.inc()
    station.audience.join(line, seat_of(caller, station))
    sending = asyncio.create_task(_send(socket, line))
    try:
        await _Conversation(casino, station, caller, line, socket).run()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        casino.metrics.sockets.dec()
        station.audience.leave(line)
        line.cut()
        with suppress(Exception):
            await sending


def seat_of(caller: Caller, station: Station) -> Seat:
    """What somebody sees of a table."""
    table = station.entry.table
    return Seat(
        viewer=caller.viewer(station),
        patron=caller.name if caller.may(Act.VIEW_OWN, table) else "",
        is_staff=caller.may(Act.VIEW_STAFF, table),
    )


def _is_own(socket: WebSocket) -> bool:
    """Whether a browser's page is ours; a program names no origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    scheme = "https" if socket.url.scheme == "wss" else "http"
    return origin == f"{scheme}://{socket.headers.get('host', '')}"


async def _send(socket: WebSocket, line: Line) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await line.run()
    if socket.client_state is WebSocketState.CONNECTED:
        with suppress(RuntimeError, OSError):
            await socket.close(GONE)


class _Conversation:
    """What one viewer says, until he goes."""

    def __init__(
        self, casino: Casino, station: Station, caller: Caller, line: Line, socket: WebSocket
    ) -> None:
        self._casino = casino
        self._station = station
        self._caller = caller
        self._line = line
        self._socket = socket
        self._bad = 0
        self._flying = asyncio.Semaphore(WISHES_MAX)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Read until the socket ends, or nothing sensible comes any more."""
        while self._bad <= BAD_MESSAGES_MAX:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode("utf-8", "surrogatepass") if text is not None else message["bytes"]
            await self._hear(data or b"")
        await self._socket.close(POLICY, "too many messages that are not understood")

    async def _hear(self, data: bytes) -> None:
        try:
            message = read_inbound(data)
        except BadMessageError as error:
            self._bad += 1
            self._casino.metrics.bad_messages.inc()
            self._put(Failed(code="bad_message", sentence=str(error)[:300]))
            return
        self._casino.credentials.touch(self._caller.session.id)
        if isinstance(message, AskTime):
            self._put(Time(time=self._casino.clock(), echo=message.echo))
            return
        await self._flying.acquire()
        wanted = message.report if isinstance(message, Tell) else message.request
        expected = None if isinstance(message, Tell) else message.expected
        task = asyncio.create_task(self._ask(message.id, wanted, data, expected))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(
        self, request_id: str, wanted: Message, data: bytes, expected: int | None
    ) -> None:
        try:
            if await self._casino.credentials.session(self._caller.session.id) is None:
                self._line.cut()
                return
            self._put(
                await ask(
                    self._casino,
                    self._station,
                    self._caller,
                    request_id,
                    wanted,
                    data,
                    expected,
                )
            )
        except NotPermittedError as error:
            self._put(Failed(code="not_permitted", sentence=str(error), id=request_id))
        except ReusedIdError as error:
            self._put(Failed(code="id_reused", sentence=str(error), id=request_id))
        except TableStoppedError as error:
            sentence = f"the table takes nothing now: {error}"
            self._put(Failed(code="table_stopped", sentence=sentence, id=request_id))
        except (BusyError, TimeoutError) as error:
            self._put(Failed(code="busy", sentence=str(error), id=request_id))
        except Exception:
            _log.exception("socket", table=self._station.entry.table)
            sentence = "something went wrong here; ask again under the same id"
            self._put(Failed(code="failed", sentence=sentence, id=request_id))
        finally:
            self._flying.release()

    def _put(self, form: object) -> None:
        self._line.put(encode(form).decode())
