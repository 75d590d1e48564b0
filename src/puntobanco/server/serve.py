"""Running a house: one process by default, several on one socket when a database is shared."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
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
from puntobanco.server.api.sockets import SocketsApart
from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import DEMO, Invitation, demonstrate, found
from puntobanco.server.casino.plan import PARK_SECONDS, Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.http_protocol import HttpProtocol
from puntobanco.server.operations import journal
from puntobanco.server.operations.approved import NotApprovedError
from puntobanco.server.operations.ending import end_process
from puntobanco.server.operations.house_folder import FolderError
from puntobanco.server.traffic.connections import TrafficLimits, proxies_of_environment
from puntobanco.server.traffic.socket_protocol import SocketProtocol
from puntobanco.wire.messages import MESSAGE_BYTES_MAX

KEPT_CLOSED = (StoreError, KeyFileError, NotApprovedError, FolderError)
"""What keeps a house from opening though the program does what it should."""
SWITCH_SECONDS = 0.0005
"""How long a thread waits for its turn. The writer of the log needs one between all statements of a
transaction; with the usual 5 ms it would stand still until the tables have nothing more to do."""
LOOK_SECONDS = 0.2
"""How often it is looked whether all processes of a house live."""
RESTART_SECONDS = 0.5
"""How long one that ended is left alone before another takes its place."""
END_SECONDS = PARK_SECONDS + 15.0
"""How long processes that were told to end are waited for; afterwards they are killed."""

WANTED = "PUNTO_WANTED"
"""What other processes are to serve, in their environment: an address may have a password in it,
and all users of a machine can read command lines."""

_log = structlog.get_logger(__name__)


class ServeOptions(msgspec.Struct, frozen=True):
    """What is to be served; it travels to other processes as JSON."""

    folder: str
    database: str = ""
    demo: bool = False
    may_renew_keys: bool = False
    descriptor: int = -1
    """An open socket to listen on."""
    number: int = 1
    """Which of the processes on that socket."""
    proxies: tuple[str, ...] = ()
    """Whose forwarded headers are believed."""
    hosts: tuple[str, ...] = ()
    """What a call may name as its host."""
    tls: tuple[str, str] | None = None
    """A certificate and its key."""
    limits: TrafficLimits = TrafficLimits()
    """How much one address or one person may have."""
    log: str = ""
    """A file for the log; empty: the error stream."""

    def plan(self, *, conducts: bool = True) -> Plan:
        """The house that this serves."""
        return Plan(
            Path(self.folder),
            self.database,
            conducts=conducts,
            number=self.number,
            may_renew_keys=self.may_renew_keys,
            is_demo=self.demo,
            hosts=self.hosts,
            limits=self.limits,
            trusted_proxies=self.proxies or proxies_of_environment(),
        )


@dataclass(frozen=True)
class Telling:
    """Whom to tell while a house opens and closes; by default nobody."""

    welcome: Callable[[list[Invitation]], None] = lambda invited: None
    """The house is open; these people can sign in."""
    closing: Callable[[], None] = lambda: None
    """The house was told to close."""
    waiting: Callable[[list[str]], None] = lambda tables: None
    """It waits for coups with stakes at these tables."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # said in full: only what is known to be TCP is sent without waiting for the last packet's reply
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(4096)
    except OSError:
        found.close()
        raise
    found.set_inheritable(True)
    return found


def address_of(listener: socket.socket, scheme: str = "http") -> str:
    """Where a browser finds what listens there."""
    host, port = listener.getsockname()[:2]
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}:{port}/"


def no_core_dumps() -> None:
    """See to it that a crash writes no memory, with the order of a shoe in it, to a disk."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not everywhere

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _begin_journal(wanted: ServeOptions) -> None:
    """Open the server's log; this and every later file is for its owner alone."""
    os.umask(0o077)
    try:
        stream = Path(wanted.log).open("a", encoding="utf-8") if wanted.log else None  # noqa: SIM115
    except OSError as error:
        raise FolderError(
            f"{wanted.log} cannot be written: {error.strerror}. Name another file with --log"
        ) from None
    journal.configure(stream)


def serve(
    wanted: ServeOptions,
    listener: socket.socket,
    telling: Telling | None = None,
) -> None:
    """Serve in this process until it is told to end; raises what keeps the house from opening."""
    _begin_journal(wanted)
    _run(wanted, listener, telling or Telling())


