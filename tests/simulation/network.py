"""A network that loses, repeats, delays and reorders, between people and processes that die."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Coroutine
from contextvars import Context
from dataclasses import dataclass, field
from random import Random
from typing import Any

from puntobanco.record.store import RequestReusedError, StoreError
from puntobanco.server.api.handling.asking import NotPermittedError
from puntobanco.server.casino.running import AWAY, Casino
from puntobanco.server.commands import BusyError, ReusedIdError, TableStoppedError
from puntobanco.wire.messages import Reply, encode
from tests.properties.watched import broken, law
from tests.simulation.disk import Disk
from tests.simulation.world import Process

BETWEEN_PAUSES = (5, 30)
TRIES = 40
PAUSES = (6, 15)
"""How long a process stands still, in seconds: others wait five for it."""


@dataclass
class Server:
    """One process that serves the house, while it lives."""

    process: Process
    casino: Casino | None = None


@dataclass
class Asked:
    """One wish of somebody: every answer to it must be the same."""

    table: str
    id: str
    actor: str
    body: bytes
    work: Callable[[Casino], Coroutine[Any, Any, tuple[Reply, bool]]]
    future: asyncio.Future[bytes]
    answers: list[bytes] = field(default_factory=list)


class Network:
    """Carries wishes to some process and answers back, and remembers what was answered."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.loop = asyncio.get_running_loop()
        self.disk = Disk()
        self.servers: list[Server] = []
        self.counts: Counter[str] = Counter()
        self.trace = hashlib.sha256()
        self.broken: Exception | None = None

    def note(self, *words: object) -> None:
        """Write into the trace: the same seed must give the same trace."""
        self.trace.update(f"{self.loop.time():.6f} {words}\n".encode())

    def some_server(self) -> Server | None:
        """A process that answers, if one does."""
        ready = [each for each in self.servers if each.casino and each.process.alive]
        return self.random.choice(ready) if ready else None

    async def ask(self, asked: Asked) -> bytes:
        """Send a wish, over and over, until it is answered.

        One that the house could have answered for so many tries must be answered. Outages, pauses
        and deaths may follow one another for minutes: those tries do not count.
        """
        self.counts["commands"] += 1
        well = 0
        while well < TRIES:
            for _ in range(self.random.choice((1, 1, 1, 2, 3))):
                self.loop.call_later(self.latency(), self.arrive, asked)
            try:
                return await asyncio.wait_for(asyncio.shield(asked.future), 2.0)
            except TimeoutError:
                self.counts["repeats"] += 1
                well += self.is_well()
            if self.broken is not None:
                raise self.broken
        return broken(f"{asked.id} was never answered")

    def is_well(self) -> bool:
        """Whether a wish can be answered now: a process runs, and the log is in its reach."""
        running = any(each.casino and each.process.is_running for each in self.servers)
        return running and not self.disk.is_away

    def latency(self) -> float:
        """How long a message is under way; some overtake others."""
        return self.random.choice((0.001, 0.01, 0.03, 0.2, self.random.uniform(0, 4)))

    def arrive(self, asked: Asked) -> None:
        """A message reaches some process, or is lost."""
        server = self.some_server()
        if server is None or self.random.random() < 0.05:
            self.counts["lost"] += 1
            return
        self.counts["delivered"] += 1
        server.process.spawn(self.serve(server, asked))

    async def serve(self, server: Server, asked: Asked) -> None:
        """What a process does with a message; its answer may be lost too."""
        assert server.casino is not None
        try:
            reply, _ = await asked.work(server.casino)
            answer = encode(reply)
        except (ReusedIdError, RequestReusedError):
            answer = b"reused"
        except NotPermittedError:
            answer = b"not permitted"
        except TableStoppedError as error:
            if error.said.values["why"] == AWAY:
                self.counts["busy"] += 1
            elif server.process.alive:
                self.fail(AssertionError(f"the table stopped: {error}"))
            return
        except (BusyError, TimeoutError, StoreError):
            self.counts["busy"] += 1
            return
        except AssertionError as error:
            self.fail(error)
            return
        if server.process.alive and self.random.random() >= 0.05:
            # It is under way: whatever becomes of the process, it arrives.
            self.loop.call_later(self.latency(), self.reply, asked, answer, context=Context())

    def reply(self, asked: Asked, answer: bytes) -> None:
        """An answer reaches whoever asked; what it says must be in the log, and never change."""
        self.note("answer", asked.id, answer)
        try:
            if asked.answers:
                self.counts["answers again"] += 1
                law(answer == asked.answers[0], f"{asked.id}: {asked.answers[0]!r} then {answer!r}")
            asked.answers.append(answer)
            if answer.startswith(b"{"):
                kept = self.disk.answers.get((asked.table, asked.id))
                law(
                    kept and kept.answered.answer == answer,
                    f"{asked.id} is not durable: {answer!r}",
                )
        except AssertionError as error:
            self.fail(error)
        if not asked.future.done():
            asked.future.set_result(answer)

    async def outages(self) -> None:
        """The database goes away for a while, for all; nobody's fault, and nothing stops for it."""
        while True:
            await asyncio.sleep(self.random.uniform(3, 20))
            self.disk.is_away = True
            await asyncio.sleep(self.random.choice((0.01, 0.5, 3.0, 7.0, 30.0)))
            self.disk.is_away = False
            self.counts["outages"] += 1

    async def pauses(self) -> None:
        """Some process stands still, longer than others wait for it, and goes on as if nothing."""
        while True:
            await asyncio.sleep(self.random.uniform(*BETWEEN_PAUSES))
            running = [each.process for each in self.servers if each.process.is_running]
            if not running:
                continue
            process = self.random.choice(running)
            self.note("paused", process.name)
            process.pause()
            await asyncio.sleep(self.random.uniform(*PAUSES))
            self.note("goes on", process.name)
            process.go_on()
            self.counts["pauses"] += 1

    def fail(self, error: Exception) -> None:
        """Remember the first law that broke; the world ends soon."""
        self.broken = self.broken or error
