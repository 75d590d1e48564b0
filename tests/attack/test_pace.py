"""One person who asks without end is slowed down, then refused; nobody else notices."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from puntobanco.server.api import sockets
from puntobanco.server.api.handling.asking import COMMAND_SECONDS
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.server.traffic.pace import BURST, PER_SECOND, SHARE, TURN_SECONDS, Pace
from puntobanco.server.traffic.socket_protocol import READ_BYTES, SocketProtocol
from tests.attack.calls import Calls
from tests.attack.stage import opened
from tests.attack.wire import CONTINUED, PING, frame
from tests.server.conftest import betting, run
from tests.server.journal import Journal, counted

HANDSHAKE = (
    b"GET /api/live/T1?ticket=guessed HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer %s\r\n\r\n"
)
MOST_OF_A_PATRON = 5_000 / 200
"""Bets a second of each of those who play in the benchmark."""


def test_a_burst_is_taken_then_so_many_a_second_and_the_rest_is_refused() -> None:
    async def play() -> None:
        turns = Pace(per_second=100, burst=10, patience=0.1).of("p1")
        began = asyncio.get_running_loop().time()
        assert all([await turns.take_in_time() for _ in range(10)])
        taken = await asyncio.gather(*(turns.take_in_time() for _ in range(100)))
        seconds = asyncio.get_running_loop().time() - began
        assert 5 <= sum(taken) <= 20, sum(taken)
        assert seconds > (sum(taken) - 2) / 100
        await asyncio.sleep(0.25)
        assert turns.take_at_once()
        assert not turns.take_at_once(), "one in a round"

    run(play())


def test_who_plays_never_meets_it() -> None:
    assert SHARE / (TURN_SECONDS + COMMAND_SECONDS) >= 2 * MOST_OF_A_PATRON
    assert pytest.approx(SHARE / TURN_SECONDS) == PER_SECOND, "neither limit hides the other"
    assert BURST >= sockets.COMMANDS_MAX

    async def play() -> None:
        turns = Pace().of("p1")
        for _ in range(int(MOST_OF_A_PATRON)):  # a second's bets, all at once
            turns.take()
        assert turns.wait() < 0.02

    run(play())


def test_calls_beyond_it_are_refused_to_one_person_alone(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron", "dealer")) as stage:
            stage.casino.pace = Pace(per_second=20, burst=5, patience=0.2)
            flooding, other = await stage.token("the-patron"), await stage.token("the-dealer")
            many = [Calls(stage.port) for _ in range(40)]
            headers = {"Authorization": f"Bearer {flooding}"}
            answers = await asyncio.gather(
                *(each.call("GET", "/api/session", b"", headers) for each in many)
            )
            seen = Counter(each.status_code for each in answers)
            assert set(seen) == {200, 429}
            assert seen[200] >= 5
            late = next(each for each in answers if each.status_code == 429)
            assert late.json()["code"] == "too_many"
            assert late.headers["retry-after"] == "1"
            assert (await stage.call(other, "GET", "/api/session")).status_code == 200
            await asyncio.sleep(1)
            assert (await stage.call(flooding, "GET", "/api/session")).status_code == 200
            assert counted(stage.casino) == {"too_many": seen[429]}
            for each in many:
                each.close()

    run(main())


def test_a_socket_that_floods_is_slowed_and_loses_nothing(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            stage.casino.pace = Pace(per_second=50, burst=10, patience=0.1)
            wire = await stage.socket(await stage.token("the-patron"))
            began = asyncio.get_running_loop().time()
            asked = [msgspec.json.encode({"type": "time", "echo": each}) for each in range(40)]
            await wire.put(b"".join(map(frame, asked)))
            echoes = list[int]()
            while len(echoes) < len(asked):
                message = await wire.hear()
                assert message is not None
                if message["type"] == "time":
                    echoes.append(message["echo"])
            assert echoes == list(range(40))
            assert asyncio.get_running_loop().time() - began > (40 - 12) / 50
            await wire.drop()

    run(main())


def test_handshakes_become_sockets_in_the_turns_of_who_sends_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come at once: what waits for its turn has cost no more than to be read."""
    begun, right = list[float](), SocketProtocol.connection_made

    def noted(self: SocketProtocol, transport: asyncio.BaseTransport) -> None:
        begun.append(asyncio.get_running_loop().time())
        right(self, transport)

    monkeypatch.setattr(SocketProtocol, "connection_made", noted)

    async def main() -> None:
        async with opened(folder, roles=("patron", "dealer")) as stage:
            stage.casino.pace = Pace(per_second=2, burst=5, pause=0.0)
            flooding, other = await stage.token("the-patron"), await stage.token("the-dealer")
            lines = await asyncio.gather(
                *(asyncio.open_connection("127.0.0.1", stage.port) for _ in range(30))
            )
            began = asyncio.get_running_loop().time()
            for _, writer in lines:
                writer.write(HANDSHAKE % flooding.encode())
            while len(begun) < 7:
                await asyncio.sleep(0.01)
            assert begun[6] - began >= (7 - 5 - 1) / 2
            await (await stage.socket(other)).drop()
            assert len(begun) < len(lines), "another does not wait for all of them"
            assert counted(stage.casino)["bad_ticket"] >= 6
            for _, writer in lines:
                writer.close()

    run(main())


