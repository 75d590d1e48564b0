"""The floor is called and the coup stands still; more time for bets. Dealer, floor and patron."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.company import do, line, press
from tests.browser.open_house import OpenHouse, violations


def test_a_call_freezes_the_coup_until_the_floor_has_answered(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest1", table, 3)
    page = open_house.visit("dealer1", f"/dealer/{table}")
    line(page, "Call coup 1")
    do(page, "F2", "Call no more bets")
    open_house.bet("guest1", table, 3, "banker", 120_00)
    do(page, "F3", "Deal Player's first card")
    do(page, "4 h Enter", "Deal Banker's first card")
    patron = open_house.visit("guest1", f"/table/{table}")
    press(page, "F10")
    line(page, "Wait for the Pit Supervisor")
    expect(page.locator("#notice")).to_contain_text("Nothing is dealt or paid until")
    expect(page.locator("#case .answers")).to_have_count(0)
    stopped = patron.locator("bac-ruling")
    expect(stopped).to_contain_text("Play is stopped. Your bets are safe.")
    expect(stopped).to_contain_text("The floor was called to the table.")
    press(page, "F6")
    expect(page.locator("#notice")).to_contain_text("does nothing now")
    floor = open_house.visit("supervisor1", f"/floor?table={table}")
    alert = floor.locator("#alerts li", has_text=f"{table}dealer1: Please come to the table")
    expect(alert).to_be_visible()
    answer = floor.get_by_role("button", name="Play goes on")
    answer.click()
    expect(floor.locator("bac-refusal")).to_contain_text("Say what the floor was called for")
    assert violations(page) == violations(floor) == violations(patron) == []
    floor.get_by_role("region", name="Ruling").get_by_label("Reason").fill("a chip had fallen")
    answer.click()
    line(page, "Deal Banker's first card")
    expect(patron.locator("bac-ruling")).not_to_contain_text("Play is stopped")
    told = open_house["shift1"].get(f"/tables/{table}/coups/1")["actions"]
    said = [(each["actor"], each["sentence"]) for each in told if "question-a" in each["event"]]
    assert said[-1][0] == "supervisor1"
    assert "a chip had fallen" in said[-1][1]


def test_more_time_is_asked_at_the_table_and_given_at_the_floor(open_house: OpenHouse) -> None:
    table = open_house.table_by_clock(60)
    page = open_house.visit("dealer1", f"/dealer/{table}")
    patron = open_house.visit("guest1", f"/table/{table}")
    expect(page.locator("#todo h2")).to_have_text("Call no more bets")
    floor = open_house.visit("supervisor1", f"/floor?table={table}")
    before = _closes_at(open_house, table)
    floor.get_by_role("button", name="15 more seconds for bets").click()
    expect(page.locator("#calls")).to_contain_text("gives 15 more seconds for bets")
    assert _closes_at(open_house, table) == before + 15_000_000
    press(page, "+")
    expect(page.locator("#notice")).to_contain_text("second person")
    waiting = floor.locator("bac-approval", has_text=f"Table {table[1:]}")
    waiting.get_by_role("button", name="Agree and carry out").click()
    expect(waiting).to_have_count(0)
    assert _closes_at(open_house, table) == before + 30_000_000
    left = (before / 1_000_000 + 30) - time.time()
    shown = int(patron.locator("bac-stage bac-countdown b").inner_text())
    assert abs(shown - left) <= 3


def test_the_floor_closes_a_table_and_the_dealer_plays_it_out(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = open_house.visit("dealer1", f"/dealer/{table}")
    line(page, "Call coup 1")
    floor = open_house.visit("supervisor1", f"/floor?table={table}")
    expect(floor.locator("bac-tile", has_text=f"Table {table[1:]}")).to_contain_text(
        "dealer1 since"
    )
    floor.get_by_role("button", name="Close after this coup").click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("the night is over")
    assert violations(floor) == []
    dialog.get_by_role("button", name="Close after this coup").click()
    line(page, "Cash the chips and close the table")
    do(page, "Enter", "Open the table")
    floor.get_by_role("button", name="Call coups again").click()
    dialog.get_by_label("Reason").fill("a new day")
    dialog.get_by_role("button", name="Call coups again").click()
    expect(floor.get_by_role("button", name="Close after this coup")).to_be_visible()
    do(page, "Enter", "Receive the cards")


def _closes_at(house: OpenHouse, table: str) -> int:
    closes: int = house["dealer1"].get(f"/tables/{table}")["view"]["phase"]["closes_at"]
    return closes
