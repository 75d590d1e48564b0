"""What misled staff: keys that went through, a surplus card, an unnamed coup, an empty queue."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.company import do, line, press
from tests.browser.open_house import OpenHouse
from tests.browser.real_house import RealHouse
from tests.browser.test_dealer import console


def test_a_surplus_card_is_reported_counted_and_opens_the_next_coup(
    open_house: OpenHouse,
) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    press(page, "5 d Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("no card is due now")
    press(page, "1")  # misread: the key answers the dialog and types nothing
    expect(dialog).to_have_count(0)
    do(page, "F2", "Call no more bets")
    out = open_house["dealer1"].get(f"/tables/{table}")["view"]["staff"]["shoe_out"]
    press(page, "F9 2 Enter")
    expect(dialog).to_contain_text("Coup 1: A card too many was drawn")
    dialog.get_by_label("The card").fill("7c")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("A card too many was drawn")
    view = open_house["dealer1"].get(f"/tables/{table}")["view"]
    assert view["staff"]["shoe_out"] == out + 1
    assert view["hands"]["cards"][0]["card"] == "7c" or view["hands"]["carried"] == 1


def test_a_surplus_card_among_face_down_ones_is_counted_too(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table(style="face-down"))
    open_house.until(table, "open-betting")
    page = console(open_house, table)
    do(page, "F3", "Deal Player's first card")
    for _ in range(4):
        open_house.until(table, "deal")
    expect(page.locator("#todo h2")).not_to_contain_text("Deal")  # all four are on the page
    out = open_house["dealer1"].get(f"/tables/{table}")["view"]["staff"]["shoe_out"]
    press(page, "F9 1 Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The card").fill("7c")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("A third card went to Player")
    view = open_house["dealer1"].get(f"/tables/{table}")["view"]
    assert view["staff"]["shoe_out"] == out + 1


def test_the_floor_sees_what_waits_and_the_note_that_came_with_it(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    press(page, "F7")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Void or correct coup 1")
    dialog.get_by_label("Note").fill("wrong hand paid")
    press(page, "Enter")
    line(page, re.compile("Call the"))
    floor = open_house.visit("supervisor1", f"/floor?table={table}")
    row = floor.locator(".queue li", has_text=f"Table {table[1:]}")
    expect(row).to_contain_text(re.compile(r"waiting (\d+ sec|[1-9]\d* min)"))
    expect(floor.locator("#table")).to_contain_text("Dealer reported: wrong hand paid")
    expect(floor.locator("#table")).to_contain_text("Coup 1")


def test_void_or_correct_names_its_coup_and_touches_no_later_one(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest2", table, 2)
    open_house.until(table, "open-betting")
    open_house.until(table, "settle", "9s 2h Kd 3c")
    floor = open_house.visit("shift1", f"/floor?table={table}")
    floor.get_by_role("button", name="Void or correct coup 1", exact=True).click()
    dialog = floor.get_by_role("dialog", name="Void or correct coup 1")
    dialog.get_by_label("Note").fill("the wrong hand was paid")
    open_house.until(table, "open-betting")  # the table goes on while the note is written
    open_house.bet("guest2", table, 2, "player", 100_00)
    dialog.get_by_role("button", name="Report it").click()
    case = floor.locator("#table bac-case")
    expect(case).to_contain_text("Coup 1")
    expect(case.locator(".clause", has_text="5.11")).to_be_visible()
    view = open_house["shift1"].get(f"/tables/{table}")["view"]
    assert (view["phase"]["coup"], view["phase"]["halted"], view["stakes"]["total"]) == (
        2,
        False,
        100_00,
    )


def test_the_cage_counts_the_chips_that_lie_at_tables(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest2", table, 2)
    open_house.until(table, "open-betting")
    open_house.bet("guest2", table, 2, "player", 100_00)
    open_house.until(table, "settle", "9s 2h Kd 3c")
    last = open_house["guest2"].get(f"/tables/{table}")["view"]["roads"]["last"]
    assert (last["coup"], last["player_total"], len(last["cards"])) == (1, 9, 4)
    account = open_house["cashier1"].get("/accounts/guest2")
    assert account["at_tables"][table] == 1_100_00
    loss = next(each for each in account["limits"] if each["limit"] == "loss")
    assert loss["counted"] == 0  # winning is no loss


def test_audit_names_the_table_of_a_replay_and_drops_it_with_its_log(
    open_house: OpenHouse,
) -> None:
    tables = [open_house.prepared(open_house.table()) for _ in range(2)]
    for table in tables:
        open_house.until(table, "settle", "9s 2h Kd 3c")
    page = open_house.visit("watch1", f"/audit?table={tables[0]}&coup=1")
    heading = page.locator("#replay > h2, #replay > header h2")
    expect(heading).to_have_text(f"{tables[0]}: replay of coup 1")
    page.get_by_role("tab", name="Logs").click()
    page.locator("#logs-panel").get_by_role("button", name=tables[1], exact=True).click()
    expect(heading).to_have_text("Replay a coup")


def test_a_wrong_address_leads_to_a_page(real_house: RealHouse) -> None:
    page = real_house.visit("/no/such/page")
    expect(page.get_by_role("heading")).to_have_text("This page does not exist")
    expect(page.get_by_role("link", name="Tables")).to_be_visible()
    answer = page.request.get(f"{real_house.url}/no/such/page", headers={"accept": "*/*"})
    assert (answer.status, answer.json()["code"]) == (404, "not_found")


def test_the_order_of_cards_is_chosen_by_the_cards(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.until(table, "close-betting")
    told = {"by": "dealer", "cards": ["9h", "Ks"], "order_known": False}
    open_house["dealer1"].tell(table, "cards-left-together", **told)
    floor = open_house.visit("shift1", f"/floor?table={table}")
    answers = floor.locator("#table [data-answer]")
    expect(answers).to_have_count(2)
    expect(answers.last).to_contain_text("king of spades, nine of hearts")
    answers.last.click()
    expect(answers).to_have_count(0)
    hands = open_house["dealer1"].get(f"/tables/{table}")["view"]["hands"]
    assert {each["card"]: each["slot"] for each in hands["cards"]} == {"9h": "B1", "Ks": "P1"}
    expect(floor.locator("#table")).to_contain_text("the cards count in the order K♠, 9♥")


def test_a_face_that_is_typed_early_waits_until_its_card_is_turned(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table(style="face-down"))
    page = console(open_house, table)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    expect(page.locator("#todo .tag")).to_have_text("face down")
    do(page, "9 h Enter", "Deal Banker's first card")
    expect(page.locator("#notice")).to_have_text(
        "The card is dealt face down. "
        "The nine of hearts you typed is shown when the card is turned."
    )
    for words in ("Deal Player's second card", "Deal Banker's second card", "Turn Player's hand"):
        do(page, "Enter", words)
    expect(page.locator("#tape li.next").get_by_role("img", name="nine of hearts")).to_be_visible()
    press(page, "Enter")
    expect(page.locator("#tape li").first).to_contain_text("nine of hearts")


def test_patrons_are_settled_one_by_one_and_a_tie_leaves_their_stakes(
    open_house: OpenHouse,
) -> None:
    """NZ 5.1: after a tie the stakes stay, and their owners may change them at once."""
    table = open_house.table(book="nz-division", burn="one-card")
    open_house.until(table, "open-table")
    dealer = open_house["dealer1"]
    brought = {"cards": "S1", "decks": 8, "source": "pre-shuffled", "backs": "red"}
    dealer.ask(table, "receive-cards", by="dealer", **brought)
    while (view := dealer.get(f"/tables/{table}")["view"])["phase"]["stage"] == "preparing":
        if view["staff"]["step"]["act"] == "burn":
            dealer.tell(table, "card-left-shoe")
        else:
            open_house.step(table, [])
    for name, place, wager in (("guest1", 2, "banker"), ("guest2", 5, "tie")):
        open_house.sit(name, table, place)
        if place == 2:
            open_house.until(table, "open-betting")
        open_house.bet(name, table, place, wager, 100_00)
    open_house.until(table, "announce-result", "9h 4s Kd 5c")
    page = console(open_house, table)
    line(page, "Collect and pay")
    patron = open_house.visit("guest1", f"/table/{table}")
    page.get_by_role("button", name="Settle guest2: 100").click()
    expect(page.locator("#patrons tr", has_text="guest2")).to_contain_text("1,800")
    expect(page.get_by_role("button", name="Settle guest")).to_have_count(0)  # one is left: F6
    line(page, "Collect and pay")
    do(page, "F6", "Call coup 2")
    expect(page.locator("#spots")).to_contain_text("Place 2: Banker stays")
    banker = patron.locator("bac-spot[data-wager=banker] button")
    expect(banker).to_contain_text("tie: it stays")
    patron.locator("bac-rack").get_by_role("button", name="Double").click()
    expect(banker).to_contain_text("200")
    expect(banker).to_have_attribute("data-state", "accepted")
    expect(patron.locator("bac-spot[data-wager=player] button")).to_have_attribute(
        "aria-disabled", "true"
    )
