"""Without a login nobody exhausts or stalls the house: heads, deadlines, connections, pace."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import suppress
from pathlib import Path

import pytest

from puntobanco.server.traffic import pace
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.server.traffic.headers import careful
from tests import patience
from tests.attack.stage import opened
from tests.attack.wire import RefusedError, Wire
from tests.server.conftest import betting, run
from tests.server.journal import counted

SHORT = 0.15
SHORTS = TrafficLimits(head_seconds=SHORT, body_seconds=SHORT, idle_seconds=SHORT)
GET = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


async def closed(writer: asyncio.StreamWriter) -> None:
    """Let go of a connection."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def heard(port: int, *pieces: bytes, address: str = "127.0.0.1") -> bytes:
    """All that a connection is told until the server ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        async with asyncio.timeout(patience.SECONDS):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        await closed(writer)


@pytest.mark.parametrize(
    ("piece", "times"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 40_000, 1),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 1),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Many: a\r\n" * 4_000 + b"\r\n", 1),
    ],
)
def test_a_head_that_is_too_long_is_not_read(folder: Path, piece: bytes, times: int) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            assert (await heard(stage.port, piece)).startswith(b"HTTP/1.1 431 ")

    run(main())


def test_a_head_of_any_length_is_cut_while_it_comes(folder: Path) -> None:
    """100 MB of head were once held in memory; now the connection ends after the first pieces."""

    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            _, writer = await asyncio.open_connection("127.0.0.1", stage.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
            sent = 0
            with suppress(ConnectionError):
                while sent < 100_000_000:
                    writer.write(b"a" * 65_536)
                    sent += 65_536
                    await writer.drain()
            await closed(writer)
            assert sent < 20_000_000  # what the system itself holds

    run(main())


@pytest.mark.parametrize(
    ("begun", "status"),
    [
        (b"", b""),
        (b"\r\n", b""),
        (b"GET / HTTP/1.1\r\nHo", b"408"),
        (b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n{", b"408"),
    ],
    ids=["nothing", "empty line", "head", "body"],
)
def test_whoever_is_too_slow_is_cut_at_the_deadline(
    folder: Path, begun: bytes, status: bytes
) -> None:
    async def main() -> None:
        async with opened(folder, tables=0, limits=SHORTS) as stage:
            told = await heard(stage.port, begun)
            assert told.partition(b" ")[2].startswith(status)
            async with asyncio.timeout(patience.SECONDS):
                while stage.casino.connections["127.0.0.1"]:
                    await asyncio.sleep(0.01)

    run(main())


def test_an_idle_connection_is_cut_though_it_has_called_before(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, tables=0, limits=SHORTS) as stage:
            told = await heard(stage.port, GET, b"\r\n")
            assert told.startswith(b"HTTP/1.1 200 ")

    run(main())


def test_a_slow_answer_is_waited_for(folder: Path) -> None:
    """Deadlines are for callers: while the house itself takes its time, none runs."""

    async def main() -> None:
        async with opened(folder, tables=0, limits=SHORTS) as stage:
            hashing = stage.casino.credentials._hashing
            matches = hashing.matches

            async def slow(*given: str) -> bool:
                await asyncio.sleep(3 * SHORT)
                return await matches(*given)

            hashing.matches = slow  # type: ignore[method-assign, assignment]
            body = b'{"name":"ann","password":"no"}'
            head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % len(body)
            told = await heard(stage.port, head + b"Content-Type: application/json\r\n\r\n" + body)
            assert told.startswith(b"HTTP/1.1 401 ")

    run(main())


def test_one_address_has_so_many_connections_and_another_its_own(folder: Path) -> None:
    async def main() -> None:
        limits = TrafficLimits(connections_per_address=3)
        async with opened(folder, tables=0, limits=limits) as stage:
            held = [await asyncio.open_connection("127.0.0.1", stage.port) for _ in range(3)]
            while stage.casino.connections["127.0.0.1"] < 3:
                await asyncio.sleep(0.01)
            assert (await heard(stage.port, GET)).startswith(b"HTTP/1.1 429 ")
            close = GET[:-2] + b"Connection: close\r\n\r\n"
            other = await heard(stage.port, close, address="127.0.0.2")
            assert other.startswith(b"HTTP/1.1 200 ")
            held[0][1].close()
            while stage.casino.connections["127.0.0.1"] == 3:
                await asyncio.sleep(0.01)
            assert (await heard(stage.port, close)).startswith(b"HTTP/1.1 200 ")
            for _, writer in held:
                await closed(writer)

    run(main())


def test_one_person_has_so_many_sockets(folder: Path) -> None:
    async def main() -> None:
        limits = TrafficLimits(sockets_per_person=2)
        async with opened(folder, tables=1, limits=limits) as stage:
            await betting(stage.casino)
            token = await stage.token("T1p1")
            wires = [await stage.socket(token) for _ in range(2)]
            ticket = await stage.ticket(token)
            with pytest.raises(RefusedError):
                await Wire.open(stage.port, f"/api/live/T1?ticket={ticket}")
            other = await stage.socket(await stage.token("T1p2"))
            await wires[0].drop()
            async with asyncio.timeout(patience.SECONDS):
                while stage.casino.sockets["T1p1"] == 2:
                    await asyncio.sleep(0.01)
            wires[0] = await stage.socket(token)
            for wire in (*wires, other):
                await wire.drop()
            async with asyncio.timeout(patience.SECONDS):
                while stage.casino.connections["127.0.0.1"] > 1:  # the one for calls
                    await asyncio.sleep(0.01)

    run(main())


def test_a_flooding_address_is_paced_and_another_is_not(folder: Path) -> None:
    async def main() -> None:
        limits = TrafficLimits(calls_per_second=0.1, calls_at_once=5, patience=0.5)
        async with opened(folder, tables=1, limits=limits) as stage:
            await betting(stage.casino)
            token = await stage.token("T1p1")
            close = GET[:-2] + b"Connection: close\r\n\r\n"
            flood = await asyncio.gather(*(heard(stage.port, close) for _ in range(40)))
            statuses = {told.split(b" ")[1] for told in flood}
            assert statuses == {b"200", b"429"}
            assert 5 <= sum(told.split(b" ")[1] == b"200" for told in flood) <= 10
            other = await heard(stage.port, close, address="127.0.0.2")
            assert other.startswith(b"HTTP/1.1 200 ")
            mine = await stage.call(token, "GET", "/api/session")  # a session has its own pace
            assert mine.status_code == 200

    run(main())


def test_a_long_answer_counts_as_long_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The description has some 400 KB: all that may be sent in four seconds here."""
    monkeypatch.setattr(pace, "SENT_PER_SECOND", 100_000)

    async def main() -> None:
        async with opened(folder, tables=0, limits=TrafficLimits()) as stage:
            assert (await stage.call("", "GET", "/openapi.json")).status_code == 200
            callers = stage.casino.callers
            assert callers.of("127.0.0.1")._spent > 1.0
            assert 0 < callers.of("127.0.0.1").wait() <= TrafficLimits().patience / 2
            assert callers.of("127.0.0.2").wait() <= 0

    run(main())


