"""A disk that two processes share, and a store on it that fails in every way a real one may.

What is written is planned by the record's own code. A group lies in memory until its sync: a crash
before it loses the group, a crash after it loses only the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random

from puntobanco.base.money import Units
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.clock import Clock
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.group import Bundle, Outcome, StoredState, asked_in, plan, prepare
from puntobanco.record.store import (
    AnsweredRequest,
    Append,
    Chain,
    Earlier,
    KeptEdition,
    News,
    Receipt,
    RestartPoint,
    Rows,
    Snapshot,
    StoreError,
    StoreFailedError,
    UnknownOutcomeError,
    balances_of,
    restart_point_of,
)
from tests.simulation.world import Process


class Fault(Enum):
    """What happens to a group on its way to the disk."""

    NONE = auto()
    SLOW = auto()
    KILLED_BEFORE = auto()
    KILLED_AFTER = auto()
    LOST_BEFORE = auto()
    LOST_AFTER = auto()
    FAILED = auto()


@dataclass
class Disk:
    """What is durable, and who is told of it."""

    logs: dict[str, list[Kept]] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    answers: dict[tuple[str, str], Earlier] = field(default_factory=dict)
    balances: dict[tuple[str, str], Units] = field(default_factory=dict)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    editions: dict[str, KeptEdition] = field(default_factory=dict)
    cabinet: dict[tuple[str, str], tuple[bytes, int | None]] = field(default_factory=dict)
    leases: dict[str, tuple[str, float]] = field(default_factory=dict)
    stores: list[SimStore] = field(default_factory=list)
    written: Callable[[Rows, int], None] = lambda rows, now: None
    """Told of every transaction at the moment it is durable, and what the writer's clock says."""
    decided: Callable[[Sequence[Append], SimStore, int], None] = lambda appends, store, now: None
    """Told what a process wants written at the moment it asks for it, whatever comes of it."""
    refused: list[tuple[int, str, str]] = field(default_factory=list)
    is_away: bool = False
    """Whether nobody reaches it."""
    was_down: Callable[[], None] = lambda: None
    """Told when a process that starts finds that nobody served the house."""

    def commit(self, group: Sequence[Bundle], now: int) -> Sequence[Outcome]:
        """Write a group, all at once, as its plan says."""
        answers = {key: self.answers[key] for key in asked_in(group) if key in self.answers}
        made = plan(group, StoredState(self.heads, answers, self.balances), now)
        rows = made.rows
        for kept in rows.events:
            self.logs.setdefault(kept.table, []).append(kept)
        self.heads |= rows.heads
        self.balances |= rows.balances
        for said in rows.answers:
            time = rows.heads[said.table].time if said.last >= said.first else 0
            self.answers[said.table, said.request] = Earlier(said, time)
        self.refused += rows.refused
        for edition in rows.editions:
            self.editions.setdefault(edition.digest, edition)
        self.written(rows, now)
        if rows.events:
            for store in self.stores:
                store.hear({table: head.sequence for table, head in rows.heads.items()})
        return made.outcomes

    def forget_refused(self, before: int, fewest: int, most: int) -> int:
        """Forget refusals as a database does."""
        self.refused.sort()
        count = len(self.refused)
        keep = [
            each
            for place, each in enumerate(self.refused)
            if place >= count - (fewest if each[0] < before else most)
        ]
        for _, table, request in set(self.refused) - set(keep):
            del self.answers[table, request]
        self.refused = keep
        return count - len(keep)


