"""Running a house: one process by default, several on one socket when a database is shared."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import msgspec
import structlog
import uvicorn
from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send

from puntobanco.fair.sealing import KeyFileError
from puntobanco.record.store import StoreError
from puntobanco.server import journal
from puntobanco.server.app import create_app
from puntobanco.server.approved import NotApprovedError
from puntobanco.server.casino import Casino, Plan
from puntobanco.server.founding import Invitation, demonstrate, found
from puntobanco.server.messages import MESSAGE_BYTES_MAX
from puntobanco.server.protocol import SocketProtocol
from puntobanco.server.sockets import SocketsApart

KEPT_CLOSED = (StoreError, KeyFileError, NotApprovedError)
"""What keeps a house from opening though the program does what it should."""
SWITCH_SECONDS = 0.0005
"""How long a thread waits for its turn. The writer of the log needs one between all statements of a
transaction; with the usual 5 ms it would stand still until the tables have nothing more to do."""

_log = structlog.get_logger(__name__)


class Wanted(msgspec.Struct, frozen=True):
    """What somebody asked to be served; it travels to other processes as JSON."""

    folder: str
    database: str = ""
    demo: bool = False
    descriptor: int = -1
    """An open socket to listen on."""
    log: str = ""
    """A file for the log; empty: the error stream."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # said in full: only what is known to be TCP is sent without waiting for the last packet's reply
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    found.listen(4096)
    found.set_inheritable(True)
    return found


def address_of(listener: socket.socket) -> str:
    """Where a browser finds what listens there."""
    host, port = listener.getsockname()[:2]
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def no_core_dumps() -> None:
    """See to it that a crash writes no memory, with the order of a shoe in it, to a disk."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not everywhere

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(
    wanted: Wanted,
    listener: socket.socket,
    invited: Callable[[list[Invitation]], None] = lambda some: None,
    closing: Callable[[], None] = lambda: None,
) -> None:
    """Serve in this process until it is told to end; raises what keeps the house from opening."""
    stream = Path(wanted.log).open("a", encoding="utf-8") if wanted.log else None  # noqa: SIM115
    journal.configure(stream)
    no_core_dumps()

    async def opened(casino: Casino) -> None:
        invited(await _invited(casino, wanted))

    gc.set_threshold(20_000, 50, 100)  # a table is made of many small values that live for long
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(Plan(Path(wanted.folder), wanted.database), opened)
    try:
        Server(app, closing).run([listener])
    except SystemExit:
        failure: Exception | None = getattr(app.state, "failure", None)
        if failure is None:
            raise
        raise failure from None


class Server(uvicorn.Server):
    """Serves a house; told to end, it says so at once and goes on serving while coups end.

    Sockets are closed after that, with the code that says that a service restarts (1012). Told
    again by Ctrl-C, it waits for nothing.
    """

    def __init__(self, app: FastAPI, closing: Callable[[], None] = lambda: None) -> None:
        super().__init__(configured(app))
        self._app = app
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        if not self.should_exit:
            self._closing()
        super().handle_exit(sig, frame)

    async def main_loop(self) -> None:
        """Serve until told to end, and then until no coup is open."""
        await super().main_loop()
        casino: Casino = self._app.state.casino
        parking = asyncio.create_task(casino.park())
        while not parking.done() and not self.force_exit:
            await asyncio.wait({parking}, timeout=0.1)
        parking.cancel()


class _InOneSentence:
    """Has a house that cannot open say why in the journal, and not where in the program."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._apart = SocketsApart(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or the beginning and the end."""

        async def said(message: Message) -> None:
            failure = getattr(self._app.state, "failure", None)
            if message["type"] == "lifespan.startup.failed" and isinstance(failure, KEPT_CLOSED):
                message = {**message, "message": f"the house does not open: {failure}"}
            await send(message)

        await self._apart(scope, receive, said if scope["type"] == "lifespan" else send)


def configured(app: FastAPI) -> uvicorn.Config:
    """How an application is served, here and in tests."""
    return uvicorn.Config(
        _InOneSentence(app),
        log_config=None,
        access_log=False,
        ws=SocketProtocol,
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def founded(wanted: Wanted) -> list[Invitation]:
    """Make what a new house needs before several processes serve it; who can sign in."""

    async def run() -> list[Invitation]:
        plan = Plan(Path(wanted.folder), wanted.database, conducts=False)
        casino = await Casino.open(plan)
        try:
            return await _invited(casino, wanted)
        finally:
            await casino.close()

    return asyncio.run(run())


async def _invited(casino: Casino, wanted: Wanted) -> list[Invitation]:
    """Who can sign in to a house that has just been opened, as far as it may still be told."""
    some = [each] if (each := await found(casino)) else []
    if wanted.demo:
        some += await _demonstrated(casino, Path(wanted.folder) / "demo.json")
    return some


async def _demonstrated(casino: Casino, kept: Path) -> list[Invitation]:
    """Who can sign in to a demonstration; kept in a file, because it is opened again and again."""
    invited = await demonstrate(casino)
    if invited:
        kept.touch(mode=0o600)
        kept.write_bytes(msgspec.json.encode(invited))
    elif kept.exists():
        return msgspec.json.decode(kept.read_bytes(), type=list[Invitation])
    return invited


@dataclass
class Supervisor:
    """Keeps so many processes alive on one socket, and ends them together."""

    wanted: Wanted
    listener: socket.socket
    count: int
    closing: Callable[[], None] = lambda: None
    _running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _ending: bool = False

    def run(self) -> None:
        """Start the processes and stay until told to end."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        self._running = [self._start() for _ in range(self.count)]
        while not self._ending:
            time.sleep(0.2)
            for place, process in enumerate(self._running):
                if process.poll() is not None and not self._ending:
                    _log.error("a process ended and is started anew", code=process.returncode)
                    time.sleep(0.5)
                    self._running[place] = self._start()
        for process in self._running:
            process.send_signal(signal.SIGTERM)
        for process in self._running:
            process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        descriptor = self.listener.fileno()
        wanted = msgspec.structs.replace(self.wanted, descriptor=descriptor)
        command = (sys.executable, "-m", "puntobanco.server.serve", msgspec.json.encode(wanted))
        return subprocess.Popen(command, pass_fds=(descriptor,))  # noqa: S603 - our own program

    def _end(self, *_: object) -> None:
        if not self._ending:
            self.closing()
        self._ending = True


def main(arguments: Sequence[str]) -> None:
    """Serve on a socket that was handed over."""
    wanted = msgspec.json.decode(arguments[0], type=Wanted)
    serve(wanted, socket.socket(fileno=os.dup(wanted.descriptor)))


if __name__ == "__main__":
    main(sys.argv[1:])
