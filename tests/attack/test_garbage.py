"""Garbage does nothing: a defined answer or a closed socket, no event, a house that goes on.

The size `fuzz` is the number of messages sent in all.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

from puntobanco.server.app import BODY_BYTES_MAX
from tests import patience
from tests.attack import garbage
from tests.attack.calls import Answer, Calls
from tests.attack.stage import Stage
from tests.attack.test_duties import playing
from tests.attack.wire import Wire, frame, memory_kilobytes
from tests.server.conftest import run
from tests.sizes import is_long, size_of

MESSAGES = size_of("fuzz")
GROWTH_KILOBYTES = 10 * 1024
TIME = {"type": "time", "echo": 7}


async def _is_well(stage: Stage, before: dict[str, int]) -> None:
    assert await stage.heads() == before, "something happened"
    assert not any(each.desk.stopped for each in stage.casino.running_tables.values())
    assert (await stage.call("", "GET", "/health")).json()["alive"]


async def _one_socket(stage: Stage, token: str, chance: random.Random) -> int:
    """A socket's worth of garbage; what was sent is answered or the socket is closed."""
    wire, sent = await stage.socket(token), 0
    for data, lives in garbage.frames(chance):
        if not lives:
            break
        sent += 1
        wire.writer.write(data)
    wire.writer.write(frame(json.dumps(TIME).encode()))
    async with asyncio.timeout(patience.SECONDS):
        answers = []
        while (heard := await wire.hear()) is not None and heard["type"] != "time":
            answers.append(heard)
    assert heard is not None, "closed though it had sent no more than is borne"
    for each in answers:
        assert each["type"] in ("error", "answer", "news"), each
        assert not each.get("accepted"), each
    wire.writer.write(data)
    assert await wire.ended(), data[:50]
    await wire.drop()
    return sent + 1


