"""The time that a patron lets himself play: set on his page, kept by the house in every window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import press
from tests.browser.open_house import NARROW, OpenHouse, too_wide, violations
from tests.sizes import first_of

FIELD = {"en": "Minutes of play within a day", "zh-Hans": "每日游戏分钟", "zh-Hant": "每日遊戲分鐘"}
UP = {
    "en": "Your time limit is reached",
    "zh-Hans": "您自设的时间已到",
    "zh-Hant": "您自設的時間已到",
}
BANKER = "bac-spot[data-wager=banker] button"


def set_minutes(page: Page, language: str, minutes: int) -> None:
    """Set one's own time on the page."""
    page.evaluate("document.dispatchEvent(new CustomEvent('bac-open-account', {detail: null}))")
    field = page.get_by_role("dialog").get_by_label(FIELD[language], exact=True).last
    field.fill(str(minutes))
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_contain_text(str(minutes))


@pytest.mark.parametrize("language", first_of(FIELD))
def test_own_time_is_set_and_binds_in_every_window(open_house: OpenHouse, language: str) -> None:
    name = f"own-time-{language.lower()}"
    open_house.newcomer(name)
    table = open_house.prepared(open_house.table())
    open_house.sit(name, table, 3)
    open_house.until(table, "open-betting")
    open_house.bet(name, table, 3, "player", 100_00)
    page = open_house.visit(name, f"/table/{table}", language=language)
    other = open_house.visit(name, f"/table/{table}", NARROW, language=language, theme="light")
    expect(page.locator(BANKER)).to_be_visible()
    set_minutes(page, language, 30)
    assert violations(page) == []
    press(page, "Escape")
    expect(page.locator("bac-header .facts .own-time")).to_contain_text("2")
    set_minutes(page, language, 0)
    press(page, "Escape")
    told = page.get_by_role("dialog")
    expect(told).to_contain_text(UP[language])
    press(page, "Escape")
    expect(told).to_have_count(0)
    expect(page.locator("bac-rack .lockword")).to_contain_text(UP[language])
    rebet = page.locator("bac-rack [data-act=double]")
    expect(rebet).to_have_attribute("aria-disabled", "true")
    other.locator(BANKER).click()  # a window that has not heard of it is told by the house
    expect(other.locator("bac-refusal:visible").first).to_be_visible()
    other.reload()
    expect(other.get_by_role("dialog")).to_contain_text(UP[language])
    assert too_wide(other) == []
    open_house.until(table, "settle", "Qc 8h Js 7h 6d 2c")
    last = open_house[name].get(f"/tables/{table}")["view"]["me"]["last"]
    assert [line["stake"] for line in last["lines"]] == [100_00], "what stood was played out"
