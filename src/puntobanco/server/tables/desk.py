"""One table in this process: commands are decided in order, made durable together, then shown.

What has queued up is decided on the state that the log has, each command on what those before it
lead to, and handed to the store at once. Only when it is durable does the state move, are askers
answered and viewers told. If another process was faster, nothing of ours was written: commands that
rest on this log alone are decided anew while the store holds it, others after it was read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from puntobanco.play import requests as r
from puntobanco.play.events import BettingOpened, EditionAdopted, Event
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import is_table_event
from puntobanco.record.names import MACHINE
from puntobanco.record.store import (
    CHUNK,
    Append,
    EventStore,
    Receipt,
    RequestReusedError,
    SequenceConflictError,
    StoreError,
    StoreFailedError,
    UnknownOutcomeError,
)
from puntobanco.rules.book import HouseRules
from puntobanco.sayings.saying import say
from puntobanco.server.commands import (
    TRIES,
    Answer,
    BusyError,
    Command,
    CommandOutcome,
    ReplyCallback,
    ReusedIdError,
    TableStoppedError,
    awaited,
)
from puntobanco.server.operations.log_contact import LogContact
from puntobanco.server.tables.deciding import Deciding
from puntobanco.server.tables.invariants import Invariants, replay
from puntobanco.server.tables.linked_logs import LinkedLogs
from puntobanco.views.reading import Reading
from puntobanco.wire.messages import Reply, read_reply

_log = structlog.get_logger(__name__)


class RecordedEvent(msgspec.Struct, frozen=True):
    """One durable event, with what its envelope says."""

    sequence: int
    time: int
    actor: str
    event: Event
    after: Table


class _Waiting(msgspec.Struct):
    """A command and the caller that waits for its answer."""

    command: Command
    told: ReplyCallback
    is_told: bool = False

    def tell(self, answer: Answer) -> None:
        """Say what is durable, or why nothing came of it."""
        if self.is_told:
            return
        self.is_told = True
        try:
            self.told(answer)
        except Exception as error:  # a caller that cannot take its answer disturbs no other
            with suppress(Exception):
                _log.error("answer not taken", request=self.command.id, exc_info=error)


class _Round:
    """Commands decided together on one state: the chain that the store writes."""

    def __init__(self, desk: Desk, waiting: Sequence[_Waiting]) -> None:
        self._desk = desk
        self._waiting = waiting
        self.decided: list[CommandOutcome]
        self.error: Exception | None = None
        """What went wrong when others' events were taken: this table stops, no other."""
        self._decide()

    @property
    def table(self) -> str:
        """The log."""
        return self._desk.name

    @property
    def appends(self) -> Sequence[Sequence[Append]]:
        """For each command what it does."""
        return [each.appends for each in self.decided]

    def follow(self, kept: Sequence[Kept]) -> bool:
        """Decide anew after what others have written, where nothing else must be read first."""
        if not all(self._desk.rests_on_table(each.command) for each in self._waiting):
            return False
        if any(isinstance(each.event, EditionAdopted) for each in kept):
            return False  # its text must be read first
        try:
            self._desk.fold(kept)
            self._decide()
        except Exception as error:
            self.error, self.decided = error, list[CommandOutcome]()
        return True

    def _decide(self) -> None:
        self.decided = self._desk.decide_all(self._waiting)
        self.sequence = self._desk.table.sequence


_KNOWN = (Receipt, RequestReusedError, SequenceConflictError, UnknownOutcomeError)
"""What an append can lead to while the store does what it promises."""
_CATCH_UP = Command("", MACHINE, r.Settle(by=MACHINE), b"")
"""No command: the log has grown elsewhere."""


