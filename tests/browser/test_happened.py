"""The dealer's page records cards as they really were, with the reports a script makes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from puntobanco.base.cards import card
from puntobanco.notation.codec import decode_report
from puntobanco.play import reports as p
from puntobanco.rules.slots import Slot
from tests.browser.company import do, line, press
from tests.browser.open_house import OpenHouse


class Sent:
    """The reports that a page sends."""

    def __init__(self, page: Page) -> None:
        self._frames: list[str | bytes] = []
        page.on("websocket", self._listen)
        page.reload()
        expect(page.locator("#todo h2")).not_to_be_empty()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._keep)

    def _keep(self, frame: str | bytes) -> None:
        self._frames.append(frame)

    def last(self) -> p.Report:
        """What was reported last, as a script would hand it to the table."""
        told = [frame for frame in map(json.loads, self._frames) if frame["type"] == "report"]
        return decode_report(json.dumps(told[-1]["report"]))


@pytest.fixture
def dealing(open_house: OpenHouse) -> tuple[Page, Sent]:
    """A page whose table waits for Player's first card."""
    table = open_house.prepared(open_house.table(style="face-down"))
    page = open_house.visit("dealer1", f"/dealer/{table}")
    expect(page.locator("#todo h2")).not_to_be_empty()
    sent = Sent(page)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    return page, sent


def test_a_card_is_entered_as_it_came_out(dealing: tuple[Page, Sent]) -> None:
    page, sent = dealing
    press(page, "F9 c")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Enter a card as it came out")
    page.keyboard.type("ten")
    press(page, "Enter")
    expect(dialog).to_contain_text("A card is a rank and a suit")
    dialog.get_by_label("Card (? if").fill("?")
    dialog.get_by_label("If it does not belong to this set").fill("red back")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("A card turned up that is not of this set")
    expect(page.locator("#calls")).to_contain_text("red back")
    assert sent.last() == p.CardLeftShoe(foreign="red back")  # card ? foreign red-back


def test_a_card_lies_outside_both_areas(dealing: tuple[Page, Sent]) -> None:
    page, sent = dealing
    press(page, "F9 c 9 h")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Where it lies").select_option("Outside both areas")
    dialog.get_by_label("Which way up").select_option("Face up")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("A card went to the wrong hand's area")
    seen = p.CardLeftShoe(card=card("9h"), outside=True, face_up=True)
    assert sent.last() == seen  # card 9h outside up


def test_a_card_is_in_the_wrong_hands(dealing: tuple[Page, Sent]) -> None:
    page, sent = dealing
    do(page, "Enter", "Deal Banker's first card")
    press(page, "F9 h")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Card")).to_have_value("P1")
    dialog.get_by_label("Who holds it").fill("guest2")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("Cards went to the person handling the other")
    assert sent.last() == p.CardHanded(slot=Slot.P1, to="guest2")  # handed P1 to guest2


def test_cards_are_loaded_unshuffled_and_dealt_unburnt(open_house: OpenHouse) -> None:
    table = open_house.table(book="nz-division")
    open_house.until(table, "receive-cards")
    page = open_house.visit("dealer1", f"/dealer/{table}")
    sent = Sent(page)
    press(page, "F9 l")
    expect(page.get_by_role("dialog")).to_contain_text("These steps were skipped")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("The cards had not been shuffled")
    assert sent.last() == p.CardsLoaded()  # loaded
    given = {"by": "casino-operator", "answer": "stand", "reason": "nobody saw it in time"}
    open_house["shift1"].ask(table, "answer", **given)
    line(page, re.compile("^Burn"))
    press(page, "F9 c 4 s")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Where it lies").select_option("Player's first card")
    dialog.get_by_label("Which way up").select_option("Face down")
    press(page, "Enter")
    expect(page.locator("#case")).to_contain_text("The card waits and opens the next coup")
    expect(page.locator("#calls")).to_contain_text("Shoe 1 starts")  # the burn was left out
    unseen = p.CardLeftShoe(card=card("4s"), into=Slot.P1, face_up=False)
    assert sent.last() == unseen  # card 4s P1 down


def test_chips_laid_late_are_recorded_with_their_amount(open_house: OpenHouse) -> None:
    table = open_house.prepared(open_house.table())
    open_house.sit("guest1", table, 3)
    page = open_house.visit("dealer1", f"/dealer/{table}")
    expect(page.locator("#todo h2")).not_to_be_empty()
    sent = Sent(page)
    do(page, "F2", "Call no more bets")
    do(page, "F3", "Deal Player's first card")
    press(page, "F9 s")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Chips were laid after the closing call")
    dialog.get_by_label("Wager").select_option("Banker")
    dialog.get_by_label("Amount").fill("many")
    press(page, "Enter")
    expect(dialog).to_contain_text("Enter an amount above 0")
    dialog.get_by_label("Amount").fill("25.00")
    press(page, "Enter")
    expect(page.locator("#calls")).to_contain_text("after the closing call")
    assert sent.last() == p.ChipsLaid(patron="guest1", place=3, wager="banker", amount=2500)
