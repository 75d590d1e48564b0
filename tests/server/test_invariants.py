"""An invariant broken on purpose stops its table at once, is written down, and hurts no other."""

from __future__ import annotations

import asyncio
import io
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from puntobanco.base.cards import card
from puntobanco.house import cage, people
from puntobanco.house.events import TableStopped
from puntobanco.house.tables import release_table, stop_table
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Table, TapeCard
from puntobanco.record.group import Outcome
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.store import Chain, StoreError
from puntobanco.rules.coup import Winner
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot
from puntobanco.server import deciding as deciding_module
from puntobanco.server import invariants
from puntobanco.server.casino import Casino
from puntobanco.server.invariants import Invariants
from puntobanco.server.wishes import TableStoppedError
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

HOSTILE_COUPS = int(os.environ.get("PUNTO_WATCHED", "300"))


def stake(patron: str, amount: int = 100_00, wager: str = "banker") -> r.PlaceStake:
    return r.PlaceStake(by=patron, patron=patron, place=int(patron[-1]), wager=wager, amount=amount)


class Plant:
    """What each of these does to the server, for one table only."""

    def __init__(
        self, patch: pytest.MonkeyPatch, casino: Casino, asking: Asking, name: str
    ) -> None:
        self.patch, self.casino, self.asking, self.name = patch, casino, asking, name
        self.one, self.two = f"{name}p1", f"{name}p2"
        self.desk = casino.stations[name].desk

    def evolving(self, change: Callable[[Table, e.Event], Table]) -> None:
        """Have folding go wrong after an event of somebody at the table."""

        def wrong(table: Table, events: e.Events) -> tuple[Table, ...]:
            folded = []
            for event in events:
                table = evolve(table, event)
                if getattr(event, "patron", "").startswith(self.name):
                    table = change(table, event)
                folded.append(table)
            return tuple(folded)

        self.patch.setattr(deciding_module, "states", wrong)

    def deciding(self, kind: type, change: Callable[[Table, Any], Any]) -> None:
        """Have the table decide something else than the book demands."""
        for name in ("decide", "rule_on"):
            real = getattr(deciding_module, name)

            def wrong(rules: Any, table: Table, message: Any, *rest: Any, real: Any = real) -> Any:
                outcome = real(rules, table, message, *rest)
                ours = isinstance(message, kind) and self.one in table.patrons
                return change(table, outcome) if ours else outcome

            self.patch.setattr(deciding_module, name, wrong)

    async def bet(self) -> None:
        """Somebody at the table bets."""
        await self.asking(stake(self.one))

    async def closed(self) -> None:
        """Bets are down and betting is closed."""
        await self.asking.granted(stake(self.one))
        await self.asking.granted(stake(self.two, wager="player"))
        await self.asking.granted(r.CloseBetting(by="dealer"))

    async def dealt(self) -> None:
        """A coup that only has to be settled."""
        await self.closed()
        for face in ("9s", "2h", "Kd", "3c"):
            await self.asking.granted(p.CardLeftShoe(card=card(face)))
        called = p.ResultCalled(player_total=9, banker_total=5, winner=Winner.PLAYER)
        await self.asking.granted(called)


async def more_chips(plant: Plant) -> None:
    def change(table: Table, event: e.Event) -> Table:
        patron = table.patrons[plant.one]
        richer = {**table.patrons, plant.one: replace(patron, rack=patron.rack + 1)}
        return replace(table, patrons=richer)

    plant.evolving(change)
    await plant.bet()


async def somebody_elses_chips(plant: Plant) -> None:
    def change(table: Table, event: e.Event) -> Table:
        patron = table.patrons[plant.two]
        poorer = {**table.patrons, plant.two: replace(patron, rack=patron.rack - 1)}
        return replace(table, patrons=poorer)

    plant.evolving(change)
    await plant.bet()


async def more_on_the_layout(plant: Plant) -> None:
    def change(table: Table, event: e.Event) -> Table:
        assert isinstance(table.stage, Betting)
        stakes = {key: 2 * amount for key, amount in table.stage.stakes.items()}
        return replace(table, stage=replace(table.stage, stakes=stakes))

    plant.evolving(change)
    await plant.bet()


async def less_than_nothing(plant: Plant) -> None:
    plant.deciding(
        r.PlaceStake, lambda table, events: (replace(events[0], amount=20_000_00), *events[1:])
    )
    await plant.bet()


async def settled_twice(plant: Plant) -> None:
    await plant.dealt()
    plant.deciding(r.Settle, lambda table, events: (events[0], *events))
    await plant.asking(r.Settle(by="dealer"))


async def not_settled(plant: Plant) -> None:
    await plant.dealt()
    plant.deciding(r.Settle, lambda table, events: events[1:])
    await plant.asking(r.Settle(by="dealer"))


async def paid_too_much(plant: Plant) -> None:
    await plant.dealt()

    def change(table: Table, events: Any) -> Any:
        return tuple(
            replace(event, profit=event.profit + 1)
            if isinstance(event, e.StakeSettled) and event.profit > 0
            else event
            for event in events
        )

    plant.deciding(r.Settle, change)
    await plant.asking(r.Settle(by="dealer"))


def _changed(plant: Plant, chain: Chain, outcome: Outcome, **what: int) -> Outcome:
    """What the plant's own table is told of an append, with something changed in it."""
    if isinstance(outcome, StoreError) or chain.table != plant.name:
        return outcome
    return [replace(each, **what) for each in outcome]


