"""The live side of a table: one socket a viewer, messages both ways."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from puntobanco.house.permissions import Act
from puntobanco.record.store import StoreError
from puntobanco.sayings.saying import Saying, say, sentence
from puntobanco.server.api.handling.asking import (
    NotPermittedError,
    answered,
    for_viewer,
    put,
    why_nothing,
)
from puntobanco.server.api.handling.errors import TOO_MANY, HouseError
from puntobanco.server.api.handling.guard import Caller, same_origin
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.server.casino.payers import payer_of
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Answer, Command, ReusedIdError, TableStoppedError
from puntobanco.server.tables.audience import Seat
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.server.traffic.headers import careful
from puntobanco.server.traffic.metering import Metered
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.pace import Turns
from puntobanco.server.traffic.socket_protocol import WIRE, Wire, text_frame
from puntobanco.wire.messages import (
    Ask,
    AskTime,
    BadMessageError,
    Failed,
    Inbound,
    Tell,
    Time,
    Viewer,
    encode,
    id_in,
    meaning,
    read_inbound,
)

LIVE = "/api/live/"
"""Before the name of a table: where its sockets are opened."""
ROUTE = f"{LIVE}{{table}}"
"""The same in the journal, which is told no path that was sent."""
BAD_MESSAGES_MAX = 20
"""After so many a socket is closed: nobody with a program of ours sends them."""
COMMANDS_MAX = 200
"""What one socket may have in flight."""
FULL_SECONDS = 0.01
"""How long a socket that has as much in flight waits before it is read again."""
HANDSHAKE_SECONDS = 0.002
"""For so long the connection of a handshake keeps the loop busy below the application."""
CLOSE_SECONDS = 0.5
"""How long the server waits for an idle reader when a socket ends."""
POLICY, TOO_LATE, GONE = 1008, 4001, 1001


WRONG_HOST = HouseError(421, "wrong_host", say("error.wrong-host", option="--public-url"))


class SocketsApart:
    """Takes sockets to their tables and everything else to the application.

    What stands around a page or a request would otherwise stay around a socket while it lasts.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, in the turn of the one who pays for it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        wire: Wire | None = scope.get("extensions", {}).get(WIRE)
        turns = wire.payer if wire else None
        if turns is None:
            turns = payer_of(scope)
            if not await turns.take_in_time():
                turned_away(HTTPConnection(scope), "too_many")
                await _refuse(scope, receive, send, TOO_MANY)
                return
        if not _is_for_this_house(scope):
            turned_away(HTTPConnection(scope), "wrong_host")
            await _refuse(scope, receive, send, WRONG_HOST)
            return
        if scope["type"] == "websocket":
            turns.charge(HANDSHAKE_SECONDS, HANDSHAKE_SECONDS)
            await live(WebSocket(scope, receive, send), turns)
            return

        async def weighed(message: Message) -> None:
            turns.weigh(len(message.get("body", b"")))
            await send(message)

        work = self._app(scope, receive, weighed)
        await Metered(work, turns.charge)  # type: ignore[arg-type]  # a coroutine, by ASGI


def _is_for_this_house(scope: Scope) -> bool:
    """Whether the host that a call names is one of the house's, whatever the port."""
    hosts = scope["state"]["casino"].plan.hosts
    if not hosts:
        return True
    named = HTTPConnection(scope).headers.get("host", "")
    try:
        return urlsplit(f"//{named}").hostname in hosts
    except ValueError:  # an open bracket, say
        return False


