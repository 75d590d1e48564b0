"""A ledger of one's own: what was asked and answered, held against the bare rows of the log.

It knows the log's rows as JSON and the few events that move chips, and nothing of the program.
"""

from __future__ import annotations

import json
import random
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.outside.client import Client, LostError

STAKE = 10_00
CHIPS = 500_00
PAUSE = 0.01
"""Between two bets of one patron."""


@dataclass
class Bettor:
    """Bets as fast as it is answered, and remembers everything it asked and was told."""

    name: str
    token: str
    table: str
    place: int
    chance: random.Random
    asked: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id: the request."""
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id: the one answer."""
    port: int = 0
    _client: Client | None = None

    def ask(self, request: str, **fields: Any) -> dict[str, Any] | None:
        """Ask under a new id; None where no answer came."""
        request_id = f"{self.name}-{len(self.asked)}"
        self.asked[request_id] = {"request": request, "by": self.name, **fields}
        return self.again(request_id)

    def again(self, request_id: str) -> dict[str, Any] | None:
        """Ask what was asked before, under the same id."""
        if self._client is None or self._client.port != self.port:
            self._client = Client(self.port, self.token)
        body = {"id": request_id, "request": self.asked[request_id]}
        reply = self._client.call("POST", f"/api/tables/{self.table}/requests", body)
        if reply.status != 200:  # busy, or closing: nothing is known yet
            return None
        answer: dict[str, Any] = reply.form
        before = self.told.setdefault(request_id, answer)
        same = ("accepted", "first", "last")
        assert all(before[each] == answer[each] for each in same), (before, answer)
        return answer

    def sit(self) -> None:
        """Take a place and buy chips, if that is still to be done."""
        self.ask("take-place", place=self.place)
        self.ask("buy-in", amount=CHIPS)

    def bet(self) -> bool:
        """Put a stake down or take one back; whether it was accepted."""
        wager = self.chance.choice(("player", "banker"))
        kind = self.chance.choice(("place-stake", "place-stake", "take-stake"))
        stake = {"patron": self.name, "place": self.place, "wager": wager, "amount": STAKE}
        answer = self.ask(kind, **stake)
        return answer is not None and bool(answer["accepted"])

    def run(self, until: float) -> None:
        """Bet until a moment, or until the house is gone."""
        try:
            self.sit()
            while time.monotonic() < until:
                self.bet()
                time.sleep(PAUSE)
        except LostError:
            return
        finally:
            self.hang_up()

    def hang_up(self) -> None:
        """Let go of the line."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def ask_again(self) -> int:
        """Ask again whatever had no answer; how much that was."""
        lost = [each for each in self.asked if each not in self.told]
        for request_id in lost:
            last = time.monotonic() + 20
            while self.again(request_id) is None:
                assert time.monotonic() < last, request_id
                time.sleep(0.05)
        return len(lost)

    @property
    def accepted(self) -> dict[str, dict[str, Any]]:
        """By id: what was accepted."""
        return {each: self.asked[each] for each, told in self.told.items() if told["accepted"]}


# --- the rows ---------------------------------------------------------------------------------


def rows(folder: Path) -> list[dict[str, Any]]:
    """Every envelope of a house's file, log by log in order."""
    path = (folder / "house.db").absolute()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        found = file.execute("SELECT envelope FROM event ORDER BY table_id, sequence")
        return [json.loads(text) for (text,) in found]


_HERE = {"place-stake": "stake-placed", "take-stake": "stake-taken", "buy-in": "chips-bought"}
_INTO_RACK = {
    "chips-bought": 1,
    "chips-cashed": -1,
    "stake-placed": -1,
    "late-stake-laid": -1,
    "stake-taken": 1,
}
_INTO_RACK |= {"ante-placed": -1, "ante-returned": 1, "stake-reduced": 1}
_INTO_RACK |= {"commission-collected": -1, "commission-returned": 1}


def rack_change(event: dict[str, Any]) -> int:
    """What an event adds to the chips before its patron."""
    kind = event["event"]
    if kind in _INTO_RACK:
        return int(_INTO_RACK[kind] * event["amount"])
    if kind == "stake-settled" and event["result"] != "lose":
        back = 0 if event.get("stays") else event["stake"]
        return int(back + event["profit"])
    assert kind != "settlement-reversed", "nobody here has taken a payment back"
    return 0


@dataclass
class Tally:
    """What the rows of a closed house say, told by this file alone."""

    racks: Counter[str] = field(default_factory=Counter)
    causes: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    interruptions: int = 0
    last: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, envelopes: Iterable[dict[str, Any]]) -> Tally:
        """Read them once; numbers have no gap, and time does not go back."""
        made, times = cls(), dict[str, int]()
        for each in envelopes:
            log, event = each["table"], each["event"]
            assert each["sequence"] == made.last.get(log, 0) + 1, each
            assert each["time"] >= times.get(log, 0), each
            made.last[log], times[log] = each["sequence"], each["time"]
            if ":" in log or log == "house":
                continue
            made.causes[each["cause"]].append(each)
            made.interruptions += event.get("irregularity") == "interruption"
            if "patron" in event:
                made.racks[event["patron"]] += rack_change(event)
        return made

    def check(self, bettor: Bettor) -> int:
        """Each accepted request has its one effect, each refused one none; how many had one."""
        for request_id, told in bettor.told.items():
            written = self.causes.get(request_id, [])
            numbers = [each["sequence"] for each in written]
            wanted = bettor.asked[request_id]
            if not told["accepted"]:
                assert numbers == [], (request_id, told)
                continue
            assert numbers == list(range(told["first"], told["last"] + 1)), (request_id, told)
            kind = _HERE.get(wanted["request"])
            same = [each["event"] for each in written if each["event"]["event"] == kind]
            assert kind is None or [each["amount"] for each in same] == [wanted["amount"]], written
        own = {cause for cause in self.causes if cause.startswith(f"{bettor.name}-")}
        assert own <= bettor.accepted.keys(), own - bettor.accepted.keys()
        return len(bettor.accepted)
