"""A world that a seed decides: virtual time, processes that die and pause, chance of one source.

The event loop never waits. Where a real one would sleep, the clock jumps to the next thing that is
due, so that hours of a house pass in seconds, and the same seed gives the same hours.
"""

from __future__ import annotations

import asyncio
import heapq
import os
import secrets
import selectors
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from random import Random
from threading import get_ident
from typing import Any, TypeVar
from unittest.mock import patch

from puntobanco.fair import source

_T = TypeVar("_T")
START = 1_800_000_000_000_000
"""When every world begins, in microseconds since 1970."""


class NothingDueError(AssertionError):
    """Everybody waits for something that nobody will do."""


class _Instant(selectors.SelectSelector):
    """Waits by moving the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        """Let so much time pass, at once."""
        if timeout is None:
            raise NothingDueError("everybody waits")
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is its own."""

    def __init__(self) -> None:
        self._instant = _Instant()
        self.paused: list[Process] = []
        super().__init__(self._instant)
        self.set_task_factory(_of_process)  # type: ignore[arg-type]

    def time(self) -> float:
        """Seconds since the world began."""
        return self._instant.now

    _scheduled: list[asyncio.TimerHandle]

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Do something next; what a paused process would do waits until it goes on."""
        process = current_process.get() if context is None else context.get(current_process)
        if process is None or not process.is_paused:
            return super().call_soon(callback, *args, context=context)
        handle = asyncio.Handle(callback, args, self, context)
        process.held.append(handle)
        return handle

    def set_aside(self, process: Process) -> list[asyncio.TimerHandle]:
        """Have nothing come due in a process."""
        mine, others = list[asyncio.TimerHandle](), list[asyncio.TimerHandle]()
        for each in self._scheduled:
            context: Context = each._context  # type: ignore[attr-defined]
            (mine if context.get(current_process) is process else others).append(each)
        heapq.heapify(others)
        self._scheduled = others
        return mine

    def take_up(self, timers: list[asyncio.TimerHandle]) -> None:
        """Have come due what was set aside: what is late already, at once and in its order."""
        for each in timers:
            heapq.heappush(self._scheduled, each)


@dataclass(eq=False)
class Process:
    """One server process: everything begun in it ends with it, and stands still with it."""

    name: str
    alive: bool = True
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)
    ended: list[Callable[[], None]] = field(default_factory=list)
    is_paused: bool = False
    held: list[asyncio.Handle] = field(default_factory=list)
    """What it would have done while it was paused."""
    timers: list[asyncio.TimerHandle] = field(default_factory=list)
    """What will have come due in it, or not, when it goes on."""
    _paused_at: float = 0.0
    _idle: float = 0.0

    def spawn(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin something in this process."""
        context = copy_context()
        context.run(current_process.set, self)
        return context.run(asyncio.get_running_loop().create_task, work)

    @property
    def is_running(self) -> bool:
        """Whether it is alive and not paused."""
        return self.alive and not self.is_paused

    def pause(self) -> None:
        """Stop it in the middle, as by SIGSTOP; to others it is silent, not dead."""
        assert self.is_running, self.name
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self.is_paused, self._paused_at = True, loop.time()
        self.timers = loop.set_aside(self)
        loop.paused.append(self)

    def go_on(self) -> None:
        """Let it go on with what it has in mind, as by SIGCONT."""
        if not self.is_paused:
            return
        loop = asyncio.get_event_loop()
        assert isinstance(loop, VirtualLoop)
        loop.paused.remove(self)
        self.is_paused = False
        self._idle += loop.time() - self._paused_at
        held, self.held = self.held, []
        for each in held:
            loop.call_soon(_run, each)
        loop.take_up(self.timers)
        self.timers = []

    @property
    def was_paused(self) -> bool:
        """Whether it has ever stood still."""
        return self._idle > 0

    def time(self) -> float:
        """For how many seconds of the world it has not been paused."""
        loop = asyncio.get_running_loop()
        return (self._paused_at if self.is_paused else loop.time()) - self._idle

    def kill(self) -> None:
        """End it at once, wherever it is."""
        if not self.alive:
            return
        self.go_on()  # for its tasks to end, they must be able to
        self.alive = False
        for each in self.ended:
            each()
        for task in self.tasks:
            task.cancel()


def _run(handle: asyncio.Handle) -> None:
    if not handle.cancelled():
        handle._run()


current_process: ContextVar[Process | None] = ContextVar("process", default=None)


def _of_process(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **given: Any
) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, **given)
    process = current_process.get()
    if process is not None:
        if not process.alive:
            task.cancel()
        if len(process.tasks) > 1_000:
            process.tasks = [each for each in process.tasks if not each.done()]
        process.tasks.append(task)
    return task


@dataclass
class Streams:
    """Chance for different purposes, so that one use does not disturb another."""

    seed: int

    def of(self, purpose: str) -> Random:
        """The stream of one purpose."""
        return Random(f"{self.seed}:{purpose}")


@contextmanager
def seeded_chance(streams: Streams) -> Iterator[None]:
    """Have everything that the program draws in this thread come from the seed."""
    cards, names = streams.of("cards"), streams.of("names")
    with (
        patch.object(source.system, "_source", _here(cards.randbytes, os.urandom)),
        patch.multiple(source.system, _started=True, _before=b"", _bytes=b"", _bits=b""),
        _drawn_here("randbelow", cards.randrange),
        _drawn_here("token_hex", lambda count=32: names.randbytes(count).hex()),
        _drawn_here("token_bytes", lambda count=32: names.randbytes(count)),
        _drawn_here("token_urlsafe", lambda count=32: names.randbytes(count).hex()),
    ):
        yield


def _drawn_here(name: str, seeded: Callable[..., Any]) -> AbstractContextManager[Any]:
    return patch.object(secrets, name, _here(seeded, getattr(secrets, name)))


def _here(seeded: Callable[..., Any], usual: Callable[[int], Any]) -> Callable[..., Any]:
    """The seeded draw in this thread, the usual one in others: they may serve houses meanwhile."""
    thread = get_ident()

    def draw(*count: int) -> Any:
        return (seeded if get_ident() == thread else usual)(*count)

    return draw


class WallClock:
    """The machine's clock as somebody sets it: behind, ahead, and stepped at any time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.skew = 0

    def __call__(self) -> int:
        """What it says now."""
        return START + int(self._loop.time() * 1_000_000) + self.skew


def run_world(make: Callable[[], Coroutine[Any, Any, _T]], streams: Streams) -> _T:
    """Live through a world from its beginning to its end."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        with seeded_chance(streams):
            return loop.run_until_complete(make())
    finally:
        for process in tuple(loop.paused):
            process.go_on()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()
