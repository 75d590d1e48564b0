"""States as bytes, and coming back from a snapshot that the log confirms."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.play.evolve import evolve, evolve_all
from puntobanco.play.table import Table
from puntobanco.record.envelope import Head
from puntobanco.record.signing import Signer, UnreadableKeyError, make_key
from puntobanco.record.snapshot import (
    LogBrokenError,
    Restored,
    checkpoint,
    confirmed,
    follow,
    restore,
)
from puntobanco.record.state import FORM, decode_state, encode_state, parts_of
from puntobanco.record.store import EventStore, RestartPoint, Snapshot, restart_point_of
from tests.record.conftest import Place, opened
from tests.record.logs import BOOK_NAMES, Ticking, events_of, record

HOUSE = Signer(make_key())


@pytest.mark.parametrize("book", BOOK_NAMES)
def test_every_state_of_a_game_comes_back_from_its_bytes(book: str) -> None:
    table = Table()
    for event in events_of(book=book):
        table = evolve(table, event)
        assert decode_state(encode_state(table)) == table


def test_every_state_that_the_scripts_reach_comes_back_from_its_bytes() -> None:
    stages = set()
    for script in sorted(Path("tests/books").rglob("5.*.play")):
        table = Table()
        for event in run_script(script.read_text("utf-8"), BOOKS).log:
            table = evolve(table, event)
            stages.add((type(table.stage).__name__, bool(table.halts)))
            assert decode_state(encode_state(table)) == table
    assert ("Dealing", True) in stages
    assert ("Resolved", False) in stages


async def standing(store: EventStore) -> RestartPoint:
    return (await store.restart_points(["T1"], "reading"))["T1"]


async def restored_after_signing_at(
    store: EventStore, size: int, *, trusted: str = HOUSE.public
) -> Restored:
    state = evolve_all(Table(), events_of()[:size])
    await checkpoint(store, "T1", state, HOUSE, Ticking()())
    return await restore(store, "T1", lambda key: key == trusted)


def test_a_table_comes_back_from_a_confirmed_snapshot_and_the_events_after_it(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            whole = evolve_all(Table(), events_of())
            assert (await restore(store, "T1")).table == whole
            found = await restored_after_signing_at(store, 40)
            assert (found.folded_from, found.table) == (40, whole)
            assert found.head == (await store.heads())["T1"]
            assert (await restore(store, "nowhere")).table == Table()

    asyncio.run(run())


@pytest.mark.parametrize("attack", ["state", "stranger", "form", "signature"])
def test_a_snapshot_that_the_log_does_not_confirm_is_not_used(place: Place, attack: str) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            stranger = Signer(make_key()).public
            trusted = stranger if attack == "stranger" else HOUSE.public
            state = evolve_all(Table(), events_of()[:40])
            await checkpoint(store, "T1", state, HOUSE, Ticking()())
            richer = evolve_all(Table(), events_of()[:39])
            if attack == "state":
                await store.keep_snapshot(Snapshot("T1", 40, FORM, encode_state(richer)))
            if attack == "form":
                await store.keep_snapshot(Snapshot("T1", 40, "old", encode_state(state)))
            if attack == "signature":
                (before,) = await place.run("SELECT statement FROM checkpoint")
                after = before[0].replace('"signature":"', '"signature":"00')
                await place.run(f"UPDATE checkpoint SET statement = '{after}'")  # noqa: S608 - our own test
            found = await restore(store, "T1", lambda key: key == trusted)
            assert (found.folded_from, found.table) == (0, evolve_all(Table(), events_of()))

    asyncio.run(run())


def test_no_table_is_restored_from_a_broken_log(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            await place.unlock()
            await place.run(
                "UPDATE event SET envelope = replace(envelope, 'Patron 1', 'Patron 9')"
                " WHERE sequence = 30"
            )
            await place.run("UPDATE event SET hash = replace(hash, 'a', 'b') WHERE sequence = 31")
            with pytest.raises(LogBrokenError, match=r"table T1 is broken at event 3[01]"):
                await restore(store, "T1")

    asyncio.run(run())


def test_no_snapshot_is_confirmed_by_an_event_that_was_changed_or_is_gone(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            state = evolve_all(Table(), events_of()[:40])
            await checkpoint(store, "T1", state, HOUSE, Ticking()())
            found = confirmed(await standing(store), "T1", lambda key: True)
            assert found is not None
            assert found[0] == state
            await place.unlock()
            await place.run(
                "UPDATE event SET envelope = replace(envelope, 'dealer', 'healer')"
                " WHERE sequence = 40"
            )
            assert confirmed(await standing(store), "T1", lambda key: True) is None
            await place.run("DELETE FROM event WHERE sequence >= 40")
            assert confirmed(await standing(store), "T1", lambda key: True) is None

    asyncio.run(run())


def test_what_a_table_is_taken_up_from_is_the_same_read_together_or_piece_by_piece(
    place: Place,
) -> None:
    async def run() -> None:
        async with opened(place) as store:
            assert (
                await standing(store)
                == await restart_point_of(store, "T1", "reading")
                == RestartPoint()
            )
            await record(store)
            await store.keep("reading", "T1", b"memory")
            for size in (1, 40, len(events_of())):
                state = evolve_all(Table(), events_of()[:size])
                await checkpoint(store, "T1", state, HOUSE, Ticking()())
                found = await standing(store)
                assert found == await restart_point_of(store, "T1", "reading")
                assert found.at == (await store.read("T1", size - 1, 1))[0]
                assert (found.beside, found.is_whole) == (b"memory", True)
                for known in (0, 1, len(found.later)):
                    some = replace(found, later=found.later[:known], is_whole=False)
                    head = Head(size, found.at.hash)
                    followed = [kept async for kept, _ in follow(store, "T1", head, some)]
                    assert followed == await store.read("T1", size)
            await place.unlock()
            await place.run("DELETE FROM event WHERE sequence = (SELECT max(size) FROM checkpoint)")
            assert (await standing(store)).at is None

    asyncio.run(run())


def test_balances_are_told_of_a_log_that_ends_there(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            end = (await store.heads())["T1"].sequence
            assert await store.balances_at({"T1": end}) == {"T1": await store.balances("T1")}
            assert await store.balances_at({"T1": end - 1}) == {}

    asyncio.run(run())


def test_only_an_ed25519_key_is_taken() -> None:
    other = X25519PrivateKey.generate().private_bytes(
        form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
    )
    with pytest.raises(UnreadableKeyError, match="not of the kind Ed25519"):
        Signer(other)
    for wrong in (b"", b"rubbish", make_key()[:60]):
        with pytest.raises(UnreadableKeyError):
            Signer(wrong)
    assert HOUSE.public in repr(HOUSE)


def test_the_form_names_every_part_of_a_state() -> None:
    parts = parts_of(Table)
    assert parts.keys() >= {"Table", "Dealing", "Asked", "Standing", "Played", "ResultAnnounced"}


def test_a_snapshot_of_another_form_is_left_alone_and_the_log_is_folded(place: Place) -> None:
    """Such as one from before nominees were barred by patron: its bytes mean something else."""

    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            state = evolve_all(Table(), events_of()[:40])
            await checkpoint(store, "T1", state, HOUSE, Ticking()())
            old = Snapshot("T1", 40, "0123456789abcdef", b"barred was a list then")
            await store.keep_snapshot(old)
            found = await restore(store, "T1", lambda key: key == HOUSE.public)
            assert found.folded_from == 0
            assert found.table == evolve_all(Table(), events_of())

    asyncio.run(run())
