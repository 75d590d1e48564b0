"""Whole coups through the pages, everybody at once: dealer, patrons, floor, sign."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.company import Company, bead, do, line, press, written
from tests.browser.open_house import OpenHouse

ONE, OTHER = "guest1", "guest2"


def gathered(house: OpenHouse, **options: str) -> Company:
    """Two patrons with chips, a dealer and a sign at a table that waits for its first coup."""
    company = Company(house, house.prepared(house.table(**options)))
    company.join(ONE, 3)
    company.join(OTHER, 5)
    return company


def floor(house: OpenHouse, name: str, table: str) -> Page:
    page = house.visit(name, f"/floor?table={table}")
    expect(page.locator("#table h2").first).to_be_visible()
    return page


def counts(company: Company, player: int, tie: int, banker: int) -> None:
    """What sign and patrons have counted in this shoe."""
    coups = player + tie + banker
    for page in (company.sign, *company.patrons.values()):
        expect(bead(page)).to_have_count(coups)
    shown = company.sign.locator("#tally li b")
    expect(shown).to_have_text([str(player), str(tie), str(banker)])


def test_a_win_a_loss_a_tie_and_a_pair(open_house: OpenHouse) -> None:
    company = gathered(open_house)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "banker", 100)
    company.stake(OTHER, "player", 80)
    company.offer(OTHER, "tie", 3)
    refused = company.patrons[OTHER].locator("bac-layout bac-refusal:visible")
    expect(refused).to_contain_text("3 on Any Tie refused.")
    expect(refused.locator(".clause").first).to_be_visible()
    expect(company.dealer.locator("#totals .b > b")).to_have_text("100")
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    for page in company.patrons.values():
        expect(page.locator("bac-rack")).to_contain_text("No more bets. Yours stand.")
    company.deal("2h 4s 3d 3c Kd", "Collect and pay")
    for page in (company.sign, *company.patrons.values()):
        expect(page.locator("[aria-label='king of diamonds']").first).to_be_visible()
    company.deal("")
    company.net(ONE, 100_00)
    company.net(OTHER, -80_00)
    expect(company.spot(ONE, "banker")).to_have_attribute("data-state", "won")
    expect(company.spot(OTHER, "player")).to_have_attribute("data-state", "lost")
    expect(company.sign.locator("#result h2")).to_contain_text("Banker")
    counts(company, 0, 0, 1)

    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "player-pair", 50)
    company.stake(ONE, "player", 100)
    company.stake(OTHER, "banker", 120)
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("4h Kc 4d 8s")
    company.net(ONE, 550_00)
    company.net(OTHER, 0)
    expect(company.spot(ONE, "player")).to_have_attribute("data-state", "pushed")
    expect(company.spot(ONE, "player-pair")).to_have_attribute("data-state", "won")
    expect(company.spot(OTHER, "banker")).to_have_attribute("data-state", "pushed")
    counts(company, 0, 1, 1)


def test_a_patron_squeezes_his_hand(open_house: OpenHouse) -> None:
    table = open_house.table("random", "nz-division", style="B")
    company = Company(open_house, table)
    company.deal("", "^Call coup 1")
    page = company.join(ONE, 3)
    company.join(OTHER, 5)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "player", 100)
    company.stake(OTHER, "banker", 60)
    press(company.dealer, "F3")
    company.deal("", "^(Wait for|Offer) Player's hand")
    if page.get_by_role("button", name="Take it").is_visible():
        page.get_by_role("button", name="Take it").click()
        company.deal("", "^Wait for Player's hand")
    handle = page.locator(".peel-handle")
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(company.patrons[OTHER].locator(".peel-handle")).to_be_hidden()
    page.get_by_role("button", name="Reveal").click()
    expect(handle).to_be_hidden()


def test_a_card_too_many_and_each_patron_chooses(open_house: OpenHouse) -> None:
    company = gathered(open_house)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "banker", 100)
    company.stake(OTHER, "banker", 60)
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("2h 4s 3d", "Deal Banker's second card")
    press(company.dealer, "F9")
    listed = company.dealer.locator("#procedures button")
    expect(listed.first).to_be_visible()
    print(listed.all_inner_texts())


def test_two_people_void_a_coup(open_house: OpenHouse) -> None:
    company = gathered(open_house)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "banker", 100)
    company.stake(OTHER, "player", 60)
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("2h 4s 3d", "Deal Banker's second card")
    press(company.dealer, "F7")
    expect(company.dealer.get_by_role("dialog")).to_be_visible()
    press(company.dealer, "Enter")
    for page in company.patrons.values():
        expect(page.locator("bac-ruling")).to_contain_text("Play is stopped. Your bets are safe.")
    first = floor(open_house, "shift1", company.table)
    first.locator("#table").get_by_label("Reason").fill("a drink on the cards")
    first.get_by_role("button", name="Void the coup").click()
    expect(first.locator("#notice")).to_contain_text("a second person on the floor must agree")
    second = floor(open_house, "manager1", company.table)
    waiting = second.locator("bac-approval", has_text=f"Table {company.table[1:]}")
    waiting.get_by_role("button", name="Agree, so that it is done").click()
    expect(waiting).to_have_count(0)
    for name, page in company.patrons.items():
        expect(page.locator("bac-stage .sentence")).to_contain_text("Coup void: stakes go back")
        expect(page.locator("bac-rack .balance dd")).to_have_text(written(500_00))
        company.balanced(name)
    line(company.dealer, "Call coup 2")
    counts(company, 0, 0, 0)


def test_other_cards_clear_the_roads(open_house: OpenHouse) -> None:
    company = gathered(open_house)
    do(company.dealer, "F2", "Call no more bets")
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("9h 4s Kd 3c")
    counts(company, 1, 0, 0)
    manager = floor(open_house, "manager1", company.table)
    manager.get_by_role("button", name="Order new cards").click()
    manager.get_by_role("dialog").get_by_label("Reason").fill("a card is bent")
    manager.keyboard.press("Enter")
    line(company.dealer, "The shoe is over; receive other cards")
    press(company.dealer, "Enter")
    expect(company.dealer.get_by_role("dialog")).to_be_visible()
    do(company.dealer, "Enter", "Shuffle the cards")
    do(company.dealer, "Enter", "Offer the cut to place 3")
    company.patrons[ONE].get_by_role("button", name="Cut here").click()
    line(company.dealer, re.compile("cut card"))
    company.deal("", "^Call coup 2")
    counts(company, 0, 0, 0)
    for page in company.patrons.values():
        expect(page.locator("bac-header")).to_contain_text("Shoe 2")
