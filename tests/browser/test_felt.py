"""The felt prints what its layout prints, and announcements are read in the book's words."""

from __future__ import annotations

from msgspec.structs import replace
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.scenes import phase


def test_the_felt_is_that_of_its_layout(house: House) -> None:
    bean = house.visit("/table/T4")  # bean-9
    expect(bean.locator(".layout .print")).to_contain_text("Super Six Plus Pays")
    expect(bean.locator(".layout .print")).to_contain_text("with three cards - 20 to 1")
    square = house.visit("/table/T5")  # mini
    expect(square.locator(".layout .spot").first).to_be_visible()
    expect(square.locator(".layout .print")).to_have_count(0)
    drawn = "seat => getComputedStyle(seat).borderRadius"
    shapes = {page.locator(".seat").first.evaluate(drawn) for page in (bean, square)}
    assert len(shapes) == 2, "the boxes of a bean and of a mini table are drawn alike"


def test_a_stand_off_is_printed(house: House) -> None:
    page = house.visit("/table/T3")  # Dragon Bonus
    expect(page.locator("bac-spot[data-wager='dragon-bonus:banker']")).to_contain_text(
        "natural tie stand-off"
    )
    expect(page.locator("bac-spot[data-wager='banker'] .stands-off")).to_have_count(0)


def test_an_announcement_is_read_in_the_words_of_the_book(house: House) -> None:
    wide, telephone = house.visit("/table/T3"), house.visit("/table/T3", 390, 844)
    sign = house.visit("/sign/T3")
    expect(sign.locator("#title")).not_to_be_empty()
    said = replace(phase("betting", 13, 1), calls=("Last coup",), last_coups=1)
    house.stage.push("T3", phase=said, me=None)
    expect(wide.locator(".moment .then")).to_have_text("Last coup")
    expect(telephone.locator("#phone-phase")).to_have_text("Last coup")
    expect(sign.locator("#facts .called")).to_have_text("Last coup")
    barred = replace(said, calls=("No bets this hand",), no_bet=True, last_coups=None)
    house.stage.push("T3", phase=barred)
    expect(wide.locator(".moment .phase")).to_have_text("No bets this hand")
