"""What a store of events promises, and the words it is spoken to in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import msgspec

from puntobanco.base.money import Units
from puntobanco.notation.codec import AnyEvent
from puntobanco.record.cabinet import Cabinet, Leases
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.logs import in_words

CHUNK = 2_000
"""So many events are read at a time where a whole log is."""
News: TypeAlias = Callable[[str, int], None]
"""Told a log and the sequence that it has durably reached."""


class StoreError(Exception):
    """The base of what a store raises."""


class SequenceConflictError(StoreError):
    """The log has moved on; nothing was written. Decide again on the newer state."""

    def __init__(self, table: str, expected: int, actual: int) -> None:
        self.table, self.expected, self.actual = table, expected, actual
        super().__init__(f"{in_words(table)} is at event {actual}, not at {expected}")


class RequestReusedError(StoreError):
    """The request's id was used before for something else, or by another person.

    Of a bundle also when some of its logs know the request and others do not.
    """

    def __init__(self, table: str, request: str) -> None:
        self.table, self.request = table, request
        super().__init__(
            f"request {request} of {in_words(table)} was made before with another body"
        )


class OverdrawnError(StoreError):
    """The events would take more from where it lies than lies there, or overfill it."""

    def __init__(self, table: str, account: str, balance: Units) -> None:
        self.table, self.account, self.balance = table, account, balance
        super().__init__(f"{account} of {in_words(table)} would come to {balance}")


class UnknownOutcomeError(StoreError):
    """The store went away before it answered: ask again under the same request id."""


class StoreFailedError(StoreError):
    """The store could not make something durable, and acknowledges nothing of it.

    The embedded store takes nothing more until its process has ended and opened it again.
    """


class WrongStoreError(StoreError):
    """This is no store of ours, or one that must not be opened so."""


class KeptEdition(msgspec.Struct, frozen=True):
    """An edition of a rule book as a house keeps it."""

    digest: str
    """What logs call it by."""
    text: bytes
    """Its canonical text."""
    time: int = 0
    """When it came, in microseconds since 1970; 0: with the append that brings it."""
    by: str = ""
    """Who brought it."""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What one request does: events, or none where it was refused, and what the asker is told."""

    table: str
    """The log: a table's name, or one of the other kinds that `record.logs` names."""
    expected: int
    """The sequence of the state on which it was decided."""
    request: str
    """An id made by the client."""
    body: bytes
    """The request as it came; only a digest of it is kept."""
    answer: bytes
    actor: str
    edition: str
    rules: str
    events: tuple[AnyEvent, ...] = ()
    editions: tuple[KeptEdition, ...] = ()
    """Editions that its events name and that the store may not have yet."""
    after: Append | None = None
    """What it was decided on, where that was not durable yet: if that one does not stand there,
    this is a conflict, even if other events have brought the log as far."""


# What is made for every append holds no cycles; the collector need not go through it (gc=False).
class Receipt(msgspec.Struct, frozen=True, gc=False):
    """What is durable: the events' sequences (last is first - 1 when there are none)."""

    first: int
    last: int
    answer: bytes
    repeated: bool = False
    """Whether this is the first answer given once more."""
    time: int = 0
    """When the events were written, as their envelopes say, also in a repeat; 0 without events."""


class AnsweredRequest(msgspec.Struct, frozen=True, gc=False):
    """A request that has had its one answer."""

    table: str
    request: str
    body: str
    """The digest of who asked and what."""
    first: int
    last: int
    answer: bytes


class Earlier(msgspec.Struct, frozen=True, gc=False):
    """A request's answer with the time of its last envelope; 0 where it led to none."""

    answered: AnsweredRequest
    time: int

    def receipt(self, *, repeated: bool = False) -> Receipt:
        """What the caller is told."""
        said = self.answered
        return Receipt(said.first, said.last, said.answer, repeated, self.time)


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state after so many events, to be trusted only as far as the log confirms it."""

    table: str
    sequence: int
    form: str
    state: bytes


class RestartPoint(msgspec.Struct, frozen=True):
    """What a table's state is taken up from."""

    snapshot: Snapshot | None = None
    """The latest state kept."""
    at: Kept | None = None
    """The event that the snapshot stands at."""
    statements: Sequence[Checkpoint] = ()
    """What was signed about so many events."""
    beside: bytes | None = None
    """What the cabinet keeps under the log's name."""
    later: Sequence[Kept] = ()
    """The first events after the snapshot."""
    is_whole: bool = False
    """Whether the log had no more of them."""


@dataclass
class Rows:
    """What one transaction writes."""

    events: list[Kept] = field(default_factory=list)
    answers: list[AnsweredRequest] = field(default_factory=list)
    refused: list[tuple[int, str, str]] = field(default_factory=list)
    """Answers of requests that led to nothing in any log: when, the log and the request."""
    heads: dict[str, Head] = field(default_factory=dict)
    balances: dict[tuple[str, str], Units] = field(default_factory=dict)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    editions: list[KeptEdition] = field(default_factory=list)


