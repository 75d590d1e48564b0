"""Clients in a process of their own: some who bet at a calm pace, or one who floods.

`python -m tests.attack.flooding KIND PORT SECONDS TOKEN...` prints as JSON what it did: `calm`,
which lasts until its input ends, each bet's moment and how long its answer took; a flood when it
began, when it ended and how often it tried. A token is `NAME:PLACE:TOKEN`.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

import msgspec

from tests.attack.calls import Calls
from tests.attack.wire import RefusedError, Wire, frame

CALM_SECONDS = 0.1
"""Between two bets of one who is calm."""
SOCKETS = 10
"""Over so many sockets somebody floods."""
AT_ONCE = 20
"""So many handshakes or sign-ins are under way together."""
BATCH = 50
PER_SECOND_MOST = 10_000
Flood: TypeAlias = tuple[float, float, int]
"""When it began and ended, and how often it tried."""


def bet(name: str, place: int, number: int) -> bytes:
    """A stake put down, or the same taken back."""
    kind = "take-stake" if number % 2 else "place-stake"
    request = {"request": kind, "by": name, "patron": name, "place": place}
    request |= {"wager": "banker", "amount": 10_00}
    return msgspec.json.encode({"type": "request", "id": f"{name}-{number}", "request": request})


async def _socket(port: int, calls: Calls, token: str) -> Wire:
    headers = {"Authorization": f"Bearer {token}"}
    ticket = (await calls.call("POST", "/api/tickets", b"", headers)).json()["ticket"]
    wire = await Wire.open(port, f"/api/live/T1?ticket={ticket}")
    assert await wire.hear() is not None
    return wire


# --- kinds ------------------------------------------------------------------------------------


async def calm(port: int, seconds: float, tokens: list[str]) -> list[tuple[float, float]]:
    """Bets at a calm pace."""
    calls, told = Calls(port), list[tuple[float, float]]()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), ended.set)

    async def play(name: str, place: str, token: str) -> None:
        wire = await _socket(port, calls, token)
        for number in itertools.count():
            if ended.is_set():
                break
            began = time.monotonic()
            await wire.put(frame(bet(name, int(place), number)))
            answer = await wire.answer(f"{name}-{number}")
            assert answer is not None, answer
            assert answer.get("accepted"), answer
            told.append((began, time.monotonic() - began))
            await asyncio.sleep(CALM_SECONDS)
        await wire.drop()

    await asyncio.gather(*(play(*each.split(":")) for each in tokens))
    calls.close()
    return told


async def messages(port: int, seconds: float, tokens: list[str]) -> Flood:
    """One person's bets over many sockets, as many as go, 10,000 a second at most."""
    name, place, token = tokens[0].split(":")
    calls, numbers, sent = Calls(port), itertools.count(1_000_000), 0
    wires = [await _socket(port, calls, token) for _ in range(SOCKETS)]
    began = time.monotonic()

    async def flood(wire: Wire) -> None:
        nonlocal sent
        while True:
            ahead = sent / PER_SECOND_MOST - (time.monotonic() - began)
            await asyncio.sleep(max(ahead, 0))
            many = (bet(name, int(place), next(numbers)) for _ in range(BATCH))
            await wire.put(b"".join(map(frame, many)))
            sent += BATCH

    async def read(wire: Wire) -> None:
        while await wire.reader.read(1 << 16):
            pass

    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*map(flood, wires), *map(read, wires))
    ended = time.monotonic()
    for wire in wires:
        wire.writer.transport.abort()
    calls.close()
    return began, ended, sent


async def _together(seconds: float, act: Callable[[int], Awaitable[None]]) -> Flood:
    """Do something again and again, so many at once, each time with the next number."""
    began, numbers = time.monotonic(), itertools.count()

    async def repeat() -> None:
        while time.monotonic() < began + seconds:
            await act(next(numbers))

    await asyncio.gather(*(repeat() for _ in range(AT_ONCE)))
    return began, time.monotonic(), next(numbers)


async def handshakes(port: int, seconds: float, tokens: list[str]) -> Flood:
    """Sockets opened with tickets that there are not, and with good ones, and left at once."""
    token, calls = tokens[0].split(":")[2], Calls(port)

    async def open_one(number: int) -> None:
        with suppress(RefusedError, KeyError):
            if number % 2:
                await (await _socket(port, calls, token)).drop()
            else:
                await Wire.open(port, "/api/live/T1?ticket=guessed")

    flood = await _together(seconds, open_one)
    calls.close()
    return flood


async def sign_ins(port: int, seconds: float, tokens: list[str]) -> Flood:
    """Wrong passwords for names that there are not, and for one that there is."""
    name, calls = tokens[0].split(":")[0], Calls(port)

    async def guess(number: int) -> None:
        whose = f"nobody{number}" if number % 2 else name
        body = msgspec.json.encode({"name": whose, "password": f"guess {number}"})
        answer = await calls.call("POST", "/api/session", body)
        assert answer.status_code == 401, answer

    flood = await _together(seconds, guess)
    calls.close()
    return flood


KINDS: dict[str, Callable[[int, float, list[str]], Awaitable[object]]] = {
    each.__name__: each for each in (calm, messages, handshakes, sign_ins)
}


def main() -> None:
    """Do what the arguments say."""
    kind, port, seconds, *tokens = sys.argv[1:]

    async def do() -> object:
        return await KINDS[kind](int(port), float(seconds), tokens)

    print(msgspec.json.encode(asyncio.run(do())).decode())  # noqa: T201 - whoever started it reads


if __name__ == "__main__":
    main()
