"""A table's reading kept beside its snapshot, and taken up again after a restart."""

from __future__ import annotations

import msgspec

from puntobanco.record.envelope import Head, event_in
from puntobanco.record.logs import is_table_event
from puntobanco.record.signing import Signer
from puntobanco.record.snapshot import checkpoint, confirmed, follow
from puntobanco.record.store import EventStore, RestartPoint
from puntobanco.rules.book import HouseRules
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import rules_ever
from puntobanco.views.reading import FORM, Reading
from puntobanco.views.setup import Setup

KIND = "reading"


class _Kept(msgspec.Struct, frozen=True):
    """What a reader remembers after so many events; one of another form is not taken up."""

    sequence: int
    memory: bytes
    form: str = ""


async def keep_reading(
    store: EventStore, name: str, reading: Reading, signer: Signer, now: int
) -> None:
    """Keep state and memory, and sign for the state."""
    table, memory = reading.table, reading.state()
    kept = msgspec.msgpack.encode(_Kept(table.sequence, memory, FORM))
    await store.keep(KIND, name, kept)
    await checkpoint(store, name, table, signer, now)


async def restored_reading(
    store: EventStore,
    name: str,
    rules: HouseRules,
    setup: Setup,
    signer: Signer,
    standing: RestartPoint,
    house_log: HouseLog | None = None,
) -> Reading:
    """The table as its log has it: from the last snapshot that the log confirms, or from its start.

    A snapshot without the memory that belongs to it is of no use; then all events are folded.
    """
    reading = Reading(rules, setup)
    snapshot = confirmed(standing, name, lambda key: key == signer.public)
    found = None if snapshot is None else standing.beside
    kept = None if found is None else msgspec.msgpack.decode(found, type=_Kept)
    head = Head()
    if (
        snapshot is not None
        and kept is not None
        and (kept.form, kept.sequence) == (FORM, snapshot[1].sequence)
    ):
        table, head = snapshot
        reading = Reading.restored(rules, setup, table, kept.memory)
    edition = rules.book.digest()
    async for _, envelope in follow(store, name, head, standing):
        event = event_in(envelope)
        assert is_table_event(event), event
        if house_log is not None and envelope.edition != edition:
            # of before the table adopted another edition
            edition = envelope.edition
            earlier = await rules_ever(store, name, house_log)
            reading.use(earlier.get(envelope.rules, rules))
        reading.take(event, envelope.time, envelope.actor)
    reading.use(rules)
    return reading