def test_garbage_over_sockets_does_nothing(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            chance, token = random.Random(7), await stage.token("the-patron")
            before, sent, held = await stage.heads(), 0, 0
            while sent < MESSAGES * 8 // 10:
                sent += sum(
                    await asyncio.gather(*(_one_socket(stage, token, chance) for _ in range(4)))
                )
                if not held and sent > MESSAGES // 5:
                    gc.collect()
                    held = memory_kilobytes()
            gc.collect()
            assert memory_kilobytes() - held < GROWTH_KILOBYTES
            await _is_well(stage, before)
            stake = {"request": "place-stake", "by": "the-patron", "patron": "the-patron"}
            good = await stage.ask(token, "T1", **stake, place=1, wager="banker", amount=100_00)
            assert good["accepted"], "what is sound is still taken"

    run(main())


def test_a_socket_that_sends_nothing_sensible_is_closed(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            wire = await stage.socket(await stage.token("the-patron"))
            for _ in range(40):
                wire.writer.write(frame(b"{"))
            heard = []
            while (message := await wire.hear()) is not None:
                heard.append(message)
            bad = [each for each in heard if each.get("code") == "bad_message"]
            assert 20 <= len(bad) <= 21
            await wire.drop()

    run(main())


# --- over HTTP --------------------------------------------------------------------------------

PATHS = (
    *("/api/tables/T1/requests", "/api/tables/T1/reports", "/api/session", "/api/tables"),
    *("/api/account/limits", "/api/account/exclusion", "/api/accounts", "/api/people"),
    *("/api/approvals/a", "/api/audit/verify", "/api/tables/check", "/api/session/password"),
    *("/api/accounts/the-patron/paid-in", "/api/tables/T1/stop", "/api/backups"),
)


def _pairs(chance: random.Random) -> bytes:
    """A body of the other endpoints, wrong in one value or saying something twice."""
    name = chance.choice(("amount", "limit", "until", "reason", "name", "agree", "table", "id"))
    value = chance.choice((*garbage.NUMBERS, *garbage.STRINGS))
    twice = '"id":"a1","id":"a1",'
    return ("{" + twice + f'"{name}":{value}' + "}").encode("utf-8", "surrogatepass")


async def _post(stage: Stage, token: str, path: str, body: bytes, kind: str) -> Answer:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
    return await stage.calls.call("POST", path, body, headers)


def test_garbage_over_http_does_nothing(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            chance, names = random.Random(8), ("the-patron", "the-cashier", "the-administrator")
            tokens = [await stage.token(name) for name in (*names, "the-manager")]
            before, kinds = await stage.heads(), ("application/json", "text/plain", "x", "")
            for number in range(MESSAGES * 2 // 10):
                path, token = chance.choice(PATHS), chance.choice(tokens)
                if path.startswith("/api/tables/T1/re"):
                    body = garbage.text(chance) if number % 2 else garbage.damaged(chance)
                    body = body.replace(b'"type":"request",', b"", 1)
                else:
                    body = _pairs(chance) if number % 2 else garbage.text(chance)
                answer = await _post(stage, token, path, body, kinds[number % 40 and 0])
                refused = answer.status_code == 200 and not answer.json()["accepted"]
                assert refused or 400 <= answer.status_code < 500, (path, body[:200], answer.text)
            await _is_well(stage, before)

    run(main())


RAW = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"GARBAGE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /api/tables/T1 HTTP/9.9\r\nHost: x\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 1e9\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"
    + b"x" * (BODY_BYTES_MAX * 2),
    b"GET /api/tables/%ff%fe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET /api/live/T1?ticket=\xff\xfe HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: punto_session=\xff\xfe\r\nConnection: close\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET /js/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
]


def test_what_is_hardly_http_is_answered_or_cut(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            before = await stage.heads()
            for data in RAW:
                reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
                writer.write(data)
                writer.write_eof()
                async with asyncio.timeout(patience.SECONDS):
                    try:
                        answer = await reader.read()
                    except ConnectionError:
                        answer = b""
                assert b" 500 " not in answer[:40], data[:80]
                assert b"root:" not in answer
                writer.close()
            await _is_well(stage, before)

    run(main())


def test_a_long_body_is_refused_before_it_is_read(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            token = await stage.token("the-patron")
            body = b'{"id":"' + b"a" * BODY_BYTES_MAX + b'"}'
            answer = await _post(stage, token, "/api/tickets", b"", "application/json")
            assert answer.status_code == 200
            for path in ("/api/account/limits", "/api/tables/T1/requests"):
                answer = await _post(stage, token, path, body, "application/json")
                assert answer.status_code == 413, answer.text

    run(main())


def test_what_is_said_twice_or_nested_deeply_is_refused_as_that(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            token, before = await stage.token("the-patron"), await stage.heads()
            limit = b'{"id":"x","limit":"loss","amount":5,"amount":5}'
            stake = json.loads(garbage._stake(garbage.GOOD))
            twice = json.dumps({"id": "x", "request": stake}).replace(
                '"place": 1', '"place": 1, "place": 1'
            )
            for path, body in (("account/limits", limit), ("tables/T1/requests", twice.encode())):
                answer = await _post(stage, token, f"/api/{path}", body, "application/json")
                assert (answer.status_code, answer.json()["code"]) == (422, "said_twice")
            wire = await stage.socket(token)
            for data, words in ((b"[" * 33, "nested"), (b'{"type":"time","type":"time"}', "twice")):
                await wire.put(frame(data))
                failed = await wire.answer()
                assert failed is not None
                assert words in failed["sentence"]
            await _is_well(stage, before)
            await wire.drop()

    run(main())


# --- others -----------------------------------------------------------------------------------


async def _probe(stage: Stage, wire: Wire, until: asyncio.Event) -> list[float]:
    """How long durable answers at another table take meanwhile."""
    took = []
    while not until.is_set():
        began, request_id = time.perf_counter(), stage.next_id()
        request = {"request": "cash-out", "by": "a-patron", "amount": 1}
        await wire.say({"type": "request", "id": request_id, "request": request})
        assert await wire.answer(request_id) is not None
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.002)
    return took


async def _shower(stage: Stage, token: str, bodies: list[bytes]) -> None:
    """The same number of messages over the same number of sockets, whatever they say."""
    for start in range(0, len(bodies), 18):
        wire = await stage.socket(token)
        for body in bodies[start : start + 18]:
            wire.writer.write(frame(body, 2))
        wire.writer.write(frame(json.dumps({**TIME, "echo": 99}).encode()))
        while (heard := await wire.hear()) is not None and heard.get("echo") != 99:
            pass
        await wire.drop()


def test_garbage_at_one_table_does_not_disturb_another(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            chance, token = random.Random(9), await stage.token("the-patron")
            other = await stage.socket(await stage.token("a-patron"), "T2")
            took: dict[str, list[float]] = {"sound": [], "garbage": []}
            for turn in range(12 if is_long() else 2):
                kind = ("sound", "garbage")[turn % 2]
                sound = json.dumps(TIME).encode()
                bodies = [
                    sound if kind == "sound" else garbage.text(chance)[:16_000] for _ in range(180)
                ]
                over = asyncio.Event()
                probing = asyncio.create_task(_probe(stage, other, over))
                await _shower(stage, token, bodies)
                over.set()
                took[kind] += await probing
            sound_p50, garbage_p50 = map(statistics.median, (took["sound"], took["garbage"]))
            if is_long():
                assert garbage_p50 < 3 * sound_p50 + 0.005, (sound_p50, garbage_p50)
            await other.drop()

    run(main())


def test_connections_that_drip_hold_nobody_up(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            drips: list[Any] = []
            for number in range(200):
                reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
                begun = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n"
                writer.write(begun[: 1 + number % len(begun)])
                drips.append((reader, writer))
            calls = Calls(stage.port)
            for _ in range(20):
                async with asyncio.timeout(patience.SECONDS):
                    assert (await calls.call("GET", "/health")).status_code == 200
            for _, writer in drips:
                writer.close()
            calls.close()

    run(main())
