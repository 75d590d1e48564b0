"""People at one table, each at a page of his own: dealer, patrons, a sign; all live at once."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.open_house import OpenHouse
from tests.browser.waiting import comes_to

RANKS = {"A": "1", "T": "0", "J": "/", "Q": "*", "K": "-"}
"""Keys of the dealer's number pad that are not the rank itself."""

EMPTY = "rank, then suit"
"""What stands where a card is to be typed while none of its keys was taken."""
TAPE = "document.querySelector('#tape').textContent"
STEP = "['#todo h2', '#shoe'].map(e => document.querySelector(e).textContent).join('\\n')"
"""What changes on the console when a step is done, unless another card is wanted for the same."""


def press(page: Page, keys: str) -> None:
    """One key after the other."""
    for key in keys.split():
        page.keyboard.press(key)


def line(page: Page, words: str | re.Pattern[str]) -> None:
    """What the dealer's large line must say."""
    expect(page.locator("#todo h2")).to_have_text(words)


def do(page: Page, keys: str, words: str) -> None:
    """Keys, and what the large line says then."""
    press(page, keys)
    line(page, words)


def written(units: int) -> str:
    """Money as the pages write it."""
    return f"{units // 100:,}.{units % 100:02d}"


def bead(page: Page) -> Locator:
    """The marks of the Bead Plate on a page."""
    return page.locator("svg.road.bead_plate use")


class Line:
    """The line between a page and the house, which can be cut or be slow with what is new."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sockets: list[WebSocketRoute] = []
        self._held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        self.cut = False
        page.route_web_socket("**/api/live/**", self._open)
        page.reload()

    def _open(self, here: WebSocketRoute) -> None:
        if self.cut:
            here.close()
            return
        there = here.connect_to_server()
        there.on_message(lambda message: self._pass(here, message))
        self._sockets.append(here)

    def _pass(self, here: WebSocketRoute, message: str | bytes) -> None:
        if self._held is not None and json.loads(message)["type"] == "news":
            self._held.append((here, message))
        else:
            here.send(message)

    def lose(self) -> None:
        """Nothing comes through any more."""
        self.cut = True
        for socket in self._sockets:
            socket.close()

    def mend(self) -> None:
        """Everything comes through again."""
        self.cut = False

    def hold(self) -> None:
        """Answers come through, what is new does not yet."""
        self._held = []

    def release(self) -> None:
        """What was held comes through."""
        held, self._held = self._held or [], None
        for here, message in held:
            here.send(message)


@dataclass
class Company:
    """Everybody at a table."""

    house: OpenHouse
    table: str
    patrons: dict[str, Page] = field(default_factory=dict)
    dealer: Page = field(init=False)
    sign: Page = field(init=False)

    def __post_init__(self) -> None:
        self.dealer = self.house.visit("dealer1", f"/dealer/{self.table}")
        self.sign = self.house.visit("guest3", f"/sign/{self.table}")
        expect(self.dealer.locator("#todo h2")).not_to_be_empty()

    def join(self, name: str, place: int, chips: str = "500") -> Page:
        """A patron opens the page, sits and buys in."""
        self.house.fund(name)
        page = self.house.visit(name, f"/table/{self.table}")
        page.get_by_role("button", name=f"Place {place}, free").click()
        expect(page.locator(".seat.mine")).to_have_text(str(place))
        page.locator("bac-rack").get_by_role("button", name="Buy in, cash out").click()
        page.get_by_role("dialog").get_by_label("Amount").fill(chips)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        self.patrons[name] = page
        return page

    def spot(self, name: str, wager: str) -> Locator:
        """Where a patron lays a wager."""
        return self.patrons[name].locator(f"bac-spot[data-wager='{wager}'] button")

    def stake(self, name: str, wager: str, amount: int) -> None:
        """A patron types an amount and lays it; the table takes it."""
        self.offer(name, wager, amount)
        expect(self.spot(name, wager)).to_have_attribute("data-state", "accepted")
        expect(self.spot(name, wager)).to_contain_text(str(amount))

    def offer(self, name: str, wager: str, amount: int) -> None:
        """A patron types an amount and lays it."""
        self.patrons[name].locator("bac-rack").get_by_label("Amount").fill(str(amount))
        self.spot(name, wager).click()

    def deal(self, cards: str, until: str = r"^Call coup|^The shoe is over") -> None:
        """The dealer does by keyboard what the line says, with these cards, until it says this."""
        given = cards.split()
        for _ in range(60):
            seen = self.dealer.evaluate(STEP)
            words = seen.partition("\n")[0]
            if re.search(until, words):
                return
            keys = ""
            if words.startswith(("Deal ", "Turn ")) and given:
                card = given.pop(0)
                keys = f"{RANKS.get(card[0], card[0])} {card[1]}"
            self._enter(seen, keys)
        raise AssertionError(f"the line never said {until}")

    def _enter(self, seen: str, keys: str) -> None:
        """Type until the step is done: a console that is busy takes no key.

        A typed card stands on the tape at once; it is taken when the next one is asked for.
        """
        tape = self.dealer.evaluate(TAPE)
        asks = f"{TAPE}.includes({json.dumps(EMPTY)})" if keys else "true"
        is_done = f"{STEP} !== {json.dumps(seen)} || ({TAPE} !== {json.dumps(tape)} && {asks})"
        for turn in range(6):
            if keys and (turn == 0 or EMPTY in self.dealer.evaluate(TAPE)):
                press(self.dealer, keys)
            press(self.dealer, "Enter")
            with suppress(AssertionError):
                return comes_to(
                    self.dealer, lambda: self.dealer.evaluate(is_done), expected=True, seconds=5
                )
        raise AssertionError(f"the console still shows {seen}")

    def net(self, name: str, units: int) -> None:
        """A patron's page shows what the coup brought him, and has what the ledger has."""
        sign = "+" if units > 0 else "\N{MINUS SIGN}" if units < 0 else ""
        sentence = self.patrons[name].locator("bac-stage .sentence")
        expect(sentence).to_contain_text(f"Your net {sign}{written(abs(units))}")
        self.balanced(name)

    def balanced(self, name: str) -> None:
        """Chips and balance on a page are those of the table's and the account's ledger."""
        books = self.house["watch1"].get(f"/audit/tables/{self.table}/money")
        assert books["findings"] == []
        rack = books["accounts"][f"rack:{name}"]
        page = self.patrons[name]
        expect(page.locator("bac-rack .balance dd")).to_have_text(written(rack))
        balance = self.house[name].get("/account")["balance"]
        expect(page.locator("bac-header")).to_contain_text(written(balance))
