"""A real house on a loopback port in this process: attacked over the wire, seen from within."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.house import cage, people
from puntobanco.house.roles import DEVICES, Role
from puntobanco.record.clock import SteadyClock, system_time
from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import FOUNDER
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.people.credentials import IDLE_SECONDS, IDLE_SECONDS_STAFF, SECOND
from puntobanco.server.serve import configured, listening
from puntobanco.server.tables.croupier import Tempo
from puntobanco.server.traffic.connections import TrafficLimits
from tests.attack.calls import Answer, Calls
from tests.attack.wire import Wire
from tests.server.conftest import add_person, add_table, table_added, unlimited

DEVICE_ROLES = frozenset(role.value for role in DEVICES)
ROLES = tuple(role.value for role in Role)


UNHURRIED = TrafficLimits(
    connections_per_address=10_000,
    sockets_per_person=10_000,
    calls_per_second=1_000_000,
    calls_at_once=1_000_000,
    pause=0,
)
"""One address is everybody here; what it may do is tested by itself."""


class MovedClock:
    """The server's clock, which a test may move on."""

    def __init__(self) -> None:
        self._ahead = 0
        self._steady = SteadyClock(lambda: system_time() + self._ahead)

    def __call__(self) -> int:
        """The time."""
        return self._steady()

    def move(self, seconds: float) -> None:
        """So many seconds later."""
        self._ahead += round(seconds * SECOND)


class CountingHasher(PasswordHasher):
    """A cheap hasher that counts how often it was made to work."""

    def __init__(self) -> None:
        cheap = CHEAPEST
        super().__init__(cheap.time_cost, cheap.memory_cost, cheap.parallelism)
        self.verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
        """Check a password, counted."""
        self.verified += 1
        return super().verify(hash, password)


@dataclass
class Stage:
    """A house that is open to everybody on this machine."""

    casino: Casino
    clock: MovedClock
    hasher: CountingHasher
    port: int
    calls: Calls
    server: uvicorn.Server
    ids: Iterator[int] = field(default_factory=itertools.count)

    def next_id(self) -> str:
        """An id that nobody has used."""
        return f"a{next(self.ids)}"

    async def held(self) -> socket.socket:
        """A connection whose owner can take little."""
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(0)
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", self.port))
        return made

    async def token(self, name: str, *, is_staff: bool = False) -> str:
        """A new session of somebody."""
        idle = IDLE_SECONDS_STAFF if is_staff else IDLE_SECONDS
        token, _ = await self.casino.credentials._begin(name, idle)
        return token

    async def pay_in(self, name: str, amount: int) -> None:
        """Somebody brings money to the cage."""
        await self.casino.accounts.change(
            *(name, self.next_id(), FOUNDER, b""),
            lambda account, now: cage.pay_in(account, amount, FOUNDER, now),
        )

    async def call(
        self,
        token: str,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The answer to a call; an empty token is nobody's; a body of bytes goes as it is."""
        given = {"Authorization": f"Bearer {token}"} if token else {}
        given |= headers or {}
        if not isinstance(body, bytes):
            body = b"" if body is None else msgspec.json.encode(body)
        return await self.calls.call(method, path, body, given)

    async def ask(self, token: str, table: str, **request: Any) -> dict[str, Any]:
        """What a table answers to a request."""
        body = {"id": self.next_id(), "request": request}
        answer = await self.call(token, "POST", f"/api/tables/{table}/requests", body)
        found: dict[str, Any] = answer.json()
        return found

    async def ticket(self, token: str) -> str:
        """A ticket for a socket."""
        answer = await self.call(token, "POST", "/api/tickets")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["ticket"])

    async def socket(
        self, token: str, table: str = "T1", headers: Mapping[str, str] | None = None
    ) -> Wire:
        """A socket, welcomed."""
        ticket = await self.ticket(token)
        wire = await Wire.open(self.port, f"/api/live/{table}?ticket={ticket}", headers)
        welcome = await wire.hear()
        assert welcome is not None
        assert welcome["type"] == "welcome"
        return wire

    async def heads(self) -> dict[str, int]:
        """How many events each log has."""
        return {log: head.sequence for log, head in (await self.casino.store.heads()).items()}

    async def events(self, log: str) -> list[Any]:
        """Everything in a log."""
        return await self.casino.store.read(log, 0, 1_000_000)


@asynccontextmanager
async def opened(
    folder: Path,
    tables: int = 2,
    roles: tuple[str, ...] = (),
    book: str = "rws-wins-on",
    send_bytes: int = 0,
    limits: TrafficLimits = UNHURRIED,
    tempo: Tempo | None = None,
    hosts: tuple[str, ...] = (),
) -> AsyncIterator[Stage]:
    """A house with dealer's tables; for each role somebody named after it."""
    clock, hasher, held = MovedClock(), CountingHasher(), list[Casino]()

    async def begin(casino: Casino) -> None:
        held.append(casino)
        for number in range(1, tables + 1):
            await add_table(casino, table_added(f"T{number}", book))
        for role in roles:
            await add_person(casino, f"the-{role}", role)

    pace = tempo or Tempo.at_once()
    plan = Plan(
        folder,
        tempo=pace,
        park_seconds=0.1,
        hasher=hasher,
        clock=clock,
        limits=limits,
        hosts=hosts,
    )
    listener = listening("127.0.0.1", 0)
    if send_bytes:  # what the system itself holds for a reader
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
    server = uvicorn.Server(configured(create_app(plan, begin)))
    serving = asyncio.create_task(server.serve([listener]))
    while not server.started:
        assert not serving.done(), "the server did not start"
        await asyncio.sleep(0.01)
    port = listener.getsockname()[1]
    calls = Calls(port)
    try:
        yield Stage(held[0], clock, hasher, port, calls, server)
    finally:
        calls.close()
        server.should_exit = True
        await serving
        listener.close()


@asynccontextmanager
async def hurried(folder: Path, **wanted: Any) -> AsyncIterator[Stage]:
    """Such a house, in which nobody is held back however much he asks."""
    async with opened(folder, **wanted) as stage:
        stage.casino.pace = unlimited()
        yield stage


async def people_at(stage: Stage, table: str) -> None:
    """For every role somebody, or a device, who has it at one table or everywhere."""
    await add_roles(stage.casino, table)


async def add_roles(casino: Casino, table: str) -> None:
    """The same in a house that nobody serves."""
    for role in ROLES:
        await add_person(casino, f"the-{role}", role, table, is_device=role in DEVICE_ROLES)


async def do(stage: Stage, decide: Callable[..., Any]) -> None:
    """Change the house from within."""
    change = stage.casino.house_log.change
    reply, _ = await change(stage.next_id(), FOUNDER, b"", lambda house, now: decide(house))
    assert reply.accepted, reply


async def suspend(stage: Stage, name: str) -> None:
    """Somebody may not come in any more."""
    await do(stage, lambda house: people.suspend(house, name, FOUNDER, "tested"))
