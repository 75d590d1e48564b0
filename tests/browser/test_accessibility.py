"""No page has a violation that axe can find, in either theme, wide or narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from tests.browser.conftest import House

WIDE, NARROW = (1440, 900), (390, 844)


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def test_the_search_finds_what_is_wrong(house: House) -> None:
    page = house.visit("/signin")
    expect(page.locator("main")).to_be_visible()
    page.evaluate(
        "document.querySelector('[name=name]').parentElement.replaceWith(document.createElement('input'))"
    )
    assert any("label" in each for each in violations(page))


PATHS = (
    "/signin",
    "/table/T12",
    "/table/T12R",
    "/table/T12X",
    "/table/T3",
    "/table/T4",
    "/table/T5",
)


@pytest.mark.parametrize("path", PATHS)
def test_no_violations(house: House, path: str) -> None:
    page = house.visit(path)
    seen = "main" if path == "/signin" else "bac-spot[data-wager=banker] button"
    expect(page.locator(seen)).to_be_visible()
    for theme in ("felt", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for width, height in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            assert violations(page) == [], f"{theme} {width}"


@pytest.mark.parametrize(
    "name", ["History", "Limits", "Rules", "Fairness", "Buy in, cash out", "Account", "Settings"]
)
def test_no_violations_in_dialogs(house: House, name: str) -> None:
    page = house.visit("/table/T12", *NARROW)
    expect(page.locator("bac-spot[data-wager=banker] button")).to_be_visible()
    page.get_by_label("Menu").click()
    assert violations(page) == []
    page.locator(".menu-links").get_by_role("button", name=name).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(300)
    assert violations(page) == []
