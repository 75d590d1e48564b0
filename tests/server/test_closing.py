"""A house is told to end: open coups are played out in front of everybody, then sockets close."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from puntobanco.client import HouseClient, HouseSaysNoError
from puntobanco.play import requests as r
from puntobanco.play.events import BettingOpened, CoupSettled, IrregularityFound
from puntobanco.play.table import Betting, Dealing
from puntobanco.record.opening import open_store
from puntobanco.server.tables.croupier import Tempo
from tests import patience
from tests.server.closing import PARK_SECONDS
from tests.server.conftest import add_person, add_table, betting, house, run, table_added
from tests.sizes import is_long

ROOT = Path(__file__).parents[2]
RESTART = 1012


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The house in a process of its own, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.closing", str(folder), str(listener.fileno())],
            pass_fds=(listener.fileno(),),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}/src:{ROOT}"},
        )
        try:
            yield process, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            process.kill()
            process.wait()


async def founded(folder: Path, *, pace: str) -> dict[str, str]:
    """A house with one table; the tokens of a patron, and of a dealer."""
    async with house(folder, conducts=False) as casino:
        cards = "random" if pace == "clock" else "physical"
        await add_table(casino, table_added(cards=cards, pace=pace, betting_seconds=2))
        await add_person(casino, "T1p9", "patron")
        await add_person(casino, "d1", "dealer")
        return {name: await casino.credentials.device_token(name) for name in ("T1p9", "d1")}


async def watched(ours: HouseClient) -> ClientConnection:
    """A socket to look on by."""
    address = ours.address.replace("http:", "ws:")
    return await connect(f"{address}/api/live/T1?ticket={await ours.ticket()}")


async def heard(line: ClientConnection) -> tuple[list[dict[str, Any]], int]:
    """Everything until the socket is closed, and the code it was closed with."""
    messages = []
    with suppress(ConnectionClosed):
        while True:
            messages.append(msgspec.json.decode(await line.recv()))
    assert line.close_code is not None
    return messages, line.close_code


async def ready(address: str) -> None:
    async with httpx2.AsyncClient(base_url=address) as http, asyncio.timeout(patience.SECONDS):
        while True:
            try:
                if (await http.get("/ready")).status_code == 200:
                    return
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.05)


async def kinds(folder: Path) -> list[type]:
    """The kinds of the table's events, in order."""
    store = await open_store(str(folder / "house.db"), to_read=True)
    try:
        return [type(each.event) for each in await store.read("T1", 0, 100_000)]
    finally:
        await store.close()


def test_a_coup_with_a_bet_is_played_out_in_front_of_viewers(folder: Path) -> None:
    async def play() -> None:
        tokens = await founded(folder, pace="clock")
        with served(folder) as (process, address):
            await ready(address)
            async with HouseClient(address, tokens["T1p9"]) as ours:
                line = await watched(ours)
                await ours.ask("T1", r.TakePlace(by="T1p9", place=1))
                await ours.ask("T1", r.BuyIn(by="T1p9", amount=1_000_00))
                bet = r.PlaceStake(by="T1p9", patron="T1p9", place=1, wager="banker", amount=100_00)
                async with asyncio.timeout(patience.SECONDS):
                    while not (await ours.ask("T1", bet)).accepted:
                        await asyncio.sleep(0.05)
                process.send_signal(signal.SIGTERM)
                messages, code = await asyncio.wait_for(heard(line), patience.SECONDS)
            assert await asyncio.to_thread(process.wait, 10) == 0
        assert code == RESTART
        log = await kinds(folder)
        shown = max(each["sequence"] for each in messages if "sequence" in each)
        assert shown == len(log), "everything was shown before the socket closed"
        assert log.count(BettingOpened) == log.count(CoupSettled) > 0
        assert IrregularityFound not in log

    run(play())


