"""The books to read: drawing rules, wagers with their edges, clauses with addresses."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puntobanco.base.clauses import ClauseId
from puntobanco.books import BOOKS, register_of
from puntobanco.rules.citing.defaults import DEFAULTS
from tests.browser.conftest import House
from tests.browser.open_house import violations
from tests.browser.real_house import RealHouse
from tests.browser.test_player_page import ready

CITED = """document.body.dispatchEvent(new CustomEvent("bac-clause", {
  bubbles: true, composed: true, detail: {book: "mbs", clause: "default:1"},
}))"""
"""A number that is pressed says this."""


def test_the_drawing_rules_are_those_of_the_book(real_house: RealHouse) -> None:
    page = real_house.visit("/rules/mbs", "guest1")
    rows = page.locator(".tableau").nth(1).locator("tbody tr")
    expect(rows.first).to_be_visible()
    shown = [
        "".join(row.locator("td:not(.why) [aria-hidden]").all_inner_texts()) for row in rows.all()
    ]
    tableau = BOOKS["mbs"].tableau
    first = [row.span.start for row in tableau.banker]
    wanted = [
        "".join("D" if draws else "S" for draws in tableau.banker_draws[total]) for total in first
    ]
    assert shown == wanted


def test_a_wager_says_what_it_pays_and_costs(real_house: RealHouse) -> None:
    page = real_house.visit("/rules/mbs", "guest1")
    row = page.locator(".wagers tbody tr", has=page.get_by_role("rowheader", name="Banker")).first
    expect(row).to_contain_text("1 to 1 less 5%")
    expect(row).to_contain_text("1.06%")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "version not legible"), ("zh-Hans", "版本无法辨认"), ("zh-Hant", "版本無法辨認")],
)
def test_an_edition_is_named_as_one_in_every_language(
    house: House, language: str, words: str
) -> None:
    page = ready(house, "T12", language=language)
    page.evaluate("document.dispatchEvent(new CustomEvent('bac-help'))")
    overview = page.get_by_role("dialog").locator(".overview p").first
    expect(overview).to_contain_text(f", {words}")


@pytest.mark.long
def test_without_a_name_the_first_book_opens(real_house: RealHouse) -> None:
    page = real_house.visit("/rules", "guest1")
    page.wait_for_url("**/rules/*")
    expect(page.locator(".tableau").first).to_be_visible()


def test_a_clause_has_an_address(real_house: RealHouse) -> None:
    page = real_house.visit("/rules/nz-division#clause-11A.1A", "guest1")
    here = page.locator(".clauses-list .here")
    expect(here).to_be_in_viewport()
    expect(here).to_contain_text("11A.1A")


def test_a_rule_of_our_own_has_an_address_and_is_read_where_it_is_cited(
    real_house: RealHouse,
) -> None:
    page = real_house.visit("/rules/mbs#clause-default:1", "guest1")
    here = page.locator(".clauses-list .here")
    expect(here).to_be_in_viewport()
    expect(here).to_contain_text(DEFAULTS[ClauseId("default:1")])
    for path, who in (("/table/T1", "guest1"), ("/dealer/T4", "dealer1"), ("/audit", "watch1")):
        page = real_house.visit(path, who)
        expect(page.locator("bac-header")).to_contain_text(who)
        page.evaluate(CITED)
        expect(page.get_by_role("dialog")).to_contain_text(DEFAULTS[ClauseId("default:1")])


def test_clauses_are_found_by_their_words(real_house: RealHouse) -> None:
    page = real_house.visit("/rules/mbs", "guest1")
    told = page.locator("#clauses").get_by_role("status")
    all_of_them = f"{len(register_of('mbs').clauses)} clauses, {len(DEFAULTS)} house defaults"
    expect(told).to_have_text(all_of_them)
    page.get_by_label("Find in the clauses").fill("Commission: what the Dealer")
    expect(page.locator(".clauses-list li:visible")).to_have_count(1)
    expect(told).to_have_text("1 clause, 0 house defaults")


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_nobody_is_left_out(real_house: RealHouse, book: str) -> None:
    page = real_house.visit(f"/rules/{book}", "guest1", 390, 844)
    expect(page.locator(".tableau").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for each in page.locator(".two-tables > *").all():
        assert each.evaluate("(each) => each.scrollWidth <= each.clientWidth"), "a table is cut"
    if book == "nz-division":  # the longest; the others are drawn by the same code
        assert violations(page) == []
