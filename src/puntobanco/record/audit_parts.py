"""An audit on all cores: each process goes through whole logs, one of them concludes.

A chain can only be folded from its beginning, but logs do not depend on each other: what concerns
several of them (money between tables and accounts, editions, the last line) is compared at the end.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from puntobanco.record.audit import Audit, AuditedPart, audit_logs, audit_store, conclude
from puntobanco.record.envelope import Head
from puntobanco.record.opening import opened
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.store import EventStore
from puntobanco.record.transfer import FIRST_LINE
from puntobanco.record.verify import Verifier

if TYPE_CHECKING:
    from puntobanco.record.audit_notes import AuditNotes  # needs an extra

EVENTS_MIN = 100_000
"""So many events are worth the start of other processes."""
PART_EVENTS = 100_000
"""So many events, about, are gone through before something is told, and noted."""


async def audit_source(
    source: str, verifier: Verifier, workers: int | None = None, fewest: int = EVENTS_MIN
) -> Audit:
    """Audit the store at a path or an address, a large one with a process for each core."""
    async with opened(source, to_read=True) as store:
        return await audit_in_parts(store, source, verifier, workers, fewest)


async def audit_in_parts(
    store: EventStore,
    source: str,
    verifier: Verifier,
    workers: int | None = None,
    fewest: int = EVENTS_MIN,
    notes: AuditNotes | None = None,
    told: Callable[[int], object] = lambda events: None,
) -> Audit:
    """Audit a store that other processes can open at its source too.

    With notes, what was audited before is not gone through again. `told` is called with the number
    of events of each part that is done.
    """
    heads = await store.heads()
    workers = workers or os.cpu_count() or 1
    events = sum(head.sequence for head in heads.values())
    parts = _parts(heads, min(PART_EVENTS, -(-events // workers)))
    if len(parts) < 2 or events < fewest:
        audit = await audit_store(store, verifier)
        told(events)
        return audit
    audit = Audit(verifier, SecondVerifier())
    audit.take(FIRST_LINE)
    beside: dict[str, list[str]] = {}
    async for first, second, wrong in _audited(source, parts, workers, verifier, notes, told):
        verifier.join(first)
        audit.second.join(second)
        beside |= wrong
    await conclude(audit, store, heads, beside)
    return audit


async def _audited(
    source: str,
    parts: Sequence[dict[str, Head]],
    workers: int,
    verifier: Verifier,
    notes: AuditNotes | None,
    told: Callable[[int], object],
) -> AsyncIterator[AuditedPart]:
    """What the verifiers know after each part: those noted first, the others as they are done."""
    waiting = list[dict[str, Head]]()
    for part in parts:
        noted = None if notes is None else notes.found(part)
        if noted is None:
            waiting.append(part)
            continue
        verifier.part(part)
        told(_events(part))
        yield noted
    if not waiting:
        return
    loop = asyncio.get_running_loop()
    with _processes(min(workers, len(waiting))) as pool:

        async def audited(part: dict[str, Head]) -> tuple[dict[str, Head], AuditedPart]:
            own = verifier.part(part)
            return part, await loop.run_in_executor(pool, _audit_part, source, part, own)

        for done in asyncio.as_completed([audited(part) for part in waiting]):
            part, found = await done
            if notes is not None:
                notes.keep(part, found)
            told(_events(part))
            yield found


def _processes(count: int) -> Executor:
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


def _parts(heads: Mapping[str, Head], events: int) -> list[dict[str, Head]]:
    """Whole logs in parts of about so many events, the longest logs first."""
    parts: list[dict[str, Head]] = []
    size = events
    for log, head in sorted(heads.items(), key=lambda item: (-item[1].sequence, item[0])):
        size += head.sequence
        if size > events:
            parts.append({})
            size = head.sequence
        parts[-1][log] = head
    return parts


def _events(part: Mapping[str, Head]) -> int:
    return sum(head.sequence for head in part.values())


def _audit_part(source: str, heads: dict[str, Head], verifier: Verifier) -> AuditedPart:
    """Go through some logs in this process."""
    return asyncio.run(_go_through(source, heads, verifier))


async def _go_through(source: str, heads: dict[str, Head], verifier: Verifier) -> AuditedPart:
    async with opened(source, to_read=True) as store:
        audit = Audit(verifier, SecondVerifier())
        beside = await audit_logs(audit, store, heads)
    verifier.finish_logs()
    audit.second.known = {}
    return verifier, audit.second, beside
