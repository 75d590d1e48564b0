"""Whoever asks for every log and then does not read: little waits for him, and not for ever."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.operations import exporting
from tests.attack.stage import Stage, opened
from tests.patience import until
from tests.server.conftest import run

LINE = "x" * 1000
HELD_MAX = 1_000
"""Lines that the system, the server and a piece hold between them, generously."""
SHIFT, WATCH = "the-shift-manager", "the-surveillance"


class Patience:
    """Stands for the `asyncio` of the exports; what waits there is given up when a test says so."""

    sleep = staticmethod(asyncio.sleep)

    def __init__(self) -> None:
        self.waiting: list[asyncio.Timeout] = []

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        assert seconds == exporting.READ_SECONDS
        async with asyncio.timeout(seconds) as limit:
            self.waiting.append(limit)
            try:
                yield
            finally:
                self.waiting.remove(limit)

    def end(self) -> None:
        for limit in self.waiting:
            limit.reschedule(asyncio.get_running_loop().time())


class Endless:
    """An export that does not end by itself, and counts what was read of it."""

    def __init__(self) -> None:
        self.lines = 0
        self.ended = 0

    async def __call__(self, store: Any, tables: Any = None) -> AsyncIterator[str]:
        try:
            while True:
                self.lines += 1
                yield LINE
        finally:
            self.ended += 1


async def _ask(stage: Stage, token: str) -> socket.socket:
    """A connection on which every log was asked for and nothing is read."""
    held = await stage.held()
    asked = f"GET /api/audit/export HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n"
    await asyncio.get_running_loop().sock_sendall(held, asked.encode())
    return held


def test_a_reader_who_stops_holds_little_and_is_given_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless, waits = Endless(), Patience()
    monkeypatch.setattr(exporting, "export", endless)
    monkeypatch.setattr(exporting, "asyncio", waits)

    async def main() -> None:
        roles = ("shift-manager", "surveillance")
        async with opened(folder, roles=roles, send_bytes=16_384) as stage:
            token, other = await stage.token(WATCH), await stage.token(SHIFT)
            stalled = await _ask(stage, token)
            await until(lambda: endless.lines)
            await asyncio.sleep(0.25)
            read = endless.lines
            assert read < HELD_MAX
            busy = await stage.call(token, "GET", "/api/audit/export")
            assert (busy.status_code, busy.json()["code"]) == (503, "busy")
            second = await _ask(stage, other)
            await until(lambda: endless.lines > read)
            assert (await stage.call(token, "GET", "/api/tables")).status_code == 200
            assert endless.ended == 0
            waits.end()
            await until(lambda: endless.ended == 2)
            assert endless.lines < 2 * HELD_MAX
            await until(lambda: not stage.casino.locks[f"export {WATCH}"].locked())
            stalled.close()
            second.close()

    run(main())


def test_a_reader_who_goes_away_ends_his_export(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = Endless()
    monkeypatch.setattr(exporting, "export", endless)

    async def main() -> None:
        async with opened(folder, roles=("surveillance",), send_bytes=16_384) as stage:
            token = await stage.token(WATCH)
            held = await _ask(stage, token)
            await until(lambda: endless.lines)
            held.close()
            await until(lambda: endless.ended)
            await until(lambda: not stage.casino.locks[f"export {WATCH}"].locked())

    run(main())
