"""However a stream is cut into pieces, each message is heard once, whole and in order."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from puntobanco.server.traffic.socket_protocol import WIRE, SocketProtocol

HANDSHAKE = (
    b"GET /x HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LONGEST = 16_384


class Transport:
    """Keeps what is written, and what is not read yet."""

    def __init__(self) -> None:
        self.written = b""
        self.is_paused = self.is_closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str) -> None:
        return None

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    abort = close


class Listener:
    """An application that hears some messages at once and reads the others when it comes to."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.heard: list[bytes] = []
        self.at_once = 0

    def hear(self, data: bytes) -> bool:
        if self.chance.random() < 0.3:
            return False
        self.heard.append(data)
        self.at_once += 1
        return True

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][WIRE].hear = self.hear
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            self.heard.append(text.encode() if text is not None else message["bytes"])


def frame(chance: random.Random, data: bytes, opcode: int, *, fin: bool = True) -> bytes:
    """A client's frame, written from RFC 6455, 5.2."""
    mask = chance.randbytes(4)
    head = bytes(((0x80 if fin else 0) | opcode,))
    if len(data) < 126:
        head += bytes((0x80 | len(data),))
    elif len(data) < 65_536:
        head += bytes((0x80 | 126,)) + len(data).to_bytes(2, "big")
    else:
        head += bytes((0x80 | 127,)) + len(data).to_bytes(8, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    return head + mask + masked


def message(chance: random.Random) -> tuple[bytes, list[bytes]]:
    """What is said, and the frames that say it."""
    size = chance.choice((1, 5, 125, 126, 127, 200, 4_000))
    said = bytes(chance.choices(b"abc{}0", k=size))
    kind = chance.random()
    if kind < 0.6:
        return said, [frame(chance, said, 1)]
    if kind < 0.7:
        return said, [frame(chance, said, 2)]
    if kind < 0.8:
        ping = frame(chance, b"?", 9)
        return said, [ping, frame(chance, said, 1), ping]
    cut = chance.randrange(size + 1)
    first, last = frame(chance, said[:cut], 1, fin=False), frame(chance, said[cut:], 0)
    return said, [first, frame(chance, b"!", 9), last] if chance.random() < 0.5 else [first, last]


def pieces(chance: random.Random, frames: list[bytes], how: str) -> list[bytes]:
    """A stream as the network may deliver it."""
    if how == "one by one":
        return frames
    stream, found = b"".join(frames), []
    while stream:
        size = chance.choice((1, 2, 3, 7, 150, 5_000))
        found.append(stream[:size])
        stream = stream[size:]
    if how == "late":  # a frame at a time, and from some point on in any pieces
        half = len(frames) // 2
        return frames[:half] + pieces(chance, frames[half:], "cut")
    return found


async def connected(listener: Listener) -> tuple[SocketProtocol, Transport]:
    """A socket after its handshake."""
    config = uvicorn.Config(listener, ws_per_message_deflate=False, ws_max_size=LONGEST)
    config.load()
    protocol, transport = SocketProtocol(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)  # type: ignore[arg-type]
    protocol.data_received(HANDSHAKE)
    while b"101" not in transport.written:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    return protocol, transport


async def deliver(protocol: SocketProtocol, transport: Transport, data: bytes) -> None:
    """Hand bytes over as a network does: not to somebody who does not read."""
    while transport.is_paused:
        await asyncio.sleep(0)
    protocol.data_received(data)


@pytest.mark.parametrize("how", ["one by one", "cut", "late"])
@pytest.mark.parametrize("seed", range(8))
def test_each_message_is_heard_once_whole_and_in_order(seed: int, how: str) -> None:
    async def run() -> None:
        chance = random.Random(seed)
        listener = Listener(chance)
        protocol, transport = await connected(listener)
        said, frames = [], list[bytes]()
        for _ in range(120):
            words, some = message(chance)
            said.append(words)
            frames += some
        for piece in pieces(chance, frames, how):
            await deliver(protocol, transport, piece)
        while transport.is_paused:
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        assert listener.heard == said
        assert listener.at_once, "nothing was heard at once"
        protocol.hang_up()
        await asyncio.gather(*protocol.tasks)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (bytes.fromhex("8102") + b"hi", 1002),  # a client's frame must be masked
        (bytes.fromhex("c18200000000") + b"hi", 1002),  # nobody agreed on an extension
        (bytes.fromhex("818200000000") + b"\xff\xfe", 1007),  # no text
        (bytes.fromhex("81fe") + (LONGEST + 1).to_bytes(2, "big") + bytes(LONGEST + 5), 1009),
    ],
)
def test_what_the_standard_forbids_ends_the_socket(bad: bytes, code: int) -> None:
    async def run() -> None:
        listener = Listener(random.Random(1))
        protocol, transport = await connected(listener)
        await deliver(protocol, transport, bad)
        for _ in range(10):
            await asyncio.sleep(0)
        assert transport.is_closed
        assert code.to_bytes(2, "big") in transport.written.rpartition(b"\r\n\r\n")[2]
        assert not listener.heard
        await asyncio.gather(*protocol.tasks)

    asyncio.run(run())


def test_what_looks_like_a_frame_inside_another_is_no_message() -> None:
    async def run() -> None:
        listener = Listener(random.Random(0))  # hears the first at once
        protocol, transport = await connected(listener)
        inner = frame(random.Random(2), b"hi", 1)
        outer = bytes((0x82, 0x80 | len(inner))) + bytes(4) + inner
        for piece in (outer[:6], outer[6:]):
            await deliver(protocol, transport, piece)
        for _ in range(10):
            await asyncio.sleep(0)
        assert listener.heard == [inner]
        protocol.hang_up()
        await asyncio.gather(*protocol.tasks)

    asyncio.run(run())