def test_what_an_address_asks_without_a_session_leaves_time_for_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its next call waits for much longer than the last one took; another address does not."""

    async def main() -> None:
        monkeypatch.setattr(pace, "SPENT_SECONDS", 1e-9)
        limits = TrafficLimits(pause=2_000, patience=3.0)
        async with opened(folder, tables=0, limits=limits) as stage:
            close = GET[:-2] + b"Connection: close\r\n\r\n"
            assert (await heard(stage.port, close)).startswith(b"HTTP/1.1 200 ")
            second = asyncio.create_task(heard(stage.port, close))
            await asyncio.sleep(0.1)
            assert not second.done()
            other = await heard(stage.port, close, address="127.0.0.2")
            assert other.startswith(b"HTTP/1.1 200 ")
            assert (await second).startswith(b"HTTP/1.1 200 ")

    run(main())


def test_calls_are_not_sent_far_ahead_of_their_answers(folder: Path) -> None:
    """Each would be held in memory, and all of them be read before anybody else is served."""

    async def main() -> None:
        async with opened(folder, tables=0, limits=SHORTS) as stage:
            few, most = TrafficLimits().pipelined, 2_000
            told = await heard(stage.port, GET * few)
            assert told.count(b"HTTP/1.1 200 ") == few
            told = await heard(stage.port, GET * most)
            assert b"HTTP/1.1 429 " in told
            assert told.count(b"HTTP/1.1 ") <= few + 2
            assert stage.casino.callers.of("127.0.0.1")._spent > 0, "its address pays"

    run(main())


def test_one_address_has_one_password_checked_at_a_time(folder: Path) -> None:
    """While its guesses wait for a slow hash, another address and a session are answered."""

    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            await betting(stage.casino)
            token, hashing = await stage.token("T1p1"), stage.casino.credentials._hashing
            held, entered = asyncio.Event(), 0

            async def slow(*given: str) -> bool:
                nonlocal entered
                entered += 1
                await held.wait()
                return False

            hashing.matches = slow  # type: ignore[method-assign, assignment]
            calls = []
            for number in range(6):
                body = b'{"name":"ann%d","password":"no"}' % number
                head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % len(
                    body
                )
                head += b"Connection: close\r\nContent-Type: application/json\r\n\r\n"
                calls.append(asyncio.create_task(heard(stage.port, head + body)))
            while entered < 1:
                await asyncio.sleep(0.01)
            mine = await stage.call(token, "GET", "/api/session")
            assert mine.status_code == 200
            close = GET[:-2] + b"Connection: close\r\n\r\n"
            assert (await heard(stage.port, close, address="127.0.0.2")).startswith(
                b"HTTP/1.1 200 "
            )
            assert entered == 1
            held.set()
            for told in await asyncio.gather(*calls):
                assert told.startswith(b"HTTP/1.1 401 ")

    run(main())


def test_the_description_is_made_once_and_sent_once(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            plain = await stage.call("", "GET", "/openapi.json")
            pressed = await stage.call(
                "", "GET", "/openapi.json", headers={"Accept-Encoding": "gzip"}
            )
            tag = plain.headers["etag"]
            assert pressed.headers["etag"] == tag
            assert json.loads(gzip.decompress(pressed.content)) == plain.json()
            assert len(pressed.content) * 5 < len(plain.content)
            again = await stage.call("", "GET", "/openapi.json", headers={"If-None-Match": tag})
            assert again.status_code == 304
            assert not again.content

    run(main())


@pytest.mark.parametrize("hosts", [b"", b"Host: a\r\nHost: b\r\n", b"Host: a\r\nHost: a\r\n"])
def test_a_call_names_its_host_once(folder: Path, hosts: bytes) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            told = await heard(stage.port, b"GET /health HTTP/1.1\r\n" + hosts + b"\r\n")
            assert told.startswith(b"HTTP/1.1 400 ")

    run(main())


def test_a_call_names_a_host_of_this_house(folder: Path) -> None:
    """A page of another site, whose name was pointed at this machine, is told nothing."""

    async def main() -> None:
        async with opened(folder, tables=1, hosts=("house.example", "127.0.0.1")) as stage:
            for named, status in (
                ("house.example", b"200"),
                ("house.example:8000", b"200"),
                ("127.0.0.1", b"200"),
                ("evil.example", b"421"),
                ("house.example.evil.example", b"421"),
                ("[house.example", b"421"),
            ):
                head = f"GET /health HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n"
                told = await heard(stage.port, head.encode())
                assert told.split(b" ", 2)[1] == status, named

    run(main())


CHUNKED = b"POST /api/tickets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5\r\nContent-Length: 5\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: -5\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding:\r\n chunked\r\n",
        b"Content-Length : 5\r\n",
        b"Content-Length: 5\n",
        b"X: a\rContent-Length: 5\r\n",
        b"X: a\0\r\n",
    ],
)
def test_where_a_call_ends_is_never_in_doubt(folder: Path, lines: bytes) -> None:
    """A proxy in front may read such a head otherwise, and take the rest for another's call."""

    async def main() -> None:
        async with opened(folder, tables=0, limits=SHORTS) as stage:
            head = b"POST /api/session HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n"
            told = await heard(stage.port, head + b"0\r\n\r\n" + GET)
            assert told.startswith(b"HTTP/1.1 400 ")
            assert told.count(b"HTTP/1.1 ") == 1

    run(main())


