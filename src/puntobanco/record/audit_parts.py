"""An audit on all cores: each process goes through whole logs, one of them concludes.

A chain can only be folded from its beginning, but logs do not depend on each other: what concerns
several of them (money between tables and accounts, editions, the last line) is compared at the end.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

from puntobanco.record.audit import Audit, audit_logs, audit_store, conclude
from puntobanco.record.envelope import Head
from puntobanco.record.opening import open_store
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.store import EventStore
from puntobanco.record.transfer import FIRST_LINE
from puntobanco.record.verify import Verifier

EVENTS_MIN = 100_000
"""So many events are worth the start of other processes."""


async def audit_source(
    source: str, verifier: Verifier, workers: int | None = None, fewest: int = EVENTS_MIN
) -> Audit:
    """Audit the store at a path or an address, a large one with a process for each core."""
    store = await open_store(source, to_read=True)
    try:
        return await audit_in_parts(store, source, verifier, workers, fewest)
    finally:
        await store.close()


async def audit_in_parts(
    store: EventStore,
    source: str,
    verifier: Verifier,
    workers: int | None = None,
    fewest: int = EVENTS_MIN,
) -> Audit:
    """Audit a store that other processes can open at its source too."""
    heads = await store.heads()
    parts = _shares(heads, workers or os.cpu_count() or 1)
    if len(parts) < 2 or sum(head.sequence for head in heads.values()) < fewest:
        return await audit_store(store, verifier)
    audit = Audit(verifier, SecondVerifier())
    audit.take(FIRST_LINE)
    beside: dict[str, list[str]] = {}
    with _processes(len(parts)) as pool:
        loop = asyncio.get_running_loop()
        running = [
            loop.run_in_executor(pool, _audit_part, source, part, verifier.part(part))
            for part in parts
        ]
        for each in running:
            first, second, wrong = await each
            verifier.join(first)
            audit.second.join(second)
            beside |= wrong
    await conclude(audit, store, heads, beside)
    return audit


def _processes(count: int) -> Executor:
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


def _shares(heads: Mapping[str, Head], workers: int) -> list[dict[str, Head]]:
    """The logs in shares of about as many events."""
    shares: list[dict[str, Head]] = [{} for _ in range(workers)]
    sizes = [0] * workers
    for log, head in sorted(heads.items(), key=lambda item: -item[1].sequence):
        least = sizes.index(min(sizes))
        shares[least][log] = head
        sizes[least] += head.sequence
    return [share for share in shares if share]


def _audit_part(
    source: str, heads: dict[str, Head], verifier: Verifier
) -> tuple[Verifier, SecondVerifier, dict[str, list[str]]]:
    """Go through some logs in this process."""
    return asyncio.run(_go_through(source, heads, verifier))


async def _go_through(
    source: str, heads: dict[str, Head], verifier: Verifier
) -> tuple[Verifier, SecondVerifier, dict[str, list[str]]]:
    store = await open_store(source, to_read=True)
    try:
        audit = Audit(verifier, SecondVerifier())
        beside = await audit_logs(audit, store, heads)
    finally:
        await store.close()
    verifier.finish_logs()
    audit.second.known = {}
    return verifier, audit.second, beside
