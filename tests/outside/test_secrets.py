"""A patron who knows only the public API tries to learn another's stake, name or card."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Iterator
from typing import Any

from tests.outside.client import Client
from tests.outside.conftest import Closed
from tests.outside.ledger import rows
from tests.outside.machine import Machine, Served
from tests.sizes import is_long

OTHERS = {
    "guest2": (2, {"player": 137_00, "tie": 41_00}, 1_237_00),
    "guest3": (3, {"player": 263_00, "tie": 59_00}, 2_341_00),
}
"""Who plays beside guest1: place, stakes and chips. What lies at a place and on a wager in all is
for everybody to see, and is none of these."""
SECRET_KEYS = frozenset({"sealed", "secret", "order", "token", "password", "address"})
"""What no form that a patron reads has filled, unless it is the patron's own or long past."""
TABLE = "T1"
CARD = re.compile(r"^[A23456789TJQK][shdc]$")


def paths(description: dict[str, Any]) -> Iterator[str]:
    """Every path that can be read, with names and numbers that somebody would try."""
    tried = {
        "table": [TABLE, "T2", f"shoe:{TABLE}", "house"],
        "name": ["guest2", "guest3", "supervisor1"],
        "coup": ["1", "2"],
        "shoe": ["1", "2"],
        "book": ["rws-wins-on"],
        "log": [TABLE, f"shoe:{TABLE}", "account:guest2", "house"],
        "request_id": ["guest2-bet-player-0", "guest2-buy", "guest3-buy", "house:auto:1:0"],
    }
    for path, methods in description["paths"].items():
        if "get" not in methods or path.startswith("/api/books"):  # the rules are for everybody
            continue
        filled = [path]
        for name in re.findall(r"\{(\w+)\}", path):
            filled = [
                each.replace(f"{{{name}}}", value) for each in filled for value in tried[name]
            ]
        yield from filled


def played(house: Served, closed: Closed) -> None:
    """Have the others sit down, buy chips and bet, each under a name of his own."""
    for name, (place, stakes, chips) in OTHERS.items():
        with Client(house.port, closed.tokens[name]) as client:
            seat = client.ask(TABLE, f"{name}-seat", request="take-place", by=name, place=place)
            assert seat["accepted"], seat
            bought = client.ask(TABLE, f"{name}-buy", request="buy-in", by=name, amount=chips)
            assert bought["accepted"], bought
            for wager, amount in stakes.items():
                bet(client, name, place=place, wager=wager, amount=amount)


def bet(client: Client, name: str, **stake: Any) -> None:
    """Put a stake down as soon as that can be done."""
    for number in range(200):
        request_id = f"{name}-bet-{stake['wager']}-{number}"
        asked = {"request": "place-stake", "by": name, "patron": name, **stake}
        answer = client.ask(TABLE, request_id, **asked)
        if answer.get("accepted"):
            return
        time.sleep(0.05)
    raise AssertionError(answer)


def leaves(form: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a form with the key it has."""
    if isinstance(form, dict):
        for name, value in form.items():
            yield name, name
            yield from leaves(value, name)
    elif isinstance(form, list):
        for value in form:
            yield from leaves(value, key)
    else:
        yield key, form


def test_a_patron_learns_no_stake_no_name_and_no_card_of_others(
    machine: Machine, closed: Closed
) -> None:
    folder = machine.copy(closed.folder, "secrets")
    house = machine.serve(folder)
    assert house.is_open(), house.said
    read: list[tuple[str, int, str]] = []
    with Client(house.port, closed.tokens["guest1"]) as client:
        own = client.ask(TABLE, "guest1-seat", request="take-place", by="guest1", place=1)
        assert own["accepted"], own
        tried = [*paths(client.get("/openapi.json"))]
        played(house, closed)
        for _ in range(5 if is_long() else 1):
            for path in tried:
                reply = client.call("GET", path)
                assert reply.status < 500, (path, reply.body)
                if reply.status == 200 and reply.headers["content-type"] == "application/json":
                    read.append((path, time.time_ns() // 1_000, reply.body.decode()))
    assert house.ended(signal.SIGTERM) == 0, house.said
    assert len(read) > 20
    names = {*OTHERS, "supervisor1", "dealer1", "cashier1", "watch1"}
    amounts = {each for _, stakes, chips in OTHERS.values() for each in (*stakes.values(), chips)}
    for path, _, body in read:
        if path in ("/openapi.json", "/api/schemas", "/api/permissions"):
            continue  # examples and words that are the same for everybody
        form = json.loads(body)
        for key, value in leaves(form):
            assert value not in names, (path, key, value)
            assert not (isinstance(value, int) and value in amounts), (path, key, value)
            own_session = path == "/api/sessions" and key == "address"
            assert not (key in SECRET_KEYS and value and value != key) or own_session, (path, key)
    must_be_dealt(folder, read)


def must_be_dealt(folder: Any, read: list[tuple[str, int, str]]) -> None:
    """No answer held a card of the table before the log has it."""
    shown: list[tuple[int, str]] = []
    for each in rows(folder):
        card = each["event"].get("card")
        if each["table"] == TABLE and isinstance(card, str):
            shown.append((each["time"], card))
    for path, moment, body in read:
        if not path.startswith(f"/api/tables/{TABLE}"):
            continue
        seen = [value for _, value in leaves(json.loads(body)) if isinstance(value, str)]
        cards = {value for value in seen if CARD.match(value)}
        assert cards <= {card for time_, card in shown if time_ <= moment}, (path, cards)
