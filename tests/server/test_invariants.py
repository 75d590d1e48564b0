"""An invariant broken on purpose stops its table at once, is written down, and hurts no other."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from puntobanco.base.cards import card
from puntobanco.house import cage, people
from puntobanco.house.events import TableStopped
from puntobanco.house.tables import release_table, stop_table
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import TableStoppedError
from puntobanco.server.tables.invariants import Invariants
from tests.properties.session import session_of
from tests.properties.watched import Watched, Wish
from tests.server.conftest import (
    FOUNDER,
    Asking,
    add_table,
    betting,
    house,
    run,
    table_added,
)
from tests.server.plants import PLANTS, Plant
from tests.server.test_desk import stake
from tests.sizes import size_of

HOSTILE_COUPS = size_of("watched")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """A journal that nobody reads; the one for developers shows every local of every frame."""
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
        logger_factory=structlog.WriteLoggerFactory(io.StringIO()),
    )
    yield
    structlog.reset_defaults()


def test_a_broken_invariant_stops_its_table_and_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {f"T{chr(65 + place)}": each for place, each in enumerate(PLANTS)}

    async def play() -> None:
        async with house(folder) as casino:
            for name in (*names, "Tz"):
                await add_table(casino, table_added(name))
            other = await betting(casino, "Tz")
            for name, (number, plant) in names.items():
                asking = await betting(casino, name)
                with monkeypatch.context() as patch:
                    with pytest.raises(TableStoppedError, match=f"invariant {number}:"):
                        await plant(Plant(patch, casino, asking, name))
                    with pytest.raises(TableStoppedError):
                        await asking(stake(f"{name}p2"), request="later")
                    assert (await other(stake("Tzp1"))).accepted, plant
                heads = await casino.store.heads()
                written = heads[name].sequence - casino.running_tables[name].desk.table.sequence
                assert written == (1 if number in (4, 5) else 0), (
                    plant
                )  # seen once it is in the log
            await written_down(casino, [(name, number) for name, (number, _) in names.items()])

    async def again() -> None:
        async with house(folder) as casino:
            assert {name for name, each in casino.running_tables.items() if each.desk.stopped} == {
                *names
            }

    run(play())
    run(again())


async def written_down(casino: Casino, broken: list[tuple[str, int]]) -> None:
    """Each stop is in the house's log, and somebody was called."""
    await asyncio.sleep(0.1)
    await casino.house_log.catch_up()
    kept = await casino.store.read(HOUSE_LOG, 0, 10_000)
    stops = {each.event.table: each.event for each in kept if isinstance(each.event, TableStopped)}
    assert list(stops) == [name for name, _ in broken]
    for name, number in broken:
        assert f"invariant {number}:" in stops[name].reason
    alerts = [alert.table for alert in casino.house_log.house.alerts.values()]
    assert sorted(alerts) == sorted(stops)


def test_a_table_that_was_stopped_in_a_coup_is_interrupted_when_it_goes_on(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            asking = await betting(casino, "T1")
            await asking.granted(stake("T1p1"))
            await casino.house_log.change(
                *("stop", FOUNDER, b""), lambda h, now: stop_table(h, "T1", FOUNDER, "a test")
            )

    async def again() -> None:
        async with house(folder) as casino:
            desk = casino.running_tables["T1"].desk
            assert desk.table.patrons["T1p1"].rack == 9_900_00
            await casino.house_log.change(
                *("go-on", FOUNDER, b""), lambda h, now: release_table(h, "T1", FOUNDER, "done")
            )
            await Asking(casino)(r.CloseBetting(by="dealer"), request="late")
            kept = await casino.store.read("T1", 0, 1_000)
            found = [k.event for k in kept if isinstance(k.event, e.IrregularityFound)]
            assert [each.irregularity for each in found] == [Irregularity.INTERRUPTION]
            assert desk.table.patrons["T1p1"].rack == 10_000_00, "RWS 5.4.2: stakes go back"

    run(play())
    run(again())


def test_a_card_that_was_not_promised_is_never_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1", cards="random"))
            asking = await betting(casino, "T1")
            await asking.granted(r.CloseBetting(by="dealer"))
            shoes = casino.running_tables["T1"].shoes
            assert shoes is not None
            due = shoes.shoe.card_at(casino.running_tables["T1"].desk.table.shoe.out)
            other = card("2c") if due is not card("2c") else card("3c")
            monkeypatch.setattr(shoes, "filled", lambda *_: p.CardLeftShoe(card=other))
            with pytest.raises(TableStoppedError, match="invariant 7"):
                await asking(p.CardLeftShoe())

    run(play())


def test_money_that_was_changed_behind_the_log_is_seen_when_the_table_is_taken_up(
    folder: Path,
) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            await betting(casino, "T1")

    run(play())
    thief = sqlite3.connect(folder / "house.db")
    thief.execute("UPDATE balance SET amount = amount + 5 WHERE account = 'rack:T1p1'")
    thief.commit()
    thief.close()

    async def again() -> None:
        async with house(folder) as casino:
            assert "invariant 1" in casino.running_tables["T1"].desk.stopped

    run(again())


def test_whoever_lost_a_right_or_is_excluded_is_refused_when_it_is_decided(folder: Path) -> None:
    """Not when the request came in: it may have waited in between (12, 13)."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            asking = await betting(casino, "T1", patrons=3)
            await casino.house_log.change(
                *("suspend", FOUNDER, b""),
                lambda h, now: people.suspend(h, "T1p1", FOUNDER, "a test"),
            )
            refused = (await asking(stake("T1p1"))).refusal
            assert refused is not None
            assert refused.reason == "not_permitted"
            waiting = asyncio.gather(*(asking(stake("T1p2")) for _ in range(20)))
            excluding = casino.accounts.change(
                *("T1p2", "exclude", "T1p2", b""),
                lambda account, now: cage.exclude(account, None, "T1p2", now),
            )
            await asyncio.gather(waiting, excluding)
            later = [await asking(stake("T1p2")) for _ in range(3)]
            assert {each.refusal.reason for each in later if each.refusal} == {"excluded"}
            assert not any(each.accepted for each in later)
            assert (await asking(stake("T1p3"))).accepted

    run(play())


def test_no_invariant_stops_honest_or_clumsy_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hostile sessions under every book: whatever happens, the invariants hold."""
    real = Watched.do
    watching: dict[int, Invariants] = {}

    def do(watched: Watched, command: Wish) -> e.Events | Refusal:
        before, outcome = watched.table, real(watched, command)
        if not isinstance(outcome, Refusal):
            held = watching.setdefault(id(watched), Invariants())
            held.decided(watched.rules, before, outcome, watched.table)
        return outcome

    monkeypatch.setattr(Watched, "do", do)
    played, seed = 0, 0
    while played < HOSTILE_COUPS:
        played += session_of(seed).play()
        seed += 1
        watching.clear()
