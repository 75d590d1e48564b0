"""Whatever is turned away leaves a trace: one line with its code, one count, and never a secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from puntobanco.server.app import BODY_BYTES_MAX
from puntobanco.server.traffic.pace import Pace
from puntobanco.server.traffic.turned_away import UNKNOWN
from puntobanco.wire.messages import MESSAGE_BYTES_MAX
from tests.attack.calls import Calls
from tests.attack.stage import Stage, opened
from tests.attack.wire import CONTINUED, RefusedError, Wire, frame
from tests.patience import until
from tests.server.conftest import run
from tests.server.journal import Journal, counted
from tests.sizes import size_of

CANARY = "a-canary-in-what-was-sent"
FLOOD = size_of("flooded")
LINES_LEFT = 25
"""What may be left of a flood from one address within a minute, with its closing line."""
REQUESTS, LIMITS = "/api/tables/{table}/requests", "/api/account/limits"
LIVE = "/api/live/{table}"
PATRON = "the-patron"
LIMIT = {"id": "l", "limit": "loss", "amount": 5}
EXPIRED_SECONDS = 3600
FOREIGN = {"Origin": f"https://{CANARY}.example"}

Sending: TypeAlias = Callable[[Stage, str], Awaitable[Any]]
"""Something that is sent by somebody with this token, after all that has to come before it."""


def sit(place: Any = 1, **more: Any) -> dict[str, Any]:
    return {"request": {"request": "take-place", "by": PATRON, "place": place}, **more}


BAD: dict[str, bytes] = {
    "malformed": b'{"id": "' + CANARY.encode(),
    "not text": b"\xff\xfe" + CANARY.encode(),
    "nested": b'{"a":' * (MESSAGE_BYTES_MAX // 5),  # deeper than any test raised Python's limit
    "not a number": b'{"id": "x", "limit": "loss", "amount": NaN}',
    "another type": b'{"id": "x", "limit": "loss", "amount": "5"}',
    "unknown field": b'{"id": "x", "limit": "loss", "amount": 5, "%b": 1}' % CANARY.encode(),
    "nothing": b"",
}
"""By what is wrong with them: bodies that are not understood, whatever they are sent to."""


async def say(stage: Stage, token: str, body: dict[str, Any]) -> Any:
    return await stage.call(token, "POST", "/api/tables/T1/requests", body)


# --- over HTTP --------------------------------------------------------------------------------


def posted(path: str, body: bytes | dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    async def send(stage: Stage, token: str) -> None:
        await stage.call(token, "POST", path, body, headers)

    return send


async def another_site(stage: Stage, token: str) -> None:
    cookie = {"Cookie": f"punto_session={token}"}
    await stage.call("", "POST", "/api/tickets", None, {**cookie, **FOREIGN})


async def without_session(stage: Stage, _: str) -> None:
    await stage.call("", "GET", f"/api/tables/{CANARY}")


async def guessed(stage: Stage, _: str) -> None:
    await stage.call(CANARY, "GET", "/api/session")


async def stolen(stage: Stage, _: str) -> None:
    """A session that its owner has ended since."""
    token = await stage.token(PATRON)
    await stage.call(token, "DELETE", "/api/session")
    await stage.call(token, "GET", "/api/session")


async def first_password(stage: Stage, _: str) -> None:
    token, _session = await stage.casino.credentials._begin(PATRON, 60, must_change=True)
    await stage.call(token, "GET", "/api/account")


async def too_fast(stage: Stage, token: str) -> None:
    usual, stage.casino.pace = stage.casino.pace, Pace(per_second=0.001, burst=0.001, patience=0)
    stage.casino.pace.of(PATRON).take()
    await stage.call(token, "GET", "/api/session")
    stage.casino.pace = usual


async def expired(stage: Stage, token: str) -> None:
    stage.clock.move(EXPIRED_SECONDS)
    await stage.call(token, "GET", "/api/session")


UNREADABLE = {"not text": "bad_request", "nested": "bad_request"}
"""Where nobody comes to look at what it says."""
WRONG = {"name": "no-such-name", "password": CANARY}
OVER_HTTP: list[tuple[str, str, str, str, Sending]] = [
    *(
        (f"{what}, a limit", UNREADABLE.get(what, "not_understood"), LIMITS, PATRON, send)
        for what, send in ((what, posted(LIMITS, body)) for what, body in BAD.items())
    ),
    *(
        (f"{what}, a wish", "bad_message", REQUESTS, PATRON, posted("/api/tables/T1/requests", it))
        for what, it in BAD.items()
    ),
    ("oversized", "too_long", LIMITS, PATRON, posted(LIMITS, b"x" * (BODY_BYTES_MAX + 1))),
    (
        "an oversized wish",
        "bad_message",
        REQUESTS,
        PATRON,
        posted("/api/tables/T1/requests", b"1" * (MESSAGE_BYTES_MAX + 1)),
    ),
    ("said twice", "said_twice", LIMITS, PATRON, posted(LIMITS, b'{"id":"x","id":"x"}')),
    ("stale", "stale", REQUESTS, PATRON, lambda s, t: say(s, t, sit(id="late", expected=99))),
    ("replayed", "repeated", REQUESTS, PATRON, lambda s, t: say(s, t, sit(id="sat"))),
    ("a limit again", "repeated", LIMITS, PATRON, posted(LIMITS, LIMIT)),
    ("an id reused", "id_reused", REQUESTS, PATRON, lambda s, t: say(s, t, sit(2, id="sat"))),
    ("another site", "wrong_origin", "/api/tickets", PATRON, another_site),
    ("another's name", "not_permitted", REQUESTS, PATRON, lambda s, t: say(
        s, t, {"id": "o", "request": {"request": "take-place", "by": "the-dealer", "place": 3}})),
    ("no permission", "not_permitted", "/api/people", PATRON,
     lambda s, t: s.call(t, "GET", "/api/people")),
    ("no such table", "not_found", "/api/tables/{table}", PATRON,
     lambda s, t: s.call(t, "GET", f"/api/tables/{CANARY}")),
    ("no such path", "not_found", "unknown", PATRON, lambda s, t: s.call(t, "GET", f"/{CANARY}")),
    ("no such method", "method_not_allowed", "/api/tickets", PATRON,
     lambda s, t: s.call(t, "PUT", "/api/tickets")),
    ("nobody", "not_signed_in", "/api/tables/{table}", "", without_session),
    ("a guessed token", "not_signed_in", "/api/session", "", guessed),
    ("a stolen session", "not_signed_in", "/api/session", "", stolen),
    ("a password for one use", "must_change_password", "/api/account", PATRON, first_password),
    ("a wrong password", "wrong_credentials", "/api/session", "",
     lambda s, _: s.call("", "POST", "/api/session", WRONG)),
    ("too fast", "too_many", UNKNOWN, PATRON, too_fast),
    ("an expired session", "not_signed_in", "/api/session", "", expired),
]  # fmt: skip


async def leaves(
    stage: Stage, kept: Journal, what: str, expected: tuple[str, str, str], sending: Awaitable[Any]
) -> None:
    """Send something, and find exactly one line and one count of it."""
    stage.casino.refusals.sweep()
    before, lines = counted(stage.casino), len(kept.lines())
    await sending
    await until(lambda: counted(stage.casino) != before)
    await asyncio.sleep(0)
    code, route, person = expected
    assert counted(stage.casino) == {**before, code: before.get(code, 0) + 1}, what
    (line,) = kept.lines()[lines:]
    found = (line["code"], line["route"], line["address"], line["person"])
    assert found == (code, route, "127.0.0.1", person), what
    assert set(line) <= {
        *("event", "level", "timestamp", "code", "route", "address", "person", "tried", "why"),
    }, what


def has_no_secret(stage: Stage, kept: Journal, *secrets: str) -> None:
    for text in (kept.getvalue(), stage.casino.metrics.text().decode()):
        assert not [each for each in (CANARY, *secrets) if each in text]


def test_every_kind_over_http(folder: Path, kept: Journal) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron", "dealer")) as stage:
            token = await stage.token(PATRON)
            first = [await say(stage, token, sit(id="sat"))]
            first += [
                await stage.call(token, "POST", LIMITS, {"id": "l", "limit": "loss", "amount": 5})
            ]
            assert {each.status_code for each in first} == {200}
            assert not kept.lines(), "what is granted leaves nothing here"
            for what, code, route, person, send in OVER_HTTP:
                await leaves(stage, kept, what, (code, route, person), send(stage, token))
            has_no_secret(stage, kept, token)
            tried = [line for line in kept.lines() if "tried" in line]
            assert [(line["tried"], line["why"]) for line in tried] == [("no-such-name", "wrong")]

    run(main())


# --- over sockets -----------------------------------------------------------------------------


def sent(data: bytes) -> Sending:
    """One frame on a socket that was opened for it."""

    async def send(stage: Stage, token: str) -> None:
        wire = await stage.socket(token)
        await wire.put(data)
        await wire.answer()
        await wire.drop()

    return send


def message(body: dict[str, Any]) -> bytes:
    return frame(json.dumps({"type": "request", **body}).encode())


def knocked(path: str, headers: dict[str, str] | None = None) -> Sending:
    """A socket that is not opened; `TICKET` stands for a good ticket, `USED` for one that was."""

    async def send(stage: Stage, token: str) -> None:
        target = path
        if "TICKET" in path:
            target = path.replace("TICKET", await stage.ticket(token))
        if "USED" in path:
            used = await stage.ticket(token)
            await (await Wire.open(stage.port, f"/api/live/T1?ticket={used}")).drop()
            target = path.replace("USED", used)
        with pytest.raises(RefusedError):
            await Wire.open(stage.port, target, headers)

    return send


async def late_ticket(stage: Stage, token: str) -> None:
    ticket = await stage.ticket(token)
    stage.clock.move(60)
    with pytest.raises(RefusedError):
        await Wire.open(stage.port, f"/api/live/T1?ticket={ticket}")


async def first_password_socket(stage: Stage, _: str) -> None:
    credentials = stage.casino.credentials
    _token, session = await credentials._begin(PATRON, 60, must_change=True)
    with pytest.raises(RefusedError):
        await Wire.open(stage.port, f"/api/live/T1?ticket={await credentials.ticket(session)}")


async def expired_socket(stage: Stage, token: str) -> None:
    wire = await stage.socket(token)
    for task in stage.casino._tasks:
        if task.get_name() == "_end_sessions":  # what ends sessions by itself shall not be first
            task.cancel()
    stage.clock.move(EXPIRED_SECONDS)
    await wire.put(message(sit(id="too-late")))
    assert await wire.ended()
    await wire.drop()


PIECES = frame(b'{"type":"time","\xc3', fin=False) + frame(b'\xa9":1}', CONTINUED)
DEALERS = {"id": "d", "request": {"request": "open-betting", "by": "dealer"}}
OVER_SOCKETS: list[tuple[str, str, str, Sending]] = [
    *((what, "bad_message", PATRON, sent(frame(body, 2))) for what, body in BAD.items()),
    ("oversized", "too_long", PATRON, sent(frame(b"x" * (MESSAGE_BYTES_MAX + 1)))),
    ("no text", "malformed", PATRON, sent(frame(b"\xff\xfe" + CANARY.encode()))),
    ("a letter in two pieces", "bad_message", PATRON, sent(PIECES)),
    ("no frame", "malformed", PATRON, sent(frame(b"{}", rsv=4))),
    ("said twice", "bad_message", PATRON, sent(frame(b'{"type":"time","type":"time"}'))),
    ("stale", "stale", PATRON, sent(message(sit(id="late", expected=99)))),
    ("replayed", "repeated", PATRON, sent(message(sit(id="sat")))),
    ("an id reused", "id_reused", PATRON, sent(message(sit(2, id="sat")))),
    ("no permission", "not_permitted", PATRON, sent(message(DEALERS))),
    ("another site", "wrong_origin", "", knocked("/api/live/T1?ticket=TICKET", FOREIGN)),
    ("no ticket", "bad_ticket", "", knocked("/api/live/T1")),
    ("a guessed ticket", "bad_ticket", "", knocked(f"/api/live/T1?ticket={CANARY}")),
    ("a used ticket", "bad_ticket", "", knocked("/api/live/T1?ticket=USED")),
    ("no such table", "not_permitted", PATRON, knocked(f"/api/live/{CANARY}?ticket=TICKET")),
    ("no such path", "not_permitted", PATRON, knocked(f"/{CANARY}?ticket=TICKET")),
    ("a password for one use", "must_change_password", PATRON, first_password_socket),
    ("a late ticket", "bad_ticket", "", late_ticket),
    ("an expired session", "not_signed_in", PATRON, expired_socket),
]


def test_every_kind_over_sockets(folder: Path, kept: Journal) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token(PATRON)
            await sent(message(sit(id="sat")))(stage, token)
            assert not kept.lines(), "what is granted leaves nothing here"
            for what, code, person, send in OVER_SOCKETS:
                await leaves(stage, kept, what, (code, LIVE, person), send(stage, token))
            has_no_secret(stage, kept, token)
            assert "Traceback" not in kept.getvalue()

    run(main())


def test_a_foreign_site_is_told_of_with_the_name_of_whose_browser_it_used(
    folder: Path, kept: Journal
) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token(PATRON)
            send = knocked(
                "/api/live/T1?ticket=TICKET", {"Cookie": f"punto_session={token}", **FOREIGN}
            )
            await leaves(stage, kept, "cookie", ("wrong_origin", LIVE, PATRON), send(stage, token))
            has_no_secret(stage, kept, token)

    run(main())


# --- hardly HTTP ------------------------------------------------------------------------------

UPGRADE = b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
RAW = (
    b"GARBAGE " + CANARY.encode() + b"\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"GET /api/live/T1?ticket=" + CANARY.encode() + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    b"GET /" + CANARY.encode() * 1000 + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n",
)
"""Calls and handshakes that never reach the application."""


def test_what_is_hardly_http_leaves_a_trace_too(folder: Path, kept: Journal) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:

            async def send(raw: bytes) -> None:
                reader, writer = await asyncio.open_connection("127.0.0.1", stage.port)
                writer.write(raw)
                await reader.read()
                writer.close()

            for raw in RAW:
                is_long = len(raw) > stage.casino.plan.limits.head_bytes
                expected = ("head_too_long" if is_long else "malformed", "unknown", "")
                await leaves(stage, kept, repr(raw[:40]), expected, send(raw))
            assert len(kept.getvalue().splitlines()) == len(RAW)
            has_no_secret(stage, kept)

    run(main())


# --- many -------------------------------------------------------------------------------------


def test_a_flood_leaves_few_lines_and_every_count(folder: Path, kept: Journal) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            many = [Calls(stage.port) for _ in range(20)]

            async def flood(calls: Calls, number: int) -> None:
                for each in range(FLOOD // len(many)):
                    path = f"/api/tables/{CANARY}{number}-{each}"
                    assert (await calls.call("GET", path)).status_code == 401

            await asyncio.gather(*(flood(calls, each) for each, calls in enumerate(many)))
            assert counted(stage.casino) == {"not_signed_in": FLOOD}
            for calls in many:
                calls.close()
        assert len(kept.getvalue().splitlines()) <= LINES_LEFT
        (last,) = kept.lines("refused more")
        assert last["address"] == "127.0.0.1"
        assert len(kept.lines()) + last["left_out"] == FLOOD

    run(main())
