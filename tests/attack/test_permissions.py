"""Every role by every request and report, over sockets and HTTP, against the hand-written table.

What is denied leaves no event in any log; what is permitted reaches the table, which may refuse it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from tests.attack.bodies import REPORTS, REQUESTS, message
from tests.attack.stage import ROLES, Stage, opened, people_at, suspend
from tests.attack.wire import RefusedError, Wire
from tests.house.test_permissions import EXPECTED
from tests.server.conftest import run

ACTS_AS = {
    "patron": "the-patron",
    "nominee": "the-nominee",
    "scanner": "the-scanner",
    "dealer": "dealer",
    "supervisor": "pit-supervisor",
    "manager": "pit-manager",
    "shift-manager": "shift-manager",
}
"""Under which name a role acts at a table of this book; the others act under none."""
KINDS = [f"request:{tag}" for tag in REQUESTS] + [f"report:{tag}" for tag in REPORTS]
PUBLIC = {"table", "phase", "hands", "stakes", "seats", "roads", "ruling", "fairness"}
Sending = Callable[[str, dict[str, Any]], Awaitable[bool]]


def test_every_kind_of_message_is_written_out() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(Request)]
    assert list(REQUESTS) == tags
    assert list(REPORTS) == [kind.__struct_config__.tag for kind in get_args(Report)]


def _over_http(stage: Stage, token: str, table: str = "T1") -> Sending:
    async def send(door: str, body: dict[str, Any]) -> bool:
        path = f"/api/tables/{table}/{door}s"
        answer = await stage.call(token, "POST", path, {"id": stage.next_id(), door: body})
        if answer.status_code in (401, 403):
            assert answer.json()["code"] in ("not_permitted", "not_signed_in"), answer.text
            return False
        assert answer.status_code == 200, (body, answer.text)
        return True

    return send


def _over_socket(stage: Stage, wire: Wire) -> Sending:
    async def send(door: str, body: dict[str, Any]) -> bool:
        request_id = stage.next_id()
        await wire.say({"type": door, "id": request_id, door: body})
        answer = await wire.answer(request_id)
        assert answer is not None, body
        if answer["type"] == "error":
            assert answer["code"] == "not_permitted", answer
            return False
        return True

    return send


async def _compare(stage: Stage, send: Sending, role: str, by: str, *, denied: bool) -> int:
    """Send everything; allowed exactly as the table says, and no event where it is denied."""
    sent = 0
    for kind in KINDS:
        expected = EXPECTED[role, kind] and not denied
        before = await stage.heads()
        assert await send(*message(kind, by)) == expected, (role, kind)
        if not expected:
            assert await stage.heads() == before, (role, kind)
        sent += 1
    return sent


async def _everybody(folder: Path, *, over_sockets: bool) -> None:
    async with opened(folder) as stage:
        await people_at(stage, "*")
        sent = 0
        for role in ROLES:
            token, by = await stage.token(f"the-{role}"), ACTS_AS.get(role, f"the-{role}")
            if over_sockets:
                wire = await stage.socket(token)
                send = _over_socket(stage, wire)
            else:
                send = _over_http(stage, token)
            sent += await _compare(stage, send, role, by, denied=False)
            if over_sockets:
                await wire.drop()
        assert sent == 11 * 55
        assert not stage.casino.running_tables["T1"].desk.stopped


def test_every_role_may_exactly_what_is_written_over_http(folder: Path) -> None:
    run(_everybody(folder, over_sockets=False))


def test_every_role_may_exactly_what_is_written_over_a_socket(folder: Path) -> None:
    run(_everybody(folder, over_sockets=True))


def test_nobody_and_those_who_were_somebody_may_nothing(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "*")
            expired = {role: await stage.token(f"the-{role}") for role in ROLES}
            stage.clock.move(13 * 3600)
            suspended = {role: await stage.token(f"the-{role}") for role in ROLES}
            for role in ROLES:
                await suspend(stage, f"the-{role}")
            before = await stage.heads()
            for role in ROLES:
                by = ACTS_AS.get(role, f"the-{role}")
                for token in ("", "made-up", expired[role], suspended[role]):
                    send = _over_http(stage, token)
                    for kind in KINDS:
                        assert not await send(*message(kind, by)), (role, kind)
            assert await stage.heads() == before

    run(main())


def test_a_role_at_one_table_counts_at_no_other(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "T2")
            for role in ROLES:
                token, by = await stage.token(f"the-{role}"), ACTS_AS.get(role, f"the-{role}")
                send = _over_http(stage, token, "T1")
                await _compare(stage, send, role, by, denied=True)
                with pytest.raises(RefusedError) as refused:
                    await stage.socket(token, "T1")
                assert refused.value.status == 403

    run(main())


def test_every_role_sees_exactly_its_sections(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "T1")
            for role in ROLES:
                token = await stage.token(f"the-{role}")
                expected = PUBLIC | ({"me"} if EXPECTED[role, "view:own"] else set())
                expected |= {"staff"} if EXPECTED[role, "view:staff"] else set()
                over_http = (await stage.call(token, "GET", "/api/tables/T1")).json()
                ticket = await stage.ticket(token)
                wire = await Wire.open(stage.port, f"/api/live/T1?ticket={ticket}")
                welcome = await wire.hear()
                assert welcome is not None
                assert set(over_http["view"]) == set(welcome["view"]) == expected, role
                assert welcome["viewer"]["acts_as"] == ([ACTS_AS[role]] if role in ACTS_AS else [])
                elsewhere = await stage.call(token, "GET", "/api/tables/T2")
                assert elsewhere.status_code == 403
                await wire.drop()

    run(main())
