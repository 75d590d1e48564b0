"""The key pressed right after a dialog has closed means what it says, however slow the machine."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.company import line
from tests.browser.open_house import OpenHouse
from tests.browser.test_dealer import console

BOTH_AT_ONCE = """() => {
  for (const key of ['1', 'F2'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}"""


def test_a_key_after_the_answer_is_not_lost(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    for key in ("5", "d", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_contain_text("no card is due now")
    page.evaluate(BOTH_AT_ONCE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    line(page, "Call no more bets")
