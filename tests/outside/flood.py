"""One address that floods a port: `python tests/outside/flood.py KIND PORT SECONDS ADDRESS TOKEN`.

It prints as JSON how many answers of which status it had. With PORT 0 it floods a listener of its
own that answers everything 429: what the flood costs the machine, without the house.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

HELD_BACK = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n"
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
    page = b""
    with suppress(TimeoutError):  # the listener of its own has no page, and keeps the connection
        async with asyncio.timeout(0.2):
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
}


async def _hold_back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.IncompleteReadError):
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(HELD_BACK)
            await asyncio.sleep(0.01)  # as long as a house holds back
    writer.close()


async def main() -> None:
    """Flood for so long, and tell."""
    kind, port, seconds, address = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    told = Counter[str]()
    if not port:
        server = await asyncio.start_server(_hold_back, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
    await FLOODS[kind](port, time.monotonic() + seconds, address, told)
    print(json.dumps(told), flush=True)  # noqa: T201 - whoever started it reads this
    os._exit(0)  # connections of its own listener are still open


if __name__ == "__main__":
    asyncio.run(main())
