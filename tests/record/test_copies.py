"""Copies: one file from either store, at one moment, and a store of either kind from it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record import copies
from puntobanco.record.audit import audit_store
from puntobanco.record.copies import copy_store, fill_store
from puntobanco.record.postgres import copy as postgres_copy
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import checkpoint
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import EventStore, StoreFailedError, WrongStoreError
from puntobanco.record.transfer import export
from puntobanco.record.verify import Verifier
from tests.record.conftest import Place, PostgresPlace, opened
from tests.record.logs import Ticking, appends, events_of, record

HOUSE = Signer(make_key())
KEPT = {"password": {"Ann": b"\x00\xff", "Zoë": b"one"}, "session": {"s1": b"two"}}


async def _furnish(store: EventStore) -> None:
    """Two tables, one of them signed for, and a cabinet."""
    await record(store, "T1")
    await record(store, "Ünïcode 2", book="nz-division", seed=3)
    await checkpoint(store, "T1", evolve_all(Table(), events_of()[:50]), HOUSE, Ticking()())
    for kind, values in KEPT.items():
        for name, value in values.items():
            await store.keep(kind, name, value)
    await store.keep("ticket", "t1", b"three", 2**62)


async def _held(store: EventStore) -> dict[str, Any]:
    """Everything that a store says of itself."""
    logs = await store.heads()
    return {
        "lines": [line async for line in export(store)],
        "balances": {log: await store.balances(log) for log in logs},
        "snapshots": {log: await store.snapshot(log) for log in logs},
        "kept": {kind: await store.all_kept(kind) for kind in (*KEPT, "ticket")},
        "findings": (await audit_store(store, Verifier(is_signed))).findings,
    }


async def _read(path: Path) -> dict[str, Any]:
    store = SqliteStore.open(path)
    try:
        return await _held(store)
    finally:
        await store.close()


def test_a_copy_of_either_store_holds_all_of_it(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_copy, "CHUNK", 7)

    async def run() -> None:
        target = tmp_path / "copy.db"
        async with opened(place) as store:
            await _furnish(store)
            await copy_store(place.source, target)
            assert [each.name for each in tmp_path.glob("copy.db*")] == ["copy.db"]
            held = await _held(store)
        assert held["findings"] == []
        assert held["snapshots"]["T1"] is not None
        assert held["kept"] == {**KEPT, "ticket": {"t1": b"three"}}
        assert await _read(target) == held
        with sqlite3.connect(target) as copy:
            assert copy.execute("SELECT expires FROM kept WHERE kind = 'ticket'").fetchall() == [
                (2**62,)
            ]

    asyncio.run(run())


def test_either_store_is_made_from_a_copy_and_plays_on(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "CHUNK", 7)
    copy = tmp_path / "copy.db"

    async def run() -> None:
        source = SqliteStore.open(copy)
        await _furnish(source)
        held = await _held(source)
        await source.close()
        async with opened(place) as store:
            await fill_store(store, copy)
            assert await _held(store) == held
            assert (await store.append(next(appends("T1")))).repeated
            for late in list(appends("T1", coups=7))[len(list(appends("T1"))) :]:
                assert not (await store.append(late)).repeated

    asyncio.run(run())


def test_a_store_with_a_house_in_it_takes_no_other(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def run() -> None:
        source = SqliteStore.open(copy)
        await _furnish(source)
        await source.close()
        async with opened(place) as store:
            await record(store, "T9")
            await store.keep("password", "Ann", b"her own")
            with pytest.raises(WrongStoreError, match="there is a house in this database already"):
                await fill_store(store, copy)
            assert list(await store.heads()) == ["T9"]
            assert await store.all_kept("password") == {"Ann": b"her own"}

    asyncio.run(run())


class Meanwhile:
    """Stands for asyncio in a copy: something happens before each part of it is written."""

    def __init__(self, happens: Callable[[], Awaitable[None]]) -> None:
        self._happens = happens

    async def to_thread(self, *given: Any) -> Any:
        """Do something elsewhere."""
        await self._happens()
        return await asyncio.to_thread(*given)


def test_a_copy_is_of_one_moment(
    postgres: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play goes on between its parts; in the copy balances, answers and events still agree."""
    later, copy = appends("T2", seed=2), tmp_path / "copy.db"

    async def run() -> None:
        async with opened(postgres) as store:

            async def play() -> None:
                for append in islice(later, 2):
                    await store.append(append)

            await record(store, "T1")
            await play()
            before = [line async for line in export(store)]
            monkeypatch.setattr(postgres_copy, "CHUNK", 20)
            monkeypatch.setattr(postgres_copy, "asyncio", Meanwhile(play))
            await copy_store(postgres.source, copy)
            held = await _read(copy)
            assert (held["findings"], held["lines"]) == ([], before)
            assert (await store.heads())["T2"].sequence > 20, "it was played on"

    asyncio.run(run())


def test_a_copy_that_fails_leaves_nothing(
    place: Place, postgres: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    there = folder / "there.db"
    there.write_bytes(b"something else")

    async def run() -> None:
        async with opened(place), opened(postgres):
            with pytest.raises(WrongStoreError, match="is already there; name a new file"):
                await copy_store(place.source, there)
            with pytest.raises(WrongStoreError, match="could not be written"):
                await copy_store(place.source, folder / "nowhere" / "copy.db")
            monkeypatch.setitem(postgres_copy.TABLES, "unheard_of", "table_id")
            with pytest.raises(StoreFailedError, match="unheard_of"):
                await copy_store(postgres.source, folder / "copy.db")
        assert [*folder.iterdir()] == [there]
        assert there.read_bytes() == b"something else"

    asyncio.run(run())
