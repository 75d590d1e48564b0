"""The real server in a process of its own, with people at it, for pages that staff use."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Page

from puntobanco.library.finding import find_book
from tests import patience
from tests.browser.launching import Program
from tests.sizes import is_long

WIDE, NARROW = (1440, 900), (390, 844)


@dataclass
class Person:
    """Somebody who has signed in without a browser."""

    name: str
    client: httpx2.Client

    def get(self, path: str) -> Any:
        """A form."""
        answer = self.client.get(f"/api{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Change something, under an id of its own."""
        answer = self.client.post(f"/api{path}", json={"id": uuid.uuid4().hex, **body})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, table: str, request: str, **fields: Any) -> Any:
        """Ask something of a table; it must be granted, or wait for a second person."""
        wanted = {"request": request, "by": self.name, **fields}
        answer = self.post(f"/tables/{table}/requests", request=wanted)
        assert answer["refusal"] is None, answer["refusal"]
        return answer

    def tell(self, table: str, report: str, **fields: Any) -> Any:
        """Report something."""
        return self.post(f"/tables/{table}/reports", report={"report": report, **fields})

    def send(self, table: str, message: dict[str, Any]) -> Any:
        """Ask or report what a step says."""
        if "report" in message:
            return self.post(f"/tables/{table}/reports", report=message)
        return self.ask(table, **message)


