"""The lobby shows every table and leads to each as what one is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.open_house import violations
from tests.browser.real_house import RealHouse


def test_whoever_is_not_signed_in_signs_in_and_comes_back(real_house: RealHouse) -> None:
    page = real_house.visit("/")
    expect(page).to_have_url(re.compile(r"/signin\?next=%2F$"))
    page.get_by_label("Name").fill("guest1")
    page.get_by_label("Password", exact=True).fill(real_house.passwords["guest1"])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(real_house.url + "/")
    expect(page.locator(".tile").nth(4)).to_be_visible()


def test_a_table_says_what_one_wants_to_know_before_sitting_down(real_house: RealHouse) -> None:
    tile = real_house.visit("/", "guest1").locator(".tile").first
    expect(tile.get_by_role("heading")).to_have_text("Table 1")
    expect(tile).to_contain_text("10 \N{EN DASH} 100,000")
    expect(tile).to_contain_text(re.compile(r"[0-9] of 9"))
    expect(tile).to_contain_text("RWS Wins On")
    expect(tile.locator("svg.road.big_road")).to_be_visible()
    expect(tile.page.get_by_text("Roads are history, not a forecast.")).to_be_visible()
    tile.page.get_by_role("link", name="Training").click()
    expect(tile.page.locator("#question h2").first).to_be_visible()


@pytest.mark.parametrize(
    ("who", "words", "address"),
    [
        ("guest1", "Go to the table Table 1", "/table/T1"),
        ("dealer1", "Deal Table 1", "/dealer/T1"),
        ("supervisor1", "Floor Table 1", "/floor?table=T1"),
        ("watch1", "Audit Table 1", "/audit?table=T1"),
    ],
)
def test_one_goes_to_a_table_as_what_one_is(
    real_house: RealHouse, who: str, words: str, address: str
) -> None:
    page = real_house.visit("/", who)
    way = page.get_by_role("link", name=words, exact=True)
    expect(way).to_have_attribute("href", address)
    expect(way).to_have_class("btn primary")


def _where_signed_in(page: Page) -> Locator:
    page.locator("bac-header summary").click()
    page.get_by_role("button", name="Where you are signed in").click()
    return page.get_by_role("dialog")


def _sign_out_elsewhere(page: Page) -> None:
    """End what other tests left."""
    places = _where_signed_in(page).get_by_role("listitem")
    expect(places.first).to_contain_text("This browser")
    for left in range(places.count() - 1, 0, -1):
        places.last.get_by_role("button").click()
        expect(places).to_have_count(left)


def test_one_sees_where_one_is_signed_in_and_signs_out_there(real_house: RealHouse) -> None:
    page = real_house.visit("/", "guest3")
    _sign_out_elsewhere(page)
    other = real_house.visit("/", "guest3")
    expect(other.locator(".tile").first).to_be_visible()
    page.reload()
    dialog = _where_signed_in(page)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(dialog.get_by_role("listitem").first).to_contain_text("This browser")
    expect(dialog.get_by_role("listitem").last).to_contain_text("From 127.0.0.1")
    expect(dialog.locator(".refusal")).to_be_hidden()
    assert violations(page) == []
    dialog.get_by_role("listitem").last.get_by_role("button").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    other.reload()
    expect(other).to_have_url(re.compile(r"/signin\?next="))
    dialog.get_by_role("listitem").get_by_role("button").click()
    expect(page).to_have_url(re.compile(r"/signin$"))
    assert real_house.said == []


@pytest.mark.long
def test_it_is_asked_for_again_and_again_and_says_when_the_house_is_gone(
    own_house: RealHouse,
) -> None:
    page = own_house.visit("/", "guest1")
    expect(page.locator(".tile").first).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith("/api/tables")):
        pass
    own_house.kill()
    expect(page.get_by_role("alert")).to_contain_text("Cannot reach the house")
    expect(page.locator(".tile").first).to_be_visible()
    own_house.start()
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_table_is_reached_by_keyboard(real_house: RealHouse) -> None:
    page = real_house.visit("/", "guest1")
    expect(page.locator(".tile").nth(4)).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.getAttribute('href')") == "/table/T1":
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url(real_house.url + "/table/T1")


@pytest.mark.long
def test_it_speaks_chinese(real_house: RealHouse) -> None:
    page = real_house.visit("/", "guest1", language="zh-Hant")
    expect(page.get_by_text("路單只是歷史")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), [((390, 844), "felt"), ((320, 640), "light")])
def test_nobody_is_left_out(real_house: RealHouse, size: tuple[int, int], theme: str) -> None:
    page = real_house.visit("/", "guest1", *size, theme=theme)
    expect(page.locator(".tile").nth(4)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


LONGEST = """(stage) => {
  const tile = document.querySelector("bac-table-tile"), {table, roles} = tile.data;
  const good_roads = ["one hall two rooms, Banker once", "one hall two rooms, Player once"];
  tile.data = {roles, table: {...table, stage, closes_at: null, good_roads}};
}"""


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_longest_words_fit_the_narrowest_screen(real_house: RealHouse, language: str) -> None:
    page = real_house.visit("/", "guest1", 320, 640, language=language)
    expect(page.locator(".tile").nth(4)).to_be_visible()
    for stage in ("closed", "preparing", "ready", "betting", "dealing", "resolved"):
        page.evaluate(LONGEST, stage)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), stage
