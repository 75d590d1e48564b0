"""Every page with live data, in both themes, phone and wide: whole, readable, by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.open_house import NARROW, WIDE, OpenHouse, violations
from tests.browser.shoes import played
from tests.sizes import first_of, is_long

PICTURES = Path(__file__).parent / "pictures"
"""Where the pictures go; `docs/pictures` has a chosen few of them."""
PAGES = {
    "player": ("guest1", "/table/{table}", "bac-spot[data-wager=banker] button"),
    "dealer": ("dealer1", "/dealer/{table}", "#todo h2"),
    "floor": ("shift1", "/floor?table={table}", "#table h2"),
    "sign": ("guest3", "/sign/{table}", "svg.road"),
    "audit": ("watch1", "/audit?table={table}", ".events tbody tr"),
    "lobby": ("guest1", "/", ".tile"),
    "admin": ("admin", "/admin", ".held, .people, table"),
    "cage": ("cashier1", "/cage?account=guest1", ".balance"),
    "train": ("dealer1", "/train?book=mbs", "#question h2"),
    "rules": ("guest1", "/rules/rws-wins-on", ".tableau"),
    "signin": ("", "/signin", "[name=name]"),
}
STOPS = "a[href], button, input, select, textarea, summary, [tabindex]"
NAMED = "(e => `${e.tagName} ${e.ariaLabel ?? e.name ?? ''} ${e.textContent.trim()}`)"
"""What stands for an element, also after the page has drawn it again."""
REACHED = f"""
() => {{
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const ringed = [here, here.closest('article, li, td, label')].filter(Boolean).flatMap(
    (each) => [getComputedStyle(each), getComputedStyle(each, '::after')]);
  const ring = ringed.some((style) => style.outline.includes('solid 3px'));
  return [{NAMED}(here), ring];
}}
"""
STANDING = f"""
() => [...document.querySelectorAll('{STOPS}')]
  .filter((e) => e.checkVisibility({{ visibilityProperty: true }}))
  .filter((e) => e.tabIndex >= 0 && !e.disabled)
  .filter((e) => e.type !== 'radio' || e.checked).map({NAMED})
"""


@pytest.fixture(scope="module")
def shown(served: OpenHouse) -> tuple[OpenHouse, str]:
    """A table in the middle of a shoe."""
    return served, played(served)


def opened_page(
    house: OpenHouse, name: str, table: str, size: tuple[int, int], **settings: str
) -> Page:
    who, path, seen = PAGES[name]
    if who == "admin":
        house.administrator()
    page = house.visit(who, path.format(table=table), size, **settings)
    expect(page.locator(seen).first).to_be_visible()
    return page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole(shown: tuple[OpenHouse, str], name: str) -> None:
    house, table = shown
    house.said.clear()
    PICTURES.mkdir(exist_ok=True)
    looks = [("felt", WIDE), ("light", NARROW)]
    if len(name) % 2:  # where only one look is taken, half of the pages are looked at in each theme
        looks.reverse()
    for theme, size in looks if is_long() else looks[:1]:  # axe is slow
        page = opened_page(house, name, table, size, theme=theme)
        other = NARROW if size == WIDE else WIDE
        for width, height in (other, size):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            where = PICTURES / f"{name}-{'wide' if width > 800 else 'phone'}-{theme}.png"
            page.screenshot(path=where)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where.name
        contrast = is_long() or name == "player"  # axe takes seconds for it
        assert violations(page, contrast=contrast) == [], theme
        if theme == "felt" and name == "audit":
            page.set_viewport_size({"width": 1200, "height": 750})
            page.screenshot(path=PICTURES / "audit-felt.png")
        page.context.close()
    assert house.said == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_in_chinese(shown: tuple[OpenHouse, str], name: str, language: str) -> None:
    house, table = shown
    house.said.clear()
    for theme, size in (("felt", NARROW), ("light", WIDE)):
        page = opened_page(house, name, table, size, theme=theme, language=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), theme
        assert violations(page) == [], theme
        page.context.close()
    assert house.said == []


def test_unusual_patterns_fit_a_telephone(shown: tuple[OpenHouse, str]) -> None:
    house, table = shown
    page = opened_page(house, "audit", table, NARROW)
    page.locator("#tab-patterns").click()
    listed = page.locator("#patterns-panel .scrolls")
    expect(listed.locator("tbody tr").first).to_be_visible()
    assert listed.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    page.context.close()


@pytest.mark.parametrize("name", first_of(PAGES))
def test_everything_is_reached_by_keyboard(shown: tuple[OpenHouse, str], name: str) -> None:
    house, table = shown
    page = opened_page(house, name, table, WIDE)
    reached: set[str] = set()
    for _ in range(800):
        page.keyboard.press("Tab")
        here = page.evaluate(REACHED)
        if here is None:  # the round is over, or the page lives and was drawn anew meanwhile
            if set(page.evaluate(STANDING)) <= reached:
                break
            page.wait_for_timeout(20)
            continue
        assert here[1], f"no ring around {here[0]}"
        reached.add(here[0])
    assert set(page.evaluate(STANDING)) <= reached
    page.context.close()
