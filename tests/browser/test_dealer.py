"""The dealer's console at the real server, by keyboard: from the closed table to the ruling."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import do, line, press
from tests.browser.open_house import NARROW, WIDE, OpenHouse, violations
from tests.browser.waiting import comes_to
from tests.sizes import first_of


def console(house: OpenHouse, table: str, size: tuple[int, int] = WIDE, **settings: str) -> Page:
    page = house.visit("dealer1", f"/dealer/{table}", size, **settings)
    expect(page.locator("#todo h2")).not_to_be_empty()
    return page


def test_a_shoe_is_prepared_and_a_coup_dealt_by_keyboard(open_house: OpenHouse) -> None:
    table = open_house.table(style="face-down")
    page = console(open_house, table)
    line(page, "Open the table")
    do(page, "Enter", "Receive the cards")
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    do(page, "Enter", "Shuffle the cards")
    expect(page.locator("#checklist .due")).to_contain_text("Shuffle")
    do(page, "Enter", "Cut the cards")
    press(page, "1 5 0")
    expect(page.locator("#checklist .due")).to_contain_text("at 150")
    do(page, "Enter", "Place the cut card")
    do(page, "Enter", "Load the cards")
    do(page, "Enter", "Call coup 1")
    open_house.sit("guest1", table, 3)
    do(page, "F2", "Call no more bets")
    open_house.bet("guest1", table, 3, "banker", 120_00)
    expect(page.locator("#totals .b > b")).to_have_text("120")
    do(page, "F3", "Deal Player's first card")
    for words in ("Banker's first card", "Player's second card", "Banker's second card"):
        do(page, "Enter", f"Deal {words}")
    do(page, "Enter", "Turn Player's hand")
    do(page, "* c Enter", "Turn Player's hand")
    expect(page.locator("#tape li.next")).to_contain_text("Player 2")
    do(page, "/ s Enter", "Announce Player 0")
    do(page, "F5", "Turn Banker's hand")
    do(page, "8 h Enter 7 h Enter", "Announce Banker 5")
    do(page, "Enter", "Deal Player's third card")
    do(page, "Enter", "Turn Player's hand")
    do(page, "6 d Enter", "Announce Player 6")
    do(page, "Enter", "Deal Banker's third card")
    expect(page.locator("#todo .why")).to_contain_text("Banker draws on 5")
    do(page, "Enter", "Turn Banker's hand")
    do(page, "2 c Enter", "Announce Banker 7")
    do(page, "Enter", "Announce: Player 6, Banker 7: Banker wins")
    do(page, "Enter", "Collect and pay")
    do(page, "F6", "Call coup 2")
    expect(page.locator("#patrons")).to_contain_text("1,120")
    expect(page.locator("#stakes-total")).to_have_text("paid out 120.00")


def test_the_last_card_is_put_right(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    do(page, "k D Enter", "Deal Banker's first card")  # by its letter, as on any keyboard
    press(page, "Backspace")
    expect(page.locator("#tape li.next")).to_contain_text("the correct card")
    press(page, "8 s Enter")
    expect(page.locator("#tape li").first).to_contain_text("eight of spades")
    expect(page.locator("#calls")).to_contain_text("had been read as K♦; it is 8♠")
    line(page, "Deal Banker's first card")


def test_a_ninth_copy_is_misread_or_real(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    for _ in range(4):
        open_house.until(table, "settle", "9h 9h Ks Kd")
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    press(page, "9 h Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("All 8 copies of the nine of hearts have been seen")
    press(page, "1")
    expect(dialog).to_have_count(0)
    line(page, "Deal Player's first card")
    expect(page.locator("bac-tape .typed b")).to_be_empty()  # the answer's key was no rank
    press(page, "9 h Enter")
    expect(dialog).to_be_visible()
    press(page, "2")
    expect(page.locator("#case")).to_contain_text("A card turned up that is not of this set")
    expect(page.locator("#case .clause").first).to_be_visible()


def test_a_card_that_is_not_due_is_asked_about(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    press(page, "5 d Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("no card is due now")
    press(page, "Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#case")).to_be_empty()
    press(page, "5 d Enter")
    expect(dialog).to_be_visible()
    press(page, "2")
    expect(page.locator("#case")).to_contain_text("A card too many was drawn")


def test_something_wrong_goes_to_the_floor_and_back(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    do(page, "4 h Enter", "Deal Banker's first card")
    press(page, "F9 1 1")
    expect(page.locator("#procedures .on")).to_contain_text("The order of the cards was disturbed")
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_contain_text("put back into the order")
    do(page, "Enter", "Call the Pit Supervisor")
    expect(page.locator("#case")).to_contain_text("Play is stopped")
    expect(page.locator("#case .answers")).to_have_count(0)
    press(page, "F10")
    expect(page.locator("#notice")).to_contain_text("The floor was called")
    alerts = open_house["supervisor1"].get("/alerts")["alerts"]
    assert [each["kind"] for each in alerts if each["table"] == table] == ["call"]
    floor = open_house.visit("supervisor1", f"/floor?table={table}")
    floor.get_by_role("button", name="Yes", exact=True).click()
    line(page, "Deal Banker's first card")
    expect(page.locator("#case")).to_contain_text("Ruling")


def test_a_random_shoe_is_dealt_with_enter_alone(open_house: OpenHouse) -> None:
    page = console(open_house, open_house.table("random"))
    line(page, "Open the table")
    said = page.locator("#todo h2")
    for _ in range(30):
        before = said.inner_text()
        if before == "Call coup 2":
            break
        press(page, "Enter")
        expect(said).not_to_have_text(before)
    line(page, "Call coup 2")
    expect(page.locator("#totals .tag").first).to_be_visible()
    for key in ("Backspace", "9"):
        press(page, "Escape")
        expect(page.locator("#notice")).to_be_hidden()
        press(page, key)
        expect(page.locator("#notice")).to_contain_text("No cards are typed")
    press(page, "F9")
    expect(page.locator("#procedures li").first).to_be_visible()
    expect(page.locator("#procedures")).not_to_contain_text("typed wrongly")


def test_keys_can_be_switched_off_and_buttons_stay(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    page.get_by_role("button", name="Keyboard on").click()
    page.locator("body").press("F2")
    page.wait_for_timeout(300)
    line(page, "Call coup 1")
    page.get_by_role("button", name="Open betting").click()
    line(page, "Call no more bets")


CLEAR = """(key) => {
  key.blur();
  key.focus();
  const { x, y, width, height } = key.getBoundingClientRect();
  return key.contains(document.elementFromPoint(x + width / 2, y + height - 1));
}"""
"""Whether a key that gets the focus lies under nothing."""


def test_at_twice_the_zoom_no_key_lies_under_the_steps(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table, (720, 450))
    expect(page.locator("#calls li").first).to_be_visible()
    for key in page.locator("#keypad button").all():
        comes_to(page, partial(key.evaluate, CLEAR), expected=True)


def test_the_dealer_changes(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    expect(page.locator("#bar")).to_contain_text("dealer1 since")
    press(page, "F8")
    expect(page.get_by_role("dialog")).to_contain_text("dealer1 has dealt since")
    press(page, "Enter")
    page.wait_for_url(f"**/signin?next=%2Fdealer%2F{table}")
    page.get_by_label("Name").fill("supervisor1")
    page.get_by_label("Password", exact=True).fill(open_house.passwords["supervisor1"])
    page.keyboard.press("Enter")
    expect(page.locator("#bar")).to_contain_text("supervisor1 since")


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), first_of([(NARROW, "light"), (WIDE, "felt")]))
def test_no_violations(open_house: OpenHouse, size: tuple[int, int], theme: str) -> None:
    table = open_house.table(style="face-down")
    page = console(open_house, table, size, theme=theme)
    assert violations(page) == []
    open_house.prepared(table)
    open_house.until(table, "close-betting")
    line(page, "Deal Player's first card")
    press(page, "Enter")
    line(page, "Deal Banker's first card")
    assert violations(page) == []
    press(page, "F7")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("Play is stopped")
    assert violations(page) == []
    page.evaluate("document.querySelector('.bar h1').append(' with a title of many words')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("language", "words"), [("zh-Hans", "开始第 1 局"), ("zh-Hant", "開始第 1 局")]
)
def test_the_line_is_said_in_chinese(open_house: OpenHouse, language: str, words: str) -> None:
    table = open_house.prepared(open_house.table())
    line(console(open_house, table, language=language), words)


def test_the_shoe_is_counted_and_the_hand_seen_again_by_keyboard(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    do(page, "4 h Enter", "Deal Banker's first card")
    do(page, "9 s Enter", "Deal Player's second card")
    press(page, "n")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The cards add up.")
    expect(dialog).to_contain_text("2 of 416 cards were seen")
    expect(dialog.get_by_title("nine of spades: 1 of 8")).to_have_text("1")
    assert violations(page) == []
    press(page, "Escape")
    expect(dialog).to_have_count(0)
    press(page, "r")
    expect(dialog).to_contain_text("Card 1 of 2")
    expect(dialog.locator("tr[aria-current]")).to_contain_text("typed in")
    press(page, "ArrowRight")
    expect(dialog).to_contain_text("Card 2 of 2")
    expect(dialog.locator(".evid")).to_contain_text("Banker 9")
    press(page, "ArrowLeft")
    expect(dialog).to_contain_text("Card 1 of 2")
    assert violations(page) == []
    press(page, "Escape")
    line(page, "Deal Player's second card")
