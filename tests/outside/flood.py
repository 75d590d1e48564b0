"""One address that floods a port: `python tests/outside/flood.py KIND PORT SECONDS ADDRESS TOKEN`.

It prints a line when it begins, and in the end as JSON how many answers of which status it had.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

Flood = Callable[[int, float, str, "Counter[str]"], Awaitable[None]]


async def _asking(
    port: int, until: float, address: str, told: Counter[str], request: bytes
) -> None:
    """Ask the same again and again on one connection."""
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0)
            )
        except OSError:
            told["refused"] += 1
            await asyncio.sleep(0.01)
            continue
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + 5):
                while time.monotonic() < until:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    told[head.split(b" ", 2)[1].decode()] += 1
                    lines = head.lower().split(b"\r\n")
                    found = [line for line in lines if line.startswith(b"content-length:")]
                    await reader.readexactly(int(found[0].split(b":")[1]) if found else 0)
        writer.close()


def _repeated(count: int, request: bytes) -> Flood:
    async def flood(port: int, until: float, address: str, told: Counter[str]) -> None:
        every = (_asking(port, until, address, told, request) for _ in range(count))
        await asyncio.gather(*every)

    return flood


async def _files(port: int, until: float, address: str, told: Counter[str]) -> None:
    """Find out what a page loads, and ask for that."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    page = await reader.read()
    writer.close()
    found = re.search(rb'"(/static/[^"]+[.]js)"', page)
    ask = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (found[1] if found else b"/")
    await _repeated(24, ask)(port, until, address, told)


async def _slow(port: int, until: float, address: str, told: Counter[str]) -> None:
    """Open as many connections as there may be, and send a byte of a head now and then."""

    async def one() -> None:
        while time.monotonic() < until:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                told["opened"] += 1
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                while time.monotonic() < until and not reader.at_eof():
                    writer.write(b"a")
                    await asyncio.sleep(0.2)
                writer.close()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _ in range(400)))


async def _calls(port: int, until: float, address: str, told: Counter[str]) -> None:
    """Ask for a table again and again as somebody who is signed in."""
    ask = b"GET /api/tables/T1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n"
    await _repeated(24, ask % sys.argv[5].encode())(port, until, address, told)


async def _opened(
    port: int, address: str, ticket: bytes = b"guessed"
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a socket; what follows the head of the answer is not read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(
        b"GET /api/live/T1?ticket=%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer %s\r\n\r\n"
        % (ticket, sys.argv[5].encode())
    )
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    return reader, writer


async def _handshakes(port: int, until: float, address: str, told: Counter[str]) -> None:
    """Ask for sockets with a ticket that there is not, as somebody who is signed in."""

    async def one() -> None:
        while time.monotonic() < until:
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                _, writer = await _opened(port, address)
                told["401"] += 1
                writer.transport.abort()

    await asyncio.gather(*(one() for _ in range(24)))


async def _ticket(port: int, address: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(
        b"POST /api/tickets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n"
        b"Connection: close\r\nAuthorization: Bearer %s\r\n\r\n" % sys.argv[5].encode()
    )
    found = re.search(rb'"ticket":"([^"]+)"', await asyncio.wait_for(reader.read(), 5))
    writer.close()
    return found[1] if found else b""


def _frames(opcode: int, text: bytes, count: int) -> bytes:
    """So many masked frames of a client, all alike; the mask is zero."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
    return (bytes([0x80 | opcode]) + size + bytes(4) + text) * count


def _sending(frames: bytes) -> Flood:
    async def flood(port: int, until: float, address: str, told: Counter[str]) -> None:
        """Send as much as is taken over ten sockets, and read what comes back."""

        async def one() -> None:
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                reader, writer = await _opened(port, address, await _ticket(port, address))
                told["opened"] += 1

                async def read() -> None:
                    while data := await reader.read(1 << 16):
                        told["200"] += data.count(b'"type":"time"') + data.count(b'"type":"answer"')

                reading = asyncio.create_task(read())
                async with asyncio.timeout(until - time.monotonic()):
                    while not reading.done():
                        writer.write(frames)
                        await writer.drain()
                        told["sent"] += 1
                        await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(10)))

    return flood


async def _pipelined(port: int, until: float, address: str, told: Counter[str]) -> None:
    """Send many calls without waiting for an answer."""
    calls = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2_000

    async def one() -> None:
        while time.monotonic() < until:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                writer.write(calls)
                async with asyncio.timeout(until - time.monotonic()):
                    told["200"] += (await reader.read()).count(b"HTTP/1.1 200")
                writer.transport.abort()
                told["opened"] += 1

    await asyncio.gather(*(one() for _ in range(8)))


_BODY = b'{"name":"guest2","password":"a wrong password"}'
FLOODS: dict[str, Flood] = {
    "descriptions": _repeated(24, b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "guesses": _repeated(
        24,
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(_BODY), _BODY),
    ),
    "pages": _repeated(24, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "files": _files,
    "slow": _slow,
    "calls": _calls,
    "handshakes": _handshakes,
    "messages": _sending(_frames(1, b'{"type":"time","echo":1}', 500)),
    "bets": _sending(
        _frames(
            1,
            b'{"type":"request","id":"again","request":{"request":"take-stake","by":"guest2",'
            b'"patron":"guest2","place":1,"wager":"banker","amount":1000}}',
            200,
        )
    ),
    "pings": _sending(_frames(9, b"", 2_000)),
    "pipelined": _pipelined,
}


async def main() -> None:
    """Flood for so long, and tell."""
    kind, port, seconds, address = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    told = Counter[str]()
    print("begun", flush=True)  # noqa: T201 - whoever started it reads this
    await FLOODS[kind](port, time.monotonic() + seconds, address, told)
    print(json.dumps(told), flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main())
