"""What a house carries: durable bets, deliveries to many viewers, restart; beside a bare path.

    python benchmarks/server.py [bets|viewers|restart|postgres ...]

Everything is on loopback; the load generator shares the cores with the server, so CPU time a bet
and ratios within one run are what counts.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import uvloop
from server_house import Floor, build, new_id, open_tables, seat, serve
from websockets.asyncio.client import connect

from puntobanco.client import House

IN_FLIGHT = 200
SECONDS = 8.0


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and all its children so far."""
    total = 0.0
    for each in [pid, *_children(pid)]:
        fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in path.read_text().split()] if path.exists() else []


def report(title: str, times: list[float], seconds: float, cpu: float) -> float:
    """Print one line of figures; the rate comes back."""
    rate = len(times) / seconds
    ordered = sorted(times)
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    print(
        f"{title:42} {rate:8,.0f}/s  p50 {p50 * 1e3:6.1f} ms  p99 {p99 * 1e3:6.1f} ms  "
        f"server CPU {cpu / len(times) * 1e6:6.0f} us each",
        flush=True,
    )
    return rate


async def drive(uris: list[str], frame: list[bytes], seconds: float) -> tuple[list[float], float]:
    """One wish in flight on every socket, for so long; the time of each."""
    times: list[float] = []
    ready = asyncio.Event()
    ends = 0.0

    async def one(uri: str, body: bytes) -> None:
        async with connect(uri, compression=None, max_size=2**22) as socket:
            waiting.release()
            await ready.wait()
            while (began := time.perf_counter()) < ends:
                wanted = new_id()
                await socket.send(body.replace(b"ID", wanted.encode(), 1).decode())
                while True:
                    answer = msgspec.json.decode(await socket.recv())
                    if answer.get("id") == wanted:
                        break
                assert answer.get("accepted"), answer
                times.append(time.perf_counter() - began)

    waiting = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(one(u, f)) for u, f in zip(uris, frame, strict=True)]
    for _ in tasks:
        await waiting.acquire()
    await asyncio.sleep(0.5)
    ends = time.perf_counter() + seconds
    began = time.perf_counter()
    ready.set()
    await asyncio.gather(*tasks)
    return times, time.perf_counter() - began


async def bare(folder: Path) -> float:
    """The rate of the bare path."""
    program = Path(__file__).with_name("server_bare.py")
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(program), str(folder / "bare.db")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = process.stdout.readline().strip()
    try:
        body = b'{"type":"request","id":"ID","request":{"request":"place-stake","by":"p1",'
        body += b'"patron":"p1","place":1,"wager":"banker","amount":1000}}'
        began = cpu_seconds(process.pid)
        times, seconds = await drive(
            [f"ws://127.0.0.1:{port}/x"] * IN_FLIGHT, [body] * IN_FLIGHT, SECONDS
        )
        return report("bare path", times, seconds, cpu_seconds(process.pid) - began)
    finally:
        process.terminate()
        process.wait()


async def _uris(address: str, floor: Floor, where: dict[str, str]) -> tuple[list[str], list[bytes]]:
    uris, frames = [], []
    for name, table in where.items():
        async with House(address, floor.patrons[name]) as house:
            uris.append(
                f"{address.replace('http', 'ws', 1)}/api/live/{table}?ticket={await house.ticket()}"
            )
        stake = {
            "request": "place-stake",
            "by": name,
            "patron": name,
            "place": 1,
            "wager": "banker",
            "amount": 1000,
        }
        frames.append(msgspec.json.encode({"type": "request", "id": "ID", "request": stake}))
    return uris, frames


async def bets(folder: Path, database: str = "", processes: int = 1) -> float:
    """Durable bets through the whole house."""
    floor = await build(folder, 100, IN_FLIGHT, database)
    process, address = serve(folder, database, processes)
    try:
        await open_tables(address, floor)
        where = await seat(address, floor, 2)
        uris, frames = await _uris(address, floor, where)
        began = cpu_seconds(process.pid)
        times, seconds = await drive(uris, frames, SECONDS)
        title = f"PostgreSQL, {processes} processes" if database else "embedded house"
        return report(title, times, seconds, cpu_seconds(process.pid) - began)
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Run what was asked for, or everything."""
    wanted = sys.argv[1:] or ["bets"]
    with tempfile.TemporaryDirectory(prefix="punto-bench-") as name:
        folder = Path(name)
        if "bets" in wanted:
            reference = uvloop.run(bare(folder))
            rate = uvloop.run(bets(folder / "house"))
            print(f"ratio to the bare path: {rate / reference:.2f}")


if __name__ == "__main__":
    main()