def test_a_handshake_does_not_wait_for_ever(folder: Path) -> None:
    async def main() -> None:
        limits = TrafficLimits(body_seconds=0.2)
        async with opened(folder, roles=("patron",), limits=limits) as stage:
            token = await stage.token("the-patron")
            stage.casino.pace = Pace(per_second=0.01, burst=0, pause=0.0)
            for status in (b"403", b"408"):
                reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
                writer.write(HANDSHAKE % token.encode())
                assert (await reader.read()).split(b" ")[1] == status
                writer.close()
            assert counted(stage.casino) == {"bad_ticket": 1, "too_slow": 1}
            while stage.casino.connections["127.0.0.1"] > 1:  # the one for calls
                await asyncio.sleep(0.01)

    run(main())


def test_a_socket_is_read_a_little_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is sent at once: another is served between two parts of it."""
    read, right = list[int](), SocketProtocol._read

    def counted(self: SocketProtocol, data: bytes) -> None:
        read.append(len(data))
        right(self, data)

    monkeypatch.setattr(SocketProtocol, "_read", counted)

    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            wire = await stage.socket(await stage.token("the-patron"))
            read.clear()
            asked = [frame(b'{"type":"time","echo":%d}' % each) for each in range(60)]
            await wire.put(b"".join(asked) + frame(b"", PING) * 500 + asked[-1])
            echoes = list[int]()
            while len(echoes) < len(asked) + 1:
                message = await wire.hear()
                assert message is not None
                if message["type"] == "time":
                    echoes.append(message["echo"])
            assert echoes == [*range(60), 59]
            assert max(read) <= READ_BYTES
            assert stage.casino.pace.of("the-patron")._spent > 0, "reading is paid for"
            await wire.drop()

    run(main())


def test_garbage_is_in_the_journal_with_the_name_of_its_sender(folder: Path, kept: Journal) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            for _ in range(2):
                wire = await stage.socket(await stage.token("the-patron"))
                for _ in range(15):
                    await wire.put(frame(b'{"type":"nonsense"}'))
                    assert await wire.answer() is not None
                await wire.drop()
            assert counted(stage.casino) == {"bad_message": 30}

    run(main())
    bad = kept.lines()
    assert {(each["code"], each["person"]) for each in bad} == {("bad_message", "the-patron")}
    assert [each["left_out"] for each in kept.lines("refused more")] == [30 - len(bad)]


def test_a_message_comes_in_few_pieces(folder: Path) -> None:
    """Empty pieces are nothing to the limit of a message, and yet each would be held."""

    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            await betting(stage.casino)
            wire = await stage.socket(await stage.token("T1p1"))
            piece = frame(b"", CONTINUED, fin=False)
            whole = frame(b'{"type":', fin=False) + piece * 90 + frame(b'"time"}', CONTINUED)
            await wire.put(whole)
            while (told := await wire.hear()) is not None and told["type"] != "time":
                pass
            assert told is not None
            await wire.put(frame(b"{", fin=False) + piece * 200)
            assert await wire.ended()
            await wire.drop()
            assert counted(stage.casino)["too_long"] == 1

    run(main())
