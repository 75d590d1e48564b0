"""A house that was down applies the book's interruption clause, and keeps every bet it took."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from puntobanco.base.cards import card
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Dealing, Table
from puntobanco.record.names import own_id
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.casino.running import AWAY, Casino
from puntobanco.server.tables.croupier import Tempo
from tests.server.conftest import add_table, betting, house, run, table_added


async def events_of(casino: Casino) -> list[e.Event]:
    kept = await casino.store.read("T1", 0, 100_000)
    return [each.event for each in kept]  # type: ignore[misc]


def interruption(events: list[e.Event]) -> list[e.Event]:
    """The events from the last interruption on."""
    places = [
        place
        for place, event in enumerate(events)
        if isinstance(event, e.IrregularityFound)
        and event.irregularity is Irregularity.INTERRUPTION
    ]
    return events[places[-1] :] if places else []


def clauses(events: list[e.Event]) -> set[str]:
    return {str(clause) for event in events for clause in event.clauses}


def stake(patron: str, wager: str) -> r.PlaceStake:
    place = int(patron[-1])
    return r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=100_00)


CARDS = {
    "bets": "",
    "closed": "close",
    "two-cards": "close 9s 2h",
    "natural": "close 9s 2h Kd 3c",
    "third": "close 2s 3h 2d 3c",
}


async def reach(folder: Path, book: str, until: str) -> Table:
    async with house(folder) as casino:
        await add_table(casino, table_added(book=book, settings={"minimum": "10"}))
        asking = await betting(casino)
        await asking.granted(stake("T1p1", "banker"))
        await asking.granted(stake("T1p2", "player"))
        for word in CARDS[until].split():
            if word == "close":
                await asking.granted(r.CloseBetting(by="dealer"))
            else:
                await asking.granted(p.CardLeftShoe(card=card(word)))
        return casino.running_tables["T1"].desk.table


@pytest.mark.parametrize("book", ["rws-wins-on", "rws-super-six-plus"])
@pytest.mark.parametrize("until", CARDS)
def test_rws_5_4(folder: Path, book: str, until: str) -> None:
    """5.4.1: an established outcome stands; 5.4.2: otherwise the coup is void, stakes go back."""

    async def play() -> None:
        before = await reach(folder, book, until)
        async with house(folder) as casino:
            ruled = interruption(await events_of(casino))
            table = casino.running_tables["T1"].desk.table
            if until in ("natural", "third"):  # whether there is a pair is beyond doubt by then
                assert "5.4.1" in clauses(ruled)
                assert isinstance(table.stage, Dealing)
                assert table.stage.stakes == before.stage.stakes  # type: ignore[union-attr]
            else:
                assert "5.4.2" in clauses(ruled)
                assert any(isinstance(event, e.CoupVoided) for event in ruled)
                racks = {name: patron.rack for name, patron in table.patrons.items()}
                assert racks == {"T1p1": 10_000_00, "T1p2": 10_000_00}

    run(play())


@pytest.mark.parametrize(("book", "clause"), [("mbs", "default:6"), ("nz-division", "2.1")])
@pytest.mark.parametrize("until", ["bets", "two-cards"])
def test_real_cards_where_the_book_is_silent(
    folder: Path, book: str, clause: str, until: str
) -> None:
    async def play() -> None:
        await reach(folder, book, until)
        async with house(folder) as casino:
            ruled = interruption(await events_of(casino))
            assert clause in clauses(ruled)
            assert casino.running_tables["T1"].desk.table.halts, "the floor is asked"

    run(play())


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("rws-wins-on", {}),
        ("rws-super-six-plus", {"style": "face-down"}),
        ("mbs", {}),
        ("nz-division", {"style": "B"}),
        ("nz-division", {"equipment": "continuous-shuffler"}),
    ],
)
def test_a_random_shoe_goes_on_after_each_of_many_restarts(
    folder: Path, book: str, options: dict[str, str]
) -> None:
    async def play() -> None:
        wanted = table_added(book=book, options=options, cards="random", pace="clock")
        async with house(folder) as casino:
            await add_table(casino, wanted)
        interrupted = 0
        for number in range(12):
            async with house(folder) as casino:
                desk = casino.running_tables["T1"].desk
                start = desk.table.sequence
                while desk.table.sequence < start + 1 + 2 * number:
                    await asyncio.sleep(0.001)
                assert not desk.stopped
            table = desk.table  # as it was left: it may have gone on while the house closed
            if isinstance(table.stage, Betting | Dealing):
                interrupted += 1
                await _check(folder, book, table)
        assert interrupted, "some restart must have come in the middle of a coup"

    run(play())


async def _check(folder: Path, book: str, before: Table) -> None:
    async with house(folder, tempo=FROZEN) as casino:
        ruled = interruption(await events_of(casino))
        cited = clauses(ruled)
        assert cited & ({"5.4.1", "5.4.2"} if book.startswith("rws") else {"default:28"}), cited
        shoes = casino.running_tables["T1"].shoes
        assert shoes is not None
        assert shoes.agrees(before), "the promised shoe is the one that is dealt"


FROZEN = Tempo(3600, 3600, 3600, 3600, 3600, 3600, 3600)
"""Nothing more happens for an hour."""


def test_nothing_that_waited_comes_before_it(folder: Path) -> None:
    """A process that alone was silent for too long holds its tables, then lets them go on."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            await asking.granted(stake("T1p1", "banker"))
            running = casino.running_tables["T1"]
            running.hold(AWAY)
            before = running.desk.table.sequence
            running.interrupted("restart")
            await running.interruption_applied()
            assert running.desk.table.sequence == before, "a held table moves no money"
            running.hold("")
            await running.send_away("T1p2", own_id("excluded", "now"))
            await running.interruption_applied()
            found = (await events_of(casino))[before:]
            assert interruption(found) == found, "it comes first"
            assert isinstance(found[-1], e.PatronWent)

    run(play())
