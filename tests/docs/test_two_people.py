"""The page on security names exactly what needs two people, as the code has it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from puntobanco.house import permissions
from puntobanco.server.casino import two_people

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
AT_TABLES = {
    "CoupVoided": "a coup is void",
    "SettlementReversed": "a payment is taken back",
    "EditionAdopted": "a table adopts another edition",
    "CardCorrected": "a card other than the one just seen is corrected",
    "NomineeNamed": "a person is named to lay a patron's chips",
    "BettingExtended": "the time for bets is extended",
}
"""By event: how the page says it."""
IN_THE_HOUSE = {
    "adjustment": "a balance is adjusted",
    "exclusion": "an exclusion ends early",
    "edition": "every table under one edition adopts another",
}


def rows() -> list[str]:
    """The first column of the table of effects."""
    text = PAGE.read_text("utf-8").partition("| effect | who can do it alone |")[2]
    table = text.partition("\n\n")[0]
    return [line.split("|")[1].strip() for line in table.splitlines()[2:]]


def test_the_page_has_every_effect_and_no_other() -> None:
    code = inspect.getsource(permissions.needs_second).partition('"""\n    return')[2]
    assert set(re.findall(r"\be\.([A-Z]\w+)", code)) == AT_TABLES.keys()
    kinds = set(re.findall(r'_asked\(approval, "(\w+)"', inspect.getsource(two_people)))
    assert kinds == IN_THE_HOUSE.keys()
    said = {*AT_TABLES.values(), *IN_THE_HOUSE.values()}
    told = {part for row in rows() for part in re.split(r", or |, ", row)}
    assert len(told) == len(said), told
    assert all(any(part.startswith(each) for part in told) for each in said)


@pytest.mark.parametrize("words", ["voided-alone", "nobody can switch it off"])
def test_the_page_tells_what_one_person_can_do(words: str) -> None:
    assert words in " ".join(PAGE.read_text("utf-8").split())
