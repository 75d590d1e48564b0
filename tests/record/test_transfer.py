"""Logs that travel: out of one store and into another, with nothing lost and nothing forged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record import transfer
from puntobanco.record.audit import audit_store
from puntobanco.record.envelope import Head
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import checkpoint
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import EventStore, RequestReusedError, Rows, WrongStoreError
from puntobanco.record.transfer import bring_in, export
from puntobanco.record.verify import Verifier
from tests.record.conftest import Place, opened
from tests.record.logs import Ticking, appends, events_of, record

HOUSE = Signer(make_key())


async def two_tables(store: EventStore) -> list[str]:
    await record(store, "T1")
    await record(store, "Ünïcode 2", book="nz-division", seed=3)
    await checkpoint(store, "T1", evolve_all(Table(), events_of()[:50]), HOUSE, Ticking()())
    return [line async for line in export(store)]


def test_what_goes_out_comes_in_the_same_and_plays_on(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(place) as store:
            lines = await two_tables(store)
            other = SqliteStore.open(tmp_path / "other.db")
            verifier = await bring_in(other, lambda: iter(lines), Verifier(is_signed))
            assert verifier.findings == []
            assert [line async for line in export(other)] == lines
            assert await other.balances("T1") == await store.balances("T1")
            assert (await audit_store(other, Verifier(is_signed))).findings == []
            first = next(appends())
            assert (await other.append(first)).repeated
            with pytest.raises(RequestReusedError):
                await other.append(
                    next(appends(book="nz-division")).__class__(
                        **{
                            **{name: getattr(first, name) for name in first.__struct_fields__},
                            "body": b"another",
                        }
                    )
                )
            with pytest.raises(WrongStoreError, match="table T1 is already in this database"):
                await bring_in(other, lambda: iter(lines), Verifier(is_signed))
            await other.close()

    asyncio.run(run())


def test_into_either_store(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        source = SqliteStore.open(tmp_path / "source.db")
        lines = await two_tables(source)
        async with opened(place) as store:
            await bring_in(store, lambda: iter(lines), Verifier(is_signed))
            assert [line async for line in export(store)] == lines
            with pytest.raises(WrongStoreError, match="already in this database"):
                await bring_in(store, lambda: iter(lines), Verifier(is_signed))
            assert [line async for line in export(store)] == lines
            await source.close()

    asyncio.run(run())


def test_nothing_of_a_forged_log_comes_in(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        source = SqliteStore.open(tmp_path / "source.db")
        lines = await two_tables(source)
        lines[30] = lines[30].replace("0", "1", 1)
        async with opened(place) as store:
            verifier = await bring_in(store, lambda: iter(lines), Verifier(is_signed))
            assert verifier.findings
            assert await store.heads() == {}
            await source.close()

    asyncio.run(run())


def test_some_tables_of_a_running_house_can_be_exported(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await two_tables(store)
            lines = [line async for line in export(store, ["T1"])]
            assert not any("nïcode" in line for line in lines)
            begun = export(store, ["T1"])
            await anext(begun)
            for late in list(appends("T1", coups=7))[len(list(appends("T1"))) :]:
                await store.append(late)
            longer = evolve_all(Table(), events_of(coups=7))
            await checkpoint(store, "T1", longer, HOUSE, Ticking()())
            assert [line async for line in begun] == lines[1:], "nor what was signed meanwhile"

    asyncio.run(run())


def test_a_long_log_comes_in_by_parts_and_whole_or_not_at_all(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "CHUNK", 7)

    async def run() -> None:
        source = SqliteStore.open(tmp_path / "source.db")
        lines = await two_tables(source)
        await source.close()
        async with opened(place) as store:
            adopt, parts = store.adopt, list[Rows]()

            async def broken(chunks: Iterable[Rows]) -> None:
                def some() -> Iterator[Rows]:
                    for each in chunks:
                        if len(parts) == 4:
                            raise WrongStoreError("no more room")
                        parts.append(each)
                        yield each

                await adopt(some())

            monkeypatch.setattr(store, "adopt", broken)
            with pytest.raises(WrongStoreError, match="no more room"):
                await bring_in(store, lambda: iter(lines), Verifier(is_signed))
            assert len(parts) == 4
            assert await store.heads() == {}, "what had come in already is gone again"
            monkeypatch.setattr(store, "adopt", adopt)
            await bring_in(store, lambda: iter(lines), Verifier(is_signed))
            assert [line async for line in export(store)] == lines

    asyncio.run(run())


def test_a_long_log_goes_out_by_parts(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, nothing is asked of the store that is longer than a part."""
    most: dict[str, int] = {}

    def counting(asked: Callable[..., Any], name: str) -> Callable[..., Any]:
        async def counted(*given: Any, **more: Any) -> Any:
            found = await asked(*given, **more)
            most[name] = max(most.get(name, 0), len(found))
            return found

        return counted

    async def run() -> None:
        async with opened(place) as store:
            whole = await two_tables(store)
            for name in ("read", "answers"):
                monkeypatch.setattr(store, name, counting(getattr(store, name), name))
            monkeypatch.setattr(transfer, "CHUNK", 7)
            assert [line async for line in export(store)] == whole
            assert most == {"read": 7, "answers": 7}

    asyncio.run(run())


def test_requests_are_named_in_the_order_of_their_events(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, "T1")
            requests = await store.requests("T1")
            assert requests == [each.request for each in appends("T1")]
            answers = await store.answers("T1", requests)
            assert [each.request for each in answers] == requests
            assert answers[0].first == 1
            assert all(one.last < two.first for one, two in pairwise(answers))
            some = [requests[9], "unheard of", requests[3]]
            assert await store.answers("T1", some) == [answers[9], answers[3]]
            assert await store.answers("T2", requests) == []

    asyncio.run(run())


def test_rows_that_the_database_itself_refuses_do_not_come_in(place: Place) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, "T2")
            overdrawn = Rows(balances={("T1", "rack:Ann"): -5})
            with pytest.raises(WrongStoreError, match="the rows do not fit this database"):
                await store.adopt([Rows(heads={"T1": Head(1, "f" * 64, 1)}), overdrawn])
            assert list(await store.heads()) == ["T2"]
            assert store.failure == "", "it plays on"
            await record(store, "T3")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE balance SET amount = amount + 5 WHERE account = 'float'", "float is kept as"),
        ("UPDATE head SET sequence = sequence - 1", "the log ends at event"),
        ("UPDATE event SET envelope = replace(envelope, 'Patron 2', 'Patron 1')", "was changed"),
        ("DELETE FROM event WHERE sequence = 12", "event 12 should stand here, after event 11"),
        ("DELETE FROM event WHERE sequence > 45", "the log ends at event 45"),
        ("DELETE FROM answer WHERE request = 'request-4'", "request request-4 has no answer"),
        ("UPDATE snapshot SET sequence = 49", "another state than the snapshot has"),
        ("UPDATE event SET sequence = -sequence WHERE sequence = 20", "event 20 should stand here"),
    ],
)
def test_tampering_in_the_database_is_found(place: Place, statement: str, sentence: str) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store, "T1")
            await checkpoint(store, "T1", evolve_all(Table(), events_of()[:50]), HOUSE, Ticking()())
            assert (await audit_store(store, Verifier(is_signed))).findings == []
            await place.unlock()
            await place.run(statement)
            found = (await audit_store(store, Verifier(is_signed))).findings
            assert any(sentence in each for each in found), found

    asyncio.run(run())
