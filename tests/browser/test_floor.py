"""The floor's page against the real server: tables, rulings, two people, alerts, limits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.open_house import NARROW, WIDE, OpenHouse, too_wide, violations
from tests.sizes import first_of

EZ = Path(__file__).resolve().parents[2] / "examples" / "books" / "ez.toml"


def floor(house: OpenHouse, name: str, table: str = "") -> Page:
    page = house.visit(name, f"/floor?table={table}" if table else "/floor")
    expect(page.locator("bac-tile").first).to_be_visible()
    return page


def halted(house: OpenHouse) -> str:
    """A table at which a coup waits for a decision."""
    table = house.prepared(house.table())
    house.until(table, "close-betting")
    for _ in range(4):
        house.step(table, ["5h"])
    house["dealer1"].tell(table, "noticed", irregularity="other", note="chips fell on the cards")
    return table


def tile(page: Page, table: str) -> Locator:
    return page.locator("bac-tile", has_text=f"Table {table[1:]}")


def test_every_table_has_a_tile_that_lives(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = floor(open_house, "supervisor1")
    there = open_house["supervisor1"].get("/floor")["tables"]
    expect(page.locator("bac-tile")).to_have_count(len(there))
    expect(tile(page, table)).to_contain_text("Next coup soon")
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    expect(tile(page, table)).to_contain_text("Place your bets")
    for wager, amount in (("player", 150_00), ("banker", 70_00), ("tie", 20_00)):
        open_house.bet("guest1", table, 3, wager, amount)
    expect(tile(page, table).locator(".stk span")).to_have_text(["150Player", "20Tie", "70Banker"])
    expect(tile(page, table)).to_contain_text("Player ahead by 80")
    open_house["dealer1"].tell(table, "noticed", irregularity="other")
    expect(tile(page, table)).to_contain_text("Play is stopped")
    expect(tile(page, table)).to_contain_text("answer due")


def test_a_button_is_not_drawn_anew_while_it_is_pressed(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    page = floor(open_house, "supervisor1")
    tile(page, table).get_by_role("button").hover()
    page.mouse.down()
    with page.expect_response("**/api/floor") as looked:
        open_house.bet("guest1", table, 3, "player", 150_00)
    looked.value.finished()
    page.wait_for_timeout(100)
    page.mouse.up()
    desk = page.locator("#table")
    expect(desk.locator("h2").first).to_be_visible()
    expect(tile(page, table).locator(".stk span").first).to_have_text("150Player")

    desk.get_by_role("button", name="Record of the coup").hover()
    page.mouse.down()
    open_house.bet("guest1", table, 3, "banker", 70_00)
    page.wait_for_timeout(1_000)
    expect(desk.locator("bac-differential")).to_contain_text("150")
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_contain_text("Record of the coup")
    expect(desk.locator("bac-differential")).to_contain_text("80")


def test_a_void_takes_two_people(open_house: OpenHouse) -> None:
    table = halted(open_house)
    first = floor(open_house, "shift1", table)
    expect(first.locator("#table")).to_contain_text("Something happened that no rule covers")
    expect(first.locator("#table .rules")).to_contain_text("Table Game Shift Manager")
    first.locator("#table").get_by_label("Reason").fill("seen on camera 4")
    first.get_by_role("button", name="Void the coup").click()
    expect(first.locator("#notice")).to_contain_text("a second person on the floor must agree")
    asked = first.locator("bac-approval", has_text=f"Table {table[1:]}")
    expect(asked).to_contain_text("Another person must agree")

    second = floor(open_house, "manager1")
    waiting = second.locator("bac-approval", has_text=f"Table {table[1:]}")
    expect(waiting).to_contain_text("is void and has no result")
    expect(waiting).to_contain_text("seen on camera 4")
    expect(waiting.locator(".minis bac-card").first).to_be_visible()
    waiting.get_by_role("button", name="Agree and carry out").click()
    expect(second.locator("#notice")).to_have_text("Agreed and carried out.")
    expect(waiting).to_have_count(0)
    assert open_house["manager1"].get(f"/tables/{table}")["view"]["hands"]["voided"]

    tile(second, table).get_by_role("button").click()
    second.get_by_role("button", name="Record of the coup").click()
    expect(second.get_by_role("dialog")).to_contain_text("shift1+manager1")
    expect(second.get_by_role("dialog").locator(".clause").first).to_be_visible()


def test_a_paid_coup_is_put_right_by_two_people(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest2", table, 5)
    open_house.until(table, "open-betting")
    open_house.bet("guest2", table, 5, "player", 100_00)
    open_house.until(table, "settle", "9h 7h Ks Kd")
    console = open_house.visit("dealer1", f"/dealer/{table}")
    expect(console.locator("#patrons")).to_contain_text("1,100")
    console.keyboard.press("Backspace")
    expect(console.locator("#tape li.next")).to_contain_text("Banker 2")
    for key in ("2", "d", "Enter"):
        console.keyboard.press(key)
    expect(console.locator("#notice")).to_contain_text("a second person on the floor must agree")
    page = floor(open_house, "manager1")
    waiting = page.locator("bac-approval", has_text=f"Table {table[1:]}")
    expect(waiting).to_contain_text("is taken back")
    waiting.get_by_role("button", name="Agree and carry out").click()
    expect(waiting).to_have_count(0)
    expect(console.locator("#todo h2")).to_have_text("Announce Player 9")
    expect(console.locator("#tape")).to_contain_text("two of diamonds")


def test_whoever_does_not_agree_says_why(open_house: OpenHouse) -> None:
    table = halted(open_house)
    open_house["shift1"].ask(table, "answer", by="shift-manager", answer="void", reason="so")
    page = floor(open_house, "manager1")
    waiting = page.locator("bac-approval", has_text=f"Table {table[1:]}")
    waiting.get_by_role("button", name="Do not agree").click()
    expect(waiting.locator(".wrong")).to_have_text("Give a reason if you do not agree.")
    waiting.get_by_label("Reason").fill("the cards can be restored")
    waiting.get_by_role("button", name="Do not agree").click()
    expect(waiting).to_have_count(0)
    assert open_house["manager1"].get(f"/tables/{table}")["view"]["phase"]["halted"]


def test_an_alert_stays_until_it_is_signed(open_house: OpenHouse) -> None:
    table = open_house.table()
    open_house["dealer1"].post(f"/tables/{table}/call", sentence="chips are short")
    page = floor(open_house, "supervisor1")
    alert = page.locator("#alerts li", has_text="chips are short")
    expect(alert).to_contain_text("called by the dealer")
    expect(tile(page, table)).to_contain_text("1 open item")
    alert.get_by_role("button", name="Acknowledge the alert").click()
    expect(alert).to_have_count(0)
    expect(tile(page, table)).to_contain_text("answer due")  # who called has none yet


def test_limits_change_from_the_next_coup(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = floor(open_house, "manager1", table)
    page.get_by_role("button", name="Limits").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Player, Banker 50")).to_be_visible()  # in force now
    expect(dialog).to_contain_text("Maximum Differential: 20,000.")
    dialog.get_by_label("Minimum", exact=True).fill("200")
    dialog.get_by_label("Reason").fill("a full house")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("The new limits apply from the next opening call.")
    open_house.until(table, "open-betting")
    wagers = open_house["manager1"].get(f"/tables/{table}")["view"]["table"]["wagers"]
    assert {each["minimum"] for each in wagers if each["kind"] == "banker"} == {200_00}


def test_a_table_is_stopped_and_released(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = floor(open_house, "manager1", table)
    page.get_by_role("button", name="Stop the table").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("fire drill")
    page.keyboard.press("Enter")
    expect(tile(page, table)).to_contain_text("Stopped")
    page.get_by_role("button", name="Release the table").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("over")
    page.keyboard.press("Enter")
    expect(tile(page, table)).to_contain_text("Next coup soon")


def test_new_cards_are_ordered(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = floor(open_house, "manager1", table)
    page.get_by_role("button", name="Order new cards").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("a card is bent")
    page.keyboard.press("Enter")
    expect(page.locator("#table .now")).to_contain_text("receive other cards")


def test_somebody_is_named_to_act_for_a_patron(open_house: OpenHouse) -> None:
    table = open_house.table(book="nz-division")
    open_house.until(table, "open-table")
    open_house.sit("guest1", table, 3)
    without = floor(open_house, "manager1", open_house.table())
    expect(without.get_by_role("button", name="Limits")).to_be_visible()
    expect(without.get_by_role("button", name="Nominees")).to_have_count(0)
    page = floor(open_house, "manager1", table)
    page.get_by_role("button", name="Nominees").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Nominee's name").fill("dealer")
    page.keyboard.press("Enter")
    expect(dialog.locator("bac-refusal")).to_contain_text("cannot be a nominee")
    expect(dialog.locator("bac-refusal .clause").first).to_be_visible()
    dialog.get_by_label("Nominee's name").fill("guest2")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("a second person on the floor must agree")
    other = floor(open_house, "shift1", table)
    asked = other.locator("bac-approval", has_text=f"Table {table[1:]}")
    asked.get_by_role("button", name="Agree and carry out").click()
    for step in ("Approve", "Announce"):
        page.get_by_role("button", name="Nominees").click()
        dialog.get_by_role("button", name=step).click()
        expect(dialog).to_have_count(0)
    patron = open_house.visit("guest1", f"/table/{table}")
    expect(patron.get_by_role("button", name="A nominee acts for this patron")).to_have_text("3")


def test_those_who_only_watch_decide_nothing(open_house: OpenHouse) -> None:
    table = halted(open_house)
    page = floor(open_house, "watch1", table)
    expect(page.locator("#table")).to_contain_text("Waiting for the Table Game Shift Manager")
    expect(page.locator("#table .answers")).to_have_count(0)
    page.get_by_role("button", name="Stop the table").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("no")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("do not permit")


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), first_of([(NARROW, "felt"), (WIDE, "light")]))
def test_no_violations(open_house: OpenHouse, size: tuple[int, int], theme: str) -> None:
    table = halted(open_house)
    page = open_house.visit("shift1", f"/floor?table={table}", size, theme=theme)
    expect(page.locator("#table .answers")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Record of the coup").click()
    expect(page.get_by_role("dialog").locator(".minis").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator("#table bac-refusal")).to_contain_text("reason")
    assert violations(page) == []
    page.locator("#table").get_by_label("Reason").fill("nobody was harmed")
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator("#table .answers")).to_have_count(0)
    assert too_wide(page) == []


@pytest.mark.long
def test_the_page_speaks_chinese(open_house: OpenHouse) -> None:
    page = open_house.visit("supervisor1", "/floor", language="zh-Hant")
    expect(page.locator("#bar h1")).to_have_text("巡場")
    expect(page.locator("#sum")).to_contain_text("檯上注碼")


def test_the_floor_chooses_what_alerts_and_sees_what_was_changed(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    page = floor(open_house, "supervisor1", table)
    page.get_by_role("button", name="Alerts", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("A patron's stake on one wager").fill("500.00")
    dialog.get_by_label("Address of the video").fill("https://video.example/{table}?at={from}")
    assert violations(page) == []
    dialog.get_by_role("button", name="Change the alerts").click()
    expect(page.locator("#notice")).to_have_text("The alerts of this table were changed.")
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 3, "banker", 600_00)
    alert = page.locator("#alerts li", has_text="guest1 has 600.00 on Banker.")
    expect(alert).to_contain_text("large bet")
    change = {"settings": {"minimum": "20"}, "betting_seconds": 0, "reason": "a quiet night"}
    manager = open_house["manager1"].client
    assert manager.patch(f"/api/tables/{table}", json={"id": "quiet", **change}).status_code == 200
    page.get_by_role("button", name="Limits").click()
    expect(dialog).to_contain_text("Only managers can change limits")
    rows = dialog.locator(".data tbody tr")
    expect(rows.filter(has_text="Minimum")).to_contain_text("5020")
    expect(rows.first).to_contain_text("manager1")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Record of the coup").click()
    link = dialog.get_by_role("link", name="Video of this coup")
    address = str(link.get_attribute("href"))
    assert address.startswith(f"https://video.example/{table}?at=")
    assert violations(page) == []


def test_the_floor_sees_how_far_the_cards_are_prepared(open_house: OpenHouse) -> None:
    table = open_house.table()
    open_house.until(table, "receive-cards")
    page = floor(open_house, "supervisor1", table)
    expect(page.locator("#table .checklist .due")).to_contain_text("Shuffle")
    for place in (page.locator("#table"), tile(page, table)):
        expect(place).not_to_contain_text(re.compile("(shoe|coup) 0", re.IGNORECASE))
    open_house.step(table, [])
    expect(page.locator("#table .checklist .due")).to_contain_text("Cut")
    assert violations(page) == []


def test_an_edition_is_compared_and_adopted_by_two_people(open_house: OpenHouse) -> None:
    table, digest = open_house.table(book="mbs"), open_house.bring(EZ)
    page = floor(open_house, "shift1", table)
    page.get_by_role("button", name="Rules", exact=True).click()
    asking = page.get_by_role("dialog", name="Rules")
    asking.get_by_role("combobox", name="Edition").select_option(digest)
    expect(asking.locator(".differences")).to_contain_text("7.611 %")
    asking.get_by_role("button", name="Request the change").click()
    second = floor(open_house, "manager1")
    approval = second.locator("bac-approval", has_text=f"Table {table[1:]}")
    expect(approval).to_contain_text("Dragon 7")
    expect(approval.locator(".differences")).to_contain_text("7.611 %")
    assert too_wide(second) == []
    approval.get_by_role("button", name="Agree and carry out").click()
    expect(tile(second, table)).to_contain_text("EZ Baccarat")
    assert open_house["guest1"].get(f"/tables/{table}")["view"]["table"]["edition"] == digest
    assert violations(page) == []


def test_an_answer_that_comes_late_is_not_shown_beside_another_choice(
    open_house: OpenHouse,
) -> None:
    first, then = open_house.bring(EZ), open_house.bring(EZ.with_name("tiger.toml"))
    page, held = floor(open_house, "shift1", open_house.table(book="mbs")), list[Route]()
    page.route(f"**/books/{first}/differences*", lambda route: held.append(route))  # noqa: PLW0108 - no name of its own otherwise
    page.get_by_role("button", name="Rules", exact=True).click()
    asking = page.get_by_role("dialog", name="Rules")
    edition = asking.get_by_role("combobox", name="Edition")
    for digest in (then, first, then):
        edition.select_option(digest)
    expect(asking.locator(".differences")).to_contain_text("Tiger")
    with page.expect_response(f"**/books/{first}/differences*"):
        for each in held:
            each.continue_()
    expect(asking.locator(".differences")).to_have_count(1)
    expect(asking.locator(".differences")).to_contain_text("Tiger")
    expect(asking.locator(".differences")).not_to_contain_text("Dragon 7")
    assert violations(page) == []


def test_what_is_being_written_stays_when_the_cards_come_late(open_house: OpenHouse) -> None:
    table, held = halted(open_house), list[Route]()
    open_house["shift1"].ask(table, "answer", by="shift-manager", answer="void", reason="so")
    page = open_house.visit("manager1", "/")
    page.route(f"**/api/tables/{table}/coups/*", lambda route: held.append(route))  # noqa: PLW0108 - no name of its own otherwise
    page.goto(f"{open_house.url}/floor")
    waiting = page.locator("bac-approval", has_text=f"Table {table[1:]}")
    waiting.get_by_role("button", name="Do not agree").click()
    waiting.get_by_label("Reason").press_sequentially("the cards")
    expect(waiting.locator(".minis")).to_have_count(0)
    for each in held:
        each.continue_()
    expect(waiting.locator(".minis bac-card").first).to_be_visible()
    expect(waiting.locator(".wrong")).to_have_text("Give a reason if you do not agree.")
    page.keyboard.type(" can be restored")
    expect(waiting.get_by_label("Reason")).to_have_value("the cards can be restored")


@pytest.mark.long
def test_agreeing_says_which_tables_adopt_later_and_who_agreed_before(
    open_house: OpenHouse,
) -> None:
    before, after = open_house.bring(EZ.with_name("tiger.toml")), open_house.bring(EZ)
    table = open_house.prepared(open_house.table(book="tiger"))
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 3, "player", 50_00)
    asks = open_house.administrator().post
    asks(f"/books/{after}/adoption", before=before, reason="the December rules")
    page = floor(open_house, "manager1")
    approval = page.locator("bac-approval", has_text="Another edition for all tables")
    approval.get_by_role("button", name="Agree and carry out").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text(f"when the open coup is over at: {table}.")
    expect(tile(page, table)).to_contain_text("Super 6")
    open_house.until(table, "settle", "9s 4h Kd 4c")
    expect(tile(page, table)).to_contain_text("EZ Baccarat")

    asked = asks(f"/books/{before}/adoption", before=after, reason="the January rules")["approval"]

    def another_is_faster(route: Route) -> None:
        open_house["shift1"].post(f"/approvals/{asked}", agree=True)
        route.continue_()

    page.route(f"**/api/approvals/{asked}", another_is_faster)
    approval.get_by_role("button", name="Agree and carry out").click()
    expect(notice).to_contain_text("It was already done: shift1 agreed at")
    expect(tile(page, table)).to_contain_text("Super 6")


@pytest.mark.long
def test_all_tables_of_an_edition_adopt_another_by_two_people(open_house: OpenHouse) -> None:
    before, after = open_house.bring(EZ.with_name("tiger.toml")), open_house.bring(EZ)
    tables = [open_house.table(book="tiger") for _ in range(2)]
    page = open_house.visit("admin", "/admin")
    page.get_by_role("tab", name="Rule books").click()
    panel = page.locator("#books-panel")
    panel.get_by_label("From").select_option(before)
    panel.get_by_label("To").select_option(after)
    panel.get_by_role("button", name="Compare").click()
    asking = panel.get_by_role("region", name="Request that these tables adopt it")
    expect(asking).to_contain_text(", ".join(tables))
    asking.get_by_label("Reason").fill("the December rules")
    asking.get_by_role("button", name="Request that these tables adopt it").click()
    expect(asking).to_contain_text("Waiting for a second person")
    assert violations(page) == []
    second = floor(open_house, "manager1")
    approval = second.locator("bac-approval", has_text="Another edition for all tables")
    expect(approval.locator(".differences")).to_contain_text("7.611 %")
    approval.get_by_role("button", name="Agree and carry out").click()
    for table in tables:
        expect(tile(second, table)).to_contain_text("EZ Baccarat")