@dataclass
class OpenHouse:
    """A running house, its people, and the browser that looks at it."""

    url: str
    passwords: dict[str, str]
    browser: Browser
    people: dict[str, Person] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """What pages wrote to their console, and what failed in them."""
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(21))

    def __getitem__(self, name: str) -> Person:
        if name not in self.people:
            self.people[name] = Person(
                name, httpx2.Client(base_url=self.url, timeout=patience.SECONDS)
            )
        client = self.people[name].client
        if client.get("/api/session").status_code == 401:  # new, or idle for minutes
            given = {"name": name, "password": self.passwords[name]}
            answer = client.post("/api/session", json=given)
            assert answer.status_code == 200, answer.text
            client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
            client.cookies.clear()
        return self.people[name]

    def administrator(self) -> Person:
        """The founder, with a password of his own."""
        if "admin" not in self.people:
            once = self["admin"]
            new = uuid.uuid4().hex
            body = {"old": self.passwords["admin"], "new": new}
            assert once.client.post("/api/session/password", json=body).status_code == 204
            self.passwords["admin"] = new
            self.people.pop("admin").client.close()
        return self["admin"]

    def newcomer(self, name: str) -> None:
        """A patron of a test's own, with an account and a password that he chose."""
        admin = self.administrator()
        admin.post("/people", name=name)
        admin.post(f"/people/{name}/roles", role="patron", table="*")
        once = admin.post(f"/people/{name}/password")["secret"]
        with httpx2.Client(base_url=self.url, timeout=patience.SECONDS) as client:
            client.post("/api/session", json={"name": name, "password": once})
            self.passwords[name] = uuid.uuid4().hex
            body = {"old": once, "new": self.passwords[name]}
            assert client.post("/api/session/password", json=body).status_code == 204
        self["cashier1"].post("/accounts", name=name)

    def bring(self, file: Path) -> str:
        """See that the house has a book of its own from a file; its digest."""
        admin, body = self.administrator(), {"file": file.name, "text": file.read_text("utf-8")}
        digest = find_book(str(file)).digest()
        if digest not in {each["digest"] for each in admin.get("/books")["books"]}:
            admin.post("/books", **body)
        return digest

    def table(self, cards: str = "physical", book: str = "rws-wins-on", **options: str) -> str:
        """A new table that a dealer conducts."""
        return self._add(cards=cards, book=book, options=options, pace="dealer")

    def table_by_clock(self, seconds: int) -> str:
        """A new table with random cards that the server conducts, with so much time for bets."""
        return self._add(
            cards="random", book="rws-wins-on", options={}, pace="clock", betting_seconds=seconds
        )

    def _add(self, **chosen: Any) -> str:
        name = f"T{next(self.numbers)}"
        settings = {"minimum": "50", "differential": "20000"}
        self.administrator().post(
            "/tables", table=name, title=f"Table {name[1:]}", settings=settings, **chosen
        )
        return name

    def visit(self, name: str, path: str, size: tuple[int, int] = WIDE, **settings: str) -> Page:
        """A page in a window of its own, for somebody who is signed in, or for nobody."""
        width, height = size
        context = self.browser.new_context(viewport={"width": width, "height": height})
        if name:
            given = {"name": name, "password": self.passwords[name]}
            assert context.request.post(f"{self.url}/api/session", data=given).ok
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        kept = {"theme": "felt", "language": "en", "speed": "instant", **settings}
        page.add_init_script(f"localStorage.puntobanco ??= JSON.stringify({kept})")
        page.goto(self.url + path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.said.append(message.text)

    # --- at a table -----------------------------------------------------------------------------

    def step(self, table: str, cards: list[str]) -> str:
        """Have the dealer do what is due without a browser; which act it was."""
        dealer = self["dealer1"]
        step = dealer.get(f"/tables/{table}")["view"]["staff"]["step"]
        act = str(step["act"])
        does = step.get("request") or step.get("report")
        shown = {"card": cards.pop(0)} if act == "deal" and step["face_up"] else {}
        dealer.send(table, {**does, **shown})
        return act

    def until(self, table: str, act: str, cards: str = "") -> None:
        """Have the dealer do everything up to and with an act."""
        given = cards.split()
        for _ in range(100):
            if self.step(table, given) == act:
                return
        raise AssertionError(f"{act} did not come")

    def prepared(self, table: str) -> str:
        """A table that waits for its first coup."""
        self.until(table, "prepare")
        while self["dealer1"].get(f"/tables/{table}")["view"]["phase"]["stage"] == "preparing":
            self.step(table, [])
        return table

    def fund(self, name: str) -> None:
        """See that somebody's account does not run dry, however many tables he sits at."""
        cashier = self["cashier1"]
        if cashier.get(f"/accounts/{name}")["balance"] < 5_000_00:
            cashier.post(f"/accounts/{name}/paid-in", amount=10_000_00)

    def sit(self, name: str, table: str, place: int) -> None:
        """Take a place and buy in."""
        self.fund(name)
        self[name].ask(table, "take-place", place=place)
        self[name].ask(table, "buy-in", amount=100_000)

    def bet(self, name: str, table: str, place: int, wager: str, amount: int) -> None:
        """Stake."""
        fields = {"patron": name, "place": place, "wager": wager, "amount": amount}
        self[name].ask(table, "place-stake", **fields)


def too_wide(page: Page) -> list[str]:
    """What reaches beyond the right edge of the window, by its tag and classes."""
    found: list[str] = page.evaluate(
        """() => [...document.body.querySelectorAll("*")]
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
            .map((each) => each.tagName + " " + each.className + " " + each.textContent)"""
    )
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [each[:200] for each in found] if wide else []


def violations(page: Page, *, contrast: bool = False) -> list[str]:
    """What axe finds wrong with a page.

    Contrast takes four fifths of its time: `make test` measures it once a page, where a test asks
    for it, `make prove` everywhere.
    """
    rules = {} if contrast or is_long() else {"color-contrast": {"enabled": False}}
    options = {"resultTypes": ["violations"], "rules": rules}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


@contextmanager
def opened(folder: Path, browser: Browser) -> Iterator[OpenHouse]:
    """A house for a demonstration, served until this is left."""
    program = Program.start(folder)
    house = OpenHouse(program.url, program.passwords, browser)
    try:
        yield house
    finally:
        for person in house.people.values():
            person.client.close()
        program.kill()
