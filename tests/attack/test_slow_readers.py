"""Readers who stop reading: what waits for them is bounded, then they are cut; others go on."""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path

from puntobanco.server.api.sockets import CLOSE_SECONDS
from puntobanco.server.traffic.outgoing import BUFFER_BYTES_MAX, Outgoing
from puntobanco.server.traffic.socket_protocol import LINGER_SECONDS
from puntobanco.views.sections import PUBLIC_SECTIONS
from tests import patience
from tests.attack.stage import Stage, opened
from tests.attack.wire import Wire, p99_of
from tests.server.conftest import run
from tests.sizes import is_long

READERS, SLOW, TOLD = 20, 5, 150


async def _stalled(stage: Stage, token: str) -> Wire:
    """A socket whose owner takes little and then nothing."""
    held = await stage.held()
    path = f"/api/live/T1?ticket={await stage.ticket(token)}"
    wire = await Wire.open(stage.port, path, connected=held)
    wire.writer.transport.pause_reading()  # type: ignore[attr-defined]
    return wire


async def _counting(wire: Wire, heard: asyncio.Semaphore) -> None:
    while (message := await wire.hear()) is not None:
        if message["type"] == "news":
            heard.release()


async def _told(stage: Stage, readers: int, heard: asyncio.Semaphore) -> list[float]:
    """How long each of many changes takes to reach the last of those who read."""
    audience, took = stage.casino.running_tables["T1"].audience, []
    lines: list[Outgoing] = list(audience._lines)
    for _ in range(TOLD):
        began = time.perf_counter()
        audience.tell_all(PUBLIC_SECTIONS)
        assert all(line.bytes_waiting <= BUFFER_BYTES_MAX or line.is_cut for line in lines)
        for _ in range(readers):
            await heard.acquire()
        took.append(time.perf_counter() - began)
    return took


def test_readers_who_stop_are_cut_and_hold_nobody_up(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",), send_bytes=16_384) as stage:
            token = await stage.token("the-patron")
            wires = [await stage.socket(token) for _ in range(READERS)]
            audience = stage.casino.running_tables["T1"].audience
            _, reading = await _fresh([], wires)
            await asyncio.sleep(0.5)  # who came in has been told
            heard, reading = await _fresh(reading, wires)
            alone = await _told(stage, READERS, heard)
            slow = [await _stalled(stage, token) for _ in range(SLOW)]
            assert audience.watching == READERS + SLOW
            await asyncio.sleep(0.5)
            heard, reading = await _fresh(reading, wires)
            beside = await _told(stage, READERS, heard)
            async with asyncio.timeout(patience.SECONDS):
                while audience.watching > READERS:  # until they are cut
                    audience.tell_all(PUBLIC_SECTIONS)
                    await asyncio.sleep(0.01)
            for wire in slow:
                wire.writer.transport.resume_reading()  # type: ignore[attr-defined]
                assert await wire.ended(), "gone, not only forgotten"
                await wire.drop()
            times = p99_of(beside) / p99_of(alone)
            print(f"others' p99 {p99_of(beside) * 1e3:.2f} ms, {times:.2f} times that before")  # noqa: T201 - for `-s`
            before, after = statistics.median(alone), statistics.median(beside)
            if is_long():
                assert after < 2 * before + 0.005, (before, after)
            for task, wire in zip(reading, wires, strict=True):
                task.cancel()
                await wire.drop()

    run(main())


async def _fresh(
    reading: list[asyncio.Task[None]], wires: list[Wire]
) -> tuple[asyncio.Semaphore, list[asyncio.Task[None]]]:
    """The same readers, counting from nothing."""
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    heard = asyncio.Semaphore(0)
    return heard, [asyncio.create_task(_counting(wire, heard)) for wire in wires]


def test_a_reader_who_stands_still_does_not_outlive_his_session(folder: Path) -> None:
    """The server lets go of the connection itself, though its last frames are never read."""

    async def main() -> None:
        async with opened(folder, roles=("patron",), send_bytes=16_384) as stage:
            token = await stage.token("the-patron")
            wire = await _stalled(stage, token)
            audience, server = stage.casino.running_tables["T1"].audience, stage.server
            (line,) = audience._lines
            while line.bytes_waiting < BUFFER_BYTES_MAX // 4:
                audience.tell_all(PUBLIC_SECTIONS)
                await asyncio.sleep(0.01)
            assert audience.watching == 1
            held = len(server.server_state.connections)
            await stage.call(token, "DELETE", "/api/session")
            await asyncio.sleep(CLOSE_SECONDS + 0.3)
            assert audience.watching == 0
            await asyncio.sleep(LINGER_SECONDS + 0.3)
            assert len(server.server_state.connections) == held - 1
            await wire.drop()

    run(main())
