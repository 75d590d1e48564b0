"""What one has to read stays in sight: beside chips, in the bar, beside a refusal, in dialogs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import do, line, press
from tests.browser.conftest import House
from tests.browser.open_house import OpenHouse
from tests.browser.test_dealer import console
from tests.browser.test_player_moments import CUT, EIGHT, STAKE, below, own
from tests.browser.test_player_page import BANKER, ready

COVERED = """() => [...document.querySelectorAll('.spot')].flatMap((spot) => {
  const around = spot.getBoundingClientRect();
  const chips = [...spot.querySelectorAll('.pile-svg, .stake')].filter((e) => e.checkVisibility());
  const texts = document.createTreeWalker(spot, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text; (text = texts.nextNode()); ) {
    if (!text.parentElement.checkVisibility() || text.parentElement.closest('.pile, .vh')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const leaves = box.right > around.right || box.left < around.left;
    const under = chips.map((each) => each.getBoundingClientRect()).some((chip) =>
      Math.min(chip.right, box.right) - Math.max(chip.left, box.left) > 3
      && Math.min(chip.bottom, box.bottom) - Math.max(chip.top, box.top) > 4);
    if (!box.width || !(leaves || under)) continue;
    found.push(`${spot.parentElement.dataset.wager}: ${text.data}`);
  }
  return found;
})"""
"""Words of a cell that leave it or lie under the chips."""
CUT_BARS = """() => [...document.querySelectorAll('.bar h1, .bar .facts > span')]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
BESIDE = """() => {
  const all = [...document.querySelectorAll('.purse > *, .purse-wrap > .btn, .chips, .amount')];
  const boxes = [...all, ...document.querySelectorAll('.acts .btn')]
    .filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${one.className} over ${other.className}`));
}"""
"""Parts of the rack that lie over one another."""
CROWDED = """() => {
  const heads = [...document.querySelectorAll('.tape li :is(.card, .slot b)')];
  return heads.filter((each) => {
    const around = each.closest('li').getBoundingClientRect();
    const { left, right } = each.getBoundingClientRect();
    return left < around.left - 1 || right > around.right + 1;
  }).map((each) => each.textContent);
}"""
"""Cards on the dealer's tape, and their names, that reach beyond their place."""
SIZES = ((1440, 900), (1280, 800), (768, 1024), (390, 844), (844, 390))


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize(("amount", "shown"), [(20_00, "20"), (1234_00, "1,234")])
@pytest.mark.parametrize("table", ["T12", "T7"])
def test_what_a_cell_says_is_read_beside_ones_chips(
    house: House, table: str, amount: int, shown: str
) -> None:
    page = ready(house, table)
    wagers = house.stage.tables[table].sections["table"]["wagers"]
    stakes = [{"place": 4, "wager": each["name"], "amount": amount} for each in wagers]
    own(house, table, stakes=stakes)
    expect(page.locator(STAKE)).to_have_text(shown)
    for size in (*SIZES, (1024, 768), (721, 900)):
        resize(page, *size)
        tabs = page.locator(".wins-tabs button:visible")
        for each in tabs.all():
            each.click()
            assert page.evaluate(COVERED) == [], (size, each.text_content())
        assert page.evaluate(COVERED) == [], size


def test_the_bar_cuts_no_name(house: House) -> None:
    house.stage.tables["T12"].sections["phase"]["closes_at"] = None  # until the dealer closes
    page = ready(house, "T12", 390, 844)
    expect(page.locator("#phone-count")).to_be_hidden()  # the phase beside it says the same
    for size in SIZES:
        resize(page, *size)
        assert page.evaluate(CUT_BARS) == [], size


def test_the_dealers_bar_cuts_no_name(open_house: OpenHouse) -> None:
    page = console(open_house, open_house.prepared(open_house.table()))
    expect(page.locator("#bar")).to_contain_text("dealer1 since")
    for size in SIZES:
        resize(page, *size)
        assert page.evaluate(CUT_BARS) == [], size


@pytest.mark.parametrize("size", [(768, 1024), (1280, 800), (844, 390)])
def test_an_amount_can_be_typed(house: House, size: tuple[int, int]) -> None:
    page = ready(house, "T12", *size)
    page.get_by_label("Amount").fill("70")
    page.locator(BANKER).click()
    expect(page.locator(STAKE)).to_have_text("570")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_high_amounts_leave_room_for_chips_and_acts(house: House) -> None:
    house.stage.tables["T12"].sections["table"]["chips"] = EIGHT
    page = house.visit("/table/T12", confirmFirst="yes")
    expect(page.locator(".acts .btn")).to_have_count(5)
    high = 1_234_567_50
    own(house, "T12", rack=high, staked=high, owed=123_456_00)
    expect(page.locator(".purse")).to_contain_text("123,456.00")
    for size in ((1440, 900), (1280, 800), (768, 1024), (844, 390)):
        resize(page, *size)
        expect(page.get_by_label("Amount")).to_be_visible()
        assert page.evaluate(BESIDE) == [], size
    page = ready(house, "T12")
    own(house, "T12", rack=high, staked=high)
    for size in ((1440, 900), (1280, 800)):
        resize(page, *size)
        assert page.evaluate(BESIDE) == [], size


def test_a_wide_page_stands_still_in_its_window(house: House) -> None:
    page = ready(house, "T12")
    for size in ((1440, 900), (1280, 800)):
        resize(page, *size)
        assert page.evaluate("document.documentElement.scrollHeight") == size[1], size


def test_a_refusal_lies_beside_the_layout_of_a_telephone_on_its_side(house: House) -> None:
    page = ready(house, "T12", 844, 390)
    house.stage.tables["T12"].sections["table"]["wagers"][1]["maximum"] = 1000_00
    page.locator("[data-chip='100000']").click()
    page.locator(BANKER).click()
    expect(page.locator("#notice")).to_contain_text("refused")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    notice, layout = page.locator("#notice").bounding_box(), page.locator(".layout").bounding_box()
    assert notice is not None and layout is not None  # noqa: PT018
    assert notice["x"] + notice["width"] <= layout["x"]
    assert below(page, STAKE, ".rack")
    assert below(page, ".seats", "#notice")


@pytest.mark.parametrize("what", ["history", "payouts"])
def test_a_table_in_a_dialog_fits_a_telephone(house: House, what: str) -> None:
    page = ready(house, "T12", 390, 844)
    page.evaluate(f"document.dispatchEvent(new CustomEvent('bac-open-{what}'))")
    expect(page.get_by_role("dialog").locator("table").first).to_be_visible()
    for width in (390, 360):
        resize(page, width, 844)
        wide = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
        assert page.get_by_role("dialog").locator(".scroll").evaluate_all(wide) == 0, width


def test_what_a_table_rules_by_itself_is_told_to_the_floor(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest1", table, 3)
    open_house.until(table, "close-betting")
    laid = {"patron": "guest1", "place": 3, "wager": "banker", "amount": 25_00}
    open_house["dealer1"].tell(table, "chips-laid", **laid)
    page = open_house.visit("supervisor1", "/floor")
    told = page.locator("#alerts li", has_text=table)
    expect(told).to_contain_text("Chips were laid or added after the closing call.")
    expect(told).to_contain_text("ruled at the table, coup 1")
    open_house["manager1"].post(f"/tables/{table}/stop", reason="fire drill")
    row = page.locator(".queue li", has_text=f"Table {table[1:]}")
    expect(row).to_contain_text("fire drill")
    expect(row).not_to_contain_text("waiting")  # the ruling was earlier, and nobody waits for it


def test_the_dealer_sees_cards_and_totals_beside_a_ruling(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table(style="face-down"))
    open_house.sit("guest1", table, 3)
    page = console(open_house, table, (1280, 800))
    do(page, "F2", "Call no more bets")
    open_house.bet("guest1", table, 3, "banker", 100_00)
    do(page, "F3", "Deal Player's first card")
    open_house.until(table, "deal")
    for _ in range(3):
        open_house.step(table, [])
    line(page, "Turn Player's hand")
    press(page, "F9 2 Enter")
    do(page, "Enter", "Call the Pit Supervisor")
    for answered in (False, True):
        if answered:
            open_house["supervisor1"].ask(table, "answer", by="pit-supervisor", answer="yes")
            line(page, "Wait for the patrons to choose")
        expect(page.locator("#tape .aside")).to_be_visible()
        for size in ((1366, 768), (1280, 800), (1440, 900)):
            resize(page, *size)
            for each in ("#case", "#tape .aside", "#totals .p", "#totals .b", ".lower"):
                assert below(page, each, ".fkeys"), (each, size, answered)
    for width in (768, 390):
        resize(page, width, 844)
        assert page.evaluate(CROWDED) == [], width


def test_the_dealers_calls_stay_in_sight_beside_many_stakes(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest2", table, 4)
    open_house.until(table, "open-betting")
    for wager in ("player", "tie", "player-pair", "player-wins-on:8", "banker-wins-on:7"):
        open_house.bet("guest2", table, 4, wager, 50_00)
    open_house.bet("guest2", table, 4, "tie-wins-on:6", 50_00)
    page = console(open_house, table, (1440, 900))
    expect(page.locator("#spots")).to_contain_text("Tie wins on 6")
    for size in ((1440, 900), (1280, 800)):
        resize(page, *size)
        assert below(page, "#calls", ".fkeys"), size


def test_places_lie_below_the_layout_beside_a_ruling(house: House) -> None:
    page = ready(house, "T12X", 1280, 800)
    for size in ((1280, 800), (1366, 768), (1440, 900), (768, 1024)):
        resize(page, *size)
        assert below(page, ".layout", ".seat.mine"), size
        assert page.evaluate(CUT.replace(".spot .pile", ".spot :is(.pile, .crowd)")) == [], size
        assert below(page, ".seat.mine", ".rack"), size


def test_a_refusal_covers_nothing_of_ones_own_stake(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_label("Amount").fill("20000")
    page.locator(BANKER).click()
    said = "bac-layout .over.r-banker"
    for size in ((1440, 900), (1280, 800), (1366, 768), (1024, 768), (768, 1024)):
        resize(page, *size)
        assert below(page, STAKE, said), size


def test_no_spot_moves_when_the_connection_is_lost(house: House) -> None:
    page = ready(house, "T12")
    lost = page.locator("#lost")
    for size in ((1440, 900), (1280, 800), (1024, 768)):
        resize(page, *size)
        lying = page.locator(".layout").bounding_box()
        lost.evaluate("each => (each.hidden = false)")
        expect(lost).to_be_visible()
        assert page.locator(".layout").bounding_box() == lying, size
        lost.evaluate("each => (each.hidden = true)")


@pytest.mark.parametrize("size", [(667, 375), (640, 360), (568, 320), (360, 740), (350, 640)])
def test_small_telephones_take_an_amount_beside_many_chips(
    house: House, size: tuple[int, int]
) -> None:
    house.stage.tables["T12"].sections["table"]["chips"] = EIGHT
    page = house.visit("/table/T12", *size, confirmFirst="yes")
    page.get_by_label("Amount").fill("70")
    page.locator(BANKER).click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(STAKE)).to_have_text("570")
    assert below(page, STAKE, ".rack")
    assert page.evaluate(BESIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.locator("[data-chip='500000']").click()  # the last: where there is no room it moves in
    expect(page.locator("[data-chip='500000']")).to_have_attribute("aria-pressed", "true")


def test_a_dialog_scrolls_as_a_whole(house: House) -> None:
    page = ready(house, "T3", 390, 844)
    page.evaluate("document.dispatchEvent(new CustomEvent('bac-open-payouts'))")
    table = page.get_by_role("dialog").locator(".scroll", has=page.locator("table"))
    expect(table).to_be_visible()
    whole = "each => each.scrollHeight <= each.clientHeight + 1"
    for size in ((390, 844), (844, 390), (1280, 800)):
        resize(page, *size)
        assert table.evaluate(whole), size


def test_no_column_of_chinese_is_one_character_wide(open_house: OpenHouse) -> None:
    open_house.administrator()
    page = open_house.visit("admin", "/admin#books", (390, 844), language="zh-Hans")
    heads = page.locator("#books-panel .scrolls th")
    expect(heads.first).to_be_visible()
    narrow = "all => all.filter((each) => each.getBoundingClientRect().width < 40).length"
    assert heads.evaluate_all(narrow) == 0
