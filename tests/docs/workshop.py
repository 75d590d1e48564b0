"""A folder with everything the documentation speaks of, and a house that is open."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import argon2
import httpx2
import uvicorn
from tests import patience

from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import demonstrate, found
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.serve import configured
from puntobanco.server.tables.croupier import Tempo

CHEAP = argon2.PasswordHasher.from_parameters(argon2.profiles.CHEAPEST)
SECONDS_MOST = 300
"""A shoe without pauses takes five seconds; a busy machine is no defect."""


@dataclass
class OpenHouse:
    """A demonstration house on a port of this machine, dealing without pauses."""

    address: str
    folder: Path
    passwords: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def sign_in(self, name: str) -> Iterator[httpx2.Client]:
        """A client that asks as somebody."""
        with httpx2.Client(base_url=f"{self.address}/api", timeout=patience.SECONDS) as client:
            body = {"name": name, "password": self.passwords[name]}
            answer = client.post("/session", json=body)
            assert answer.status_code == 200, answer.text
            client.cookies.clear()
            client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
            yield client


@contextmanager
def open_house(folder: Path, tempo: Tempo) -> Iterator[OpenHouse]:
    """Serve a demonstration house in a thread of its own."""
    house = OpenHouse("", folder)

    async def begin(casino: Casino) -> None:
        first = await found(casino)
        invited = [first] if first else []
        for each in (*invited, *await demonstrate(casino)):
            house.passwords[each.name] = each.password

    plan = Plan(folder, tempo=tempo, park_seconds=0.1, hasher=CHEAP)
    listener = socket.create_server(("127.0.0.1", 0))
    house.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = uvicorn.Server(configured(create_app(plan, begin)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield house
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def furnish(folder: Path) -> None:
    """Fill a folder: a house that has played out a shoe at T1, and what its table T1 once showed.

    Made by a house that deals without pauses, so that an afternoon of play takes seconds.
    """
    with open_house(folder / "house", Tempo.at_once()) as house, house.sign_in("guest1") as guest:
        for command in (
            {"request": "take-place", "place": 1},
            {"request": "buy-in", "amount": 100_00},
        ):
            request = {"by": "guest1", **command}
            body = {"id": str(command["request"]), "request": request}
            answer = guest.post("/tables/T1/requests", json=body)
            assert answer.json().get("accepted"), answer.text
        shown: dict[str, Any] = {}
        until = time.monotonic() + SECONDS_MOST
        while not shown.get("opened"):
            assert time.monotonic() < until, "no card was opened"
            shown = guest.get("/tables/T1").json()["view"]["fairness"] or {}
            time.sleep(0.05)
        (folder / "fairness.json").write_text(json.dumps(shown), "utf-8")
        while not _revealed(guest):
            assert time.monotonic() < until, "no shoe was played out"
            time.sleep(0.1)


def _revealed(guest: httpx2.Client) -> bool:
    shoes = guest.get("/tables/T1/shoes").json()["shoes"]
    return any(each["shoe"] == 1 and each["revealed_at"] for each in shoes)


def copy_of(furnished: Path, folder: Path) -> Path:
    """The same again, for somebody who changes it."""
    shutil.copytree(furnished, folder, dirs_exist_ok=True)
    return folder
