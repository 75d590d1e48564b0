"""A table that deals from a shuffler says so, and speaks of no shoe."""

from __future__ import annotations

import pytest

from puntobanco.base.money import Currency
from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.rules.book import HouseRules
from puntobanco.views.explain import Teller
from puntobanco.views.setup import Setup
from puntobanco.views.table_form import made_table_form

MACHINES = {
    "rws-super-six-plus": "shuffler",
    "rws-wins-on": "shuffler",
    "mbs": "shuffler",
    "nz-division": "continuous-shuffler",
}
COUP = """
bet   S1 player 100.00
close
card  3h · 2c · 4d · 5s
card  9d P3
noticed card-face-up
noticed order-disturbed
"""


@pytest.mark.parametrize("book", MACHINES)
def test_what_is_told_of_a_shuffler_names_no_shoe(book: str) -> None:
    text = f"book {book} equipment={MACHINES[book]}{COUP}"
    teller = Teller(Currency())
    told = [teller.tell(event) or "" for event in run_script(text, BOOKS).log]
    sentences = [each.partition(" [")[0] for each in told]
    assert "The shuffler starts with 416 cards." in sentences
    assert [each for each in sentences if "shoe" in each.lower()] == []


@pytest.mark.parametrize("book", MACHINES)
def test_the_form_of_a_table_says_what_its_cards_come_from(book: str) -> None:
    for equipment, continuous in ((MACHINES[book], True), ("shoe", False)):
        rules = BOOKS[book].configure({"equipment": equipment})
        assert isinstance(rules, HouseRules), rules
        assert (
            made_table_form(rules, Setup("T1", "One", "physical", "dealer", 0)).continuous
            is continuous
        )
