"""The par sheet is one well-formed page that holds every wager and asks for nothing outside."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import pytest
from tests.odds.tables import EVERY_TABLE, table

from puntobanco.base.cards import cards
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.figures import exact
from puntobanco.odds.pricing import odds
from puntobanco.odds.sheets.page import write_sheet

VOID_ELEMENTS = {"meta", "wbr"}


class Page(HTMLParser):
    """Checks that elements nest, and gathers text, plots and references."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.references: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)
        self.plots += tag == "svg"
        self.references += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("rect", "path"), tag
        assert attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.seen.append(data)


def read(page: str) -> Page:
    reader = Page()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


@pytest.mark.parametrize("name", ["mbs", "rws-wins-on", "nz-division dragon-bonus=2"])
def test_every_wager_has_its_figures_and_plots(name: str) -> None:
    rules = EVERY_TABLE[name]
    page = read(write_sheet(rules))
    text = "\n".join(page.seen)
    for wager in rules.wagers.values():
        if "wins-on" not in wager.name:
            assert wager.title in text
    # For each wager edge by decks and effect of removal; three histograms; how a coup ends.
    assert page.plots == 2 * len(rules.wagers) + 3 + 1


def test_nothing_outside_is_asked_for() -> None:
    page = write_sheet(table("rws-super-six-plus"))
    assert all(reference.startswith("data:") for reference in read(page).references)
    assert not re.search(r"https?://|<script|@import|url\(", page)


def test_the_csv_inside_is_exact() -> None:
    rules = table("mbs")
    [link] = read(write_sheet(rules)).references
    lines = base64.b64decode(link.partition("base64,")[2]).decode().splitlines()
    found = odds(rules)
    assert lines[0] == "wager,edge,win,push,lose,variance"
    for line, (name, each) in zip(lines[1:], found.items(), strict=True):
        assert line.split(",")[:2] == [name, exact(each.edge)]


def test_any_shoe_has_a_sheet() -> None:
    page = write_sheet(table("mbs"), full_shoe(1).without(cards("As Ah Kd 2c")))
    text = "\n".join(read(page).seen)
    assert "48 cards left" in text
    short = write_sheet(table("mbs"), full_shoe(8).holding(5))
    assert "orders of five cards" in short
