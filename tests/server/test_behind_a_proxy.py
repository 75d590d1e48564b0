"""A house behind a proxy that speaks TLS: whom it believes, and what browsers then get."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import demonstrate
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.serve import configured
from puntobanco.server.tables.croupier import Tempo
from tests import patience
from tests.server.api.house import CHEAP

HOST, ORIGIN = "house.example", "https://house.example"
TOLD = {"Host": HOST, "Origin": ORIGIN, "X-Forwarded-Proto": "https"}


@dataclass
class Served:
    """A house on a port of this machine, and a guest's password."""

    port: int
    password: str = ""

    def sign_in(self, headers: dict[str, str]) -> httpx2.Response:
        body = {"name": "guest1", "password": self.password}
        address = f"http://127.0.0.1:{self.port}/api/session"
        return httpx2.post(address, json=body, headers=headers, timeout=patience.SECONDS)


@pytest.fixture(params=["127.0.0.1", "10.0.0.7"])
def served(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Served, bool]]:
    """A house that believes a proxy at this address, and whether that is where it is asked from."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", request.param)
    listener = socket.create_server(("127.0.0.1", 0))
    house = Served(listener.getsockname()[1])

    async def begin(casino: Casino) -> None:
        house.password = next(
            each.password for each in await demonstrate(casino) if each.name == "guest1"
        )

    plan = Plan(tmp_path / "house", tempo=Tempo.at_once(), park_seconds=0.1, hasher=CHEAP)
    server = uvicorn.Server(configured(create_app(plan, begin)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield house, request.param == "127.0.0.1"
    server.should_exit = True
    thread.join()
    listener.close()


def test_a_browser_signs_in_and_follows_a_table(served: tuple[Served, bool]) -> None:
    house, is_believed = served
    answer = house.sign_in(TOLD)
    if not is_believed:
        assert answer.json()["code"] == "wrong_origin"
        return
    assert answer.headers["set-cookie"].startswith("__Host-punto_session=")
    assert "Secure" in answer.headers["set-cookie"]
    assert "Domain" not in answer.headers["set-cookie"]
    cookie = {"Cookie": answer.headers["set-cookie"].partition(";")[0], **TOLD}
    tickets = f"http://127.0.0.1:{house.port}/api/tickets"
    ticket = httpx2.post(tickets, headers=cookie, timeout=patience.SECONDS).json()["ticket"]
    tossed = {**cookie, "Cookie": cookie["Cookie"].removeprefix("__Host-")}
    assert httpx2.post(tickets, headers=tossed, timeout=patience.SECONDS).status_code == 401
    asyncio.run(_follow(house.port, ticket))


async def _follow(port: int, ticket: str) -> None:
    address = f"ws://127.0.0.1:{port}/api/live/T1?ticket="
    proxied = {key: TOLD[key] for key in ("X-Forwarded-Proto",)}
    through = socket.create_connection(("127.0.0.1", port))
    async with connect(
        address.replace(f"127.0.0.1:{port}", HOST) + ticket,
        sock=through,
        origin=ORIGIN,  # type: ignore[arg-type]  # a plain text is one
        additional_headers=proxied,
    ) as live:
        assert '"type":"welcome"' in str(await live.recv())
    with pytest.raises(InvalidStatus):
        async with connect(address + ticket, origin=ORIGIN):  # type: ignore[arg-type]
            pass


def test_without_the_proxys_word_a_page_over_https_is_another_site(
    served: tuple[Served, bool],
) -> None:
    house, _ = served
    plain = {key: TOLD[key] for key in ("Host", "Origin")}
    assert house.sign_in(plain).json()["code"] == "wrong_origin"
    assert "Secure" not in house.sign_in({}).headers["set-cookie"]