def _run(wanted: ServeOptions, listener: socket.socket, telling: Telling) -> None:
    no_core_dumps()

    async def opened(casino: Casino) -> None:
        telling.welcome(await _invited(casino, wanted))

    # a table is made of many small values that live for long; during a collection all calls wait
    gc.set_threshold(20_000, 2, 1_000)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(wanted.plan(), opened)
    try:
        Server(app, telling, wanted.tls).run([listener])
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

    def __init__(
        self,
        app: FastAPI,
        telling: Telling | None = None,
        tls: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(configured(app, tls))
        self._app = app
        self._telling = telling or Telling()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; the signal is not raised again at the end, as it would be by default."""
        if not self.should_exit:
            self._telling.closing()
        elif sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def main_loop(self) -> None:
        """Serve until told to end, and then until no coup is open."""
        await super().main_loop()
        casino: Casino = self._app.state.casino
        parking = asyncio.create_task(casino.park(self._telling.waiting))
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


def configured(app: FastAPI, tls: tuple[str, str] | None = None) -> uvicorn.Config:
    """How an application is served, here and in tests."""
    plan: Plan = app.state.plan
    certificate, key = tls or (None, None)
    return uvicorn.Config(
        _InOneSentence(app),
        log_config=None,
        access_log=False,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        server_header=False,
        proxy_headers=bool(plan.trusted_proxies),
        forwarded_allow_ips=list(plan.trusted_proxies),
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=5,
    )


def founded(wanted: ServeOptions) -> list[Invitation]:
    """Make what a new house needs before several processes serve it; who can sign in."""
    _begin_journal(wanted)

    async def run() -> list[Invitation]:
        casino = await Casino.open(wanted.plan(conducts=False))
        try:
            return await _invited(casino, wanted)
        finally:
            await casino.close()

    return asyncio.run(run())


async def _invited(casino: Casino, wanted: ServeOptions) -> list[Invitation]:
    """Who can sign in to a house that has just been opened, as far as it may still be told."""
    some = [each] if (each := await found(casino)) else []
    if wanted.demo:
        some += await _demonstrated(casino, Path(wanted.folder) / DEMO)
    return some


async def _demonstrated(casino: Casino, kept: Path) -> list[Invitation]:
    """Who can sign in to a demonstration; kept in a file, because it is opened again and again."""
    invited = await demonstrate(casino)
    if invited:
        kept.touch(mode=0o600)
        kept.write_bytes(msgspec.json.encode(invited))
    elif kept.exists():
        try:
            return msgspec.json.decode(kept.read_bytes(), type=list[Invitation])
        except (OSError, msgspec.MsgspecError):
            raise FolderError(
                f"{kept} cannot be read. Delete it: the house then opens without showing the "
                "passwords of the demonstration"
            ) from None
    return invited


@dataclass
class Supervisor:
    """Keeps so many processes alive on one socket, and ends them together.

    Each has a session of its own, so that Ctrl-C at a terminal is heard here alone and passed on;
    and an input that this process holds open, so that none of them outlives it.
    """

    wanted: ServeOptions
    listener: socket.socket
    count: int
    telling: Telling
    _running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    _ending: bool = False

    def run(self) -> None:
        """Start the processes and stay until told to end, and they have."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        for number in range(1, self.count + 1):
            self._start(number)
        while not self._ending:
            time.sleep(LOOK_SECONDS)
            for number, process in tuple(self._running.items()):
                if process.poll() is not None:
                    self._replace(number, process.returncode)
        self._end_all()

    def _start(self, number: int) -> None:
        descriptor = self.listener.fileno()
        wanted = msgspec.structs.replace(self.wanted, descriptor=descriptor, number=number)
        self._running[number] = subprocess.Popen(
            (sys.executable, "-m", "puntobanco.server.serve"),
            env={**os.environ, WANTED: msgspec.json.encode(wanted).decode()},
            stdin=subprocess.PIPE,
            pass_fds=(descriptor,),
            start_new_session=True,
        )

    def _replace(self, number: int, code: int) -> None:
        _log.error("a process ended and is restarted", number=number, code=code)
        time.sleep(RESTART_SECONDS)
        if not self._ending:
            self._start(number)

    def _end(self, signal_number: int, _: FrameType | None) -> None:
        if not self._ending:
            self.telling.closing()
        elif signal_number == signal.SIGINT:
            self._tell(signal.SIGINT)
        self._ending = True

    def _tell(self, signal_number: int) -> None:
        for process in self._running.values():
            process.send_signal(signal_number)

    def _end_all(self) -> None:
        self._tell(signal.SIGTERM)
        last = time.monotonic() + END_SECONDS
        for number, process in self._running.items():
            try:
                process.wait(max(last - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                _log.error("a process did not end and is killed", number=number)
                process.kill()
                process.wait()


def main() -> None:
    """Serve on a socket that was handed over, for as long as its giver lives."""
    wanted = msgspec.json.decode(os.environ.pop(WANTED), type=ServeOptions)
    _begin_journal(wanted)  # first: a process that ends with the supervisor says so there
    threading.Thread(target=_end_with_supervisor, name="supervisor", daemon=True).start()
    _run(wanted, socket.socket(fileno=wanted.descriptor), Telling())


def _end_with_supervisor() -> None:
    """End at once when the supervisor is gone: it alone holds the other end of the input."""
    os.read(sys.stdin.fileno(), 1)
    end_process("the process that supervises this one is gone")


if __name__ == "__main__":
    main()
