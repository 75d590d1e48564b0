"""The patron's page at moments that went wrong: squeeze, ruling, undo, a load, narrow screens."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import House
from tests.browser.plays import PLAYS
from tests.browser.scenes import now
from tests.browser.test_player_page import BANKER, ready
from tests.browser.waiting import comes_to

AT_ONCE = """
for (const key of ["r", "d"])
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
"""
CUT = """() => [...document.querySelectorAll('.spot .pile, .rack .amount, .seats button')]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const one = each.getBoundingClientRect();
    const around = (each.closest('.spot') ?? document.body).getBoundingClientRect();
    return one.left < around.left || one.right > Math.min(around.right, innerWidth) + 0.5
      || one.top < around.top - 1 || one.bottom > around.bottom + 1;
  }).map((each) => each.outerHTML.slice(0, 80))"""
"""Piles, places and the amount that reach beyond their cell or the window."""
LYING = """() => ['.rail', '.layout', '.seats'].map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [x, y, width, height];
})"""
OVER = """() => [...document.querySelectorAll('.spot .verdict')].filter((each) => {
  const one = each.getBoundingClientRect();
  const others = [...each.closest('.spot').querySelectorAll('.stake, .scale, .pays, .name')];
  return others.filter((other) => other.checkVisibility()).some((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    const beside = one.left >= right || left >= one.right;
    return !beside && one.top < bottom - 1 && top < one.bottom - 1;
  });
}).map((each) => each.closest('.spot').outerHTML.slice(0, 200))"""
"""Verdicts that lie over other words of their cell."""
PHONES = ((390, 844), (360, 740), (320, 640), (844, 390), (720, 450))
EIGHT = (50, 100, 500, 2500, 10000, 50000, 100000, 500000)
"""The chips of a house as it is founded."""
STAKE = "bac-spot[data-wager=banker] .stake"


def own(house: House, table: str, **changed: Any) -> None:
    """Send the patron a section `me` with something changed."""
    house.stage.push(table, me={**house.stage.tables[table].sections["me"], **changed})


def below(page: Page, upper: str, lower: str) -> bool:
    """Whether the first ends where the second begins, or above."""
    for each in (upper, lower):
        expect(page.locator(each)).to_be_visible()
    one, other = page.locator(upper).bounding_box(), page.locator(lower).bounding_box()
    assert one is not None
    assert other is not None
    return one["y"] + one["height"] <= other["y"] + 1


def test_the_squeeze_names_the_card_in_hand_and_an_offer_its_time(house: House) -> None:
    page = ready(house, "T3")
    faces = {"B1": "5h", "B2": "As", "B3": "8c"}
    cards = [
        {"slot": slot, "card": card, "held_by": "you" if slot == "B3" else ""}
        for slot, card in faces.items()
    ]
    squeeze = {"hand": "banker", "cards": cards, "passed": True, "until": now(20)}
    own(house, "T3", squeeze=squeeze)
    expect(page.locator(".tray h2")).to_have_text("You hold Banker's third card")
    paper = [{**each, "card": None} for each in cards]  # only the table sees their faces
    own(house, "T3", squeeze={**squeeze, "cards": paper})
    expect(page.locator(".tray")).to_contain_text("Turn your cards at the table.")
    expect(page.locator(".tray .btn")).to_have_count(0)
    own(house, "T3", squeeze={**squeeze, "cards": paper, "passed": False})
    expect(page.locator(".tray h2")).to_have_text("Banker cards are coming to you")
    page = ready(house, "T4")
    own(house, "T4", offered_until=now(12))
    expect(page.locator(".offer .left").first).to_have_text("12 s")
    expect(page.locator(".offer .left").first).not_to_have_text("12 s")


def test_a_choice_is_asked_beside_the_cards_and_ones_own_stake(house: House) -> None:
    page = ready(house, "T12X", 1280, 800)
    for width, height in ((1280, 800), (768, 1024), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert below(page, STAKE, ".rack"), width
        assert below(page, "bac-ruling .btnrow", ".rack"), width
    evidence = page.locator("bac-ruling .evidence")
    expect(evidence.locator(".card")).to_have_count(5)
    expect(evidence).to_be_in_viewport()
    expect(page.locator("bac-ruling")).to_contain_text("Your choice: go on with this coup")
    own(house, "T12X", must_choose=False)  # others are asked: the cards lie in their places again
    expect(page.locator(".hand").first).to_be_visible()
    assert below(page, STAKE, ".rack")


def test_the_newest_mark_of_a_road_stays_in_sight_when_the_window_turns(house: House) -> None:
    page = ready(house, "T12", 844, 390)
    for width, height in ((390, 844), (1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        scroll = page.locator("#road-big_road .road-scroll")
        newest, seen = scroll.locator(".last").bounding_box(), scroll.bounding_box()
        assert newest is not None
        assert seen is not None
        assert newest["x"] + newest["width"] <= seen["x"] + seen["width"] + 1, width


def test_a_squeeze_on_a_telephone_on_its_side_has_the_whole_width(house: House) -> None:
    page = ready(house, "T3", 844, 390)
    assert below(page, ".tray", ".layout")
    assert below(page, ".tray .btn", ".rack")
    assert page.locator("bac-squeeze svg").first.bounding_box()["width"] > 200  # type: ignore[index]


def test_undo_takes_back_a_whole_press_and_double_follows_rebet(house: House) -> None:
    page = ready(house, "T12")
    page.keyboard.press("d")
    page.keyboard.press("z")  # at once: what was doubled is still on its way
    asked = house.stage.tables["T12"].asked
    three = ["banker", "banker-wins-on:7", "player-pair"]
    comes_to(page, lambda: sorted(e["wager"] for e in asked if e["request"] == "take-stake"), three)
    expect(page.locator(STAKE)).to_have_text("500")
    page.keyboard.press("d")
    page.keyboard.press("c")
    bets = "document.querySelector('bac-layout').data.bets"
    comes_to(page, lambda: page.evaluate(f"{bets}.me().stakes.length + {bets}.waiting"), 0)
    done, repeated = len(asked), house.stage.tables["T12"].sections["me"]["last"]["lines"]
    page.evaluate(AT_ONCE)  # before anything is heard of the first
    twice = 2 * sum(line["stake"] for line in repeated)
    comes_to(page, lambda: sum(each["amount"] for each in asked[done:]), twice)


def test_chips_that_the_table_shows_are_not_counted_again_until_their_answer_comes(
    house: House,
) -> None:
    page = ready(house, "T6")
    table = house.stage.tables["T6"]
    table.silent = True  # the news of a stake comes, its answer does not
    spot = page.locator("bac-spot[data-wager=player] button")
    spot.click()
    expect(spot).to_have_attribute("data-state", "accepted")
    first = table.asked[-1]["amount"]
    bets = "document.querySelector('bac-layout').data.bets"
    assert page.evaluate(f"{bets}.waiting") == 0
    page.keyboard.press("d")
    comes_to(page, lambda: [each["amount"] for each in table.asked], [first, first])


def test_the_history_says_why_a_coup_is_void_and_what_came_back(house: House) -> None:
    page = ready(house, "T12")
    page.get_by_role("button", name="History").click()
    void = page.get_by_role("dialog").locator(".coup", has_text="Coup 49")
    expect(void).to_contain_text("A technical interruption stopped the game.")
    expect(void).to_contain_text("Your 570.00 came back.")
    expect(void.locator(".clause").first).to_contain_text("5.4.2")
    expect(void.locator("tbody tr")).to_have_count(2)


def test_after_a_load_the_last_coup_is_the_newest_and_a_void_is_explained(house: House) -> None:
    roads = house.stage.tables["T12"].sections["roads"]
    cards = [
        {"slot": slot, "card": card, "held_by": ""}
        for slot, card in {"P1": "9s", "B1": "2h", "P2": "Kd", "B2": "3c"}.items()
    ]
    totals = {"winner": "player", "player_total": 9, "banker_total": 5, "natural": True}
    roads["last"] = {"coup": 51, "cards": cards, **totals}
    page = ready(house, "T12")
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("Player wins 9 to 5")
    expect(sentence.locator(".minis .card")).to_have_count(4)
    sign = house.visit("/sign/T12").locator("#result")
    expect(sign.locator(".card")).to_have_count(4)
    expect(sign.locator(".side > b")).to_have_text(["9", "5"])
    why = "Play was interrupted."
    void = {"coup": 52, "lines": [], "net": 0, "voided": True, "returned": 57000, "why": why}
    own(house, "T12", last={**void, "why_said": None, "clauses": ["10.1"]})
    expect(sentence).to_contain_text("Coup 52 is void")
    expect(sentence).to_contain_text("Play was interrupted. Your 570.00 came back.")
    expect(sentence.locator(".clause")).to_contain_text("10.1")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (390, 844), (844, 390), (720, 450)])
def test_nothing_is_cut_or_moves_when_bets_close(house: House, size: tuple[int, int]) -> None:
    house.stage.tables["T12"].sections["table"]["chips"] = EIGHT
    page = ready(house, "T12", *size)
    expect(page.locator(BANKER)).to_be_in_viewport(ratio=0.9)
    assert below(page, BANKER, ".rack")
    if size[0] != 720:
        assert below(page, ".seat.mine", ".rack")
        assert below(page, ".seats .btn >> nth=-1", ".rack"), "Leave"
    if size[0] >= 1280:
        assert below(page, ".rail", ".rack")
    assert page.evaluate(CUT) == []
    chips = page.locator(".chips")
    before, lying = chips.bounding_box(), page.evaluate(LYING)
    paid = house.stage.tables["T12R"].sections
    house.stage.push("T12", phase={**paid["phase"], "stage": "dealing"})
    locked = page.locator(".lockword:visible")
    expect(locked).to_have_text("No more bets. Yours stand.")
    assert chips.bounding_box() == before
    assert locked.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    row, words = page.locator(".chip-row").bounding_box(), locked.bounding_box()
    assert row is not None
    assert words is not None
    for each in (words, before):
        assert each is not None
        assert row["x"] <= each["x"] <= each["x"] + each["width"] <= row["x"] + row["width"]
    for number in range(7):  # each card as it arrives, then the result
        hands = {**paid["hands"], "cards": paid["hands"]["cards"][:number], "outcome": None}
        house.stage.push("T12", hands=hands)
        expect(page.locator(".hand .card:not(.place)")).to_have_count(number)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], number
    house.stage.push("T12", phase=paid["phase"], hands=paid["hands"], me=paid["me"])
    expect(page.locator(BANKER)).to_have_attribute("data-state", "won")
    assert chips.bounding_box() == before
    assert page.evaluate(LYING) == lying
    assert page.evaluate(CUT) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("table", sorted(PLAYS))
def test_nothing_is_cut_at_any_size(house: House, table: str, language: str) -> None:
    page = ready(house, table, language=language)
    for size in ((1440, 900), (1280, 800), (1024, 768), (768, 1024), *PHONES, (640, 400)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(BANKER)).to_be_visible()
        assert page.evaluate(CUT) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (390, 844), (320, 640)])
def test_a_high_pile_keeps_to_its_cell(house: House, size: tuple[int, int]) -> None:
    table = house.stage.tables["T3"].sections["table"]
    table["chips"] = EIGHT
    stakes = [
        {"place": 4, "wager": each["name"], "amount": 5 * EIGHT[0]} for each in table["wagers"]
    ]
    page = ready(house, "T3", *size)
    own(house, "T3", stakes=stakes, squeeze=None)
    expect(page.locator(".pile:visible")).to_have_count(len(stakes))
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.evaluate(CUT) == []
    lost = {"result": "lose", "profit": 0, "commission": 0, "label": "", "clauses": []}
    lines = [{**each, "stake": each["amount"], **lost} for each in stakes]
    last = {"coup": 39, "lines": lines, "net": 0, "voided": False}
    own(house, "T3", stakes=[], last=last)
    house.stage.push(
        "T3", phase={**house.stage.tables["T3"].sections["phase"], "stage": "resolved"}
    )
    expect(page.locator(".verdict:visible")).to_have_count(len(stakes))
    assert page.evaluate(CUT.replace(".spot .pile", ".spot .pile, .spot .verdict")) == []
    assert page.evaluate(OVER) == []


def test_a_refusal_lies_between_the_stake_and_the_chips_on_a_phone(house: House) -> None:
    page = ready(house, "T12", 390, 844)
    page.get_by_label("Amount").fill("20000")
    page.locator(BANKER).click()
    expect(page.locator("#notice")).to_contain_text("20,000 on Banker refused.")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    assert below(page, "#notice", ".chips")
    assert below(page, STAKE, "#notice")


def test_a_small_cell_prints_what_it_pays_in_every_language(house: House) -> None:
    page = ready(house, "T12", 390, 844, language="zh-Hans")
    cell = page.locator("bac-spot[data-wager='banker-wins-on:1'] .pays")
    expect(cell.locator("b")).to_have_text("160")
    expect(cell.locator("i").first).to_be_hidden()


def test_cells_are_named_by_what_they_show_and_reached_by_arrows(house: House) -> None:
    page = ready(house, "T12")
    rules = {"runOnly": ["label-content-name-mismatch"]}
    found = Axe().run(page, options=rules).response["violations"]
    assert [node["html"] for each in found for node in each["nodes"]] == []
    page.locator(BANKER).focus()
    at = "document.activeElement.closest('bac-spot').dataset.wager"
    for key, wager in (
        ("ArrowLeft", "tie"),
        ("ArrowLeft", "player"),
        ("ArrowUp", "player-pair"),
        ("ArrowRight", "tie"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(at) == wager, key


CHIMES = """
globalThis.loudness = [];
globalThis.AudioContext = class {
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const setValueAtTime = (value) => loudness.push(value);
    return { gain: { setValueAtTime, exponentialRampToValueAtTime() {} }, connect() {} };
  }
};
"""


@pytest.mark.parametrize(("level", "heard"), [("off", []), ("quiet", [0.04]), ("loud", [0.16])])
def test_sound_has_three_levels(house: House, level: str, heard: list[float]) -> None:
    page = house.visit("/table/T12", sound=level)
    page.add_init_script(CHIMES)
    page.reload()
    expect(page.locator("bac-spot").first).to_be_visible()
    phase = house.stage.tables["T12"].sections["phase"]
    house.stage.push("T12", phase={**phase, "stage": "dealing", "closes_at": None})
    expect(page.locator("bac-rack")).to_contain_text("No more bets")
    comes_to(page, lambda: page.evaluate("loudness"), heard)