async def _refuse(scope: Scope, receive: Receive, send: Send, error: HouseError) -> None:
    """Turn away what does not reach the application."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(POLICY, error.form.code)
        return
    form = error.form.model_dump(include={"code", "sentence", "said"})
    answer = JSONResponse(form, error.status, {**careful(scope["scheme"]), "Retry-After": "1"})
    await answer(scope, receive, send)


async def live(socket: WebSocket, turns: Turns) -> None:
    """Look at a table, and act at it; a ticket says who comes in."""
    entered = await Metered(_entered(socket), turns.charge)
    if entered is None:
        return
    caller, running = entered
    try:
        await Metered(_converse(running, caller, socket), caller.turns.charge)
    finally:
        caller.casino.sockets.leave(caller.session.payer)


async def _entered(socket: WebSocket) -> tuple[Caller, RunningTable] | None:
    """Who comes in and to which table, where they may; counted among the sockets of the person."""
    casino: Casino = socket.scope["state"]["casino"]
    if not same_origin(socket):
        turned_away(socket, "wrong_origin", ROUTE)
        await socket.close(POLICY, "wrong origin")
        return None
    ticket = socket.query_params.get("ticket", "")
    session = await casino.credentials.use_ticket(ticket) if ticket else None
    path = socket.scope["path"]
    running = casino.running_tables.get(path.removeprefix(LIVE)) if path.startswith(LIVE) else None
    if session is None or session.must_change:
        code = "bad_ticket" if session is None else "must_change_password"
        turned_away(socket, code, ROUTE, session.person if session else "")
        await socket.close(TOO_LATE, "unknown or used ticket; get another")
        return None
    caller = Caller(session.person, session, casino, socket)
    if running is None or not caller.may(Act.VIEW_PUBLIC, running.entry.table):
        turned_away(socket, "not_permitted", ROUTE, caller.name)
        await socket.close(POLICY, "not permitted")
        return None
    if not casino.sockets.enter(session.payer):
        turned_away(socket, "too_many_sockets", ROUTE, caller.name)
        await socket.close(POLICY, "too many sockets; close some")
        return None
    return caller, running


async def _converse(running: RunningTable, caller: Caller, socket: WebSocket) -> None:
    """Serve a socket that may be opened, until it ends."""
    casino, session = caller.casino, caller.session
    await socket.accept()
    wire: Wire = socket.scope["extensions"][WIRE]
    line = Outgoing(wire, session.id)
    casino.metrics.sockets.inc()
    running.audience.join(line, seat_of(caller, running))
    try:
        if await casino.credentials.session(session.id) is None:  # it ended meanwhile
            line.cut()
        conversation = _Conversation(casino, running, caller, line, socket)
        wire.hear, wire.payer = conversation.hear, caller.turns
        await conversation.run()
    finally:
        wire.hear = None
        if wire.fault:
            turned_away(socket, wire.fault, ROUTE, caller.name)
        casino.metrics.sockets.dec()
        running.audience.leave(line)
        await _close(socket, GONE if line.is_cut else POLICY)
        line.cut()


def seat_of(caller: Caller, running: RunningTable) -> Seat:
    """What a caller sees of a table."""
    table = running.entry.table
    return Seat(
        viewer=caller.viewer(running),
        patron=caller.name if caller.may(Act.VIEW_OWN, table) else "",
        is_staff=caller.may(Act.VIEW_STAFF, table),
    )


async def _close(socket: WebSocket, code: int) -> None:
    """Say farewell, if the reader takes it; one who stands still is left without."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            if WebSocketState.CONNECTED is socket.client_state is socket.application_state:
                await socket.close(code)


def _acts(message: Inbound) -> bool:
    """Whether a message is an act of a person.

    A page asks for the time by itself: that nobody is there shall end its session.
    """
    return not isinstance(message, AskTime)