class Chain(Protocol):
    """Commands at one table, decided one on the other: what they lead to, and how to decide anew.

    Where several processes write to one log, the one that comes second would have to read, decide
    and retry, and could come second for ever. So the store lets it follow while it holds the
    log: then no other process can be faster.
    """

    @property
    def table(self) -> str:
        """The log."""

    @property
    def sequence(self) -> int:
        """Where the log ended when they were decided."""

    @property
    def appends(self) -> Sequence[Sequence[Append]]:
        """For each command what it does, in this log first."""

    def follow(self, kept: Sequence[Kept]) -> bool:
        """Decide anew after what others have written; whether that could be done at once."""


class EventStore(Cabinet, Leases, Protocol):
    """Append-only logs, each with the money and the answers that belong to it, and a cabinet."""

    may_write: Callable[[], bool]
    """Asked right before a group is written, where several processes write: whether this one may.
    What it may not write has an unknown outcome."""

    @property
    def failure(self) -> str:
        """Why nothing more can be made durable by this process; empty while something can."""

    async def append(self, append: Append) -> Receipt:
        """Make events, answer and balances durable together, or raise and change nothing.

        A repeat of a request gets the first answer, whatever sequence it expects.
        """

    def append_together(self, appends: Sequence[Append]) -> Awaitable[list[Receipt]]:
        """Do what one request does in several logs, each named once: all of it or nothing.

        What raises for one of them names its log. A repeat gets the first answers of all.
        """

    async def append_chain(self, chain: Chain) -> list[list[Receipt] | StoreError]:
        """Do what each command of a chain does; for each its receipts, or why there are none."""

    async def read(self, table: str, after: int = 0, limit: int = 1000) -> list[Kept]:
        """Envelopes that follow a sequence, in order."""

    async def heads(self) -> dict[str, Head]:
        """Where each table's log ends."""

    async def balances(self, table: str) -> dict[str, Units]:
        """What each account of a table holds."""

    async def answered(self, table: str, request: str) -> Receipt | None:
        """The answer that a request has had."""

    async def requests(self, table: str) -> list[str]:
        """Every request of a table that has had its answer, in the order of their events."""

    async def answers(self, table: str, requests: Sequence[str]) -> list[AnsweredRequest]:
        """What requests of a table were answered, in the order in which they are named."""

    async def has_answers_after(self, table: str, sequence: int) -> bool:
        """Whether a request of a table was answered for an event after this one."""

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a table's state; an older one gives way."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest state kept."""

    async def restart_points(self, tables: Sequence[str], kind: str) -> dict[str, RestartPoint]:
        """What each table's state is taken up from, with what is kept beside it under a kind."""

    async def balances_at(self, ends: Mapping[str, int]) -> dict[str, dict[str, Units]]:
        """What each account of tables holds, of those whose logs end at these events."""

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed statement of where a log stood."""

    async def checkpoints(self, table: str, size: int | None = None) -> list[Checkpoint]:
        """Signed statements about a table, or about so many of its events, the fewest first."""

    async def editions(self) -> list[KeptEdition]:
        """Every edition kept, in the order of their digests."""

    async def edition(self, digest: str) -> KeptEdition | None:
        """The edition that logs call by this digest."""

    async def adopt(self, chunks: Iterable[Rows]) -> None:
        """Write rows from elsewhere as they are, all or none; their tables must be new here."""

    async def forget_refused(self, before: int, fewest: int, most: int) -> int:
        """Forget the oldest refusals of more than `most`, and old ones beyond the newest `fewest`.

        Those are old that are from before a time. How many were forgotten comes back.

        Until then a repeat is refused again. A request that led to anything is never forgotten.
        """

    def listen(self, news: News) -> Callable[[], None]:
        """Be told whenever a log grew, from now until the returned function is called."""

    async def close(self) -> None:
        """Finish what was accepted and let go of the database."""


async def restart_point_of(store: EventStore, table: str, kind: str) -> RestartPoint:
    """What a table's state is taken up from, asked for piece by piece."""
    snapshot = await store.snapshot(table)
    if snapshot is None:
        return RestartPoint()
    at = await store.read(table, after=snapshot.sequence - 1, limit=1)
    later = await store.read(table, snapshot.sequence, CHUNK)
    return RestartPoint(
        snapshot,
        at[0] if at and at[0].sequence == snapshot.sequence else None,
        await store.checkpoints(table, snapshot.sequence),
        await store.kept(kind, table),
        later,
        len(later) < CHUNK,
    )


async def balances_of(store: EventStore, ends: Mapping[str, int]) -> dict[str, dict[str, Units]]:
    """What each account of tables holds, of those whose logs end here; asked for one by one."""
    held = {table: await store.balances(table) for table in ends}
    return {
        table: found for table, found in held.items() if not await store.read(table, ends[table], 1)
    }


async def read_on(store: EventStore, log: str, after: int = 0) -> AsyncIterator[Kept]:
    """Everything that a log has beyond a sequence, in order, by any process."""
    while chunk := await store.read(log, after, CHUNK):
        for kept in chunk:
            yield kept
        after = chunk[-1].sequence
