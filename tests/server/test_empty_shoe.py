"""A random shoe gives a card where one is due and one is there, and says so where not."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from puntobanco.books import BOOKS
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.server.tables import shoes
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import begin


@pytest.mark.parametrize("style", ["face-up", "face-down"])
def test_no_card_leaves_an_empty_shoe(folder: Path, style: str) -> None:
    async def scenario() -> None:
        async with house(folder) as casino:
            wanted = table_added(book="mbs", options={"style": style}, cards="random")
            await add_table(casino, wanted)
            await add_person(casino, "ann", "patron")
            asking, desk = Asking(casino), casino.running_tables["T1"].desk
            await begin(casino, asking)
            await asking.granted(r.OpenBetting(by="dealer"))
            stake = r.PlaceStake(by="ann", patron="ann", place=1, wager="tie", amount=100_00)
            await asking.granted(stake)
            await asking.granted(r.CloseBetting(by="dealer"))
            shoe = desk.table.shoe
            empty = msgspec.structs.replace(shoe, out=shoe.size)
            full = desk.table
            desk.reading.table = msgspec.structs.replace(full, shoe=empty)
            reply = await asking(p.CardLeftShoe())
            assert reply.refusal is not None
            assert reply.refusal.sentence == "The shoe is empty; report that no cards are left."
            assert not desk.stopped
            desk.reading.table = full
            await asking.granted(p.CardLeftShoe())

    run(scenario())


def test_no_card_leaves_where_none_is_due(folder: Path) -> None:
    """Whoever wants one may have seen another state: between coups the shoe keeps its cards."""

    async def scenario() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs", cards="random"))
            await add_person(casino, "ann", "patron")
            asking, desk = Asking(casino), casino.running_tables["T1"].desk
            await begin(casino, asking)
            await asking.granted(r.OpenBetting(by="dealer"))
            out = desk.table.shoe.out
            reply = await asking(p.CardLeftShoe())
            assert reply.refusal is not None
            assert reply.refusal.sentence == "No card is due now, so the shoe deals none."
            assert desk.table.shoe.out == out

    run(scenario())


@pytest.mark.parametrize(("set_up", "chosen"), [("face-down", "face-up"), ("face-up", "face-down")])
def test_cards_lie_as_the_style_in_force_has_it(set_up: str, chosen: str) -> None:
    """The floor may change the style; a hand that lies otherwise is never turned."""
    rules = BOOKS["rws-super-six-plus"].configure({"style": set_up})
    assert isinstance(rules, HouseRules)
    table = Table(
        stage=Dealing(stakes={}, antes={}, no_bet=False), options={**rules.options, "style": chosen}
    )
    assert shoes._face_up(rules, table) is (chosen == "face-up")