def test_a_dealer_ends_his_coup_and_opens_no_further_one(folder: Path) -> None:
    async def play() -> None:
        tokens = await founded(folder, pace="dealer")
        async with house(folder) as casino:
            await betting(casino, patrons=1)
            tokens["T1p1"] = await casino.credentials.device_token("T1p1")
        with served(folder) as (process, address):
            await ready(address)
            async with (
                HouseClient(address, tokens["d1"]) as dealer,
                HouseClient(address, tokens["T1p1"]) as patron,
            ):
                line = await watched(dealer)
                opened = await dealer.ask("T1", r.OpenBetting(by="dealer"))
                bet = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="tie", amount=100_00)
                assert (await patron.ask("T1", bet)).accepted, opened
                process.send_signal(signal.SIGINT)
                await asyncio.sleep(1)
                back = r.TakeStake(by="T1p1", patron="T1p1", place=1, wager="tie", amount=100_00)
                assert process.poll() is None, "a coup is open"
                with pytest.raises(HouseSaysNoError, match="opens no further coup"):
                    await dealer.ask("T1", r.OpenBetting(by="dealer"))
                assert (await patron.ask("T1", back)).accepted
                began = time.monotonic()
                _, code = await asyncio.wait_for(heard(line), PARK_SECONDS)
            await asyncio.to_thread(process.wait, 10)
            if is_long():
                assert time.monotonic() - began < PARK_SECONDS / 2, "nothing more to wait for"
        assert code == RESTART

    run(play())


def test_ctrl_c_twice_waits_for_nothing(folder: Path) -> None:
    async def play() -> None:
        await founded(folder, pace="dealer")
        async with house(folder) as casino:
            asking = await betting(casino, patrons=1)
            await asking.granted(STAKE)
        with served(folder) as (process, address):
            await ready(address)
            process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.3)
            assert process.poll() is None, "a coup with a stake is open"
            process.send_signal(signal.SIGINT)
            began = time.monotonic()
            await asyncio.to_thread(process.wait, PARK_SECONDS)
            if is_long():
                assert time.monotonic() - began < PARK_SECONDS / 2

    run(play())


LEISURELY = Tempo(card=60, result=60, between=0, preparing=0, thinking=0, squeeze_asked=60)
"""A coup at this pace takes ten minutes."""
STAKE = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="banker", amount=100_00)


@pytest.mark.parametrize("stage", [Betting, Dealing])
def test_a_coup_without_stakes_is_hurried_to_its_end(folder: Path, stage: type) -> None:
    """A house with nobody at its tables closes at once, and leaves no coup to be interrupted."""

    async def play() -> None:
        seconds = 600 if stage is Betting else 1
        async with house(folder, tempo=LEISURELY, park_seconds=300) as casino:
            await add_table(
                casino, table_added(cards="random", pace="clock", betting_seconds=seconds)
            )
            desk = casino.running_tables["T1"].desk
            told = list[list[str]]()
            async with asyncio.timeout(patience.SECONDS):
                while not isinstance(desk.table.stage, stage):
                    await asyncio.sleep(0.01)
                await casino.park(told.append)
            assert not isinstance(desk.table.stage, Betting | Dealing)
            assert told == []
        assert IrregularityFound not in await kinds(folder)

    run(play())


def test_it_is_said_which_table_is_waited_for(folder: Path) -> None:
    async def play() -> None:
        async with house(folder, park_seconds=60) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino, patrons=1)
            await asking.granted(STAKE)
            told = list[list[str]]()
            parking = asyncio.create_task(casino.park(told.append))
            while not told:
                await asyncio.sleep(0.01)
            back = r.TakeStake(by="T1p1", patron="T1p1", place=1, wager="banker", amount=100_00)
            await asking.granted(back)
            async with asyncio.timeout(patience.SECONDS):
                await parking
            assert told == [["T1"]]

    run(play())


def test_a_second_server_says_why_it_does_not_open_and_nothing_else(folder: Path) -> None:
    async def play() -> None:
        async with house(folder):
            ran = await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "-m", "puntobanco", "serve", str(folder), "--port", "0"],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "PYTHONPATH": f"{ROOT}/src"},
            )
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1
        assert "another process has it" in ran.stderr
        journal = (folder / "server.log").read_text("utf-8")
        assert "the house does not open: " in journal
        assert "another process has it" in journal
        assert "Traceback" not in journal

    run(play())
