"""The indexes of this process's tables, made when first asked for and kept up with the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from puntobanco.house.events import TableAdded, TableChanged
from puntobanco.house.house import HouseTable
from puntobanco.record.envelope import Kept, event_in, rules_digest
from puntobanco.record.logs import HOUSE_LOG, is_table_event
from puntobanco.record.store import EventStore, read_on
from puntobanco.rules.book import HouseRules
from puntobanco.server.entries import rules_of, setup_of
from puntobanco.server.log_index import LogIndex, Step
from puntobanco.server.station import Station

CHUNK = 2_000


def step_of(kept: Kept) -> Step:
    """One event of a table's log, read."""
    envelope = kept.envelope
    event = event_in(envelope)
    assert is_table_event(event), event
    return Step(
        kept.sequence,
        envelope.time,
        envelope.actor,
        envelope.rules,
        kept.hash,
        event,
        bool(envelope.salt),
    )


async def steps(store: EventStore, table: str, first: int, last: int) -> AsyncIterator[Step]:
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

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._held: dict[str, _Held] = {}

    async def of(self, station: Station) -> LogIndex:
        """The index of a table, as far as its log goes now."""
        name = station.entry.table
        held = self._held.get(name)
        if held is None:
            known: dict[str, HouseRules] = {}
            index = LogIndex(setup_of(station.entry), station.desk.rules, known.get)
            held = self._held.setdefault(name, _Held(index, known))
        async with held.lock:
            while chunk := await self._store.read(name, held.index.sequence, CHUNK):
                if not held.known or not _digests(chunk) <= held.known.keys():
                    held.known.update(await _rules_ever(self._store, name))
                await asyncio.to_thread(_take_all, held.index, chunk)
        return held.index


def _digests(chunk: list[Kept]) -> set[str]:
    return {kept.envelope.rules for kept in chunk}


def _take_all(index: LogIndex, chunk: list[Kept]) -> None:
    for kept in chunk:
        index.take(step_of(kept))


async def _rules_ever(store: EventStore, table: str) -> dict[str, HouseRules]:
    """By digest: every set of rules that the house has given a table."""
    found: dict[str, HouseRules] = {}
    entry: HouseTable | None = None
    async for kept in read_on(store, HOUSE_LOG):
        event = kept.event
        if isinstance(event, TableAdded) and event.table == table:
            entry = HouseTable.of(event)
        elif isinstance(event, TableChanged) and event.table == table and entry is not None:
            entry = replace(entry, settings=event.settings, betting_seconds=event.betting_seconds)
        else:
            continue
        rules = rules_of(entry)
        if isinstance(rules, HouseRules):
            found[rules_digest(rules)] = rules
    return found
