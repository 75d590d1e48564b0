"""What must be displayed at a table is on its sign and on the patron's page."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.open_house import OpenHouse
from tests.browser.waiting import comes_to

MUST_SHOW = {
    "two-to-one": (
        "2 to 1 Baccarat",
        "Player wins on a three-card 8 or 9: 2 to 1",
        "tie, or Banker wins: loses",
    ),
    "two-to-one-half-on-six": ("Banker wins on 6: 1 to 2",),
    "dragon-bonus-table": ("Dragon Bonus, pay table 1", "natural tie: stand-off", "30 to 1"),
    "ante": ("Ante 5", "waived for 500 or more"),
    "international": ("International Baccarat",),
}
"""NZ 13.5, 13.6, 11B.9, 14.3 with 14.4, 15.2: by notice, what a patron reads."""

WHOLE = """panel => panel.scrollHeight <= panel.clientHeight + 1
  && panel.scrollWidth <= panel.clientWidth + 1"""

ONE_LINE = """panel => [...panel.children].every(({ firstChild }) => {
  const words = document.createRange();
  words.selectNodeContents(firstChild);
  return words.getClientRects().length === 1;
})"""

MARKS_INSIDE = """panel => [...panel.children].every((each) => {
  const edge = each.getBoundingClientRect().right;
  return [...each.querySelectorAll('svg')].every((e) => e.getBoundingClientRect().right < edge);
})"""

IN_FONT = """document.addEventListener('DOMContentLoaded', () =>
  document.documentElement.style.setProperty('--sans', 'FONT'))"""


def test_the_sign_and_the_patrons_page_show_every_notice(open_house: OpenHouse) -> None:
    table = open_house.table(
        book="nz-division",
        two_to_one="half-on-six",
        dragon_bonus="1",
        lucky_match="1",
        ante="5.00",
        ante_waiver="500.00",
        international="on",
    )
    open_house.until(table, "open-table")
    sign = open_house.visit("guest1", f"/sign/{table}")
    patron = open_house.visit("guest1", f"/table/{table}")
    patron.get_by_role("button", name="Limits").first.click()
    for page in (sign, patron):
        for name, words in MUST_SHOW.items():
            notice = page.locator(f"[data-notice={name}]")
            for each in words:
                expect(notice).to_contain_text(each, ignore_case=True)
    assert sign.locator("#notices").evaluate(WHOLE), "a notice is cut off"
    sign.set_viewport_size({"width": 844, "height": 390})  # a telephone, where it may be long
    expect(sign.locator("#notices")).to_have_attribute("data-columns", "1")
    for size in ((1366, 768), (1024, 768), (1440, 900)):
        sign.set_viewport_size({"width": size[0], "height": size[1]})
        comes_to(sign, partial(sign.locator("#notices").evaluate, WHOLE), expected=True)
        assert sign.locator("#asks").evaluate(MARKS_INSIDE), size
    for font in ("DejaVu Sans", "DejaVu Sans Mono"):
        sign.add_init_script(IN_FONT.replace("FONT", font))
        sign.reload()
        expect(sign.locator("[data-notice=ante]")).to_contain_text("waived")
        assert sign.locator("#notices").evaluate(WHOLE), f"a notice is cut off in {font}"
        assert sign.locator("#asks").evaluate(ONE_LINE), f"a question takes two lines in {font}"
    expect(sign.locator("#limits")).to_contain_text("Differential")


def divided(house: OpenHouse, **options: str) -> str:
    """A table of the division rules that waits for its first coup."""
    table = house.table(book="nz-division", burn="one-card", **options)
    house.until(table, "open-table")
    dealer = house["dealer1"]
    brought = {"cards": "S1", "decks": 8, "source": "pre-shuffled", "backs": "red"}
    dealer.ask(table, "receive-cards", by="dealer", **brought)
    while (view := dealer.get(f"/tables/{table}")["view"])["phase"]["stage"] == "preparing":
        if view["staff"]["step"]["act"] == "burn":
            dealer.tell(table, "card-left-shoe")
        else:
            house.step(table, [])
    return table


def test_the_layout_marks_who_handles_which_hand(open_house: OpenHouse) -> None:
    """NZ 3.4(e), 8.11(c): the pucks lie beside the places of Banker and Player."""
    table = divided(open_house, style="B")
    open_house.sit("guest1", table, 2)
    open_house.sit("guest2", table, 5)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 2, "banker", 100_00)
    open_house.bet("guest2", table, 5, "player", 100_00)
    open_house.until(table, "close-betting")
    open_house["guest1"].ask(table, "answer-offer", hand="banker", accept=True)
    open_house["guest2"].ask(table, "answer-offer", hand="player", accept=True)
    page = open_house.visit("guest1", f"/table/{table}")
    expect(page.locator("li:has([data-seat='2']) .puck.banker")).to_have_text("B")
    expect(page.locator("li:has([data-seat='5']) .puck.player")).to_have_text("P")
    console = open_house.visit("dealer1", f"/dealer/{table}")
    rows = console.locator("bac-patrons tbody tr")
    expect(rows.filter(has_text="guest1").locator(".puck")).to_have_text("B")
    expect(rows.filter(has_text="guest2").locator(".puck")).to_have_text("P")


def test_a_missing_ante_is_asked_for_before_it_costs_the_bets(open_house: OpenHouse) -> None:
    """NZ 14.5, 14.7: a wager without its Ante is void when betting closes."""
    table = divided(open_house, ante="5.00", ante_waiver="500.00")
    open_house.sit("guest1", table, 2)
    open_house.until(table, "open-betting")
    page = open_house.visit("guest1", f"/table/{table}")
    ante = page.get_by_role("button", name="Ante")
    expect(ante).to_have_text("Ante5.00waived for 500 or more")
    open_house.bet("guest1", table, 2, "banker", 100_00)
    expect(ante).to_contain_text("Lay 5.00, or your bets are void")
    console = open_house.visit("dealer1", f"/dealer/{table}")
    row = console.locator("bac-patrons tbody tr")
    expect(row).to_contain_text("5 due")
    ante.click()
    expect(ante).to_contain_text("5.00 laid")
    expect(row).not_to_contain_text("due")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800)])
def test_a_refusal_leaves_what_stands_in_sight(
    open_house: OpenHouse, size: tuple[int, int]
) -> None:
    """NZ 5.12 is refused in many words: they lie below one's own stake."""
    table = divided(open_house, style="B")
    open_house.sit("guest1", table, 2)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 2, "banker", 320_00)
    page = open_house.visit("guest1", f"/table/{table}", size)
    page.get_by_role("button", name="0.50 chip").click()
    page.locator("bac-spot[data-wager=banker] button").click()
    refusal = page.locator(".over:visible")
    expect(refusal).to_contain_text("less commission")
    stake = page.locator("bac-spot[data-wager=banker] .stake")
    expect(stake).to_have_text("320")

    def in_sight() -> bool:
        lying, words = stake.bounding_box(), refusal.bounding_box()
        return bool(lying and words and lying["y"] + lying["height"] <= words["y"])

    comes_to(page, in_sight, expected=True)
