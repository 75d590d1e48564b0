"""No page shows a code of the program (`bean-9`, `Default 17`) instead of its meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import puntobanco
from tests.browser.conftest import House
from tests.browser.open_house import OpenHouse
from tests.browser.plays import PLAYS
from tests.browser.test_player_page import ready

CODE = re.compile(r"(?<![A-Za-z])[a-z0-9]+(?:[-_:][a-z0-9]+)+|Default \d+|[0-9A-Z.]+\[[^\]]*\]")
"""Words tied together, a rule of ours by its number, a row of a clause."""
TEXTS = """() => {
  const root = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text; (text = walker.nextNode()); ) {
    const around = text.parentElement;
    if (around.closest('script, style, .hash, .clauses-list dt')) continue;
    if (around.checkVisibility() || around.closest('option')) found.push(text.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const each of root.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name));
  return found;
}"""
"""What is seen or heard, but for hashes and the numbers in a book's own list of clauses."""
MORE = "#tab-logs, #tab-patterns, [data-act=record], .menu summary"
"""What opens further texts on the pages of staff."""
DIALOGS = ("open-history", "open-payouts", "open-account", "open-settings", "open-fairness", "cage")


def _sentences(of: Any) -> Iterator[str]:
    if isinstance(of, dict):
        for each in of.values():
            yield from _sentences(each)
    else:
        yield str(of)


SAYINGS = Path(puntobanco.__file__).parent / "sayings" / "en.json"
ENGLISH = {
    word
    for sentence in _sentences(json.loads(SAYINGS.read_text("utf-8")))
    for word in CODE.findall(sentence.lower())
}
"""Compound words of our own sentences: "face-down", "one-time"."""


def codes(page: Page, names: Collection[str] = ()) -> set[str]:
    """What looks like a code and is neither a word of ours nor one of these names."""
    texts = page.evaluate(TEXTS)
    assert texts, "nothing is on the page"
    found = {code for text in texts for code in CODE.findall(text)}
    return {
        code
        for code in found
        if code not in ENGLISH and code not in names and not code.replace(":", "").isdigit()
    }


def test_a_code_would_be_found(house: House) -> None:
    page = ready(house, "T12")
    for code in ("bean-9", "area-total", "squeeze-by", "Default 17", "3.12[P0-5]"):
        page.evaluate("code => document.querySelector('.layout').append(code)", code)
        assert code in codes(page), code


@pytest.mark.parametrize("table", sorted(PLAYS))
def test_a_patron_reads_no_code(house: House, table: str) -> None:
    page = ready(house, table)
    assert codes(page) == set()
    for what in DIALOGS if table == "T12" else ():
        page.evaluate(f"document.dispatchEvent(new CustomEvent('bac-{what}'))")
        expect(page.get_by_role("dialog").locator(".dialog-body > *").first).to_be_visible()
        assert codes(page) == set(), what
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_staff_read_no_code(open_house: OpenHouse) -> None:
    options = {"style": "B", "burn": "one-card", "dragon-bonus": "1"}
    table = open_house.table(book="nz-division", **options)
    open_house.until(table, "open-table")
    dealer = open_house["dealer1"]
    page = open_house.visit("dealer1", f"/dealer/{table}")
    expect(page.locator("#calls")).to_contain_text("The table opens under New Zealand Baccarat")
    assert codes(page) == set()
    page.context.close()
    cards = {"cards": "S1", "decks": 8, "source": "pre-shuffled", "backs": "red"}
    dealer.ask(table, "receive-cards", by="dealer", **cards)
    while (view := dealer.get(f"/tables/{table}")["view"])["phase"]["stage"] == "preparing":
        if view["staff"]["step"]["act"] == "burn":
            dealer.tell(table, "card-left-shoe")
        else:
            open_house.step(table, [])
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 3, "banker", 100_00)
    note = "chips fell on the cards"
    dealer.tell(table, "noticed", irregularity="other", note=note)
    for who, path, seen in (
        ("dealer1", f"/dealer/{table}", "#case .ruling"),
        ("manager1", f"/floor?table={table}", "#table .ruling"),
        ("cashier1", "/cage?account=guest1", ".balance"),
        ("watch1", f"/audit?table={table}", ".events tbody tr"),
        ("guest1", f"/table/{table}", "bac-ruling .ruling"),
    ):
        page = open_house.visit(who, path)
        expect(page.locator(seen).first).to_be_visible()
        # the house has further patrons, of other tests: at the cage each is listed by name
        names = {each["name"] for each in open_house["admin"].get("/people")["people"]}
        assert codes(page, names) == set(), path
        for each in page.locator(MORE).all():
            each.click()
            page.wait_for_load_state("networkidle")
            assert codes(page, names) == set(), path
            page.keyboard.press("Escape")
        page.context.close()
