"""No page has a violation that axe can find, in either theme, wide or narrow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.open_house import NARROW, WIDE, violations
from tests.sizes import first_of


def test_the_search_finds_what_is_wrong(house: House) -> None:
    page = house.visit("/signin")
    expect(page.locator("main")).to_be_visible()
    page.evaluate(
        "document.querySelector('[name=name]').parentElement.replaceWith(document.createElement('input'))"
    )
    assert any("label" in each for each in violations(page))


PATHS = (
    "/table/T12",
    "/table/T12R",
    "/table/T5",
    "/table/T12X",
    "/table/T3",
    "/table/T4",
    "/signin",
)


@pytest.mark.parametrize(
    ("path", "language"),
    first_of([(path, language) for language in ("en", "zh-Hans", "zh-Hant") for path in PATHS]),
)
def test_no_violations(house: House, path: str, language: str) -> None:
    page = house.visit(path, language=language)
    seen = "main" if path == "/signin" else "bac-spot[data-wager=banker] button"
    expect(page.locator(seen)).to_be_visible()
    for theme, (width, height) in (("felt", WIDE), ("light", NARROW)):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert violations(page) == [], f"{theme} {width}"


@pytest.mark.parametrize(
    "name",
    first_of(["History", "Limits", "Settings", "Rules", "Fairness", "Buy in, cash out", "Account"]),
)
def test_no_violations_in_dialogs(house: House, name: str) -> None:
    page = house.visit("/table/T12", *NARROW)
    expect(page.locator("bac-spot[data-wager=banker] button")).to_be_visible()
    page.get_by_label("Menu").click()
    if name == "History":
        assert violations(page) == []
    page.locator(".menu-links").get_by_role("button", name=name).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.get_by_role("dialog").locator(".wrong:not(:empty)")).to_have_count(0)
    assert violations(page) == []
