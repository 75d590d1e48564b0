"""Bad weather: lost lines, restarts, wrong clocks, late chips; each shown calmly and correctly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import Line, written
from tests.browser.open_house import OpenHouse
from tests.browser.real_house import RealHouse
from tests.browser.waiting import comes_to

PATRON = "guest1"
COUNTDOWN = "document.querySelector('bac-stage .countdown')"
WRONG = """
const wrong = 5 * 3600_000, real = Date.now, origin = performance.timeOrigin;
Date.now = () => real() + wrong;
Object.defineProperty(performance, "timeOrigin", { get: () => origin + wrong });
"""
"""A browser on a machine whose clock is five hours fast."""


def spot(page: Page, wager: str) -> str:
    return f"bac-spot[data-wager='{wager}'] button"


def seated(house: OpenHouse, table: str) -> Page:
    """A patron with chips at a table where betting is open."""
    house.sit(PATRON, table, 3)
    house.until(table, "open-betting")
    page = house.visit(PATRON, f"/table/{table}")
    expect(page.locator(spot(page, "banker"))).to_have_attribute("data-state", "idle")
    return page


def stake(page: Page, wager: str, amount: int) -> None:
    page.locator("bac-rack").get_by_label("Amount").fill(str(amount))
    page.locator(spot(page, wager)).click()


def taken(page: Page, wager: str, amount: int) -> None:
    expect(page.locator(spot(page, wager))).to_have_attribute("data-state", "accepted")
    expect(page.locator(spot(page, wager))).to_contain_text(str(amount))


def test_a_late_join_sees_the_coup_as_it_stands(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = seated(open_house, table)
    stake(page, "banker", 100)
    taken(page, "banker", 100)
    open_house.until(table, "close-betting")
    for card in ("2h", "4s", "3d", "3c"):
        open_house.until(table, "deal", card)
    open_house.until(table, "announce-totals")
    late = open_house.visit("guest2", f"/table/{table}")
    for card in ("two of hearts", "four of spades", "three of diamonds", "three of clubs"):
        expect(late.get_by_role("img", name=card).first).to_be_visible()
    expect(late.locator("bac-hand .total").first).to_contain_text("Player total 5")
    expect(late.locator(spot(late, "banker"))).to_contain_text("100")
    expect(late.locator("bac-rack .lockword")).to_have_text("No bets are taken now.")


def test_two_windows_of_one_patron_are_one(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = seated(open_house, table)
    other = open_house.visit(PATRON, f"/table/{table}")
    expect(other.locator(spot(other, "player"))).to_have_attribute("data-state", "idle")
    stake(page, "player", 150)
    taken(page, "player", 150)
    taken(other, "player", 150)
    stake(other, "player", 60)
    for each in (page, other):
        taken(each, "player", 210)
    other.get_by_role("button", name="Clear").click()
    for each in (page, other):
        expect(each.locator(spot(each, "player"))).to_have_attribute("data-state", "idle")
        expect(each.locator("bac-rack .balance dd")).to_have_text(written(1000_00))


def test_chips_that_come_too_late_go_back(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = seated(open_house, table)
    line = Line(page)
    stake(page, "player", 60)
    taken(page, "player", 60)
    line.hold()
    open_house.until(table, "close-betting")
    stake(page, "banker", 100)
    refusal = page.locator("bac-layout bac-refusal:visible")
    expect(refusal).to_contain_text("100 on Banker refused.")
    expect(refusal).to_contain_text("Betting is closed; wait for the next opening call.")
    line.release()
    expect(page.locator("bac-rack")).to_contain_text("No more bets. Yours stand.")
    expect(refusal).to_contain_text("100 on Banker refused.")
    expect(refusal.locator(".clause").first).to_be_visible()
    expect(page.locator("bac-rack .balance dd")).to_have_text(written(940_00))
    open_house.until(table, "settle", "9h 4s Kd 3c")
    expect(refusal).to_have_count(0)
    expect(page.locator(spot(page, "banker"))).not_to_contain_text("100")
    expect(page.locator("bac-rack .balance dd")).to_have_text(written(1060_00))


def test_the_countdown_is_right_on_a_machine_with_a_wrong_clock(open_house: OpenHouse) -> None:
    page = open_house.visit(PATRON, "/table/T1")
    page.add_init_script(WRONG)
    page.reload()
    count = page.locator("bac-stage .countdown")
    some = f"/^([5-9]|1[0-4]) seconds/.test({COUNTDOWN}?.ariaLabel)"
    comes_to(page, lambda: page.evaluate(some), expected=True)
    shown = int((count.get_attribute("aria-label") or "").split()[0])
    now = open_house[PATRON].get("/tables/T1")
    left = (now["view"]["phase"]["closes_at"] - now["time"]) / 1_000_000
    assert shown - 3 <= left <= shown + 2
    assert page.evaluate("Date.now()") / 1000 - now["time"] / 1_000_000 > 4 * 3600


@pytest.fixture
def frail_house(own_house: RealHouse) -> Iterator[OpenHouse]:
    """A house that a test may end and open again."""
    made = OpenHouse(own_house.url, own_house.passwords, own_house.browser)
    yield made
    for person in made.people.values():
        person.client.close()
    assert made.said == []


def test_a_page_stays_open_while_the_house_is_down(
    own_house: RealHouse, frail_house: OpenHouse
) -> None:
    table = frail_house.prepared(frail_house.table())
    page = seated(frail_house, table)
    stake(page, "banker", 100)
    taken(page, "banker", 100)
    own_house.kill()
    expect(page.locator("#lost")).to_contain_text("Your accepted bets stand.")
    own_house.start()
    expect(page.locator("#lost")).to_be_hidden()
    ruling = page.locator("bac-ruling")
    expect(ruling).to_contain_text("A technical interruption stopped the game.")
    expect(ruling.locator(".clause", has_text="5.4.2")).to_be_visible()
    why, back = "A technical interruption stopped the game.", "Your 100.00 came back."
    sentence = page.locator("bac-stage .sentence")
    expect(sentence).to_contain_text("Coup 1 is void")
    expect(sentence).to_contain_text(f"{why} {back}")
    expect(sentence.locator(".clause").first).to_contain_text("5.4.2")
    expect(page.locator("bac-rack .balance dd")).to_have_text(written(1000_00))
    page.get_by_role("button", name="History").click()
    void = page.get_by_role("dialog").locator(".coup", has_text="Coup 1")
    expect(void).to_contain_text(f"{why} {back}")
    expect(void.locator("p .clause").first).to_contain_text("5.4.2")
    expect(void.locator("tbody tr")).to_contain_text("100")
    expect(void).to_contain_text("Chips before 1,000.00, after 1,000.00")


def test_a_table_that_is_not_there_is_said_so(open_house: OpenHouse) -> None:
    page = open_house.visit(PATRON, "/table/T999")
    expect(page.locator("#failure")).to_contain_text("T999")
    expect(page.locator("#lost")).to_be_hidden()
    for part in ("bac-stage", "bac-layout", "bac-rack", ".rail", "bac-header .facts"):
        expect(page.locator(part)).to_be_hidden()
    page.locator("#failure").get_by_role("link", name="Tables").click()
    page.wait_for_url("**/")
    open_house.said.clear()  # the browser tells its console that the socket was refused
