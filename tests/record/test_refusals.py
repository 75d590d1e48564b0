"""Refusals are kept for a while, not for ever; what had an effect is never forgotten."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from puntobanco.record.audit import audit_store
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from tests.record.child import append
from tests.record.conftest import Place, opened

LATER = 2**62


def test_refusals_go_by_age_and_by_number_and_effects_stay(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            done = append("T1", 0)
            await store.append(done)
            refused = [
                replace(done, request=f"no-{number}", events=(), expected=2, answer=b"no")
                for number in range(10)
            ]
            for each in refused:
                await store.append(each)
            assert await store.forget_refused(LATER, 10, 10) == 0
            assert (await store.append(refused[0])).repeated
            assert await store.forget_refused(0, 0, 4) == 6
            assert await store.answered("T1", "no-0") is None
            assert (await store.append(refused[9])).repeated
            assert await store.forget_refused(LATER, 0, 10) == 4
            assert await store.requests("T1") == [done.request]
            assert (await store.append(done)).repeated  # its one effect is not had twice
            assert not (await store.append(refused[0])).repeated
            assert (await audit_store(store, Verifier(is_signed))).findings == []
        with pytest.raises(Exception, match="append-only"):
            await place.run("DELETE FROM answer WHERE first <= last")

    asyncio.run(run())


def test_what_two_logs_have_is_no_refusal_though_one_of_them_has_no_event(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            with_events = append("T1", 0)
            without = replace(with_events, table="T2", events=())
            await store.append_together([with_events, without])
            assert await store.forget_refused(LATER, 0, 0) == 0
            assert await store.answered("T2", with_events.request) is not None

    asyncio.run(run())
