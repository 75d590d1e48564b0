"""What a store keeps beside its events, changed by hand: verify tells of it in both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest

from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record.audit import audit_store
from puntobanco.record.envelope import Head
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import checkpoint, restore
from puntobanco.record.store import EventStore
from puntobanco.record.verify import Verifier
from tests.record.conftest import Place, opened
from tests.record.logs import appends, events_of, record

SIZE = sum(len(each.events) for each in appends(coups=1))
SIGNER = Signer(make_key())


LAST = "(SELECT max(sequence) FROM event)"


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (
            "UPDATE event SET sequence = sequence + 9 WHERE sequence = LAST",
            f"table T1, event {SIZE + 9}: event {SIZE} should stand here, after event {SIZE - 1}",
        ),
        (
            (
                "INSERT INTO event SELECT table_id, sequence + 1, envelope, hash FROM event"
                " WHERE sequence = LAST"
            ),
            f"table T1: events are kept after event {SIZE}, which is said to be the last",
        ),
        (
            (
                "DELETE FROM event WHERE sequence = LAST; UPDATE head SET sequence = LAST,"
                " hash = (SELECT hash FROM event WHERE sequence = LAST)"
            ),
            f"table T1: the house signed for {SIZE} events, and it ends at {SIZE - 1}",
        ),
        (
            "UPDATE snapshot SET sequence = sequence + 9",
            f"table T1: the snapshot saw {SIZE + 9} events, and it ends at {SIZE}",
        ),
        ("UPDATE head SET time = time + 7", "table T1: the last event is dated "),
        (
            "UPDATE answer SET last = last + 1 WHERE last = LAST",
            "table T1: answers were given for events that are missing",
        ),
        (
            "UPDATE checkpoint SET statement = 'rubbish'",
            f"table T1, event {SIZE}: a statement's signature is wrong",
        ),
    ],
)
def test_what_is_kept_elsewhere_than_the_events_say_is_found(
    place: Place, deed: str, sentence: str
) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, coups=1)
            state = evolve_all(Table(), events_of(coups=1))
            await checkpoint(store, "T1", state, SIGNER, 1)
            assert (await audit_store(store, Verifier(is_signed))).findings == []
            await place.unlock()
            await place.run(*deed.replace("LAST", LAST).split(";"))
            found = (await audit_store(store, Verifier(is_signed))).findings
            assert any(each.startswith(sentence) for each in found), found

    asyncio.run(run())


def test_a_table_comes_back_though_its_statement_cannot_be_read(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, coups=1)
            state = evolve_all(Table(), events_of(coups=1))
            await checkpoint(store, "T1", state, SIGNER, 1)
            assert (await restore(store, "T1", lambda key: True)).folded_from == SIZE
            await place.run("UPDATE checkpoint SET statement = 'rubbish'")
            restored = await restore(store, "T1", lambda key: True)
            assert (restored.table, restored.folded_from) == (state, 0)

    asyncio.run(run())


def test_a_table_that_goes_on_while_it_is_verified_is_not_suspected(place: Place) -> None:
    """Events, their answers, a statement and a snapshot that come after the heads were read."""

    class GoingOn:
        def __init__(self, store: EventStore) -> None:
            self._store = store

        def __getattr__(self, name: str) -> Any:
            return getattr(self._store, name)

        async def heads(self) -> Mapping[str, Head]:
            heads = await self._store.heads()
            if heads["T1"].sequence == SIZE:
                for each in [*appends(coups=2)][len([*appends(coups=1)]) :]:
                    await self._store.append(each)
                state = evolve_all(Table(), events_of(coups=2))
                await checkpoint(self._store, "T1", state, SIGNER, 1)
            return heads

    async def run() -> None:
        async with opened(place) as store:
            await record(store, coups=1)
            await checkpoint(store, "T1", evolve_all(Table(), events_of(coups=1)), SIGNER, 1)
            going_on = cast("EventStore", GoingOn(store))
            assert (await audit_store(going_on, Verifier(is_signed))).findings == []
            assert (await store.heads())["T1"].sequence > SIZE

    asyncio.run(run())