def test_nothing_after_a_body_counts_as_a_header(folder: Path) -> None:
    """What a proxy checks or replaces stands in the head; what follows a body passes it."""

    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            await betting(stage.casino)
            token = (await stage.token("T1p1")).encode()
            late = b"0\r\nAuthorization: Bearer " + token + b"\r\n\r\n"
            assert (await heard(stage.port, CHUNKED + late)).startswith(b"HTTP/1.1 400 ")
            own = b"Connection: close\r\nAuthorization: Bearer " + token + b"\r\n\r\n"
            told = await heard(stage.port, CHUNKED[:-2] + own + b"0\r\n\r\n")
            assert told.startswith(b"HTTP/1.1 200 ")

    run(main())


@pytest.mark.parametrize("begun", [b"0\r\nX: ", b"1;"], ids=["header", "extension"])
def test_what_stands_around_a_body_is_bounded(folder: Path, begun: bytes) -> None:
    """It is no part of the body, so no limit of a call counts it."""

    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            most = TrafficLimits().body_bytes
            told = await heard(stage.port, CHUNKED + begun, b"a" * 2 * most)
            assert told.startswith(b"HTTP/1.1 413 ") or not told  # hung up on while it sends
            assert counted(stage.casino)["too_long"] == 1

    run(main())


