"""A program's way into a house: signed in, asked, signed out."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import httpx2
import pytest

from puntobanco.client import HouseClient, HouseSaysNoError
from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import found, invite
from puntobanco.server.casino.running import Casino
from tests.server.conftest import plan, run


def test_whoever_has_signed_out_is_nobody(tmp_path: Path) -> None:
    passwords: list[str] = []

    async def begin(casino: Casino) -> None:
        await found(casino)
        passwords.append((await invite(casino, "guest1", "patron", once=False)).password)

    async def play() -> None:
        app = create_app(plan(tmp_path / "house"), begin)
        async with app.router.lifespan_context(app) as state:

            async def served(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
                await app({**scope, "state": dict(state or {})}, receive, send)

            line = httpx2.ASGITransport(app=served)
            async with HouseClient("http://127.0.0.1", transport=line) as house:
                await house.sign_in("guest1", passwords[0])
                token = house.token
                assert (await house.get("/api/session"))["name"] == "guest1"
                await house.sign_out()
                assert house.token == ""
                house.token = token
                with pytest.raises(HouseSaysNoError) as refused:
                    await house.get("/api/session")
                assert refused.value.status == 401

    run(play())
