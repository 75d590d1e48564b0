"""A card of a random shoe stays the card it is, wherever the floor has it put."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from puntobanco.base.cards import Card
from puntobanco.fair.check import check_card, check_lines
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import CardsRebuilt
from puntobanco.play.table import Dealing
from puntobanco.play.tape import lawful_slot
from puntobanco.record.transfer import export
from puntobanco.rules.rulings import Question
from puntobanco.server.casino import Casino
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import begin

ANSWERS = {
    Question.RESTORABLE: "no",
    Question.ORDER: "2,1",
    Question.MAY: "no",
    Question.CHOICE: "go-on",
}


async def two_at_once(casino: Casino, asking: Asking) -> None:
    """After the first card the next two leave together, and the floor turns their order round."""
    station = casino.stations["T1"]
    desk, port = station.desk, station.shoes
    assert port is not None
    await asking.granted(p.CardLeftShoe())
    out, together = desk.table.shoe.out, list[Card | None]([None, None])
    assert isinstance(desk.table.stage, Dealing)
    if desk.table.stage.tape[0].face_up:
        together = [port.shoe.card_at(out), port.shoe.card_at(out + 1)]
    await asking.granted(p.CardsLeftTogether(cards=tuple(together)))
    while desk.table.halts:
        halt = desk.table.halts[-1]
        assert halt.question is not None
        by = halt.waiting[0] if halt.question is Question.CHOICE else halt.post
        assert by is not None
        await asking.granted(r.Answer(by=by, answer=ANSWERS[halt.question]))


@pytest.mark.parametrize("book", ["rws-super-six-plus", "rws-wins-on"])
def test_cards_put_in_another_order_are_still_the_promised_ones(folder: Path, book: str) -> None:
    async def scenario() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book=book, cards="random"))
            await add_person(casino, "ann", "patron")
            asking, station = Asking(casino), casino.stations["T1"]
            desk, port = station.desk, station.shoes
            assert port is not None
            await begin(casino, asking)
            await asking.granted(r.OpenBetting(by="dealer"))
            await asking.granted(
                r.PlaceStake(by="ann", patron="ann", place=1, wager="player", amount=100_00)
            )
            await asking.granted(r.CloseBetting(by="dealer"))
            await two_at_once(casino, asking)
            kept = await casino.store.read("T1", 0, 1_000)
            assert any(isinstance(each.event, CardsRebuilt) for each in kept)
            stage = desk.table.stage
            assert isinstance(stage, Dealing)
            assert [lying.left for lying in stage.tape[1:]] == [
                desk.table.shoe.out - 1,
                desk.table.shoe.out - 2,
            ]
            while isinstance(stage := desk.table.stage, Dealing):
                if lawful_slot(desk.rules.tableau, stage.tape) is None:
                    break
                await asking.granted(p.CardLeftShoe())
            assert isinstance(stage, Dealing)
            form = port.form(desk.table)
            assert form is not None
            assert [each.card for each in form.opened] == [
                lying.card.text for lying in stage.tape if lying.card is not None
            ]
            for each in form.opened:
                opened = msgspec.to_builtins(each)
                assert check_card("T1", form.shoe, form.size, form.root, opened) == ""
            checked = check_lines([line async for line in export(casino.store)])
            assert checked.problems == []

    run(scenario())