class _Conversation:
    """What one viewer says, until they go; commands reach the table in the order they were made."""

    def __init__(
        self,
        casino: Casino,
        running: RunningTable,
        caller: Caller,
        line: Outgoing,
        socket: WebSocket,
    ) -> None:
        self._casino = casino
        self._running = running
        self._caller = caller
        self._line = line
        self._socket = socket
        self._turns = caller.turns
        self._bad = 0
        self._flying = 0
        self._is_waiting = False
        """Whether something must be known before the next message can be acted on."""
        self._viewer: tuple[tuple[int, int], Viewer] | None = None

    async def run(self) -> None:
        """Read until the socket ends, or nothing sensible comes any more."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._bad <= BAD_MESSAGES_MAX:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect" or self._line.is_cut:
                    return
                text = message.get("text")
                data = text.encode("utf-8", "surrogatepass") if text is not None else None
                self._is_waiting = True
                await self._hear_later(data or message.get("bytes") or b"")
                self._is_waiting = False

    def hear(self, data: bytes) -> bool:
        """Act on a message at once, if nothing has to be waited for."""
        if self._is_waiting or self._flying >= COMMANDS_MAX or self._line.is_cut:
            return False
        if not self._turns.take_at_once():
            return False
        message = self._read(data)
        if message is not None:
            credentials, session_id = self._casino.credentials, self._caller.session.id
            if not credentials.is_known(session_id, is_activity=_acts(message)):
                return False
            self._act(message)
        elif self._bad > BAD_MESSAGES_MAX:
            self._line.end()
        return True

    async def _hear_later(self, data: bytes) -> None:
        while not await self._turns.take_in_time():
            pass
        message = self._read(data)
        if message is None:
            return
        credentials, session_id = self._casino.credentials, self._caller.session.id
        try:
            session = await credentials.session(session_id, is_activity=_acts(message))
        except StoreError:
            self._fail("busy", say("error.log-unreachable"), getattr(message, "id", None))
            return
        if session is None:
            self._turned_away("not_signed_in")
            self._line.cut()
            return
        while self._flying >= COMMANDS_MAX:
            await asyncio.sleep(FULL_SECONDS)
        self._act(message)

    def _read(self, data: bytes) -> Inbound | None:
        try:
            return read_inbound(data)
        except BadMessageError as error:
            self._bad += 1
            self._turned_away("bad_message")
            self._fail("bad_message", error.said, id_in(data))
            return None

    def _act(self, message: Inbound) -> None:
        name = self._caller.name
        match message:
            case AskTime():
                self._put(Time(time=self._casino.clock(), echo=message.echo))
            case Tell():
                self._ask(Command(message.id, name, message.report, meaning(message.report)))
            case Ask():
                body = meaning(message.request, message.expected)
                self._ask(Command(message.id, name, message.request, body, message.expected))

    def _ask(self, command: Command) -> None:
        told = partial(self._answer, command.id)
        self._flying += 1
        try:
            put(self._casino, self._running, self._caller, self._acting(), command, told)
        except NotPermittedError as error:
            self._flying -= 1
            self._turned_away("not_permitted")
            self._fail("not_permitted", error.said, command.id)

    def _acting(self) -> Viewer:
        """The names they act under; asked anew when the house or the table's rules have changed."""
        key = (self._casino.house_log.sequence, id(self._running.desk.rules))
        if self._viewer is None or self._viewer[0] != key:
            self._viewer = (key, self._caller.viewer(self._running))
        return self._viewer[1]

    def _answer(self, request_id: str, answer: Answer) -> None:
        self._flying -= 1
        match answer:
            case TableStoppedError():
                self._fail("table_stopped", answer.said, request_id)
            case ReusedIdError():
                self._turned_away("id_reused")
                self._fail("id_reused", answer.said, request_id)
            case Exception():
                self._fail("busy", say("error.busy"), request_id)
            case (reply, repeated):
                said = answered(request_id, reply, repeated=repeated)
                if repeated or reply.refusal is not None:
                    self._turned_away(why_nothing(said))
                self._put(for_viewer(self._running, self._caller.name, said))

    def _turned_away(self, code: str) -> None:
        turned_away(self._socket, code, ROUTE, self._caller.name)

    def _fail(self, code: str, said: Saying, request_id: str | None) -> None:
        self._put(Failed(code=code, sentence=sentence(said), said=said, id=request_id))

    def _put(self, form: object) -> None:
        self._line.put(text_frame(encode(form)))
