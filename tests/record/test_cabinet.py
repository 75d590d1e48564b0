"""What both stores keep beside their logs: values that are taken once, and leases."""

from __future__ import annotations

import asyncio

import pytest

from puntobanco.record.envelope import Head
from puntobanco.record.postgres.store import PostgresStore
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import EventStore, Rows, StoreFailedError, WrongStoreError
from puntobanco.record.transfer import export
from tests.record.conftest import Place, PostgresPlace, SqlitePlace, opened
from tests.record.logs import Ticking
from tests.record.test_stores import small, with_store


def test_a_value_stays_until_another_takes_its_place(place: Place) -> None:
    async def write(store: EventStore) -> None:
        assert await store.kept("password", "Ann") is None
        await store.keep("password", "Ann", b"first")
        await store.keep("password", "Ann", b"\x00second")
        await store.keep("password", "李", b"")
        await store.keep("session", "Ann", b"other kind")

    async def read(store: EventStore) -> None:
        assert await store.kept("password", "Ann") == b"\x00second"
        assert await store.all_kept("password") == {"Ann": b"\x00second", "李": b""}
        assert await store.all_kept("nothing") == {}

    async def drop(store: EventStore) -> None:
        await store.drop("password", "Ann")
        await store.drop("password", "Ann")
        assert await store.kept("password", "Ann") is None
        assert await store.kept("session", "Ann") == b"other kind"

    with_store(place, write, read, drop)


def test_what_has_expired_is_not_there(place: Place) -> None:
    clock = Ticking(1000)

    async def run() -> None:
        store = await place.open(clock)
        await store.keep("ticket", "short", b"a", 1100)
        await store.keep("ticket", "long", b"b", 5000)
        await store.keep("ticket", "ever", b"c")
        assert await store.kept("ticket", "short") == b"a"
        clock.now = 1100
        assert await store.kept("ticket", "short") is None
        assert await store.all_kept("ticket") == {"ever": b"c", "long": b"b"}
        await store.keep("ticket", "short", b"new", 1200)
        clock.now = 1200
        assert await store.take("ticket", "short") is None
        await store.keep("ticket", "short", b"a", 1100)
        assert await store.sweep(1099) == 0
        assert await store.sweep(1100) == 1
        assert await store.sweep(10**15) == 1
        assert await place.run("SELECT name FROM kept") == [("ever",)]
        await store.close()

    asyncio.run(run())


