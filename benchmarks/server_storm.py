"""Everybody at once: a house is killed and started again, and all its viewers come back."""

from __future__ import annotations

import asyncio
import base64
import multiprocessing
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import uvloop
from report import at
from server_house import Floor, build, open_tables, seat, serve, uris_and_stakes
from server_load import Asker, opened, ticket

from puntobanco.client import HouseClient
from puntobanco.play.requests import OpenBetting

BETTORS = 10
PAUSE_SECONDS = 0.1
"""Between an answer and the next bet of somebody who plays while the others come back."""
AGAIN_SECONDS = 2.0
"""Whoever was not let in comes again within this time."""


class Player(Asker):
    """Somebody who bets now and then."""

    def ask(self) -> None:
        """Bet after a while."""
        asyncio.get_running_loop().call_later(PAUSE_SECONDS, super().ask)


@dataclass
class Viewer:
    """Somebody who looks at a table from an address of their own, and comes back to it."""

    token: str
    table: str
    address: str
    sequence: int = 0
    """What is known of the table there."""
    again: int = 0
    """How often they were not let in."""
    back: float = 0.0
    _writer: asyncio.StreamWriter | None = None

    async def come(self, host: str, port: int) -> None:
        """Get a ticket, open a socket and read what the table looks like; until that is done."""
        while True:
            try:
                own = (self.address, 0)
                await self._look(host, port, await ticket(host, port, self.token, own), own)
            except (OSError, EOFError, RuntimeError):
                self.again += 1
                await asyncio.sleep(random.uniform(0.1, AGAIN_SECONDS))  # noqa: S311 - a pause
            else:
                self.back = time.perf_counter()
                return

    async def _look(self, host: str, port: int, ticket: str, own: tuple[str, int]) -> None:
        reader, writer = await asyncio.open_connection(host, port, local_addr=own)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/live/{self.table}?ticket={ticket} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            writer.close()
            raise RuntimeError(head)
        length = (await reader.readexactly(2))[1]
        if length >= 126:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
        message = msgspec.json.decode(await reader.readexactly(length))
        if message["sequence"] < self.sequence:
            raise AssertionError(f"{self.table}: {message['sequence']} after {self.sequence}")
        self.sequence, self._writer = message["sequence"], writer

    def leave(self) -> None:
        """Let go of the socket."""
        if self._writer is not None:
            self._writer.close()


async def storm(folder: Path, count: int, tables: int = 100) -> None:
    """Kill a house that so many look at and start it again: when is everybody back?

    All come in the moment in which it is open, each a person of their own; ten others have bets
    accepted meanwhile.
    """
    floor = await build(folder, tables + 1, BETTORS + count)
    process, address = serve(folder)
    place = urlsplit(address)
    host, port = place.hostname or "", place.port or 0
    players = Floor(floor.tables[:1], floor.dealer, dict([*floor.patrons.items()][:BETTORS]))
    watching = [*floor.patrons.values()][BETTORS:]
    viewers = [
        Viewer(token, table, f"127.1.{number // 250}.{number % 250 + 1}")
        for number, (token, table) in enumerate(zip(watching, cycle(floor.tables[1:])))
    ]
    try:
        await open_tables(address, floor)
        where = await seat(address, players, BETTORS)
        took = await _come(viewers, host, port)
        print(f"{len(viewers):,} viewers came within {took:.1f} s", flush=True)
        process.kill()
        process.wait()
        for each in viewers:
            each.leave()
        began = time.perf_counter()
        process, address = serve(folder, port=port)
        print(f"killed, and open again after {time.perf_counter() - began:.1f} s", flush=True)
        async with HouseClient(address, floor.dealer) as house:
            await house.ask(floor.tables[0], OpenBetting(by="dealer"))
        with _playing(*await uris_and_stakes(address, players, where)) as times:
            began = time.perf_counter()
            await _come(viewers, host, port)
        _tell(viewers, began, times)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _playing(uris: list[str], stakes: list[bytes]) -> Iterator[list[float]]:
    """Some play meanwhile, in a process of their own; how long each bet took, at the end."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=_play, args=(uris, stakes, theirs)
    )
    process.start()
    times: list[float] = []
    try:
        ours.recv()
        yield times
        ours.send("enough")
        times += ours.recv()
    finally:
        process.kill()
        process.join()


def _play(uris: list[str], stakes: list[bytes], line: Connection) -> None:
    async def run() -> list[float]:
        askers = await opened(uris, stakes, kind=Player)
        for asker in askers:
            asker.ends = float("inf")
            asker.ask()
        line.send("playing")
        while not line.poll():
            await asyncio.sleep(PAUSE_SECONDS)
        return [spent for asker in askers for spent in asker.times]

    line.send(uvloop.run(run()))


async def _come(viewers: list[Viewer], host: str, port: int) -> float:
    began = time.perf_counter()
    await asyncio.gather(*(each.come(host, port) for each in viewers))
    return time.perf_counter() - began


def _tell(viewers: list[Viewer], began: float, bets: list[float]) -> None:
    back = [each.back - began for each in viewers]
    again = sum(each.again for each in viewers)
    print(
        f"{len(back):,} came back: half after {at(back, 0.5):.1f} s, all after {max(back):.1f} s; "
        f"not let in at once: {again:,}",
        flush=True,
    )
    p50, p99 = (1e3 * at(bets, share) for share in (0.5, 0.99))
    print(f"{len(bets):,} bets meanwhile: p50 {p50:.0f} ms, p99 {p99:.0f} ms", flush=True)
