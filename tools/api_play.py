"""Plays the house that the examples of the API's description are taken from."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.server.api.house import House
from tests.server.api.test_every_class import Doing

from puntobanco.server.api.sockets import SocketsApart
from puntobanco.server.casino.founding import DEMO, ONLOOKER
from puntobanco.server.traffic.pace import Pace
from puntobanco.server.traffic.socket_protocol import WIRE

PAIRS = Path(__file__).parents[1] / "examples" / "books" / "nz-either-pair.toml"
STAKE = {
    "request": "place-stake",
    "by": "guest1",
    "patron": "guest1",
    "place": 1,
    "wager": "tie",
    "amount": 1000,
}
SAID: dict[str, dict[str, Any]] = {
    "Ask": {"type": "request", "id": "6f1c2d", "request": STAKE},
    "Tell": {"type": "report", "id": "6f1c2e", "report": {"report": "card-left-shoe"}},
    "AskTime": {"type": "time", "echo": 7},
}
"""What a viewer says at a socket; the second he may not, so that he is told so."""
SINCE = "from=2027-01-15T08:00:00Z&to=2027-01-16T08:00:00Z"


def play(house: House) -> dict[str, Any]:
    """Everything that can be done in a house, two coups, and the middle of a third.

    The messages of a socket come back, those that were heard by their type.
    """
    Doing(house).everything()
    house.sit("guest1", 1)
    house.sit("guest2", 2)
    house.coup("9s 2h Kd 3c", ("guest1", "player", 50_00, 1), ("guest2", "banker", 40_00, 2))
    house.coup("2s 4h 3d 3c 6d", ("guest1", "tie", 20_00, 1))
    house.until("open-betting")
    house.bet("guest1", "banker", 100_00, 1)
    heard = _talk(house)
    house.until("close-betting")
    cards = ["Ks", "4h", "Qd"]
    while cards:
        house.step(cards)
    _sign(house)
    _strangers(house)
    _change(house)
    _read(house)
    _fail(house)
    _end(house)
    return heard


# --- a socket ---------------------------------------------------------------------------------


class _Wire:
    """Keeps what one viewer is sent."""

    hear: Callable[[bytes], bool] | None = None
    payer = None
    fault = ""

    def __init__(self) -> None:
        self.heard: dict[str, Any] = {}

    def write(self, frame: bytes) -> int:
        """Keep the first message of each type."""
        message = json.loads(frame[frame.index(b"{") :])
        self.heard.setdefault(message["type"], message)
        return 0

    def hang_up(self) -> None:
        """Nobody is cut here."""


def _talk(house: House) -> dict[str, Any]:
    ticket = house["guest1"].call("POST", "/tickets").json()["ticket"]
    wire, apart = _Wire(), SocketsApart(house.client.app)

    async def wired(scope: Any, receive: Any, send: Any) -> None:
        await apart({**scope, "extensions": {WIRE: wire}}, receive, send)

    with (
        patch.object(house.client._transport, "app", wired),  # noqa: SLF001
        house.client.websocket_connect(f"/api/live/T1?ticket={ticket}") as socket,
    ):
        for each in SAID.values():
            socket.send_text(json.dumps(each))
        for _ in range(100):
            time.sleep(0.05)
            if {"welcome", "news", "answer", "time", "error"} <= wire.heard.keys():
                return {**SAID, **wire.heard}
    raise AssertionError(f"heard only {set(wire.heard)}")


# --- calls ------------------------------------------------------------------------------------


def _sign(house: House) -> None:
    """In again, somewhere else too, and out."""
    secret = house["admin2"].post("/people/guest1/password")["secret"]
    first = house.sign_in("guest1", secret)
    new = {"old": secret, "new": "a long word for an example"}
    assert first.call("POST", "/session/password", new).status_code == 204
    for _ in range(2):
        other = house.sign_in("guest1", new["new"])
    here = next(each for each in other.get("/sessions")["sessions"] if not each["is_this"])
    assert other.call("DELETE", f"/sessions/{here['session']}").status_code == 204
    assert other.call("DELETE", "/session").status_code == 204
    house.sign_in("guest1", new["new"])
    for path in ("/health", "/ready"):
        house.client.get(path)
    headers = {"Authorization": f"Bearer {house['admin2'].token}"}
    assert house.client.get("/metrics", headers=headers).status_code == 200


def _strangers(house: House) -> None:
    """Somebody comes in without a name, to watch and to play."""
    (house.casino.plan.folder / DEMO).touch()
    house["admin2"].post("/people", name=ONLOOKER, is_device=True)
    house["admin2"].post(f"/people/{ONLOOKER}/roles", role="sign", table="*")
    house.client.get("/api/strangers")
    for way in ("watch", "play"):
        house.client.post(f"/api/strangers/{way}")
        house.client.cookies.clear()


def _change(house: House) -> None:
    """What Doing leaves out, and what is to wait when it is looked for."""
    guest, cashier = house["guest1"], house["cashier1"]
    table: dict[str, Any] = {"table": "T7", "title": "Table 7", "book": "nz-division"}
    table |= {"options": {"perfect-pair": "1", "style": "B"}, "settings": {"minimum": "25"}}
    table |= {"cards": "physical", "pace": "dealer", "betting_seconds": 0}
    assert house["admin2"].call("POST", "/tables/check", table).status_code == 200
    house["admin2"].post("/tables", **table)
    house["admin2"].post("/books", file=PAIRS.name, text=PAIRS.read_text("utf-8"))
    law = {each["book"]: each["digest"] for each in house["admin2"].get("/books")["books"]}
    adoption = {"before": law["nz-division"], "reason": "the December rules"}
    house["admin2"].post(f"/books/{law['nz-either-pair']}/adoption", **adoption)
    house["manager1"].post("/accounts/guest2/exclusion", until=None, reason="he asked for it")
    house["dealer1"].post("/tables/T1/call", sentence="chips are short")
    cashier.post("/accounts/guest1/adjustments", amount=-2500, reason="paid in twice")
    training = "/training/mbs?seed=7&number=1&kind=draw&option=style=face-up"
    assert guest.call("GET", training).status_code == 200
    assert guest.call("POST", training, {"answer": "yes"}).status_code == 200
    house["watch1"].post("/audit/verify")
    house["admin2"].post("/backups", id="night")


def _read(house: House) -> None:
    """Everything that can be read, every parameter named."""
    paths = {
        "guest1": (
            "session sessions tables tables/T1 account permissions books schemas books/mbs/clauses "
            "books/mbs/text "
            "tables/T1/events?after=40&limit=20 account/entries?before=100&limit=20 "
            "tables/T1/answers/6f1c2d tables/T1/history?before=100&limit=20 "
            "tables/R1/shoes?before=100&limit=20 tables/R1/shoes/1 "
            "books/nz-division?option=perfect-pair=1&option=style=B"
        ),
        "dealer1": "tables/T1/shoe-count tables/T1/hand",
        "manager1": (
            "tables/T1/coups/2?after=0 tables/T1/setup tables/T1/watch approvals alerts floor "
            "books/mbs/differences?from=rws-wins-on editions "
            f"reports/tables/T1?{SINCE}&form=csv reports/tables/T1?{SINCE}&form=json "
            f"reports/house?{SINCE}&form=csv reports/house?{SINCE}&form=json"
        ),
        "cashier1": "accounts?after=a&limit=20 accounts/guest1 "
        "accounts/guest1/entries?before=100&limit=20",
        "admin2": "people backups",
        "watch1": (
            "audit/logs?after=T&limit=20 audit/logs/T1?after=40&limit=20 "
            "audit/tables/T1/coups/2?audience=guest1 audit/tables/T1/shoes/1 "
            "audit/tables/T1/money audit/patterns?table=T1 audit/export?log=account:guest2"
        ),
    }
    for name, some in paths.items():
        for path in some.split():
            answer = house[name].call("GET", f"/{path}")
            assert answer.status_code == 200, (name, path, answer.text)


def _fail(house: House) -> None:
    """One error of each kind."""
    guest = house["guest1"]
    headers = {"Authorization": f"Bearer {guest.token}", "Content-Type": "application/json"}
    limits = "/api/account/limits"
    house.client.post(limits, content=b'{"\xff"}', headers=headers)
    house.client.get("/api/tables")
    guest.call("GET", "/people")
    guest.call("GET", "/tables/T9")
    house["cashier1"].post("/accounts/guest1/paid-out", 409, amount=9_999_99)
    house.client.post(limits, content=b" " * 65_537, headers=headers)
    guest.call("POST", "/account/limits", {"id": "6f1c2f", "limit": "luck", "amount": 1})
    with patch.object(house.casino, "ready", new=False):
        house.client.get("/ready")
    with patch.object(house.casino, "pace", Pace(per_second=0.1, burst=0, patience=0)):
        for _ in range(2):
            guest.call("GET", "/session")


def _end(house: House) -> None:
    """The coup is played out, and the next one staked on."""
    house["supervisor1"].ask("answer", by="pit-supervisor", answer="continue", reason="settled")
    house.until("settle", ["5c"])
    house.until("open-betting")
    house.bet("guest1", "player", 50_00)
