"""Whole coups through the pages, everybody at once: dealer, patrons, floor, sign."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import Company, Line, bead, do, line, press, written
from tests.browser.open_house import OpenHouse

ONE, OTHER = "guest1", "guest2"


def gathered(house: OpenHouse, **options: str) -> Company:
    """Two patrons with chips, a dealer and a sign at a table that waits for its first coup."""
    company = Company(house, house.prepared(house.table(**options)))
    company.join(ONE, 3)
    company.join(OTHER, 5)
    return company


def console(house: OpenHouse, name: str, table: str) -> Page:
    page = house.visit(name, f"/dealer/{table}")
    expect(page.locator("#todo h2")).not_to_be_empty()
    return page


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


@pytest.mark.long
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


@pytest.mark.long
def test_a_patron_squeezes_his_hand_and_another_leaves_his_to_the_dealer(
    open_house: OpenHouse,
) -> None:
    table = open_house.table("random", "nz-division", style="B")
    company = Company(open_house, table)
    company.deal("", "supervisor")
    press(console(open_house, "supervisor1", table), "Enter")
    line(company.dealer, re.compile("^(?!Inspect)"))
    company.deal("", "^Call coup 1")
    page = company.join(ONE, 3)
    company.join(OTHER, 5)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "player", 100)
    company.stake(OTHER, "banker", 60)
    do(company.dealer, "F3", "Offer Player's hand")
    page.get_by_role("button", name="Take it").click()
    line(company.dealer, "Offer Banker's hand")
    company.patrons[OTHER].get_by_role("button", name="Take it").click()
    line(company.dealer, "Deal Player's first card")
    company.deal("", "^Wait for Player's hand")
    expect(company.patrons[OTHER].locator(".peel-handle")).to_have_count(0)
    page.locator(".peel-handle").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    cards = open_house[ONE].get(f"/tables/{table}")["view"]["me"]["squeeze"]["cards"]
    assert [len(each["card"]) for each in cards] == [2, 2], "whoever has the hand sees its faces"
    seen = open_house[OTHER].get(f"/tables/{table}")["view"]["hands"]["cards"]
    assert [each["card"] for each in seen] == [None] * 4, "and nobody else does"
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator(".peel-handle")).to_be_hidden()
    for each in company.patrons.values():
        expect(each.locator("bac-hand.player .total")).to_contain_text(re.compile(r"total \d"))
    line(company.dealer, re.compile("^Announce Player"))
    company.deal("", "^Wait for Banker's hand")
    expect(company.patrons[OTHER].locator(".peel-handle")).to_be_visible()
    supervisor = floor(open_house, "supervisor1", table)
    supervisor.get_by_role("button", name="Have the dealer keep the hand").click()
    line(company.dealer, "Turn Banker's hand")
    expect(company.patrons[OTHER].locator(".peel-handle")).to_be_hidden()
    company.deal("", "^Wait for Player's hand|^Call coup 2")
    if page.locator("bac-squeeze").is_visible():
        page.locator("bac-squeeze").get_by_role("button", name="Reveal").click()
        line(company.dealer, re.compile("^Announce Player"))
    company.deal("")
    for name in company.patrons:
        company.balanced(name)


@pytest.mark.long
def test_a_card_too_many_and_each_patron_chooses(open_house: OpenHouse) -> None:
    company = gathered(open_house, style="face-down")
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "banker", 100)
    company.stake(OTHER, "banker", 60)
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("", "^Turn Player's hand")
    press(company.dealer, "F9 2 Enter")
    expect(company.dealer.get_by_role("dialog")).to_contain_text("A card too many was drawn")
    do(company.dealer, "Enter", "Call the Pit Supervisor")
    supervisor = floor(open_house, "supervisor1", company.table)
    supervisor.get_by_role("button", name="Yes", exact=True).click()
    for page in company.patrons.values():
        expect(page.locator("bac-ruling .clause", has_text="5.12").first).to_be_visible()
    company.patrons[ONE].get_by_role("button", name="Go on").click()
    company.patrons[OTHER].get_by_role("button", name="Take back").click()
    expect(company.patrons[OTHER].locator("bac-rack .balance dd")).to_have_text(written(500_00))
    line(company.dealer, "Turn Player's hand")
    company.deal("2h 3d 4s 3c", "^Announce Banker 7")
    line(company.dealer, "Announce Banker 7")
    company.deal("", "^Turn Player's hand")  # the card that waited was due to Player
    company.deal("Kd")
    company.net(ONE, 100_00)
    company.balanced(OTHER)
    counts(company, 0, 0, 1)


@pytest.mark.long
def test_bets_stand_while_a_line_is_lost(open_house: OpenHouse) -> None:
    company = gathered(open_house)
    page = company.patrons[ONE]
    wire = Line(page)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(ONE, "player", 100)
    wire.lose()
    expect(page.locator("#lost")).to_contain_text("Your accepted bets stand.")
    expect(company.spot(ONE, "player")).to_contain_text("100")
    do(company.dealer, "F3", "Deal Player's first card")
    company.deal("9h 4s Kd", "^Deal Banker's second card")
    wire.mend()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("bac-rack")).to_contain_text("No more bets. Yours stand.")
    expect(page.get_by_role("img", name="king of diamonds").first).to_be_visible()
    company.deal("3c")
    company.net(ONE, 100_00)


@pytest.mark.long
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
    waiting.get_by_role("button", name="Agree and carry out").click()
    expect(waiting).to_have_count(0)
    for name, page in company.patrons.items():
        expect(page.locator("bac-stage .sentence")).to_contain_text("Coup 1 is void")
        expect(page.locator("bac-stage .phase")).to_have_text("Void")
        expect(page.locator("bac-rack .balance dd")).to_have_text(written(500_00))
        company.balanced(name)
    line(company.dealer, "Call coup 2")
    counts(company, 0, 0, 0)


@pytest.mark.long
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
    expect(company.patrons[ONE].get_by_role("button", name="Cut here")).to_be_visible()
    do(company.dealer, "Enter", "Offer the cut to place 5")  # no answer came
    expect(company.patrons[ONE].get_by_role("button", name="Cut here")).to_have_count(0)
    company.patrons[OTHER].get_by_role("button", name="Cut here").click()
    line(company.dealer, re.compile("cut card"))
    company.deal("", "^Call coup 2")
    counts(company, 0, 0, 0)
    for page in company.patrons.values():
        expect(page.locator("bac-header")).to_contain_text("Shoe 2")
