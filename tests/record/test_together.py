"""Several logs in one transaction: all or nothing, once, in both stores."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco.house import events as h
from puntobanco.play.events import ChipsBought, PatronCame
from puntobanco.record.audit import audit_store
from puntobanco.record.logs import account_log
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import LogBrokenError, restore, vouch
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import (
    Append,
    EventStore,
    OverdrawnError,
    Receipt,
    RequestReusedError,
    SequenceConflictError,
    WrongStoreError,
)
from puntobanco.record.transfer import bring_in, export
from puntobanco.record.verify import Verifier
from tests.record.conftest import Place, PostgresPlace, opened
from tests.record.houses import House, one, play, stake
from tests.record.test_stores import with_store

ANN, BEN = account_log("Ann"), account_log("Ben")


def test_a_house_reads_back_and_its_money_adds_up(place: Place, tmp_path: Path) -> None:
    async def run(store: EventStore) -> None:
        receipts = await play(store, House().opened().rest())
        assert [each.last for each in receipts[-4]] == [6, 5]
        assert await store.balances(ANN) == {"outside": -450, "balance": 50, "tables": 400}
        assert await store.balances(BEN) == {
            "outside": -1000,
            "balance": 300,
            "tables": 600,
            "adjustments": 100,
        }
        assert (await store.balances("T1"))["cage"] == -1000
        assert set(await store.heads()) == {"house", "shoe:T1", "T1", ANN, BEN}
        audit = await audit_store(store, Verifier(is_signed))
        assert audit.findings == []
        assert audit.verifier.events == audit.second.events == 20

    async def carry(store: EventStore) -> None:
        lines = [line async for line in export(store)]
        other = SqliteStore.open(tmp_path / "other.db")
        assert (await bring_in(other, lambda: iter(lines), Verifier(is_signed))).findings == []
        assert [line async for line in export(other)] == lines
        assert await other.balances(ANN) == await store.balances(ANN)
        await other.close()

    with_store(place, run, carry)


def test_a_repeat_gets_the_first_answers_of_all(place: Place) -> None:
    house = House().opened().buy("buy", "Ann", 600)
    first: list[list[Receipt]] = []

    async def run(store: EventStore) -> None:
        first.extend(await play(store, house))
        times = [each.time for each in first[-1]]
        envelopes = [(await store.read(log))[-1].envelope for log in ("T1", ANN)]
        assert times == [each.time for each in envelopes]
        assert times[0] == times[1] > 0

    async def again(store: EventStore) -> None:
        repeated = [[replace(each, repeated=True) for each in some] for some in first]
        assert await play(store, house) == repeated
        assert await store.answered(ANN, "buy") == repeated[-1][1]
        assert (await store.balances(ANN))["balance"] == 400

    with_store(place, run, again, again)


def test_a_request_known_to_one_of_its_logs_only_is_refused(place: Place) -> None:
    async def run(store: EventStore) -> None:
        house = House().opened()
        await play(store, house)
        await store.append(one(ANN, "buy", expected=2))
        bundle = house.buy("buy", "Ann", 600).bundles[-1]
        with pytest.raises(RequestReusedError, match="request buy of account Ann") as caught:
            await store.append_together(bundle)
        assert caught.value.table == ANN
        assert (await store.balances("T1")) == {}
        await store.append_together([replace(each, request="buy-again") for each in bundle])
        other = [replace(bundle[0], request="buy-again", body=b"other"), bundle[1]]
        with pytest.raises(RequestReusedError, match="of table T1"):
            await store.append_together([other[0], replace(other[1], request="buy-again")])

    with_store(place, run)


def test_what_is_wrong_in_one_log_leaves_the_others_as_they_were(place: Place) -> None:
    async def run(store: EventStore) -> None:
        house = House().opened().buy("buy", "Ann", 600)
        await play(store, house)
        heads = await store.heads()
        too_much = House(house.lengths.copy()).buy("more", "Ann", 401).bundles[0]
        with pytest.raises(OverdrawnError, match=r"^balance of account Ann would come to -1$"):
            await store.append_together(too_much)
        for late in (0, 1):
            bundle = House(house.lengths.copy()).buy("late", "Ann", 1).bundles[0]
            wrong = bundle[late]
            bundle[late] = replace(wrong, expected=wrong.expected - 1)
            with pytest.raises(SequenceConflictError) as caught:
                await store.append_together(bundle)
            assert caught.value.table == wrong.table
        assert await store.heads() == heads
        assert await store.answered("T1", "more") is None
        assert (await store.balances(ANN))["balance"] == 400

    with_store(place, run)


def test_bundles_that_share_a_transaction_see_each_other(place: Place) -> None:
    async def run(store: EventStore) -> None:
        house = House().opened()
        await play(store, house)
        length = house.lengths
        commands = [House(length.copy()).buy(f"buy-{n}", "Ann", 300).bundles[0] for n in range(9)]
        outcomes = await asyncio.gather(
            *(store.append_together(each) for each in commands),
            store.append(one("T9", "other", PatronCame(patron="Ann"))),
            return_exceptions=True,
        )
        assert sum(isinstance(each, list) for each in outcomes) == 1
        assert sum(isinstance(each, SequenceConflictError) for each in outcomes) == 8
        assert isinstance(outcomes[-1], Receipt)
        assert (await audit_store(store, Verifier(is_signed))).findings == []

    with_store(place, run)


def test_two_processes_never_spend_one_balance_twice(postgres: PostgresPlace) -> None:
    async def run() -> None:
        async with opened(postgres) as first, opened(postgres) as second:
            await play(first, House().opened())
            bought = 0

            async def spend(store: EventStore, who: str) -> None:
                nonlocal bought
                for number in range(60):
                    heads = await store.heads()
                    house = House()
                    house.lengths.update({log: head.sequence for log, head in heads.items()})
                    bundle = house.buy(f"{who}-{number}", "Ann", 150).bundles[0]
                    try:
                        await store.append_together(bundle)
                        bought += 150
                    except (SequenceConflictError, OverdrawnError):
                        pass

            await asyncio.gather(spend(first, "first"), spend(second, "second"))
            assert bought == 900
            assert (await first.balances(ANN))["balance"] == 100
            assert (await audit_store(second, Verifier(is_signed))).findings == []

    asyncio.run(run())


def test_a_bundle_names_each_log_once_under_one_request(place: Place) -> None:
    async def run(store: EventStore) -> None:
        first, second = one("T1", "a"), one("T2", "a")
        for wrong in ([], [first, first], [first, replace(second, request="b")]):
            with pytest.raises(AssertionError):
                await store.append_together(wrong)
        with pytest.raises(AssertionError, match="not an event of a log of kind account"):
            await store.append(one(ANN, "a", stake(1)))
        assert [each.time for each in await store.append_together([first, second])] == [0, 0]

    with_store(place, run)


def test_the_database_itself_refuses_a_negative_balance(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await play(store, House().opened())

    with_store(place, run)
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        asyncio.run(place.run("UPDATE balance SET amount = -1 WHERE account = 'balance'"))
    asyncio.run(place.run("UPDATE balance SET amount = -1 WHERE account = 'outside'"))


def test_other_logs_are_signed_for_without_a_state(place: Place) -> None:
    signer = Signer(make_key())

    async def run(store: EventStore) -> None:
        await play(store, House().opened())
        for log in ("house", ANN):
            await vouch(store, log, signer, 1)
            assert [each.size for each in await store.checkpoints(log)] == [
                (await store.heads())[log].sequence
            ]
        audit = await audit_store(store, Verifier(is_signed, [signer.public]))
        assert (audit.findings, audit.verifier.statements) == ([], 2)
        with pytest.raises(
            LogBrokenError, match="event 1 of account Ann is not an event of a table"
        ):
            await restore(store, ANN)

    with_store(place, run)


# --- a copy while it runs -----------------------------------------------------------------------


def test_a_running_house_is_copied_whole(tmp_path: Path) -> None:
    """A copy taken between the two logs of a bundle would not add up."""

    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        await store.keep("password", "Ann", b"hash")
        stop = threading.Event()

        async def work(name: str) -> int:
            paid = h.MoneyPaidIn(account=name, amount=10**9, by="cashier")
            await store.append(one(account_log(name), "pay", paid))
            await store.append(one(f"of-{name}", "come", PatronCame(patron=name)))
            number = 1
            while not stop.is_set():
                await store.append_together(buying(name, number))
                number += 1
            return number

        working = [asyncio.create_task(work(f"W{each}")) for each in range(5)]
        for copy in range(3):
            await asyncio.sleep(0.1)
            await store.backup(tmp_path / f"copy-{copy}.db")
        stop.set()
        assert min(await asyncio.gather(*working)) > 3
        await store.close()
        sizes = []
        for copy in range(3):
            other = SqliteStore.open(tmp_path / f"copy-{copy}.db")
            assert (await audit_store(other, Verifier(is_signed))).findings == []
            assert await other.kept("password", "Ann") == b"hash"
            sizes.append(sum(head.sequence for head in (await other.heads()).values()))
            await other.close()
        assert 10 < sizes[0] < sizes[1] < sizes[2]
        assert not list(tmp_path.glob("*.partial*"))

    asyncio.run(run())


def buying(name: str, number: int) -> list[Append]:
    """The bundle that brings a table and an account from so many events to one more."""
    table, request = f"of-{name}", f"buy-{number}"
    to = h.MoneyToTable(account=name, table=table, amount=number)
    return [
        one(table, request, ChipsBought(patron=name, amount=number), expected=number),
        one(account_log(name), request, to, expected=number),
    ]


def test_a_copy_needs_a_new_name_and_a_place(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        await store.backup(tmp_path / "copy.db")
        with pytest.raises(WrongStoreError, match="is already there; name a new file"):
            await store.backup(tmp_path / "copy.db")
        with pytest.raises(WrongStoreError, match=r"no folder/copy\.db could not be written"):
            await store.backup(tmp_path / "no folder" / "copy.db")
        await store.close()

    asyncio.run(run())


def test_a_copy_of_an_earlier_state_still_checks_out(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        await play(store, House().opened().rest())
        await store.backup(tmp_path / "copy.db")
        await store.close()
        with sqlite3.connect(tmp_path / "copy.db") as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        other = SqliteStore.open_to_read(tmp_path / "copy.db")
        assert (await audit_store(other, Verifier(is_signed))).findings == []
        await other.close()

    asyncio.run(run())
