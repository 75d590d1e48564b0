"""Surveillance reads every log, sees any coup again and has everything verified."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.open_house import NARROW, WIDE, OpenHouse, violations
from tests.browser.real_house import RealHouse
from tests.browser.waiting import comes_to
from tests.sizes import first_of


@pytest.fixture(scope="module")
def played(served: OpenHouse) -> str:
    """A table at which a dealer has dealt a coup."""
    table = served.prepared(served.table())
    served.until(table, "settle", "9s 2h Kd 3c")
    return table


@pytest.fixture
def page(real_house: RealHouse, played: str) -> Page:
    """The page of surveillance with the log of that table."""
    found = real_house.visit(f"/audit?table={played}", "watch1")
    expect(found.locator(".events tbody tr").first).to_be_visible()
    return found


def test_a_log_shows_who_what_clause_and_hash(page: Page, played: str) -> None:
    expect(page.locator("#chain-words")).to_have_text(f"{played}: hash chain intact on this page")
    row = page.locator(".events tbody tr", has_text="Betting opened").first
    expect(row.locator(".hash")).to_contain_text(re.compile("[0-9a-f]{8}"))
    row.locator("bac-clause button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("clause 3.3")
    expect(page.get_by_role("link", name="Open the rule book")).to_have_attribute(
        "href", re.compile(r"^/rules/rws-wins-on\?edition=[0-9a-f]{64}#clause-3\.3")
    )


def test_it_is_filtered_by_kind_and_by_words(page: Page) -> None:
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.locator(".events tbody tr", has_text="Betting opened")).to_have_count(0)
    expect(page.locator(".events tbody tr", has_text="Card dealt").first).to_be_visible()
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_label("Find on this page").fill("no such words")
    expect(page.locator(".events tbody tr")).to_have_count(0)


def test_a_coup_is_seen_again_step_by_step_as_everybody_saw_it(page: Page) -> None:
    page.get_by_label("Coup", exact=True).fill("1")
    page.get_by_label("Coup", exact=True).press("Enter")
    replay = page.locator("#replay")
    expect(replay.get_by_role("heading", name="replay of coup 1")).to_be_visible()
    everybody = replay.get_by_role("button", name="Public, sign")
    everybody.click()
    expect(everybody).to_have_attribute("aria-pressed", "true")
    step = replay.get_by_label("Event of the coup")
    step.press("Home")
    expect(replay.locator(".card.up")).to_have_count(0)
    expect(page.locator(".events tr.at")).to_contain_text("Betting opened")
    step.press("End")
    expect(replay.locator(".card.up").nth(3)).to_be_visible()
    replay.get_by_role("button", name="Step back").click()
    expect(replay.locator(".step")).to_have_text(re.compile(r"^(\d+) of \d+$"))


def test_the_way_to_older_events_stays_in_sight(page: Page) -> None:
    for width, height in ((1440, 900), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#log-panel .pages")).to_be_in_viewport(ratio=1)


SHOWN = """() => {
  const row = document.querySelector('.events tr.at')?.getBoundingClientRect();
  const box = document.querySelector('.rows').getBoundingClientRect();
  return Boolean(row) && row.top >= box.top && row.bottom <= box.bottom;
}"""
"""Whether the event that is seen again lies in the part of the log that shows."""


def test_the_log_follows_what_is_seen_again(real_house: RealHouse, played: str) -> None:
    page = real_house.visit(f"/audit?table={played}&coup=1", "watch1", 1000, 500)
    step = page.locator("#replay").get_by_label("Event of the coup")
    for key in ("Home", "End"):
        step.press(key)
        comes_to(page, lambda: page.evaluate(SHOWN), expected=True)


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(page: Page) -> None:
    page.get_by_label("Coup", exact=True).fill("1")
    page.get_by_label("Coup", exact=True).press("Enter")
    seen = page.locator("#replay .seen")
    held: list[Route] = []
    staff = seen.locator("[aria-pressed=true]")
    expect(staff).to_be_visible()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("audience=staff$"), hold)
    staff.click()
    everybody = seen.get_by_role("button", name="Public, sign")
    everybody.click()
    expect(everybody).to_have_attribute("aria-pressed", "true")
    comes_to(page, lambda: bool(held), expected=True)
    for late in held:
        late.continue_()
    page.wait_for_timeout(500)
    expect(everybody).to_have_attribute("aria-pressed", "true")


def test_a_coup_that_never_was_is_said_so(page: Page) -> None:
    field = page.get_by_label("Coup", exact=True)
    field.fill("many")
    field.press("Enter")
    expect(page.locator("#log-panel .wrong")).to_contain_text("Enter the number of a coup")
    field.fill("9999")
    field.press("Enter")
    expect(page.locator("#log-panel .wrong")).to_contain_text("There is no")


def test_cards_and_money_are_reconciled(page: Page) -> None:
    boxes = page.locator("#reconciled .rec")
    expect(boxes).to_have_count(2)
    expect(boxes.first).to_contain_text(re.compile(r"416 = \d+ dealt \+ \d+ burnt \+ \d+ in"))
    expect(boxes.locator(".tag", has_text="agrees")).to_have_count(2)


def test_every_log_is_listed_and_opened(page: Page) -> None:
    page.get_by_role("tab", name="All logs").click()
    page.get_by_role("button", name="house", exact=True).click()
    expect(page.get_by_role("tab", name="Log", exact=True)).to_have_attribute(
        "aria-selected", "true"
    )
    expect(page.locator(".events tbody")).to_contain_text("adds table")


def test_patterns_say_what_is_counted(page: Page) -> None:
    page.get_by_role("tab", name="Unusual patterns").click()
    expect(page.locator("#patterns-panel")).to_contain_text("They prove nothing by themselves")
    expect(page.locator(".rules-of dt").first).to_be_visible()


def test_everything_is_verified(page: Page) -> None:
    page.get_by_role("button", name="Verify from the first event").click()
    expect(page.locator("#verified")).to_contain_text("Every log is whole")


def test_the_clocks_are_compared(page: Page) -> None:
    expect(page.locator("#clock")).to_contain_text(re.compile(r"\d+ ms from this screen"))


def test_a_patron_learns_that_it_is_not_his(real_house: RealHouse) -> None:
    page = real_house.visit("/audit", "guest1")
    expect(page.locator("#trouble")).to_contain_text("Your roles do not permit this")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "theme"),
    first_of([(size, theme) for size in (NARROW, WIDE) for theme in ("light", "felt")]),
)
def test_nobody_is_left_out(
    real_house: RealHouse, page: Page, size: tuple[int, int], theme: str
) -> None:
    shown = real_house.visit("/audit", "watch1", *size, theme=theme)
    expect(shown.locator(".events tbody tr").first).to_be_visible()
    for tab in ("All logs", "Unusual patterns", "Log"):
        shown.get_by_role("tab", name=tab, exact=True).click()
        assert violations(shown) == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