def test_a_call_that_was_answered_is_not_answered_again(folder: Path) -> None:
    """A proxy would take the second answer for that of the next call on the connection."""

    async def main() -> None:
        async with opened(folder, tables=0, hosts=("house.example",), limits=SHORTS) as stage:
            head = CHUNKED + b"1\r\n{\r\n"  # the host is wrong, which needs no body
            told = await heard(stage.port, head)
            assert told.startswith(b"HTTP/1.1 421 ")
            assert told.count(b"HTTP/1.1 ") == 1

    run(main())


def test_the_door_keeps_browsers_careful_too(folder: Path) -> None:
    async def main() -> None:
        limits = TrafficLimits(connections_per_address=1, head_seconds=SHORT)
        async with opened(folder, tables=1, limits=limits, hosts=("x",)) as stage:
            other = GET.replace(b"Host: x", b"Host: evil").replace(
                b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"
            )
            answers = [await heard(stage.port, each) for each in (other, b"no http\r\n", b"GET")]
            _, writer = await asyncio.open_connection("127.0.0.1", stage.port)
            while not stage.casino.connections["127.0.0.1"]:
                await asyncio.sleep(0.01)
            answers.append(await heard(stage.port, GET))
            await closed(writer)
            stage.casino.pace = pace.Pace(per_second=0.001, burst=0.001, patience=0)
            stage.casino.pace.of("T1p1").take()
            token = (await stage.token("T1p1")).encode()
            own = b"Authorization: Bearer " + token + b"\r\nConnection: close\r\n\r\n"
            answers.append(await heard(stage.port, GET[:-2] + own))
            statuses = [each.split(b" ")[1] for each in answers]
            assert statuses == [b"421", b"400", b"408", b"429", b"429"]
            for told in answers:
                head = told.partition(b"\r\n\r\n")[0].lower()
                for name, value in careful("http").items():
                    assert f"{name}: {value}".lower().encode() in head, told

    run(main())
