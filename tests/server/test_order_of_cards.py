"""A card of a random shoe stays the card it is: wherever it is put, whatever anybody says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from puntobanco.base.cards import Card, card
from puntobanco.fair.check import check_card, check_lines
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Dealing, Table
from puntobanco.record.transfer import export
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Slot
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables.shoes import ShoePort
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import begin

ANSWERS = {
    Question.RESTORABLE: "no",
    Question.ORDER: "2,1",
    Question.MAY: "no",
    Question.CHOICE: "go-on",
}


async def first_card(casino: Casino, book: str) -> tuple[Asking, ShoePort]:
    """A random table where betting is closed and the first card lies."""
    await add_table(casino, table_added(book=book, cards="random"))
    await add_person(casino, "ann", "patron")
    asking, port = Asking(casino), casino.running_tables["T1"].shoes
    assert port is not None
    await begin(casino, asking)
    await asking.granted(r.OpenBetting(by="dealer"))
    stake = r.PlaceStake(by="ann", patron="ann", place=1, wager="player", amount=100_00)
    await asking.granted(stake)
    await asking.granted(r.CloseBetting(by="dealer"))
    await asking.granted(p.CardLeftShoe())
    return asking, port


def turned_round(rules: HouseRules, table: Table, port: ShoePort) -> Table:
    """The next two cards leave together, and the floor puts the second before the first."""
    out = table.shoe.out
    cards = (port.shoe.card_at(out), port.shoe.card_at(out + 1))
    table = evolve_all(table, rule_on(rules, table, p.CardsLeftTogether(cards=cards)))
    while table.halts:
        halt = table.halts[-1]
        assert halt.question is not None
        by = halt.waiting[0] if halt.question is Question.CHOICE else halt.post
        assert by is not None
        events = decide(rules, table, r.Answer(by=by, answer=ANSWERS[halt.question]))
        assert not isinstance(events, Refusal), events
        table = evolve_all(table, events)
    return table


@pytest.mark.parametrize("book", ["rws-super-six-plus", "rws-wins-on"])
def test_cards_put_in_another_order_are_still_the_promised_ones(folder: Path, book: str) -> None:
    async def scenario() -> None:
        async with house(folder) as casino:
            _, port = await first_card(casino, book)
            desk = casino.running_tables["T1"].desk
            table, out = desk.table, desk.table.shoe.out
            table = turned_round(desk.rules, table, port)
            assert isinstance(table.stage, Dealing)
            assert [lying.left for lying in table.stage.tape] == [out - 1, out + 1, out]
            assert [lying.slot for lying in table.stage.tape] == [Slot.P1, Slot.B1, Slot.P2]
            report = port.filled(p.CardLeftShoe(), desk.rules, table)
            assert report is not None
            table = evolve_all(table, rule_on(desk.rules, table, report))
            assert port.agrees(table)
            form = port.form(table)
            assert form is not None
            assert len(form.opened) == 4
            for each in form.opened:
                opened = msgspec.to_builtins(each)
                assert check_card("T1", form.shoe, form.size, form.root, opened) == ""

    run(scenario())


@pytest.mark.parametrize("book", ["rws-wins-on", "mbs"])
def test_nobody_names_the_cards_of_a_random_shoe(folder: Path, book: str) -> None:
    async def scenario() -> None:
        async with house(folder) as casino:
            asking, _ = await first_card(casino, book)
            desk = casino.running_tables["T1"].desk
            before = desk.table
            for named in (
                p.CardMisread(slot=Slot.P1, card=other_than(before)),
                p.CardWasTurned(slot=Slot.P1, card=other_than(before)),
                p.CardsLeftTogether(cards=(other_than(before), None)),
            ):
                reply = await asking(named)
                assert reply.refusal is not None
                assert "you cannot enter one" in reply.refusal.sentence
            assert desk.table is before
            assert not desk.stopped
            while isinstance(stage := desk.table.stage, Dealing):
                if lawful_slot(desk.rules.tableau, stage.tape) is None:
                    break
                await asking.granted(p.CardLeftShoe())
            checked = check_lines([line async for line in export(casino.store)])
            assert checked.problems == []

    run(scenario())


def other_than(table: Table) -> Card:
    """A face that the first card does not have."""
    assert isinstance(table.stage, Dealing)
    return card("2s") if table.stage.tape[0].card is not card("2s") else card("3s")
