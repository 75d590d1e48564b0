"""A house in this process, with everybody in it signed in, and a dealer who deals given cards."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import argon2
from starlette.testclient import TestClient

from puntobanco.server.api.sockets import SocketsApart
from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import found, invite
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables.croupier import Tempo
from tests.server.api.conforming import Description, description_of
from tests.server.conftest import unlimited

PEOPLE = {
    "guest1": "patron",
    "guest2": "patron",
    "dealer1": "dealer",
    "supervisor1": "supervisor",
    "manager1": "manager",
    "shift1": "shift-manager",
    "cashier1": "cashier",
    "watch1": "surveillance",
    "admin2": "administrator",
}
PHYSICAL = {
    "table": "T1",
    "title": "Table 1",
    "book": "rws-wins-on",
    "options": {},
    "settings": {"minimum": "10", "differential": "500"},
    "cards": "physical",
    "pace": "dealer",
    "betting_seconds": 0,
}
AUTOMATIC = {**PHYSICAL, "table": "R1", "cards": "random", "pace": "clock", "betting_seconds": 1}
CHEAP = argon2.PasswordHasher.from_parameters(argon2.profiles.CHEAPEST)


@dataclass
class Person:
    """Somebody who has signed in."""

    name: str
    token: str
    client: TestClient
    house: House

    def call(self, method: str, path: str, json: Any = None) -> Any:
        """The answer, with its status."""
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.client.request(method, f"/api{path}", json=json, headers=headers)
        self.house.description.check(method, f"/api{path}", answer)
        return answer

    def get(self, path: str, status: int = 200) -> Any:
        """A form."""
        answer = self.call("GET", path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        """Change something under an id of its own, unless one is given."""
        answer = self.call("POST", path, {"id": self.house.next_id(), **body})
        assert answer.status_code == status, answer.text
        return answer.json()

    def ask(self, request: str, table: str = "T1", /, **fields: Any) -> Any:
        """Ask something of a table; it must be granted."""
        by = fields.pop("by", self.name)
        body = {"request": {"request": request, "by": by, **fields}}
        answer = self.post(f"/tables/{table}/requests", **body)
        assert answer["refusal"] is None, answer["refusal"]
        return answer

    def tell(self, report: str, table: str = "T1", /, **fields: Any) -> Any:
        """Report something."""
        return self.post(f"/tables/{table}/reports", report={"report": report, **fields})

    def send(self, table: str, message: dict[str, Any]) -> Any:
        """Ask or report what a step says."""
        if "report" in message:
            return self.post(f"/tables/{table}/reports", report=message)
        answer = self.post(f"/tables/{table}/requests", request=message)
        assert answer["refusal"] is None, answer["refusal"]
        return answer


@dataclass
class House:
    """A running house and its people."""

    client: TestClient
    casino: Casino
    description: Description
    people: dict[str, Person] = field(default_factory=dict)
    ids: Iterator[int] = field(default_factory=itertools.count)
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    deck: list[str] = field(default_factory=list)

    def next_id(self) -> str:
        return f"test-{next(self.ids)}"

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def sign_in(self, name: str, password: str) -> Person:
        answer = self.client.post("/api/session", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        self.client.cookies.clear()
        person = Person(name, answer.json()["token"], self.client, self)
        self.people[name] = person
        return person

    def with_money(self, *names: str, amount: int = 1_000_00) -> None:
        """Accounts with money in them."""
        for name in names:
            self["cashier1"].post("/accounts", name=name)
            self["cashier1"].post(f"/accounts/{name}/paid-in", amount=amount)

    # --- dealing ------------------------------------------------------------------------------

    def step(self, cards: list[str] | None = None, table: str = "T1") -> str:
        """Have the dealer do what is due; which act it was."""
        dealer = self["dealer1"]
        step = dealer.get(f"/tables/{table}")["view"]["staff"]["step"]
        act, does = step["act"], step.get("request") or step.get("report")
        match act:
            case "receive-cards" | "end-shoe":
                deck = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
                self.deck = deck * does["decks"]
                self.chance.shuffle(self.deck)
                name = f"S{self.next_id()}"
                dealer.send(table, {**does, "cards": name, "backs": name})
            case "prepare":
                dealer.send(table, {**does, **({"value": 100} if does["step"] == "cut" else {})})
            case "burn" | "deal":
                card = cards.pop(0) if act == "deal" and cards else self.deck.pop()
                dealer.send(table, {**does, **({"card": card} if step["face_up"] else {})})
            case "turn":
                for slot in step["slots"]:
                    card = cards.pop(0) if cards else self.deck.pop()
                    dealer.tell("card-was-turned", table, slot=slot, card=card)
            case "offer-cut":
                self[step["who"]].ask("decline-cut", table)
            case _:
                dealer.send(table, does)
        return str(act)

    def until(self, act: str, cards: list[str] | None = None, table: str = "T1") -> None:
        """Have the dealer do everything up to and with an act."""
        for _ in range(100):
            if self.step(cards, table) == act:
                return
        raise AssertionError(f"{act} did not come")

    def sit(self, name: str, place: int, amount: int = 500_00, table: str = "T1") -> None:
        """Take a place and buy in."""
        self[name].ask("take-place", table, place=place)
        self[name].ask("buy-in", table, amount=amount)

    def bet(self, name: str, wager: str, amount: int, place: int = 1, table: str = "T1") -> None:
        """Stake."""
        self[name].ask("place-stake", table, patron=name, place=place, wager=wager, amount=amount)

    def coup(self, cards: str, *bets: tuple[str, str, int, int], table: str = "T1") -> None:
        """A whole coup with given cards and bets: who, on what, how much, at which place."""
        self.until("open-betting", table=table)
        for name, wager, amount, place in bets:
            self.bet(name, wager, amount, place, table)
        self.until("settle", cards.split(), table)


@contextmanager
def opened(folder: Path, **given: Any) -> Iterator[House]:
    """A house with people and one physical table."""
    passwords: dict[str, str] = {}
    held: list[Casino] = []

    async def begin(casino: Casino) -> None:
        first = await found(casino)
        assert first is not None
        for name, role in PEOPLE.items():
            passwords[name] = (await invite(casino, name, role, once=False)).password
        held.append(casino)

    plan = Plan(folder, tempo=Tempo.at_once(), park_seconds=0.1, hasher=CHEAP, **given)
    app = create_app(plan, begin)
    with TestClient(SocketsApart(app)) as client:
        held[0].pace, held[0].callers = unlimited(), unlimited()
        house = House(client, held[0], description_of(app))
        for name, password in passwords.items():
            house.sign_in(name, password)
        house["admin2"].post("/tables", **PHYSICAL)
        yield house
