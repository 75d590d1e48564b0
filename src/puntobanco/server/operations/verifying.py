"""Both verifiers over a whole running house, in a thread of their own."""

from __future__ import annotations

import asyncio
import time

from puntobanco.record.audit import Audit, audit_store
from puntobanco.record.opening import open_store
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from puntobanco.wire.audit import VerifiedForm


async def verified(request_id: str, source: str, key: str) -> VerifiedForm:
    """What both verifiers say of everything that a store holds now."""
    return await asyncio.to_thread(lambda: asyncio.run(_verify(request_id, source, key)))


async def _verify(request_id: str, source: str, key: str) -> VerifiedForm:
    began = time.monotonic()
    store = await open_store(source, to_read=True)
    try:
        audit: Audit = await audit_store(store, Verifier(is_signed, (key,)))
    finally:
        await store.close()
    verifier = audit.verifier
    return VerifiedForm(
        id=request_id,
        good=not audit.findings,
        findings=tuple(audit.findings),
        logs=len(verifier.heads),
        events=verifier.events,
        states=verifier.states_compared,
        statements=verifier.statements,
        milliseconds=round((time.monotonic() - began) * 1000),
    )
