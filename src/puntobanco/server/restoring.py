"""A table's reading kept beside its snapshot, and taken up again after a restart."""

from __future__ import annotations

import msgspec

from puntobanco.record.signing import Signer
from puntobanco.record.snapshot import checkpoint, confirmed, follow
from puntobanco.record.store import EventStore
from puntobanco.rules.book import HouseRules
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Setup

CHUNK = 2_000
_KIND = "reading"


class _Kept(msgspec.Struct, frozen=True):
    """What a reader remembers after so many events; with other fields it is not taken up."""

    sequence: int
    memory: bytes


async def keep_reading(
    store: EventStore, name: str, reading: Reading, signer: Signer, now: int
) -> None:
    """Keep state and memory, and sign for the state."""
    table, memory = reading.table, reading.state()
    kept = msgspec.msgpack.encode(_Kept(table.sequence, memory))
    await store.keep(_KIND, name, kept)
    await checkpoint(store, name, table, signer, now)


async def restored_reading(
    store: EventStore, name: str, rules: HouseRules, setup: Setup, signer: Signer
) -> Reading:
    """The table as its log has it: from the last snapshot that the log confirms, or from its start.

    A snapshot without the memory that belongs to it is of no use; then all events are folded.
    """
    reading = Reading(rules, setup)
    snapshot = await confirmed(store, name, lambda key: key == signer.public)
    if snapshot is None:
        head = None
    else:
        table, head = snapshot
        found = await store.kept(_KIND, name)
        kept = None if found is None else msgspec.msgpack.decode(found, type=_Kept)
        if kept is None or kept.sequence != table.sequence:
            head = None
        else:
            reading = Reading.restored(rules, setup, table, kept.memory)
    async for kept_event in follow(store, name, head):
        envelope = kept_event.envelope
        reading.take(kept_event.event, envelope.time, envelope.actor)  # type: ignore[arg-type]
    return reading
