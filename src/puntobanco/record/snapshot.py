"""Keeping a table's state with a signed digest, and coming back from it after a restart.

Other logs are signed for without a state: where they ended, and nothing else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import Envelope, Head, Kept, event_in, hash_of
from puntobanco.record.logs import in_words, is_table_event
from puntobanco.record.signing import Signer, is_signed
from puntobanco.record.state import FORM, decode_state, encode_state, state_digest
from puntobanco.record.store import EventStore, RestartPoint, Snapshot, StoreError, read_on


class LogBrokenError(StoreError):
    """A log that does not hang together; no table may be played on it."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A table as its log has it."""

    table: Table
    head: Head
    folded_from: int
    """The sequence of the snapshot that was trusted; 0 when all events were folded."""


async def checkpoint(
    store: EventStore, table: str, state: Table, signer: Signer, now: int
) -> Checkpoint:
    """Keep a state that was folded from this log, and sign for it."""
    kept = await store.read(table, after=state.sequence - 1, limit=1)
    assert kept, f"table {table} has no event {state.sequence}"
    encoded = encode_state(state)
    made = signer.sign(
        Checkpoint(
            table=table,
            size=state.sequence,
            hash=kept[0].hash,
            time=now,
            form=FORM,
            state=state_digest(encoded),
        )
    )
    await store.keep_snapshot(Snapshot(table, state.sequence, FORM, encoded))
    await store.keep_checkpoint(made)
    return made


async def must_have_grown(store: EventStore, table: str, signer: Signer) -> None:
    """Raise if what this key signed for last is not a part of the log."""
    last = await store.snapshot(table)
    if last is None:
        return
    there = await store.read(table, after=last.sequence - 1, limit=1)
    for each in await store.checkpoints(table, last.sequence):
        if each.key == signer.public and (not there or there[0].hash != each.hash):
            raise LogBrokenError(
                f"event {each.size} of {in_words(table)} is not the one that was signed for; "
                "`punto log verify` says more"
            )


async def vouch(store: EventStore, log: str, signer: Signer, now: int) -> Checkpoint:
    """Sign for where a log ends that is not a table's."""
    head = (await store.heads())[log]
    made = signer.sign(Checkpoint(table=log, size=head.sequence, hash=head.hash, time=now))
    await store.keep_checkpoint(made)
    return made


async def restore(
    store: EventStore, table: str, is_trusted: Callable[[str], bool] = lambda key: False
) -> Restored:
    """The table's state: a snapshot that the log confirms, and every later event folded in.

    Where the log confirms none, the whole log is folded: slower, never wrong.
    """
    standing = (await store.restart_points([table], ""))[table]
    state, head = confirmed(standing, table, is_trusted) or (Table(), Head())
    folded_from = head.sequence
    async for kept, envelope in follow(store, table, head, standing):
        event = event_in(envelope)
        if not is_table_event(event):
            raise LogBrokenError(
                f"event {kept.sequence} of {in_words(table)} is not an event of a table"
            )
        state = evolve(state, event)
        head = Head(kept.sequence, kept.hash, envelope.time)
    return Restored(state, head, folded_from)


async def follow(
    store: EventStore, table: str, head: Head, standing: RestartPoint | None = None
) -> AsyncIterator[tuple[Kept, Envelope]]:
    """What a log has beyond a head, each checked to follow the one before.

    What is known of it already, when the head is where the snapshot stands, is not read again.
    """
    at = None if standing is None else standing.at
    if standing is None or at is None or head.sequence != at.sequence:
        following = read_on(store, table, head.sequence)
    else:
        following = _read_after(store, table, standing)
    async for kept in following:
        envelope = kept.envelope
        head = _follow(head, kept, envelope)
        yield kept, envelope


async def _read_after(store: EventStore, table: str, standing: RestartPoint) -> AsyncIterator[Kept]:
    for kept in standing.later:
        yield kept
    if not standing.is_whole:
        assert standing.at is not None
        async for kept in read_on(store, table, (standing.later or [standing.at])[-1].sequence):
            yield kept


def _follow(head: Head, kept: Kept, envelope: Envelope) -> Head:
    if (
        kept.sequence != head.sequence + 1
        or envelope.sequence != kept.sequence
        or envelope.previous != head.hash
        or hash_of(kept.text.encode()) != kept.hash
    ):
        raise LogBrokenError(
            f"the log of {in_words(kept.table)} is broken at event {kept.sequence}; "
            "`punto log verify` says how"
        )
    return Head(kept.sequence, kept.hash, envelope.time)


def confirmed(
    standing: RestartPoint, table: str, is_trusted: Callable[[str], bool]
) -> tuple[Table, Head] | None:
    """The latest snapshot and where it stands, if the log confirms it.

    It does when a statement under a trusted key names the snapshot's digest and the hash that the
    log has at that place.
    """
    snapshot, last = standing.snapshot, standing.at
    if snapshot is None or snapshot.form != FORM:
        return None
    if last is None or hash_of(last.text.encode()) != last.hash:
        return None
    digest = state_digest(snapshot.state)
    for each in standing.statements:
        said = (each.table, each.size, each.hash, each.form, each.state)
        if (
            said == (table, snapshot.sequence, last.hash, FORM, digest)
            and is_trusted(each.key)
            and is_signed(each)
        ):
            head = Head(last.sequence, last.hash, last.envelope.time)
            return decode_state(snapshot.state), head
    return None
