"""One table in this process: wishes are decided in order, made durable together, then shown.

Whatever has queued up is decided on the state that the log has, each wish on what those before it
lead to, and handed to the store at once. Only when it is durable does the state move, are askers
answered and viewers told. If another process was faster, nothing of ours was written: the log is
read and the wishes are decided again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from puntobanco.play import requests as r
from puntobanco.play.doors import decide, in_force, rule_on
from puntobanco.play.events import BettingOpened, Event, Events
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.clock import Clock
from puntobanco.record.envelope import rules_digest
from puntobanco.record.store import (
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
from puntobanco.rules.refusals import Refusal
from puntobanco.server.companions import Companions
from puntobanco.server.invariants import Invariants, replay
from puntobanco.server.messages import Reply, encode, read_reply, refusal_form
from puntobanco.server.wishes import (
    MACHINE,
    BusyError,
    Decided,
    ReusedIdError,
    TableStoppedError,
    Wish,
)
from puntobanco.views.reading import Reading

TRIES = 50
"""How often a wish is decided anew before its asker is told to come back."""
CHUNK = 2_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Happened:
    """One durable event, with what its envelope says."""

    sequence: int
    time: int
    actor: str
    event: Event


@dataclass(slots=True)
class _Waiting:
    wish: Wish
    future: asyncio.Future[tuple[Reply, bool]]


_CATCH_UP = Wish("", MACHINE, r.Settle(by=MACHINE), b"")
"""No wish: the log has grown elsewhere."""


class Desk:
    """A table that takes wishes."""

    def __init__(
        self,
        name: str,
        rules: HouseRules,
        reading: Reading,
        store: EventStore,
        companions: Companions,
        clock: Clock,
        fail: Callable[[str], None],
    ) -> None:
        self.name = name
        self.rules = rules
        self.next_rules: HouseRules | None = None
        """Settings that hold from the next opening call on."""
        self.reading = reading
        self.stopped = ""
        self.changed = asyncio.Event()
        """Set at every change of the table, for whoever waits for one."""
        self._store = store
        self._companions = companions
        self._clock = clock
        self._fail = fail
        self._invariants = Invariants(companions.shoes)
        self._replays: set[asyncio.Task[None]] = set()
        self._told: list[Callable[[Sequence[Happened]], None]] = []
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._digests: dict[int, tuple[str, str]] = {}
        self._heard = 0
        """How far the log has grown, by what the store says."""

    @property
    def table(self) -> Table:
        """The state that the log has."""
        return self.reading.table

    def start(self) -> None:
        """Begin to take wishes."""
        self._worker = asyncio.create_task(self._work(), name=f"desk {self.name}")

    async def close(self) -> None:
        """Take no more, and finish what was taken."""
        if self._worker is not None:
            self._queue.put_nowait(None)
            await self._worker
            self._worker = None
        await asyncio.gather(*self._replays)

    def on_change(self, told: Callable[[Sequence[Happened]], None]) -> None:
        """Be told every durable event, in order."""
        self._told.append(told)

    def submit(self, wish: Wish) -> asyncio.Future[tuple[Reply, bool]]:
        """Queue a wish behind those before it; the future holds its answer once durable."""
        future: asyncio.Future[tuple[Reply, bool]] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Waiting(wish, future))
        return future

    async def ask(self, wish: Wish) -> tuple[Reply, bool]:
        """The one answer of a wish, and whether it was given before."""
        return await self.submit(wish)

    def hear(self, sequence: int) -> None:
        """News from the store: somebody's events are in the log."""
        self._heard = max(self._heard, sequence)
        if sequence > self.table.sequence:
            self._queue.put_nowait(_Waiting(_CATCH_UP, asyncio.Future()))

    def stop(self, reason: str) -> None:
        """Take nothing from now on; an empty reason lets the table go on."""
        self.stopped = reason
        self.changed.set()

    # --- the worker ---------------------------------------------------------------------------

    async def _work(self) -> None:
        goes_on = True
        while goes_on:
            taken = [await self._queue.get()]
            while not self._queue.empty():
                taken.append(self._queue.get_nowait())
            goes_on = None not in taken
            waiting = [each for each in taken if each is not None]
            try:
                await self._serve(waiting)
            except Exception as error:  # a broken promise of our own stops this table, no other
                _log.exception("desk stopped", table=self.name)
                self.break_off(f"{type(error).__name__}: {error}")
                for each in waiting:
                    _fail(each, TableStoppedError(self.stopped))

    async def _serve(self, waiting: list[_Waiting]) -> None:
        if any(each.wish is _CATCH_UP for each in waiting):
            if self._heard > self.table.sequence:
                await self._reload()
            waiting = [each for each in waiting if each.wish is not _CATCH_UP]
        for _ in range(TRIES):
            if not waiting:
                return
            if self.stopped:
                for each in waiting:
                    _fail(each, TableStoppedError(self.stopped))
                return
            waiting = await self._attempt(waiting)
        for each in waiting:
            _fail(each, BusyError("others were faster; ask again"))

    async def _attempt(self, waiting: list[_Waiting]) -> list[_Waiting]:
        """Decide and append; what must be decided anew comes back."""
        await self._companions.before([each.wish for each in waiting])
        table, decided = self.table, list[Decided]()
        before: Append | None = None
        for each in waiting:
            made = self._decide(each.wish, table)
            own = replace(made.appends[0], after=before)
            decided.append(Decided((own, *made.appends[1:]), made.events, made.table))
            table, before = made.table, own if made.events else before
        results = await self._append_all(decided)
        await self._companions.after()
        again, happened, answers = list[_Waiting](), list[Happened](), list[Callable[[], None]]()
        clean = True
        for each, made, result in zip(waiting, decided, results, strict=True):
            if isinstance(result, Receipt):
                clean &= not result.repeated
                happened += _happened(each.wish, made, result)
                answers.append(_answer(each, result))
            elif isinstance(result, RequestReusedError):
                clean = False
                answers.append(_refusing(each, ReusedIdError(str(result))))
            elif isinstance(result, SequenceConflictError | UnknownOutcomeError):
                clean = False
                again.append(each)
            else:
                self._give_up(result)
        if clean:
            self._take(happened)
        else:
            await self._reload()
        for answer in answers:
            answer()
        return again

    def _give_up(self, error: BaseException) -> None:
        if isinstance(error, StoreFailedError):
            self._fail(str(error))
        raise error

    async def _append_all(self, decided: Sequence[Decided]) -> Sequence[Receipt | BaseException]:
        if len(decided) > 1:
            work = (self._append(each) for each in decided)
            return await asyncio.gather(*work, return_exceptions=True)
        try:
            return [await self._append(decided[0])]
        except StoreError as error:
            return [error]

    async def _append(self, decided: Decided) -> Receipt:
        if len(decided.appends) == 1:
            return await self._store.append(decided.appends[0])
        try:
            return (await self._store.append_together(decided.appends))[0]
        except RequestReusedError:
            own = decided.appends[0]
            if await self._store.answered(own.table, own.request) is None:
                raise
            # Answered before, when it touched fewer logs: nothing is written, the answer is given
            # again, or it is another body and refused as such.
            return await self._store.append(own)

    # --- deciding -----------------------------------------------------------------------------

    def _decide(self, wish: Wish, table: Table) -> Decided:
        rules = self.rules
        refusal = self._companions.unentitled(wish)
        if refusal is not None:
            return self._refused(wish, table, rules, refusal)
        message = self._companions.complete(wish.message, self.rules, table)
        if isinstance(message, Refusal):
            return self._refused(wish, table, rules, message)
        if isinstance(message, r.OpenBetting) and self.next_rules is not None:
            rules = self.next_rules
        outcome: Events | Refusal
        if isinstance(message, r.RequestBase):
            outcome = decide(rules, table, message, wish.expected)
        else:
            outcome = rule_on(rules, table, message)
        if isinstance(outcome, Refusal):
            return self._refused(wish, table, rules, outcome)
        after = _folded(table, outcome)
        for report in self._companions.follow(message, in_force(rules, after), after):
            more = rule_on(rules, after, report)
            outcome, after = (*outcome, *more), _folded(after, more)
        also = self._companions.along(wish, message, outcome, table)
        if isinstance(also, Refusal):
            return self._refused(wish, table, rules, also)
        self._invariants.decided(rules, table, outcome, after)
        if also.instead is not None:
            reply = Reply(accepted=False, first=0, last=0, approval=also.instead, by=wish.actor)
            outcome, after = (), table
        else:
            self._invariants.by_two(wish, outcome)
            first, last = table.sequence + 1, after.sequence
            reply = Reply(accepted=True, first=first, last=last, by=wish.actor)
        own = self._own(wish, table, rules, reply, outcome)
        appends = tuple(_under_same_id(each, own) for each in also.appends)
        return Decided((own, *appends), outcome, after)

    def _refused(self, wish: Wish, table: Table, rules: HouseRules, refusal: Refusal) -> Decided:
        why = refusal_form(refusal)
        reply = Reply(accepted=False, first=0, last=0, refusal=why, by=wish.actor)
        return Decided((self._own(wish, table, rules, reply, ()),), (), table)

    def _own(
        self, wish: Wish, table: Table, rules: HouseRules, reply: Reply, events: Events
    ) -> Append:
        edition, digest = self._names(rules)
        return Append(
            table=self.name,
            expected=table.sequence,
            request=wish.id,
            body=wish.body,
            answer=encode(reply),
            actor=f"{wish.actor}+{wish.second}" if wish.second else wish.actor,
            edition=edition,
            rules=digest,
            events=events,
        )

    def _names(self, rules: HouseRules) -> tuple[str, str]:
        known = self._digests.get(id(rules))
        if known is None:
            known = self._digests[id(rules)] = (rules.book.digest(), rules_digest(rules))
        return known

    # --- what is durable ----------------------------------------------------------------------

    async def _reload(self) -> None:
        """Fold what the log has beyond this state, whoever wrote it."""
        before, read = self.table, list[Event]()
        while chunk := await self._store.read(self.name, self.table.sequence, CHUNK):
            self._take(
                [
                    Happened(kept.sequence, kept.envelope.time, kept.envelope.actor, kept.event)  # type: ignore[arg-type]
                    for kept in chunk
                ]
            )
            read += [kept.event for kept in chunk]  # type: ignore[misc]
        self._invariants.folded(before, read, self.table)

    def _take(self, happened: Sequence[Happened]) -> None:
        if not happened:
            return
        for each in happened:
            self._invariants.recorded(each.sequence, each.time, self.table)
            self.reading.take(each.event, each.time, each.actor)
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
            _log.exception("desk stopped", table=self.name)
            self.break_off(f"{type(error).__name__}: {error}")
        except StoreError as error:  # nothing is known of the log: whoever writes will be told
            _log.warning("stretch not read", table=self.name, error=str(error))

    def break_off(self, reason: str) -> None:
        """Something cannot be right: take nothing more, and have somebody look."""
        self.stop(f"stopped for safety: {reason}"[:200])
        self._companions.broken(self.stopped)


def _under_same_id(append: Append, own: Append) -> Append:
    """Another log's part of a transaction, under the same id, asker and answer."""
    return replace(append, request=own.request, actor=own.actor, body=own.body, answer=own.answer)


def _folded(table: Table, events: Events) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def _happened(wish: Wish, decided: Decided, receipt: Receipt) -> list[Happened]:
    if receipt.repeated:
        return []
    actor = decided.appends[0].actor
    return [
        Happened(receipt.first + place, receipt.time, actor, event)
        for place, event in enumerate(decided.events)
    ]


def _answer(waiting: _Waiting, receipt: Receipt) -> Callable[[], None]:
    def answer() -> None:
        if not waiting.future.done():
            waiting.future.set_result((read_reply(receipt.answer), receipt.repeated))

    return answer


def _refusing(waiting: _Waiting, error: Exception) -> Callable[[], None]:
    return lambda: _fail(waiting, error)


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.future.done():
        waiting.future.set_exception(error)
