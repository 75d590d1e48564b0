"""The indexes of this process's tables, made when first asked for and kept up with the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from puntobanco.audit.log_index import LoggedEvent, LogIndex
from puntobanco.record.envelope import Kept, event_in
from puntobanco.record.logs import is_table_event
from puntobanco.record.store import EventStore
from puntobanco.rules.book import HouseRules
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import rules_ever, setup_of
from puntobanco.server.tables.running_table import RunningTable

CHUNK = 2_000


def step_of(kept: Kept) -> LoggedEvent:
    """One event of a table's log, read."""
    envelope = kept.envelope
    event = event_in(envelope)
    assert is_table_event(event), event
    return LoggedEvent(
        kept.sequence,
        envelope.time,
        envelope.actor,
        envelope.rules,
        kept.hash,
        event,
        bool(envelope.salt),
    )


async def steps(store: EventStore, table: str, first: int, last: int) -> AsyncIterator[LoggedEvent]:
    """The events of a stretch of a log."""
    while first <= last:
        chunk = await store.read(table, first - 1, min(CHUNK, last - first + 1))
        if not chunk:
            return
        for kept in chunk:
            yield step_of(kept)
        first = chunk[-1].sequence + 1


@dataclass
class _Held:
    index: LogIndex
    known: dict[str, HouseRules]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Indexes:
    """One index a table."""

    def __init__(self, store: EventStore, house_log: HouseLog) -> None:
        self._store = store
        self._house_log = house_log
        self._held: dict[str, _Held] = {}

    async def of(self, running: RunningTable) -> LogIndex:
        """The index of a table, as far as its log goes now."""
        name = running.entry.table
        held = self._held.get(name)
        if held is None:
            known: dict[str, HouseRules] = {}
            index = LogIndex(setup_of(running.entry), running.desk.rules, known.get)
            held = self._held.setdefault(name, _Held(index, known))
        async with held.lock:
            while chunk := await self._store.read(name, held.index.sequence, CHUNK):
                if not {kept.envelope.rules for kept in chunk} <= held.known.keys():
                    held.known.update(await rules_ever(self._store, name, self._house_log))
                await asyncio.to_thread(_take_all, held.index, chunk)
        return held.index


def _take_all(index: LogIndex, chunk: list[Kept]) -> None:
    for kept in chunk:
        index.take(step_of(kept))