class SimStore:
    """An EventStore of one process on the shared disk."""

    def __init__(
        self, disk: Disk, process: Process, clock: Clock, random: Random, faults: dict[Fault, float]
    ) -> None:
        self._disk = disk
        self._process = process
        self._clock = clock
        self._random = random
        self._faults = faults
        self._waiting: asyncio.Queue[tuple[Bundle, asyncio.Future[list[Receipt]]]] = asyncio.Queue()
        self._listeners: list[News] = []
        self.may_write: Callable[[], bool] = lambda: True
        self._told: dict[str, list[tuple[int, float]]] = {}
        """By log: how far it had grown, and by the process's own time when it was told so."""
        self._failed = ""
        self._writer = process.spawn(self._write_all())
        self._begun = {log: head.sequence for log, head in disk.heads.items()}
        """What was in each log before this process read anything."""
        disk.stores.append(self)
        process.ended.append(self._die)

    def _die(self) -> None:
        if self in self._disk.stores:
            self._disk.stores.remove(self)

    # --- writing ------------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        """Why nothing more is written."""
        return self._failed

    async def append(self, append: Append) -> Receipt:
        """Make events, answer and balances durable together, or raise and change nothing."""
        (receipt,) = await self.append_together([append])
        return receipt

    def append_together(self, appends: Sequence[Append]) -> asyncio.Future[list[Receipt]]:
        """Do what one request does in several logs, all of it or nothing."""
        future: asyncio.Future[list[Receipt]] = asyncio.get_running_loop().create_future()
        if self._failed:
            future.set_exception(StoreFailedError(self._failed))
        else:
            self._disk.decided(appends, self, self._clock())
            self._waiting.put_nowait((prepare(*appends), future))
        return future

    async def append_chain(self, chain: Chain) -> list[Outcome]:
        """Do what each wish of a chain does, one by one: others may come in between."""
        asked = [self.append_together(each) for each in chain.appends]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        for each in outcomes:
            if isinstance(each, BaseException) and not isinstance(each, StoreError):
                raise each
        return outcomes  # type: ignore[return-value]

    async def _write_all(self) -> None:
        while True:
            items = [await self._waiting.get()]
            await self._delay()
            while not self._waiting.empty():
                items.append(self._waiting.get_nowait())
            outcomes = await self._outcomes([bundle for bundle, _ in items])
            for (_, future), outcome in zip(items, outcomes, strict=True):
                if future.done():
                    continue
                if isinstance(outcome, StoreError):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    async def _outcomes(self, group: Sequence[Bundle]) -> Sequence[Outcome]:
        if self._disk.is_away:
            return [UnknownOutcomeError("the database is away") for _ in group]
        fault = self._fault()
        if fault is Fault.SLOW:
            await asyncio.sleep(self._random.uniform(0.1, 3.0))
        if fault is Fault.KILLED_BEFORE:
            self._process.kill()
            await asyncio.sleep(0)
        if fault is Fault.LOST_BEFORE:
            return [UnknownOutcomeError("lost before it was written") for _ in group]
        if fault is Fault.FAILED:
            self._failed = "the disk is full"
            return [StoreFailedError(self._failed) for _ in group]
        if not self.may_write():
            return [UnknownOutcomeError("this process was silent for too long") for _ in group]
        outcomes = self._disk.commit(group, self._clock())
        if fault is Fault.KILLED_AFTER:
            self._process.kill()
        await self._delay()
        if fault is Fault.LOST_AFTER:
            return [UnknownOutcomeError("lost after it was written") for _ in group]
        return outcomes

    def _fault(self) -> Fault:
        chance = self._random.random()
        for fault, share in self._faults.items():
            chance -= share
            if chance < 0:
                return fault
        return Fault.NONE

    async def _delay(self) -> None:
        await asyncio.sleep(self._random.choice((0.0, 0.0005, 0.002, 0.01)))

    def _reach(self) -> None:
        if self._disk.is_away:
            raise UnknownOutcomeError("the database is away")

    async def adopt(self, chunks: Iterable[Rows]) -> None:
        """No house moves in a simulation."""
        raise AssertionError(chunks)

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a table's state; an older one gives way."""
        self._reach()
        await self._delay()
        known = self._disk.snapshots.get(snapshot.table)
        if known is None or snapshot.sequence >= known.sequence:
            self._disk.snapshots[snapshot.table] = snapshot

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed statement of where a log stood."""
        self._reach()
        await self._delay()
        self._disk.checkpoints.append(checkpoint)

    # --- reading ------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0, limit: int = 1000) -> list[Kept]:
        """Envelopes that follow a sequence, in order."""
        self._reach()
        found = self._disk.logs.get(table, [])[after : after + limit]
        await self._delay()  # what is read may be old when it arrives
        return found

    async def heads(self) -> dict[str, Head]:
        """Where each log ends."""
        self._reach()
        found = {name: head for name, head in sorted(self._disk.heads.items()) if head.sequence}
        await self._delay()
        return found

    async def balances(self, table: str) -> dict[str, Units]:
        """What each account of a log holds."""
        self._reach()
        return {
            account: amount
            for (log, account), amount in self._disk.balances.items()
            if log == table
        }

    async def answered(self, table: str, request: str) -> Receipt | None:
        """The answer that a request has had."""
        self._reach()
        found = self._disk.answers.get((table, request))
        return None if found is None else found.receipt(repeated=True)

    async def requests(self, table: str) -> list[str]:
        """Every request of a log that has had its answer, in the order of their events."""
        self._reach()
        some = [each.answered for each in self._disk.answers.values()]
        mine = [(each.first, each.last, each.request) for each in some if each.table == table]
        return [request for _, _, request in sorted(mine)]

    async def answers(self, table: str, requests: Sequence[str]) -> list[AnsweredRequest]:
        """What requests of a log were answered, in the order in which they are named."""
        self._reach()
        return [self._disk.answers[table, request].answered for request in requests]

    async def has_answers_after(self, table: str, sequence: int) -> bool:
        """Whether a request of a log was answered for an event after this one."""
        self._reach()
        some = (each.answered for each in self._disk.answers.values())
        return any(each.table == table and each.last > sequence for each in some)

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept."""
        self._reach()
        return self._disk.snapshots.get(table)

    async def restart_points(self, tables: Sequence[str], kind: str) -> dict[str, RestartPoint]:
        """What each log's state is taken up from, with what is kept beside it under a kind."""
        return {table: await restart_point_of(self, table, kind) for table in tables}

    async def balances_at(self, ends: Mapping[str, int]) -> dict[str, dict[str, Units]]:
        """What each account of logs holds, of those that end at these events."""
        return await balances_of(self, ends)

    async def editions(self) -> list[KeptEdition]:
        """Every edition kept, in the order of their digests."""
        self._reach()
        return [edition for _, edition in sorted(self._disk.editions.items())]

    async def edition(self, digest: str) -> KeptEdition | None:
        """The edition that logs call by this digest."""
        self._reach()
        return self._disk.editions.get(digest)

    async def checkpoints(self, table: str, size: int | None = None) -> list[Checkpoint]:
        """Signed statements about a log, or about so many of its events, the fewest first."""
        self._reach()
        some = [each for each in self._disk.checkpoints if each.table == table]
        return sorted(
            (each for each in some if size in (None, each.size)),
            key=lambda each: (each.size, each.key),
        )

    # --- the cabinet and leases ---------------------------------------------------------------

    async def keep(self, kind: str, name: str, value: bytes, expires: int | None = None) -> None:
        """Keep a value in place of any other under this name."""
        self._reach()
        await self._delay()
        self._disk.cabinet[kind, name] = (value, expires)

    async def exchange(
        self, kind: str, name: str, before: bytes | None, value: bytes, expires: int | None = None
    ) -> bool:
        """Keep a value if what is kept now is this one, or nothing; whether it was so."""
        await self._delay()
        is_so = await self.kept(kind, name) == before
        if is_so:
            self._disk.cabinet[kind, name] = (value, expires)
        return is_so

    async def kept(self, kind: str, name: str) -> bytes | None:
        """The value, if it is there and not expired."""
        self._reach()
        value, expires = self._disk.cabinet.get((kind, name), (None, None))
        return None if expires is not None and expires <= self._clock() else value

    async def take(self, kind: str, name: str) -> bytes | None:
        """The value, which is then gone."""
        self._reach()
        value = await self.kept(kind, name)
        self._disk.cabinet.pop((kind, name), None)
        return value

    async def drop(self, kind: str, name: str) -> None:
        """Have nothing under this name."""
        self._reach()
        self._disk.cabinet.pop((kind, name), None)

    async def all_kept(self, kind: str) -> dict[str, bytes]:
        """Every value of a kind."""
        self._reach()
        return {name: value for (of, name), (value, _) in self._disk.cabinet.items() if of == kind}

    async def forget_refused(self, before: int, fewest: int, most: int) -> int:
        """Forget the oldest of more than `most`, and old ones beyond the newest `fewest`."""
        self._reach()
        return self._disk.forget_refused(before, fewest, most)

    async def sweep(self, now: int) -> int:
        """Nothing here expires."""
        self._reach()
        return now - now

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Whether the owner holds it now: it was free, expired, or his already."""
        self._reach()
        now = asyncio.get_running_loop().time()
        holder, until = self._disk.leases.get(name, (owner, 0.0))
        is_his = holder == owner or until <= now
        if is_his:
            self._disk.leases[name] = (owner, now + seconds)
        await self._delay()
        return is_his

    async def leases(self) -> list[str]:
        """The names of all that somebody holds now."""
        self._reach()
        now = asyncio.get_running_loop().time()
        held = [name for name, (_, until) in self._disk.leases.items() if until > now]
        if not any(name.startswith("process:") for name in held):
            self._disk.was_down()
        await self._delay()
        return held

    async def release(self, name: str, owner: str) -> None:
        """Give up what one holds."""
        self._reach()
        if self._disk.leases.get(name, ("", 0.0))[0] == owner:
            del self._disk.leases[name]

    # --- news ---------------------------------------------------------------------------------

    def listen(self, news: News) -> Callable[[], None]:
        """Be told whenever a log grew."""
        self._listeners.append(news)
        return lambda: self._listeners.remove(news)

    def hear(self, heads: dict[str, int]) -> None:
        """The disk has grown: tell whoever listens, a moment later and in any order."""
        if not self._listeners:
            return
        loop = asyncio.get_running_loop()
        for table, sequence in heads.items():
            # The database tells it: whoever has written may be dead or paused by then.
            after = self._random.uniform(0, 0.05)
            loop.call_later(after, self._tell, table, sequence, context=Context())

    def _tell(self, table: str, sequence: int) -> None:
        if not self._process.alive:
            return
        for news in tuple(self._listeners):
            # News come from outside: what they begin belongs to this process.
            self._process.spawn(self._take_news(news, table, sequence))

    async def _take_news(self, news: News, table: str, sequence: int) -> None:
        self._told.setdefault(table, []).append((sequence, self._process.time()))
        news(table, sequence)

    def knows(self, table: str, sequence: int, seconds: float) -> bool:
        """Whether its process must know of an event: read at its start, or told so long ago."""
        if self._begun.get(table, 0) >= sequence:
            return True
        before = self._process.time() - seconds
        return any(told >= sequence and at <= before for told, at in self._told.get(table, ()))

    async def close(self) -> None:
        """Finish what was accepted."""
        while not self._waiting.empty():
            await asyncio.sleep(0.01)
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        self._die()
