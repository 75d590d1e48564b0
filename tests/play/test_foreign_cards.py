"""Every card that there cannot be is told, whatever else is wrong with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from puntobanco.base.cards import DECK
from puntobanco.books import BOOKS
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import rule_on
from puntobanco.play.driver import Driver
from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot

NINE = DECK[8]


def dealing() -> tuple[HouseRules, Table]:
    """A coup whose first card is due, in a shoe that has shown all its nines of one suit."""
    rules = BOOKS["nz-division"].configure()
    assert isinstance(rules, HouseRules)
    driver = Driver(rules)
    driver.seat("ann", 1, 10_000_00)
    driver.start_shoe(list(DECK) * rules.decks, "A")
    driver.open()
    driver.stakes([("ann", 1, "banker", 100_00)])
    driver.ask(r.CloseBetting(by="dealer"))
    shoe = driver.table.shoe
    seen = (*(card for card in shoe.seen if card != NINE), *(NINE,) * rules.decks)
    return rules, replace(driver.table, shoe=replace(shoe, seen=seen, out=len(seen)))


def told(rules: HouseRules, table: Table, slot: Slot) -> list[Irregularity]:
    """What the table tells when one more nine comes out into a place."""
    events = rule_on(rules, table, p.CardLeftShoe(into=slot, card=NINE))
    return [each.irregularity for each in events if isinstance(each, e.IrregularityFound)]


@pytest.mark.parametrize("was_told_before", [False, True])
@pytest.mark.parametrize("slot", [Slot.P1, Slot.B2])
def test_it_is_told_also_where_it_lies_wrong(slot: Slot, was_told_before: bool) -> None:
    rules, table = dealing()
    if was_told_before:  # and the floor let it stand
        table = replace(table, shoe=replace(table.shoe, alarms=(Irregularity.FOREIGN_CARD,)))
    found = told(rules, table, slot)
    assert Irregularity.FOREIGN_CARD in found
    assert (Irregularity.WRONG_AREA in found) is (slot is not Slot.P1)


def test_while_one_is_ruled_upon_the_next_is_not_told_again() -> None:
    rules, table = dealing()
    halted = evolve_all(table, rule_on(rules, table, p.CardLeftShoe(into=Slot.P1, card=NINE)))
    assert [halt.irregularity for halt in halted.halts] == [Irregularity.FOREIGN_CARD]
    assert Irregularity.FOREIGN_CARD not in told(rules, halted, Slot.B1)


def test_a_correction_of_cards_that_were_replaced_changes_no_card_of_the_new_ones() -> None:
    _, table = dealing()
    received = e.CardsReceived(cards="B", decks=8, source="new", backs="blue", by="dealer")
    burnt = evolve_all(table, (received, e.CardBurnt(card=NINE)))
    corrected = e.CardCorrected(slot=Slot.P1, was=NINE, card=DECK[0], coup=table.coup)
    assert evolve_all(burnt, (corrected,)).shoe.seen == (NINE,)
