"""The cage: money in and out, and what takes a second person."""

from __future__ import annotations

from decimal import Decimal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.open_house import violations
from tests.browser.real_house import RealHouse
from tests.sizes import first_of


@pytest.fixture
def page(real_house: RealHouse) -> Page:
    found = real_house.visit("/cage?account=guest3", "cashier1")
    expect(found.get_by_role("heading", name="guest3")).to_be_visible()
    return found


def balance(page: Page) -> Decimal:
    """What guest3 has now; other tests play with it."""
    return Decimal(page.locator(".balance").inner_text().removeprefix("Balance").replace(",", ""))


def shows(page: Page, amount: Decimal) -> None:
    expect(page.locator(".balance")).to_contain_text(f"{amount:,.2f}")


def box(page: Page, title: str) -> Locator:
    return page.locator(".acts .panel", has=page.get_by_role("heading", name=title))


def test_money_goes_in_and_out(page: Page) -> None:
    before = balance(page)
    paid = box(page, "Pay in")
    paid.get_by_label("Amount").fill("250.50")
    paid.get_by_role("button").click()
    shows(page, before + Decimal("250.50"))
    expect(paid).to_contain_text("250.50 is in the account.")
    taken = box(page, "Pay out")
    taken.get_by_label("Amount").fill("250.50")
    taken.get_by_role("button").click()
    shows(page, before)
    expect(page.locator("#account tbody tr").first).to_contain_text("cashier1")
    expect(page.locator("#account tbody")).to_contain_text("house setup")  # who opened the account


@pytest.mark.parametrize("typed", ["", "abc", "0", "-5", "1.234"])
def test_an_amount_that_is_none_is_said_beside_the_field(page: Page, typed: str) -> None:
    before = balance(page)
    paid = box(page, "Pay in")
    paid.get_by_label("Amount").fill(typed)
    paid.get_by_role("button").click()
    expect(paid.locator("[data-field=amount] .wrong")).to_contain_text("above 0")
    expect(paid.get_by_label("Amount")).to_be_focused()
    shows(page, before)


def test_what_the_house_did_not_understand_is_said_beside_its_field(page: Page) -> None:
    adjusted = box(page, "Adjustment")
    adjusted.get_by_label("Amount").fill("-1.50")
    adjusted.get_by_label("Reason").fill("x" * 501)
    adjusted.get_by_role("button").click()
    wrong = adjusted.locator("[data-field=reason] .wrong")
    expect(wrong).to_have_text("Reason must have 500 characters or fewer.")
    expect(adjusted.get_by_label("Reason")).to_be_focused()


def test_what_was_not_understood_names_the_field_as_the_page_does(real_house: RealHouse) -> None:
    page = real_house.visit("/cage?account=guest3", "cashier1", language="zh-Hans")
    adjusted = page.locator(".acts .panel", has=page.locator("[data-field=reason]"))
    adjusted.locator("[name=amount]").fill("-1.50")
    adjusted.locator("[name=reason]").fill("x" * 501)
    adjusted.get_by_role("button").click()
    expect(adjusted.locator("[data-field=reason] .wrong")).to_have_text("理由不可超过 500 个字符。")


def test_more_than_there_is_is_refused(page: Page) -> None:
    taken = box(page, "Pay out")
    taken.get_by_label("Amount").fill("99999")
    taken.get_by_role("button").click()
    wrong = taken.locator("[data-field=amount] .wrong")
    most = f"{balance(page):,.2f}"
    expect(wrong).to_have_text(f"guest3's account does not hold that much. At most {most}.")


def test_an_adjustment_waits_for_a_second_person(page: Page) -> None:
    before = balance(page)
    asked = box(page, "Adjustment")
    asked.get_by_label("Amount").fill("-25")
    asked.get_by_role("button").click()
    expect(asked.locator("[data-field=reason] .wrong")).to_have_text("Say why, in a few words.")
    asked.get_by_label("Reason").fill("paid in twice by mistake")
    asked.get_by_role("button").click()
    expect(asked).to_contain_text("Waiting for a second person")
    shows(page, before)


@pytest.mark.parametrize(
    ("size", "theme"), first_of([((390, 844), "light"), ((1440, 900), "felt")])
)
def test_nobody_is_left_out(real_house: RealHouse, size: tuple[int, int], theme: str) -> None:
    page = real_house.visit("/cage?account=guest3", "cashier1", *size, theme=theme)
    expect(page.get_by_role("heading", name="guest3")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