async def time_goes_back(plant: Plant) -> None:
    store = plant.casino.store
    real = store.append_chain

    async def dated_back(chain: Chain) -> list[Outcome]:
        outcomes = await real(chain)
        return [_changed(plant, chain, each, time=1) for each in outcomes]

    await plant.bet()
    plant.patch.setattr(store, "append_chain", dated_back)
    await plant.asking(stake(plant.two))


async def a_number_is_left_out(plant: Plant) -> None:
    store = plant.casino.store
    real = store.append_chain

    async def skipping(chain: Chain) -> list[Outcome]:
        outcomes = await real(chain)
        return [_changed(plant, chain, each, first=chain.sequence + 2) for each in outcomes]

    plant.patch.setattr(store, "append_chain", skipping)
    await plant.bet()


async def a_peeked_card(plant: Plant) -> None:
    def change(table: Table, event: e.Event) -> Table:
        assert isinstance(table.stage, Betting)
        peeked = TapeCard(Slot.P1, face_up=False, touched=True)
        return replace(table, stage=replace(table.stage, tape=(peeked,)))

    plant.evolving(change)
    await plant.bet()


async def a_card_in_the_wrong_hand(plant: Plant) -> None:
    await plant.closed()
    wrong = e.CardDealt(slot=Slot.B2, face_up=True, card=card("9s"))
    plant.deciding(p.CardLeftShoe, lambda table, events: (wrong,))
    await plant.asking(p.CardLeftShoe(card=card("9s")))


async def a_ninth_copy(plant: Plant) -> None:
    table = plant.desk.table
    seen = (card("9s"),) * (table.shoe.size // 52)
    plant.desk.reading.table = replace(table, shoe=replace(table.shoe, seen=seen, out=len(seen)))
    await plant.closed()
    silent = e.CardDealt(slot=Slot.P1, face_up=True, card=card("9s"))
    plant.deciding(p.CardLeftShoe, lambda table, events: (silent,))
    await plant.asking(p.CardLeftShoe(card=card("9s")))


async def voided_alone(plant: Plant) -> None:
    plant.deciding(r.PlaceStake, lambda table, events: (e.CoupVoided(coup=table.coup),))
    await plant.bet()


async def a_bet_of_somebody_who_left(plant: Plant) -> None:
    await plant.asking.granted(r.Leave(by=plant.one))
    bet = e.StakePlaced(patron=plant.one, place=1, wager="banker", amount=100_00, by=plant.one)
    plant.deciding(r.PlaceStake, lambda table, events: (bet,))
    await plant.bet()


async def another_state_than_the_log(plant: Plant) -> None:
    plant.patch.setattr(invariants, "STRETCH", 2)
    plant.desk._invariants._start = plant.desk.table  # as if it began here
    await plant.bet()
    plant.desk.reading.table = replace(plant.desk.table, coup=99)
    await plant.asking(stake(plant.two))
    await asyncio.sleep(0.1)
    await plant.bet()


PLANTS: list[tuple[int, Callable[[Plant], Awaitable[None]]]] = [
    (1, more_chips),
    (1, somebody_elses_chips),
    (1, more_on_the_layout),
    (2, less_than_nothing),
    (3, settled_twice),
    (3, not_settled),
    (5, time_goes_back),
    (5, a_number_is_left_out),
    (6, a_peeked_card),
    (7, a_card_in_the_wrong_hand),
    (7, a_ninth_copy),
    (8, paid_too_much),
    (12, voided_alone),
    (13, a_bet_of_somebody_who_left),
    (15, another_state_than_the_log),
]


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
                written = heads[name].sequence - casino.stations[name].desk.table.sequence
                assert written == (1 if number == 5 else 0), plant  # seen once it is in the log
            await written_down(casino, [(name, number) for name, (number, _) in names.items()])

    async def again() -> None:
        async with house(folder) as casino:
            assert {name for name, each in casino.stations.items() if each.desk.stopped} == {*names}

    run(play())
    run(again())


async def written_down(casino: Casino, broken: list[tuple[str, int]]) -> None:
    """Each stop is in the house's log, and somebody was called."""
    await asyncio.sleep(0.1)
    await casino.office.catch_up()
    kept = await casino.store.read(HOUSE_LOG, 0, 10_000)
    stops = {each.event.table: each.event for each in kept if isinstance(each.event, TableStopped)}
    assert list(stops) == [name for name, _ in broken]
    for name, number in broken:
        assert f"invariant {number}:" in stops[name].reason
    alerts = [alert.table for alert in casino.office.house.alerts.values()]
    assert sorted(alerts) == sorted(stops)


def test_a_table_that_was_stopped_in_a_coup_is_interrupted_when_it_goes_on(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            asking = await betting(casino, "T1")
            await asking.granted(stake("T1p1"))
            await casino.office.change(
                *("stop", FOUNDER, b""), lambda h, now: stop_table(h, "T1", FOUNDER, "a test")
            )

    async def again() -> None:
        async with house(folder) as casino:
            desk = casino.stations["T1"].desk
            assert desk.table.patrons["T1p1"].rack == 9_900_00
            await casino.office.change(
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
            shoes = casino.stations["T1"].shoes
            assert shoes is not None
            due = shoes.shoe.card_at(casino.stations["T1"].desk.table.shoe.out)
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
            assert "invariant 1" in casino.stations["T1"].desk.stopped

    run(again())


def test_whoever_lost_a_right_or_is_excluded_is_refused_when_it_is_decided(folder: Path) -> None:
    """Not when the request came in: it may have waited in between (12, 13)."""

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            asking = await betting(casino, "T1", patrons=3)
            await casino.office.change(
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

    def do(watched: Watched, wish: Wish) -> e.Events | Refusal:
        before, outcome = watched.table, real(watched, wish)
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
