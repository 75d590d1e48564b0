"""The embedded store cannot be read for a while: tables wait and go on; a broken file ends it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import StoreFailedError, UnknownOutcomeError
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import BusyError, Command, Message
from tests import patience
from tests.server.conftest import add_table, betting, house, plan, run, table_added


def reader_of(casino: Casino) -> sqlite3.Connection:
    assert isinstance(casino.store, SqliteStore)
    return casino.store._reader


def refuse(casino: Casino) -> None:
    """Have SQLite give every reading up, as it does when the disk does not answer it."""
    reader_of(casino).set_progress_handler(lambda: 1, 1)


def relent(casino: Casino) -> None:
    reader_of(casino).set_progress_handler(None, 1)


def _buy(casino: Casino) -> Message:
    return r.BuyIn(by="T1p1", amount=500_00)


def _bet(casino: Casino) -> Message:
    return r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="banker", amount=100_00)


@pytest.mark.parametrize("wanted", [_buy, _bet])
def test_a_table_waits_until_its_log_can_be_read_and_the_wish_has_one_effect(
    folder: Path, wanted: Callable[[Casino], Message]
) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            desk, message = casino.running_tables["T1"].desk, wanted(casino)
            command = Command("once", "T1p1", message, encode(message))
            first, _ = await desk.ask(command)
            refuse(casino)
            with pytest.raises(BusyError, match="cannot be reached"):
                await desk.ask(command)  # a repeat: the log is read to see what it has
            assert not casino.is_within_reach
            assert desk.stopped == ""
            relent(casino)
            async with asyncio.timeout(patience.SECONDS):
                while not casino.is_within_reach:
                    await asyncio.sleep(0.01)
            assert await desk.ask(command) == (first, True)
            assert (await asking(r.CashOut(by="T1p2", amount=100_00))).accepted
            assert desk.stopped == ""

    run(play())


def test_money_moved_while_the_log_cannot_be_read_is_moved_once(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            await betting(casino)
            desk, message = casino.running_tables["T1"].desk, _buy(casino)
            command = Command("once", "T1p1", message, encode(message))
            before = desk.table.patrons["T1p1"].rack
            refuse(casino)
            for _ in range(3):
                with pytest.raises(BusyError):
                    await desk.ask(command)
            relent(casino)
            reply, _ = await desk.ask(command)
            assert reply.accepted
            assert desk.table.patrons["T1p1"].rack == before + 500_00
            assert (await casino.store.balances("T1"))["rack:T1p1"] == before + 500_00

    run(play())


class _Broken:
    """A reading connection to a file that has been damaged."""

    def execute(self, *_: Any) -> Any:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    def close(self) -> None:
        """Nothing is open."""


def test_a_damaged_file_ends_the_house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read from it may be anything, so nothing more is decided on it."""

    async def play() -> None:
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        casino = await Casino.open(plan(folder), fail=ended.set_result)
        reader_of(casino).close()
        monkeypatch.setattr(casino.store, "_reader", _Broken())
        with pytest.raises(StoreFailedError, match="malformed"):
            await casino.store.heads()
        with pytest.raises(StoreFailedError, match="malformed"):
            await casino.credentials.set_password("anna", "a long enough one", once=False)
        assert "malformed" in await asyncio.wait_for(ended, patience.SECONDS)
        await casino.close()

    run(play())


def test_readings_that_fail_say_whether_they_may_be_tried_again(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            refuse(casino)
            with pytest.raises(UnknownOutcomeError, match="could not be read"):
                await casino.store.heads()
            relent(casino)
            assert await casino.store.heads() == {}

    run(play())