def test_of_many_takers_one_gets_it(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await store.keep("name", "Ann", b"value")
        taken = await asyncio.gather(*(store.take("name", "Ann") for _ in range(20)))
        assert [each for each in taken if each is not None] == [b"value"]
        assert await store.kept("name", "Ann") is None

    with_store(place, run)


def test_two_processes_take_one_ticket_once(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as one, opened(postgres) as other:
            for number in range(20):
                await one.keep("ticket", "t", b"%d" % number)
                taken = await asyncio.gather(*(each.take("ticket", "t") for each in (one, other)))
                assert sorted(taken, key=bool) == [None, b"%d" % number]

    asyncio.run(run())


def test_a_value_is_exchanged_only_for_the_one_that_was_found(place: Place) -> None:
    clock = Ticking(1000)

    async def run() -> None:
        store = await place.open(clock)
        assert not await store.exchange("count", "Ann", b"0", b"1")
        assert await store.exchange("count", "Ann", None, b"1", 1100)
        assert not await store.exchange("count", "Ann", None, b"2")
        assert not await store.exchange("count", "Ann", b"0", b"2")
        assert await store.kept("count", "Ann") == b"1"
        assert await store.exchange("count", "Ann", b"1", b"2", 1200)
        clock.now = 1190
        assert await store.kept("count", "Ann") == b"2"
        assert not await store.exchange("count", "Ann", None, b"3")
        clock.now = 1200
        assert await store.exchange("count", "Ann", None, b"3")
        assert not await store.exchange("count", "Ann", None, b"4")
        assert await place.run("SELECT * FROM kept") == [("count", "Ann", b"3", None)]
        await store.close()

    asyncio.run(run())


def test_of_many_who_exchange_one_value_one_succeeds(place: Place) -> None:
    async def run(store: EventStore) -> None:
        for before in (None, b"first"):
            tries = (store.exchange("name", "Ann", before, b"%d" % each) for each in range(20))
            done = await asyncio.gather(*tries)
            assert sum(done) == 1
            assert await store.kept("name", "Ann") == b"%d" % done.index(True)
            await store.keep("name", "Ann", b"first")

    with_store(place, run)


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x00b", "\ud800"])
def test_an_impossible_name_finds_nothing_and_hurts_nobody(place: Place, name: str) -> None:
    async def run(store: EventStore) -> None:
        assert await store.kept("ticket", name) is None
        assert await store.take("ticket", name) is None
        await store.drop("ticket", name)
        with pytest.raises(AssertionError):
            await store.keep("ticket", name, b"value")
        with pytest.raises(AssertionError):
            await store.keep("ticket", "name", b"value", 2**63)
        await store.append(small(1))

    with_store(place, run)


def test_the_cabinet_is_not_exported(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await store.append(small(1))
        lines = [line async for line in export(store)]
        await store.keep("password", "Ann", b"secret")
        assert [line async for line in export(store)] == lines

    with_store(place, run)


def test_a_closed_cabinet_takes_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path_factory.mktemp("closed") / "house.db")
        assert await store.lease("clock", "one", 10)
        await store.close()
        assert not await store.lease("clock", "one", 10)
        with pytest.raises(StoreFailedError):
            await store.keep("ticket", "t", b"value")

    asyncio.run(run())


# --- leases -----------------------------------------------------------------------------------


def test_a_lease_has_one_owner_until_it_is_over(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as one, opened(postgres) as other:
            assert await one.lease("T1", "one", 30)
            assert not await other.lease("T1", "other", 30)
            assert await other.lease("T2", "other", 30)
            assert await one.lease("T1", "one", 0.05)
            await asyncio.sleep(0.2)
            assert await other.lease("T1", "other", 30)
            assert not await one.lease("T1", "one", 30)
            await one.release("T1", "one")
            assert not await one.lease("T1", "one", 30)
            await other.release("T1", "other")
            assert await one.lease("T1", "one", 30)

    asyncio.run(run())


def test_of_many_who_want_a_lease_one_gets_it(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as one, opened(postgres) as other:
            got = await asyncio.gather(
                *((one, other)[n % 2].lease("T1", f"owner {n}", 30) for n in range(20))
            )
            assert sum(got) == 1

    asyncio.run(run())


def test_the_owner_of_a_file_holds_every_lease(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = SqlitePlace(tmp_path_factory.mktemp("leases") / "house.db")

    async def run() -> None:
        async with opened(place) as store:
            assert await store.lease("T1", "one", 0.01)
            await store.release("T1", "one")
            reader = SqliteStore.open_to_read(place.path)
            assert not await reader.lease("T1", "two", 10)
            await reader.close()

    asyncio.run(run())


def test_a_cabinet_that_is_not_there_is_said_so(postgres: PostgresPlace) -> None:
    async def run() -> None:
        store = await PostgresStore.open(postgres.source)
        await postgres.run("DROP TABLE kept")
        with pytest.raises(StoreFailedError, match="the database refused this"):
            await store.kept("ticket", "t")
        await store.close()

    asyncio.run(run())


def test_what_one_wish_cannot_do_undoes_no_other(place: Place) -> None:
    async def run() -> None:
        store = await place.open()
        await store.append(small(1))
        head = (await store.heads())["T1"]
        await store.keep("a", "taken", b"1")
        done = await asyncio.gather(
            store.keep("a", "first", b"1"),
            store.take("a", "taken"),
            store.take("a", "taken"),
            store.adopt([Rows(heads={"T2": Head(1, "f" * 64, 1)}), Rows(heads={"T1": head})]),
            store.keep("a", "last", b"1"),
            return_exceptions=True,
        )
        assert sorted(map(str, done[1:3])) == ["None", "b'1'"]
        assert isinstance(done[3], WrongStoreError)
        assert "table T1 is already in this database" in str(done[3])
        assert await store.all_kept("a") == {"first": b"1", "last": b"1"}
        assert await store.heads() == {"T1": head}
        await store.close()

    asyncio.run(run())