class Desk:
    """A table that takes commands."""

    def __init__(
        self,
        name: str,
        rules: HouseRules,
        reading: Reading,
        store: EventStore,
        linked_logs: LinkedLogs,
        fail: Callable[[str], None],
    ) -> None:
        self.name = name
        self.rules = rules
        self.next_rules: HouseRules | None = None
        """Settings that hold from the next opening call on."""
        self.rules_under: Callable[[EditionAdopted], HouseRules] | None = None
        """The rules under an edition that the table adopts."""
        self.reading = reading
        self.stopped = ""
        self.contact = LogContact(name)
        self.changed = asyncio.Event()
        """Set at every change of the table, for those who wait for one."""
        self._store = store
        self._linked_logs = linked_logs
        self._fail = fail
        self._invariants = Invariants(linked_logs.shoes)
        self._deciding = Deciding(name, linked_logs, self._invariants)
        self._replays: set[asyncio.Task[None]] = set()
        self._told: list[Callable[[Sequence[RecordedEvent]], None]] = []
        self._waiting: list[_Waiting] = []
        self._more = asyncio.Event()
        """Set when something waits, or nothing more will come."""
        self._closing = False
        self._worker: asyncio.Task[None] | None = None
        self._heard = 0
        """How far the log has grown, by what the store says."""
        self._is_serving = False
        """Whether commands are on their way: the first to hear of them is this desk itself."""

    @property
    def table(self) -> Table:
        """The state that the log has."""
        return self.reading.table

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on its way to the log; what waits is decided on what holds then."""
        return not self._is_serving

    def start(self) -> None:
        """Begin to take commands."""
        self._worker = asyncio.create_task(self._work(), name=f"desk {self.name}")

    async def close(self) -> None:
        """Take no more, and finish what was taken."""
        if self._worker is not None:
            self._closing = True
            self._more.set()
            await self._worker
            self._worker = None
        await asyncio.gather(*self._replays)

    def on_change(self, told: Callable[[Sequence[RecordedEvent]], None]) -> None:
        """Be told every durable event, in order."""
        self._told.append(told)

    def submit(self, command: Command, told: ReplyCallback) -> None:
        """Queue a command behind those before it; its asker is told once, when it is durable."""
        self._waiting.append(_Waiting(command, told))
        self._more.set()

    async def ask(self, command: Command) -> tuple[Reply, bool]:
        """The one answer of a command, and whether it was given before."""
        return await awaited(lambda told: self.submit(command, told))

    def hear(self, sequence: int) -> None:
        """News from the store: the log has new events."""
        self._heard = max(self._heard, sequence)
        if not self._is_serving and sequence > self.table.sequence:
            self._catch_up()

    def _catch_up(self) -> None:
        self._waiting.append(_Waiting(_CATCH_UP, lambda _: None))
        self._more.set()

    def stop(self, reason: str) -> None:
        """Take nothing from now on; an empty reason lets the table go on."""
        self.stopped = reason
        self.changed.set()

    # --- the worker ---------------------------------------------------------------------------

    async def _work(self) -> None:
        while not self._closing or self._waiting:
            await self._more.wait()
            self._more.clear()
            waiting, self._waiting = self._waiting, []
            self._is_serving = True
            try:
                await self._serve(waiting)
                if self._heard > self.table.sequence:
                    self._catch_up()
            except (UnknownOutcomeError, StoreFailedError) as error:  # not the table's fault
                await self._wait(waiting, error)
            except Exception as error:  # a broken promise of our own stops this table, no other
                self.break_off(error)
                for each in waiting:
                    each.tell(TableStoppedError(self.stopped))
            finally:
                self._is_serving = False

    async def _wait(self, waiting: list[_Waiting], error: StoreError) -> None:
        """The log is out of reach: callers shall retry, and after a pause it is read."""
        for each in waiting:
            if each.command is not _CATCH_UP:
                each.tell(BusyError(say("error.log-unreachable")))
        await asyncio.sleep(self.contact.lost(error))
        self._catch_up()

    async def _serve(self, waiting: list[_Waiting]) -> None:
        if any(each.command is _CATCH_UP for each in waiting):
            if self.contact.pause or self._heard > self.table.sequence:
                await self._reload()
            waiting = [each for each in waiting if each.command is not _CATCH_UP]
        for _ in range(TRIES):
            if not waiting:
                return
            if self.stopped:
                for each in waiting:
                    each.tell(TableStoppedError(self.stopped))
                return
            first = _under_one_edition(waiting)
            waiting = [*await self._attempt(waiting[:first]), *waiting[first:]]
        for each in waiting:
            each.tell(BusyError(say("error.overtaken")))

    async def _attempt(self, waiting: list[_Waiting]) -> list[_Waiting]:
        """Decide and append; what must be decided anew comes back."""
        await self._linked_logs.before([each.command for each in waiting])
        made = _Round(self, waiting)
        results = await self._append_all(made)
        for result in results:
            if not isinstance(result, _KNOWN):
                self._give_up(result)  # before anything is read: it may not be durable
        for decided, result in zip(made.decided, results, strict=True):
            if isinstance(result, Receipt):
                self._invariants.answered(decided.appends[0], result)
        await self._linked_logs.after()
        if all(isinstance(result, Receipt) and not result.repeated for result in results):
            self._take(_happened(made.decided, results))
        else:
            await self._reload()
        again = list[_Waiting]()
        for each, decided, result in zip(waiting, made.decided, results, strict=True):
            if isinstance(result, Receipt):
                reply = read_reply(result.answer) if result.repeated else decided.reply
                each.tell((reply, result.repeated))
            elif isinstance(result, RequestReusedError):
                each.tell(ReusedIdError(result.request))
            else:
                again.append(each)
        return again

    def decide_all(self, waiting: Sequence[_Waiting]) -> list[CommandOutcome]:
        """Decide each command on what those before it lead to."""
        table, decided = self.table, list[CommandOutcome]()
        before: Append | None = None
        for each in waiting:
            made = self._deciding.decide(each.command, table, self.rules, self.next_rules)
            if before is not None:
                own = replace(made.appends[0], after=before)
                made = replace(made, appends=(own, *made.appends[1:]))
            decided.append(made)
            table, before = made.table, made.appends[0] if made.events else before
        return decided

    def rests_on_table(self, command: Command) -> bool:
        """Whether a command can be decided on this table's state, without another log."""
        return self._linked_logs.is_apart(command)

    def _give_up(self, error: Receipt | StoreError) -> None:
        assert isinstance(error, StoreError), error
        if isinstance(error, StoreFailedError):
            self._fail(str(error))
        raise error

    async def _append_all(self, made: _Round) -> Sequence[Receipt | StoreError]:
        outcomes = await self._store.append_chain(made)
        if made.error is not None:
            raise made.error
        results = list[Receipt | StoreError]()
        for each, outcome in zip(made.decided, outcomes, strict=True):
            if isinstance(outcome, list):
                results.append(outcome[0])
            elif isinstance(outcome, RequestReusedError):
                results.append(await self._answered_before(each, outcome))
            else:
                results.append(outcome)
        return results

    async def _answered_before(
        self, decided: CommandOutcome, error: RequestReusedError
    ) -> Receipt | StoreError:
        """The first answer again, or that it was another body.

        A command that touched fewer logs when it was answered is known in some and not in others:
        nothing is written, its own log has the answer.
        """
        own = decided.appends[0]
        if len(decided.appends) == 1 or not await self._store.answered(own.table, own.request):
            return error
        try:
            return await self._store.append(own)
        except StoreError as again:
            return again

    # --- what is durable ----------------------------------------------------------------------

    async def _reload(self) -> None:
        """Fold what the log has beyond this state, by any process."""
        while chunk := await self._store.read(self.name, self.table.sequence, CHUNK):
            await self._linked_logs.learn(chunk)
            self.fold(chunk)
        self.contact.found()

    def fold(self, kept: Sequence[Kept]) -> None:
        """Take what others have made durable."""
        before, happened = self.table, list[RecordedEvent]()
        table = before
        for each in kept:
            event, envelope = each.event, each.envelope
            assert is_table_event(event), event
            table = evolve(table, event)
            happened.append(
                RecordedEvent(each.sequence, envelope.time, envelope.actor, event, table)
            )
        self._take(happened)
        self._invariants.folded(before, [each.event for each in happened], table)

    def _take(self, happened: Sequence[RecordedEvent]) -> None:
        if not happened:
            return
        for each in happened:
            self._invariants.recorded(each.sequence, each.time, self.table)
            self.reading.follow(each.event, each.after, each.time, each.actor)
            if isinstance(each.event, EditionAdopted) and self.rules_under is not None:
                self.rules, self.next_rules = self.rules_under(each.event), None
                self.reading.use(self.rules)
            if isinstance(each.event, BettingOpened) and self.next_rules is not None:
                self.rules, self.next_rules = self.next_rules, None
                self.reading.use(self.rules)
        self.changed.set()
        for told in self._told:
            told(happened)
        start = self._invariants.stretch(self.table)
        if start is not None:
            task = asyncio.create_task(self._replay(start, self.table))
            self._replays.add(task)
            task.add_done_callback(self._replays.discard)

    async def _replay(self, start: Table, after: Table) -> None:
        """Read a stretch of the log back: it must lead to the state that is shown."""
        count = after.sequence - start.sequence
        try:
            replay(start, await self._store.read(self.name, start.sequence, count), after)
        except AssertionError as error:
            self.break_off(error)
        except StoreError as error:  # nothing is known of the log: the next write will tell
            _log.warning("stretch not read", table=self.name, error=str(error))

    def break_off(self, error: Exception) -> None:
        """Something cannot be right: take nothing more, and alert staff."""
        self.stop(f"stopped for safety: {type(error).__name__}: {error}"[:200])
        self._linked_logs.broken(self.stopped)
        with suppress(Exception):  # callers are answered even if nothing can be logged
            _log.error("desk stopped", table=self.name, exc_info=error)


def _under_one_edition(waiting: Sequence[_Waiting]) -> int:
    """How many commands can be decided together: one that adopts an edition stands alone."""
    for place, each in enumerate(waiting):
        if isinstance(each.command.message, r.AdoptEdition):
            return max(place, 1)
    return len(waiting)


def _happened(decided: list[CommandOutcome], receipts: Sequence[Any]) -> list[RecordedEvent]:
    """What appends that were all written for the first time have brought."""
    return [
        RecordedEvent(receipt.first + place, receipt.time, made.appends[0].actor, event, after)
        for made, receipt in zip(decided, receipts, strict=True)
        for place, (event, after) in enumerate(zip(made.events, made.states, strict=True))
    ]
