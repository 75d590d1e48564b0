"""What both stores promise, asked of both."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from puntobanco.notation.codec import encode
from puntobanco.play.events import ChipsBought, PatronCame, StakePlaced
from puntobanco.play.postings import postings
from puntobanco.record.envelope import NO_HASH, canonical, hash_of
from puntobanco.record.store import (
    Append,
    EventStore,
    OverdrawnError,
    Receipt,
    RequestReusedError,
    SequenceConflictError,
    Snapshot,
    StoreFailedError,
)
from tests.patience import until
from tests.record.conftest import Place
from tests.record.logs import BOOK_NAMES, Ticking, appends, events_of, record, untimed


def with_store(place: Place, *steps: Callable[[EventStore], Awaitable[None]]) -> None:
    """Run each step with a store that is opened anew."""

    async def run() -> None:
        for step in steps:
            store = await place.open(Ticking())
            try:
                await step(store)
            finally:
                await store.close()

    asyncio.run(run())


def small(number: int, expected: int = 0, table: str = "T1", patron: str = "Ann") -> Append:
    return Append(
        table=table,
        expected=expected,
        request=f"small-{number}",
        body=b"body",
        answer=b"answer %d" % number,
        actor="cashier",
        edition="e" * 64,
        rules="r" * 64,
        events=(PatronCame(patron=patron, place=number), ChipsBought(patron=patron, amount=5)),
    )


@pytest.mark.parametrize("book", BOOK_NAMES)
def test_a_game_reads_back_as_it_was_played(place: Place, book: str) -> None:
    async def play(store: EventStore) -> None:
        receipts = await record(store, book=book)
        assert [each.answer for each in receipts[:2]] == [b"answer 1", b"answer 2"]
        assert not any(each.repeated for each in receipts)

    async def read(store: EventStore) -> None:
        kept = await store.read("T1", limit=10**6)
        assert [encode(each.event) for each in kept] == [encode(e) for e in events_of(book=book)]
        assert [each.sequence for each in kept] == list(range(1, len(kept) + 1))
        previous = NO_HASH
        for each in kept:
            assert each.envelope.previous == previous
            assert canonical(each.envelope).decode() == each.text
            previous = hash_of(each.text.encode())
            assert each.hash == previous
        head = (await store.heads())["T1"]
        assert (head.sequence, head.hash) == (len(kept), previous)
        sums: Counter[str] = Counter()
        for event in events_of(book=book):
            for posting in postings(event):
                sums[posting.account] += posting.amount
        assert await store.balances("T1") == dict(sums)
        assert sum(sums.values()) == 0
        assert [each.sequence for each in await store.read("T1", after=7, limit=3)] == [8, 9, 10]
        assert await store.read("T2") == []

    with_store(place, play, read)


def test_a_repeat_gets_the_first_answer_even_when_the_table_has_moved_on(place: Place) -> None:
    async def first(store: EventStore) -> None:
        assert untimed(await store.append(small(1))) == Receipt(1, 2, b"answer 1")
        await store.append(small(2, expected=2))

    async def again(store: EventStore) -> None:
        repeat = replace(small(1), answer=b"another answer", expected=4)
        assert untimed(await store.append(repeat)) == Receipt(1, 2, b"answer 1", repeated=True)
        assert untimed(await store.answered("T1", "small-1")) == Receipt(
            1, 2, b"answer 1", repeated=True
        )
        assert await store.answered("T1", "small-9") is None
        assert len(await store.read("T1")) == 4

    with_store(place, first, again, again)


def test_another_body_or_another_asker_under_a_known_id_is_refused(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await store.append(small(1))
        for other in (
            replace(small(1), body=b"other", expected=2),
            replace(small(1), actor="thief", expected=2),
        ):
            with pytest.raises(RequestReusedError, match="small-1 of table T1"):
                await store.append(other)
        await store.append(replace(small(1), table="T2"))
        assert len(await store.read("T1")) == 2

    with_store(place, run)


def test_an_append_on_an_old_state_changes_nothing(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await store.append(small(1))
        for wrong in (0, 1, 3):
            with pytest.raises(SequenceConflictError, match=f"is at event 2, not at {wrong}"):
                await store.append(small(2, expected=wrong))
        assert await store.answered("T1", "small-2") is None
        assert await store.balances("T1") == {"cage": -5, "rack:Ann": 5}
        await store.append(small(2, expected=2))
        assert await store.balances("T1") == {"cage": -10, "rack:Ann": 10}

    with_store(place, run)


def test_a_refusal_is_an_answer_without_events_and_is_kept(place: Place) -> None:
    refused = replace(small(1), events=(), answer=b"refused")

    async def run(store: EventStore) -> None:
        assert untimed(await store.append(refused)) == Receipt(1, 0, b"refused")
        assert await store.heads() == {}
        await store.append(small(2))

    async def again(store: EventStore) -> None:
        assert untimed(await store.append(refused)) == Receipt(1, 0, b"refused", repeated=True)

    with_store(place, run, again)


def test_of_many_that_race_for_one_sequence_exactly_one_wins(place: Place) -> None:
    async def run(store: EventStore) -> None:
        outcomes = await asyncio.gather(
            *(store.append(small(number)) for number in range(50)), return_exceptions=True
        )
        assert sum(isinstance(each, Receipt) for each in outcomes) == 1
        assert sum(isinstance(each, SequenceConflictError) for each in outcomes) == 49

    with_store(place, run)


def test_the_same_request_sent_many_times_at_once_has_one_effect(place: Place) -> None:
    async def run(store: EventStore) -> None:
        receipts = await asyncio.gather(*(store.append(small(1)) for _ in range(50)))
        assert sum(not each.repeated for each in receipts) == 1
        assert {(each.first, each.last, each.answer) for each in receipts} == {(1, 2, b"answer 1")}
        assert len(await store.read("T1")) == 2

    with_store(place, run)


def test_nobody_stakes_what_is_not_in_his_rack_and_others_in_the_group_go_on(place: Place) -> None:
    stake = StakePlaced(patron="Ann", place=1, wager="tie", amount=6, by="Ann")

    async def run(store: EventStore) -> None:
        await asyncio.gather(store.append(small(1)), store.append(small(1, table="T2")))
        outcomes = await asyncio.gather(
            store.append(replace(small(2, expected=2), events=(stake,))),
            store.append(small(2, expected=2, table="T2")),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], OverdrawnError)
        assert str(outcomes[0]) == "rack:Ann of table T1 would come to -1"
        assert untimed(outcomes[1]) == Receipt(3, 4, b"answer 2")
        assert await store.balances("T1") == {"cage": -5, "rack:Ann": 5}

    with_store(place, run)


def test_a_balance_too_great_to_keep_is_refused_and_hurts_nobody_else(place: Place) -> None:
    much = ChipsBought(patron="Ann", amount=2**62)

    async def run(store: EventStore) -> None:
        await store.append(replace(small(1), events=(PatronCame(patron="Ann"), much)))
        outcomes = await asyncio.gather(
            store.append(replace(small(2, expected=2), events=(much,))),
            store.append(small(1, table="T2")),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], OverdrawnError)
        assert untimed(outcomes[1]) == Receipt(1, 2, b"answer 1")

    with_store(place, run)


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x00b", "\ud800"])
def test_a_name_that_cannot_be_kept_fails_before_it_joins_others(place: Place, name: str) -> None:
    async def run(store: EventStore) -> None:
        wrong = [replace(small(1), table=name), replace(small(1), request=name)]
        if name:
            wrong.append(small(1, patron=name))
        outcomes = await asyncio.gather(
            *(store.append(each) for each in wrong),
            store.append(small(1, table="T2")),
            return_exceptions=True,
        )
        assert all(isinstance(e, AssertionError | UnicodeError) for e in outcomes[:-1]), outcomes
        assert untimed(outcomes[-1]) == Receipt(1, 2, b"answer 1")

    with_store(place, run)


def test_time_never_goes_back_even_when_the_clock_does(place: Place) -> None:
    clock = Ticking(1000)

    async def run() -> None:
        store = await place.open(clock)
        await store.append(small(1))
        clock.now = 10
        await store.append(small(2, expected=2))
        await store.close()
        store = await place.open(Ticking(20))
        await store.append(small(3, expected=4))
        clock.now = 5000
        times = [each.envelope.time for each in await store.read("T1")]
        await store.close()
        assert times == [1001, 1001, 1002, 1002, 1003, 1003]

    asyncio.run(run())


def test_news_name_the_table_and_how_far_it_came(place: Place) -> None:
    async def run(store: EventStore) -> None:
        heard: list[tuple[str, int]] = []
        stop = store.listen(lambda table, sequence: heard.append((table, sequence)))
        await store.append(small(1))
        await store.append(replace(small(2, expected=2), events=()))
        await store.append(small(3, expected=2, table="T1"))
        await store.append(small(1, table="Table with blanks"))
        await until(lambda: len(heard) == 3)
        assert heard == [("T1", 2), ("T1", 4), ("Table with blanks", 2)]
        stop()
        await store.append(small(4, expected=4))
        await asyncio.sleep(0.05)
        assert len(heard) == 3

    with_store(place, run)


def test_the_newest_snapshot_stays(place: Place) -> None:
    async def run(store: EventStore) -> None:
        assert await store.snapshot("T1") is None
        for sequence in (4, 9, 6):
            await store.keep_snapshot(Snapshot("T1", sequence, "form", b"state %d" % sequence))
        assert await store.snapshot("T1") == Snapshot("T1", 9, "form", b"state 9")

    with_store(place, run)


def test_the_log_cannot_be_changed_by_accident(place: Place) -> None:
    async def run(store: EventStore) -> None:
        await store.append(small(1))

    with_store(place, run)
    for statement in (
        "UPDATE event SET hash = ''",
        "DELETE FROM event",
        "UPDATE answer SET answer = answer",
        "DELETE FROM answer",
    ):
        with pytest.raises(Exception, match="the log is append-only"):
            asyncio.run(place.run(statement))
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        asyncio.run(place.run("UPDATE balance SET amount = -1 WHERE account = 'rack:Ann'"))


def test_a_closed_store_takes_nothing(place: Place) -> None:
    async def run() -> None:
        store = await place.open()
        pending = [asyncio.create_task(store.append(each)) for each in appends(coups=2)]
        await asyncio.sleep(0)
        await store.close()
        assert all(isinstance(each, Receipt) for each in await asyncio.gather(*pending))
        with pytest.raises(StoreFailedError, match="not open for writing"):
            await store.append(small(1, table="T2"))
        await store.close()

    asyncio.run(run())


def test_names_in_any_script_come_back(place: Place) -> None:
    name = 'Zoë "Ace" \\ \n\t\x00\x7f\u2028 李\U0001f0a1'.replace("\x00", "\x01")

    async def run(store: EventStore) -> None:
        await store.append(small(1, patron=name))
        first, _ = await store.read("T1")
        event = first.event
        assert isinstance(event, PatronCame)
        assert event.patron == name

    with_store(place, run)
