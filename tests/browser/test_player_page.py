"""The patron's page in a real browser, against a stage that speaks the protocol."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from puntobanco.wire import forms as f
from tests.browser.conftest import House
from tests.browser.plays import PLAYS, betting, result
from tests.browser.proofs import SECRET, proof
from tests.browser.scenes import phase
from tests.browser.waiting import comes_to
from tests.sizes import first_of, is_long

BANKER = "bac-spot[data-wager=banker] button"


def ready(house: House, table: str, width: int = 1440, height: int = 900, **more: str) -> Page:
    page = house.visit(f"/table/{table}", width, height, **more)
    expect(page.locator(BANKER)).to_be_visible()
    return page


def test_each_table_offers_exactly_the_wagers_of_its_book(house: House) -> None:
    for table in ("T12", "T3", "T4", "T5", "T6", "T7") if is_long() else ("T12", "T7"):
        page = ready(house, table)
        shown = page.locator("bac-spot").evaluate_all("all => all.map(e => e.dataset.wager)")
        offered = [w["name"] for w in house.stage.tables[table].sections["table"]["wagers"]]
        assert sorted(shown) == sorted(offered)
        page.context.close()
    assert house.said == []


def test_a_stake_is_pending_until_it_is_accepted(house: House) -> None:
    table = house.stage.tables["T6"]
    table.silent = table.untold = True
    page = ready(house, "T6")
    page.locator(BANKER).click()
    expect(page.locator(BANKER)).to_have_attribute("data-state", "pending")
    table.silent = table.untold = False
    house.stage.drop("T6")
    expect(page.locator(BANKER)).to_have_attribute("data-state", "accepted")
    stakes = [each for each in table.asked if each["request"] == "place-stake"]
    assert len(stakes) == 1, "sent again under its id, a request has one effect"
    assert stakes[0] == {
        "request": "place-stake",
        "by": "patron",
        "patron": "patron",
        "place": 4,
        "wager": "banker",
        "amount": 5000,
    }


def test_a_refused_stake_says_why_with_its_clause(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_label("Amount").fill("20000")
    page.locator(BANKER).click()
    said = page.locator("bac-layout bac-refusal:visible")
    expect(said).to_contain_text("20,000 on Banker refused.")
    expect(said).to_contain_text("The maximum here is 10,000.00.")
    expect(said.locator(".clause")).to_contain_text("5.1")
    expect(page.locator("[role=alert][aria-live=assertive]")).to_contain_text("refused")
    expect(page.locator(BANKER)).to_contain_text("500")


def test_a_whole_round_by_keyboard(house: House) -> None:
    page = ready(house, "T6")
    page.keyboard.press("2")
    for key in "pbt":
        page.keyboard.press(key)
    expect(page.locator("bac-spot[data-wager=tie] button")).to_have_attribute(
        "data-state", "accepted"
    )
    page.keyboard.press("z")
    expect(page.locator("bac-spot[data-wager=tie] button")).to_have_attribute("data-state", "idle")
    page.keyboard.press("d")
    expect(page.locator(BANKER)).to_contain_text("100")
    page.keyboard.press("c")
    expect(page.locator(BANKER)).to_have_attribute("data-state", "idle")
    kinds = [each["request"] for each in house.stage.tables["T6"].asked]
    assert kinds.count("place-stake") == 5
    assert kinds.count("take-stake") == 3


def test_what_would_pass_a_limit_cannot_be_doubled_and_says_why(house: House) -> None:
    page = ready(house, "T6")
    page.get_by_label("Amount").fill("6000")
    page.locator(BANKER).click()
    expect(page.locator(BANKER)).to_have_attribute("data-state", "accepted")
    double = page.get_by_role("button", name="Double")
    expect(double).to_have_attribute("aria-disabled", "true")
    double.click(force=True)  # it takes the press, and says why
    expect(page.locator(".act-why")).to_have_text("Banker takes no more than 10,000.")


def test_chips_can_wait_for_a_confirmation(house: House) -> None:
    page = house.visit("/table/T6", confirmFirst="yes")
    page.locator(BANKER).click()
    expect(page.locator(BANKER)).to_have_attribute("data-state", "pending")
    assert house.stage.tables["T6"].asked == []
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(BANKER)).to_have_attribute("data-state", "accepted")


def test_a_chip_can_be_dragged_onto_a_spot(house: House) -> None:
    page = ready(house, "T6")
    page.locator("[data-chip='50000']").drag_to(page.locator(BANKER))
    expect(page.locator(BANKER)).to_contain_text("500")
    assert house.stage.tables["T6"].asked[0]["amount"] == 50000


def test_after_a_break_the_page_shows_what_is_so_now(house: House) -> None:
    page = ready(house, "T12")
    house.stage.tables["T12"].sections["phase"]["coup"] = 77  # nobody is told of it
    house.stage.drop("T12")
    expect(page.locator(".live.lost")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("Your accepted bets stand.")
    expect(page.locator("bac-header")).to_contain_text("Coup 77")
    expect(page.locator(".live.lost")).to_have_count(0)
    expect(page.locator("#lost")).to_be_hidden()


def test_a_house_that_restarts_is_waited_for_calmly(house: House) -> None:
    page = ready(house, "T12")
    house.stage.drop("T12", 1012)
    expect(page.locator(".live.restarting")).to_have_text("The house is restarting")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(".live.restarting")).to_have_count(0)
    expect(page.locator(".live")).to_have_text("Live")


def test_what_was_known_before_has_the_page_ask_for_everything_again(house: House) -> None:
    page = ready(house, "T12")
    table = house.stage.tables["T12"]
    table.sequence -= 5
    table.sections["phase"]["coup"] = 78
    house.stage.push("T12", stakes=table.sections["stakes"])
    expect(page.locator("bac-header")).to_contain_text("Coup 78")


def test_without_motion_nothing_is_moved(house: House) -> None:
    context = house.browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{house.url}/table/T12")
    expect(page.locator(BANKER)).to_be_visible()
    style = "getComputedStyle(document.documentElement).getPropertyValue('--m-card')"
    assert page.evaluate(style) in ("0ms", "0s")


def test_cards_and_result_are_shown_and_said(house: House) -> None:
    page = ready(house, "T12")
    paid = result()
    house.stage.push("T12", phase=phase("dealing", 52, 4))
    expect(page.locator("bac-rack")).to_contain_text("No more bets. Yours stand.")
    house.stage.push("T12", phase=paid["phase"], hands=paid["hands"], me=paid["me"])
    expect(page.get_by_role("img", name="eight of hearts").first).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("Banker wins 7 to 6")
    expect(page.locator(".sentence")).to_contain_text("+610.00")
    expect(page.locator(BANKER)).to_have_attribute("data-state", "won")
    expect(page.locator(".vh[role=status]")).to_contain_text("Banker wins 7 to 6")


def test_a_hand_can_be_squeezed_by_keys_and_by_dragging(house: House) -> None:
    page = ready(house, "T3")
    handle = page.locator(".peel-handle")
    handle.focus()
    before = int(handle.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowUp")
    assert int(handle.get_attribute("aria-valuenow") or 0) > before
    box = handle.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 150, steps=6)
    page.mouse.up()
    expect(page.locator(".peel-handle")).to_be_hidden()
    assert house.stage.tables["T3"].asked == [
        {"request": "turn-hand", "by": "patron", "hand": "banker"}
    ]


def test_what_is_offered_can_be_answered(house: House) -> None:
    page = ready(house, "T4")
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Turn them myself").click()
    page.get_by_role("button", name="Cut here").click()
    expect(page.get_by_text("is offered to you.")).to_be_hidden()
    asked = [each["request"] for each in house.stage.tables["T4"].asked]
    assert asked == ["answer-offer", "ask-to-squeeze", "prepare"]


def test_a_patron_chooses_to_go_on_or_take_back(house: House) -> None:
    page = ready(house, "T12X")
    expect(page.locator("bac-ruling")).to_contain_text("Play is stopped. Your bets are safe.")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
    assert house.stage.tables["T12X"].asked[0]["answer"] == "take-back"


def test_a_newcomer_sits_buys_in_and_leaves(house: House) -> None:
    page = ready(house, "T5")
    page.get_by_role("button", name="Place 2, free").click()
    expect(page.locator(".seat.mine")).to_have_text("2")
    page.get_by_role("button", name="Buy in, cash out").click()
    page.get_by_role("dialog").get_by_label("Amount").fill("500")
    page.get_by_role("button", name="Buy in", exact=True).click()
    expect(page.locator(".purse")).to_contain_text("500.00")
    page.get_by_role("button", name="Leave").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Your 500.00 in chips is kept here in your name.")
    dialog.get_by_role("button", name="Cash 500.00 and leave").click()
    expect(page.locator(".seat.mine")).to_have_count(0)
    asked = [each["request"] for each in house.stage.tables["T5"].asked]
    assert asked[-2:] == ["cash-out", "leave"]


def test_the_check_of_a_shoe_finds_a_changed_card(house: House) -> None:
    page = ready(house, "T12")
    honest = proof("T12", 4, ("9s", "Th", "2c"))
    house.stage.push("T12", fairness=honest)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(page.get_by_role("dialog")).to_contain_text("All 3 shown cards are as promised.")
    page.keyboard.press("Escape")
    first, *others = honest.opened
    changed = f.OpenedCardForm(position=first.position, card="9h", salt=first.salt, path=first.path)
    fields = {name: getattr(honest, name) for name in honest.__struct_fields__}
    lied = f.FairnessForm(**{**fields, "opened": (changed, *others)})
    house.stage.push("T12", fairness=lied)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 card is not as promised.")
    page.keyboard.press("Escape")
    other = proof("T12", 4, ("9h", "Th", "2c"))
    house.stage.push("T12", fairness=other)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(page.get_by_role("dialog")).to_contain_text("is not the one that was shown first")


@pytest.mark.parametrize(
    ("order", "verdict"),
    [("9sTh2cKd5h", "is as promised"), ("9sTh2cKd5d", "is not as promised")],
)
def test_a_revealed_shoe_is_checked_as_a_whole(house: House, order: str, verdict: str) -> None:
    page = ready(house, "T12")
    house.stage.push("T12", fairness=proof("T12", 4, ("9s", "Th", "2c", "Kd", "5h")))
    house.stage.tables["T12"].sections["fairness"]["opened"] = []
    house.stage.revealed = {"order": order, "secret": SECRET.hex()}
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(page.get_by_role("dialog")).to_contain_text(verdict)


def test_own_limits_and_a_time_out_are_sent(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Account").click()
    page.get_by_label("Losses within a day").fill("300")
    page.get_by_role("button", name="Set").nth(1).click()
    page.get_by_label("I understand").check()
    page.get_by_role("button", name="Exclude me").click()
    comes_to(page, lambda: "/api/account/exclusion" in dict(house.stage.posted), expected=True)
    posted = dict(house.stage.posted)
    limit = posted["/api/account/limits"]
    assert limit == {"id": limit["id"], "limit": "loss", "amount": 30000}
    assert posted["/api/account/exclusion"]["until"] > 0


@pytest.mark.parametrize("table", first_of(["T12", "T7", *sorted(set(PLAYS) - {"T12", "T7"})], 2))
def test_nothing_needs_sideways_scrolling(house: House, table: str) -> None:
    page = ready(house, table)
    for width, height in ((320, 640), (390, 844), (800, 1100), (1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_a_road_can_be_looked_at_by_itself(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_role("button", name="Big Road", exact=True).click()
    larger = page.get_by_role("dialog").locator("svg.road.big_road")
    expect(larger).to_be_visible()
    beside = page.locator("bac-roads svg.road.big_road")
    assert larger.evaluate("e => e.clientWidth") > 2 * beside.evaluate("e => e.clientWidth")


def test_an_act_that_cannot_be_done_says_why(house: House) -> None:
    page = ready(house, "T6")
    page.get_by_role("button", name="Double").click(force=True)
    expect(page.locator(".act-why")).to_have_text("You have not bet yet.")
    page.locator(BANKER).click()
    expect(page.locator(".act-why")).to_be_hidden()


def test_all_three_languages_are_spoken_without_a_reload(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_label("Menu").click()
    page.get_by_label("Language").select_option("zh-Hant")
    expect(page.locator(BANKER)).to_contain_text("莊")
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"
    page.get_by_label("語言").select_option("zh-Hans")
    expect(page.locator(BANKER)).to_contain_text("庄")
    beads = page.locator("svg.road.bead_plate").first
    expect(beads).to_contain_text("庄")


def test_the_page_is_light(house: House) -> None:
    sizes: list[int] = []
    page = house.browser.new_context().new_page()
    page.on("requestfinished", lambda r: sizes.append(r.sizes()["responseBodySize"]))
    page.goto(f"{house.url}/table/T12")
    expect(page.locator(BANKER)).to_be_visible()
    page.wait_for_timeout(300)
    assert sum(sizes) < 200_000, f"the page weighs {sum(sizes)} bytes"


def test_the_countdown_goes_by_the_clock_of_the_house(house: House) -> None:
    page = house.browser.new_context().new_page()
    page.add_init_script("const real = Date.now; Date.now = () => real() + 3600_000")
    house.stage.tables["T12"].sections.update(
        phase={**house.stage.tables["T12"].sections["phase"], **_seconds(15)}
    )
    page.goto(f"{house.url}/table/T12")
    expect(page.locator("bac-stage .countdown")).to_have_attribute(
        "aria-label", re.compile(r"^([1-9]|1[0-4]) seconds? to bet$")
    )


def _seconds(left: int) -> dict[str, object]:
    timed = betting(left)["phase"]
    assert isinstance(timed, f.PhaseForm)
    return {"opened_at": timed.opened_at, "closes_at": timed.closes_at}
