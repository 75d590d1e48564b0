"""What must be displayed at a table is on its sign and on the patron's page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.open_house import OpenHouse

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
    whole = "panel => panel.scrollHeight <= panel.clientHeight + 1"
    assert sign.locator("#notices").evaluate(whole), "a notice is cut off"
    expect(sign.locator("#limits")).to_contain_text("Differential")


def test_the_layout_marks_who_handles_which_hand(open_house: OpenHouse) -> None:
    """NZ 3.4(e), 8.11(c): the pucks lie beside the places of Banker and Player."""
    table = open_house.table(book="nz-division", style="B", burn="one-card")
    open_house.until(table, "open-table")
    dealer = open_house["dealer1"]
    brought = {"cards": "S1", "decks": 8, "source": "pre-shuffled", "backs": "red"}
    dealer.ask(table, "receive-cards", by="dealer", **brought)
    while (view := dealer.get(f"/tables/{table}")["view"])["phase"]["stage"] == "preparing":
        if view["staff"]["step"]["act"] == "burn":
            dealer.tell(table, "card-left-shoe")
        else:
            open_house.step(table, [])
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
