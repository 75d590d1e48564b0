"""What breaks an invariant on purpose, for one table of a running house."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.base.cards import card
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Table, TapeCard
from puntobanco.record.group import Outcome
from puntobanco.record.store import Chain, StoreError
from puntobanco.rules.coup import Winner
from puntobanco.rules.slots import Slot
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables import deciding as deciding_module
from puntobanco.server.tables import invariants
from puntobanco.server.tables.audience import Seat
from puntobanco.server.tables.restoring import keep_reading
from puntobanco.views import hands_form
from puntobanco.wire.messages import Viewer
from tests.server.conftest import (
    Asking,
)
from tests.server.test_desk import stake


class Plant:
    """What each of these does to the server, for one table only."""

    def __init__(
        self, patch: pytest.MonkeyPatch, casino: Casino, asking: Asking, name: str
    ) -> None:
        self.patch, self.casino, self.asking, self.name = patch, casino, asking, name
        self.one, self.two = f"{name}p1", f"{name}p2"
        self.desk = casino.running_tables[name].desk

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


def _changed(plant: Plant, chain: Chain, outcome: Outcome, **what: Any) -> Outcome:
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


async def somebody_elses_answer(plant: Plant) -> None:
    store = plant.casino.store
    real = store.append_chain

    async def mixed_up(chain: Chain) -> list[Outcome]:
        outcomes = await real(chain)
        return [_changed(plant, chain, each, answer=b"{}") for each in outcomes]

    plant.patch.setattr(store, "append_chain", mixed_up)
    await plant.bet()


class _Onlooker:
    """A socket of somebody who looks on."""

    session = ""

    def put(self, frame: bytes) -> None:
        """Take what is sent."""


async def a_face_that_lies_down(plant: Plant) -> None:
    await plant.closed()
    audience = plant.casino.running_tables[plant.name].audience
    seat = Seat(viewer=Viewer(name="watch1", roles=(), acts_as=()), patron="", is_staff=False)
    plant.patch.setattr(audience, "_lines", {_Onlooker(): seat})
    plant.patch.setattr(hands_form, "face", lambda lying: "9s")
    down = e.CardDealt(slot=Slot.P1, face_up=False)
    plant.deciding(p.CardLeftShoe, lambda table, events: (down,))
    await plant.asking(p.CardLeftShoe(card=card("9s")))


async def told_and_not_there(plant: Plant) -> None:
    plant.patch.setattr(invariants, "STRETCH", 2)
    plant.desk._invariants._start = plant.desk.table  # as if it began here
    real = plant.casino.store.read

    async def forgetful(table: str, after: int, limit: int) -> list[Any]:
        kept = await real(table, after, limit)
        return kept[:-1] if table == plant.name else kept

    plant.patch.setattr(plant.casino.store, "read", forgetful)
    await plant.bet()
    await plant.asking(stake(plant.two))
    await asyncio.sleep(0.1)
    await plant.bet()


async def another_log_than_was_signed_for(plant: Plant) -> None:
    running, store = plant.casino.running_tables[plant.name], plant.casino.store
    tools = plant.casino.tools
    await keep_reading(store, plant.name, plant.desk.reading, tools.signer, tools.clock())
    real = store.checkpoints

    async def of_another_log(table: str, size: int | None = None) -> list[Any]:
        return [replace(each, hash="0" * 64) for each in await real(table, size)]

    plant.patch.setattr(store, "checkpoints", of_another_log)
    await plant.bet()
    await running.keep()
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
    (4, somebody_elses_answer),
    (5, time_goes_back),
    (5, a_number_is_left_out),
    (6, a_peeked_card),
    (7, a_card_in_the_wrong_hand),
    (7, a_ninth_copy),
    (8, paid_too_much),
    (9, a_face_that_lies_down),
    (11, told_and_not_there),
    (12, voided_alone),
    (13, a_bet_of_somebody_who_left),
    (14, another_log_than_was_signed_for),
    (15, another_state_than_the_log),
]
