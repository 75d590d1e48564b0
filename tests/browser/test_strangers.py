"""Somebody who has never been here plays, watches and reads the rules without signing in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import TimeoutError as TooLateError
from playwright.sync_api import expect

from puntobanco.cli.house.serve import _Says
from tests.browser.launching import ROOT
from tests.browser.open_house import violations
from tests.browser.real_house import RealHouse


def test_make_run_opens_the_browser_at_the_first_page(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    address = "http://127.0.0.1:8000"
    _Says(address, in_browser=True).welcome([])
    assert opened == [address]
    assert "serve house --demo --browser" in (ROOT / "Makefile").read_text("utf-8")


def test_two_clicks_lead_from_the_first_page_to_the_first_bet(real_house: RealHouse) -> None:
    page = real_house.visit("/")
    guest = page.get_by_role("button", name="Play as a guest")
    expect(guest).to_be_visible()
    assert violations(page) == []
    guest.click()
    expect(page).to_have_url(re.compile(r"/table/T\d$"))
    expect(page.locator(".purse .balance dd")).to_have_text("1,000.00")
    expect(page.locator(".seat.mine")).to_be_visible()
    spot = page.locator(".spot.main.player")
    expect(spot).to_have_attribute("data-state", "idle")
    spot.click()
    expect(spot.locator(".stake")).to_be_visible()
    expect(page.locator(".purse .balance dd")).to_have_text("975.00")
    page.goto(real_house.url + "/")
    tile = page.locator(".tile").first
    expect(tile.get_by_text("You are at this table")).to_be_visible()
    expect(tile.locator(".book b")).to_have_text("RWS Wins On")
    expect(page.locator("bac-header").get_by_text("9,000.00").first).to_be_visible()
    zealand = page.locator(".tile").nth(2).locator(".book span")
    expect(zealand).to_have_text(
        "Midi, 5% commission, Perfect Pair, Dragon Bonus, Style B (patrons turn the cards)"
    )
    assert not zealand.evaluate("(each) => each.scrollWidth > each.clientWidth")
    assert real_house.said == []


def test_a_bet_without_a_place_or_chips_shows_what_to_do_beside_it(real_house: RealHouse) -> None:
    page = real_house.visit("/table/T4", "guest2")
    hint = page.locator(".layout bac-refusal:visible")
    page.locator(".spot.main.banker").click()
    expect(hint).to_contain_text("Take a place to bet.")
    hint.get_by_role("button", name="Take place 1").click()
    expect(page.locator(".seat.mine")).to_have_text("1")
    page.locator(".spot.main.tie").click()
    expect(hint).to_contain_text("You have no chips at this table yet.")
    offered = hint.get_by_role("button")
    expect(offered).to_have_text(["Buy in 100", "Buy in 500", "Buy in 1,000"])
    offered.first.click()
    expect(page.locator(".purse .balance dd")).to_have_text("100.00")
    expect(hint).to_be_hidden()
    page.get_by_role("button", name="500 chip").click()
    spot, more = page.locator(".spot.main.player"), hint.get_by_role("button", name="Buy in 500")
    for _ in range(5):
        expect(spot).not_to_have_attribute("aria-disabled", "true")
        spot.click()
        expect(hint).to_contain_text("500 on Player refused.")
        try:
            more.click(timeout=3_000)
            break
        except TooLateError:  # the hint goes when betting closes
            continue
    expect(page.locator(".purse .balance dd")).to_have_text("600.00")
    page.get_by_role("button", name="Buy in, cash out").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Buy in 1,000")).to_be_visible()


def test_a_stranger_watches_and_reads_the_rules(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T1", "", 1920, 1080)
    expect(page.locator("#title")).to_contain_text("Table 1")
    page = real_house.visit("/rules/mbs")
    expect(page.get_by_role("heading", name="Drawing rules")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page = real_house.visit("/", "", 390, 844)
    page.get_by_role("button", name="Watch").click()
    page.get_by_role("link", name="Watch Table 4", exact=True).click()
    page.locator(".spot.main.banker").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("You are watching. Sign in to bet.")
    box, rack = notice.bounding_box(), page.locator(".acts").bounding_box()
    assert box is not None and rack is not None  # noqa: PT018
    assert box["y"] + box["height"] <= rack["y"]
    assert real_house.said == []
