"""The live side of a table: one socket a viewer, messages both ways."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from puntobanco.house.permissions import Act
from puntobanco.record.store import StoreError
from puntobanco.server.api.guard import Caller, same_origin
from puntobanco.server.asking import NotPermittedError, answered, for_viewer, put
from puntobanco.server.audience import Seat
from puntobanco.server.casino import Casino
from puntobanco.server.lines import Line
from puntobanco.server.messages import (
    AskTime,
    BadMessageError,
    Failed,
    Reply,
    Tell,
    Time,
    Viewer,
    encode,
    meaning,
    read_inbound,
)
from puntobanco.server.station import Station
from puntobanco.server.wishes import ReusedIdError, TableStoppedError, Wish

BAD_MESSAGES_MAX = 20
"""After so many a socket is closed: nobody with a program of ours sends them."""
WISHES_MAX = 200
"""What one socket may have in flight."""
FULL_SECONDS = 0.01
"""How long a socket that has as much in flight waits before it is read again."""
CLOSE_SECONDS = 0.5
"""How long a reader who stands still is waited for when his socket ends."""
POLICY, TOO_LATE, GONE = 1008, 4001, 1001

router = APIRouter()


@router.websocket("/api/live/{table}")
async def live(socket: WebSocket, table: str, ticket: str = "") -> None:
    """Look at a table, and act at it."""
    casino: Casino = socket.app.state.casino
    if not same_origin(socket):
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
    sending = asyncio.create_task(_send(line))
    talking = asyncio.create_task(_Conversation(casino, station, caller, line, socket).run())
    line.on_cut = talking.cancel
    try:
        if await casino.credentials.session(session.id) is None:  # it ended while he came in
            line.cut()
        await asyncio.wait((talking,))
        if not talking.cancelled() and (error := talking.exception()) is not None:
            raise error
        line.end()
    finally:
        casino.metrics.sockets.dec()
        station.audience.leave(line)
        talking.cancel()
        code = GONE if talking.cancelled() else POLICY
        await _close(socket, sending, code)
        line.cut()


def seat_of(caller: Caller, station: Station) -> Seat:
    """What somebody sees of a table."""
    table = station.entry.table
    return Seat(
        viewer=caller.viewer(station),
        patron=caller.name if caller.may(Act.VIEW_OWN, table) else "",
        is_staff=caller.may(Act.VIEW_STAFF, table),
    )


async def _send(line: Line) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await line.run()
    line.cut()


async def _close(socket: WebSocket, sending: asyncio.Task[None], code: int) -> None:
    """Say farewell, if the reader takes it; one who stands still is left without."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await sending
            if WebSocketState.CONNECTED is socket.client_state is socket.application_state:
                await socket.close(code)


class _Conversation:
    """What one viewer says, until he goes; his wishes reach the table in the order he made them."""

    def __init__(
        self, casino: Casino, station: Station, caller: Caller, line: Line, socket: WebSocket
    ) -> None:
        self._casino = casino
        self._station = station
        self._caller = caller
        self._line = line
        self._socket = socket
        self._bad = 0
        self._flying = 0
        self._viewer: tuple[tuple[int, int], Viewer] | None = None

    async def run(self) -> None:
        """Read until the socket ends, or nothing sensible comes any more."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._bad <= BAD_MESSAGES_MAX:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                data = text.encode("utf-8", "surrogatepass") if text is not None else None
                await self._hear(data or message.get("bytes") or b"")

    async def _hear(self, data: bytes) -> None:
        try:
            message = read_inbound(data)
        except BadMessageError as error:
            self._bad += 1
            self._casino.metrics.bad_messages.inc()
            self._put(Failed(code="bad_message", sentence=str(error)[:300]))
            return
        # a page asks for the time by itself: that nobody is there shall end its session
        acts = not isinstance(message, AskTime)
        credentials = self._casino.credentials
        try:
            session = await credentials.session(self._caller.session.id, is_activity=acts)
        except StoreError:
            sentence = "the log is out of reach; ask again under the same id"
            self._put(Failed(code="busy", sentence=sentence, id=getattr(message, "id", None)))
            return
        if session is None:
            self._line.cut()
        elif isinstance(message, AskTime):
            self._put(Time(time=self._casino.clock(), echo=message.echo))
        elif isinstance(message, Tell):
            body = meaning(message.report)
            await self._ask(Wish(message.id, self._caller.name, message.report, body))
        else:
            name, expected = self._caller.name, message.expected
            body = meaning(message.request, expected)
            await self._ask(Wish(message.id, name, message.request, body, expected))

    async def _ask(self, wish: Wish) -> None:
        while self._flying >= WISHES_MAX:
            await asyncio.sleep(FULL_SECONDS)
        try:
            future = put(self._casino, self._station, self._caller, self._acting(), wish)
        except NotPermittedError as error:
            self._put(Failed(code="not_permitted", sentence=str(error), id=wish.id))
            return
        self._flying += 1
        future.add_done_callback(lambda done: self._answer(wish.id, done))

    def _acting(self) -> Viewer:
        """The names he acts under; asked anew when the house or the table's rules have changed."""
        key = (self._casino.office.sequence, id(self._station.desk.rules))
        if self._viewer is None or self._viewer[0] != key:
            self._viewer = (key, self._caller.viewer(self._station))
        return self._viewer[1]

    def _answer(self, request_id: str, done: asyncio.Future[tuple[Reply, bool]]) -> None:
        self._flying -= 1
        error = None if done.cancelled() else done.exception()
        if done.cancelled() or isinstance(error, TableStoppedError):
            sentence = f"the table takes nothing now: {error or 'it closes'}"
            self._put(Failed(code="table_stopped", sentence=sentence, id=request_id))
        elif isinstance(error, ReusedIdError):
            self._put(Failed(code="id_reused", sentence=str(error), id=request_id))
        elif error is not None:
            sentence = "this could not be done now; ask again under the same id"
            self._put(Failed(code="busy", sentence=sentence, id=request_id))
        else:
            reply, repeated = done.result()
            name, station = self._caller.name, self._station
            answer = answered(request_id, reply, repeated=repeated)
            self._put(for_viewer(station, name, answer))

    def _put(self, form: object) -> None:
        self._line.put(encode(form).decode())
