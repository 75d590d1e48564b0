"""Every endpoint by every role, by nobody, the suspended, the expired, and roles of another table.

Which permission an endpoint asks for is written here by hand; who has it, in permissions.txt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from puntobanco.server.app import ROUTES
from tests.attack.stage import ROLES, Stage, opened, people_at, suspend
from tests.house.test_permissions import EXPECTED
from tests.server.conftest import run

SIGNED_IN = "signed in"
OPEN = "open"
"""Asks nobody who he is."""
_ID, _WHY = {"id": "x"}, {"id": "x", "reason": "tested"}
_TABLE = {
    "table": "T1",
    "title": "Again",
    "book": "no-such-book",
    "options": {},
    "settings": {},
    "cards": "physical",
    "pace": "dealer",
    "betting_seconds": 0,
}
_SETTINGS = {**_WHY, "settings": {"nonsense": "1"}, "betting_seconds": 0}
AT, HOUSE, OWN = "at the table", "everywhere", "somewhere"
"""Where a role must be held: at the table in the path, at every table, or at any."""

ENDPOINTS: list[tuple[str, str, str, str, Any]] = [
    ("GET", "/health", OPEN, OWN, None),
    ("GET", "/ready", OPEN, OWN, None),
    ("GET", "/metrics", "view:metrics", HOUSE, None),
    ("GET", "/api/strangers", OPEN, OWN, None),
    ("POST", "/api/strangers/play", OPEN, OWN, None),
    ("POST", "/api/strangers/watch", OPEN, OWN, None),
    ("GET", "/api/session", SIGNED_IN, OWN, None),
    ("GET", "/api/sessions", SIGNED_IN, OWN, None),
    ("DELETE", "/api/sessions/{session}", SIGNED_IN, OWN, None),
    ("POST", "/api/tickets", SIGNED_IN, OWN, None),
    ("GET", "/api/tables", "view:public", OWN, None),
    ("GET", "/api/tables/{table}", "view:public", AT, None),
    ("GET", "/api/tables/{table}/events", "view:public", AT, None),
    ("GET", "/api/tables/{table}/answers/{request_id}", "view:public", AT, None),
    ("GET", "/api/tables/{table}/history", "history:own", AT, None),
    ("GET", "/api/tables/{table}/coups/{coup}", "history:any history:own", AT, None),
    ("GET", "/api/tables/{table}/shoes", "view:public", AT, None),
    ("GET", "/api/tables/{table}/shoes/{shoe}", "view:public", AT, None),
    ("GET", "/api/tables/{table}/setup", "table:change", AT, None),
    ("PATCH", "/api/tables/{table}", "table:change", AT, _SETTINGS),
    ("POST", "/api/tables/{table}/stop", "table:stop", AT, {**_WHY, "reason": " "}),
    ("POST", "/api/tables/{table}/release", "table:release", AT, _WHY),
    ("POST", "/api/tables", "table:add", HOUSE, {**_ID, **_TABLE}),
    ("POST", "/api/tables/check", "table:add", HOUSE, _TABLE),
    ("GET", "/api/books", OPEN, OWN, None),
    ("GET", "/api/books/{book}", OPEN, OWN, None),
    ("GET", "/api/books/{book}/clauses", OPEN, OWN, None),
    ("GET", "/api/books/{book}/text", SIGNED_IN, OWN, None),
    ("GET", "/api/books/{book}/differences?from=mbs", "books:manage view:floor", OWN, None),
    ("GET", "/api/editions", "books:manage view:floor", OWN, None),
    ("POST", "/api/books", "books:manage", HOUSE, {**_ID, "file": "x.toml", "text": ""}),
    ("POST", "/api/books/check", "books:manage", HOUSE, {"file": "x.toml", "text": ""}),
    ("DELETE", "/api/books/{book}?id=x&reason=x", "books:manage", HOUSE, None),
    (
        "POST",
        "/api/books/{book}/adoption",
        "books:manage",
        HOUSE,
        {**_WHY, "before": "0" * 64},
    ),
    ("GET", "/api/account", "account:read-own", OWN, None),
    ("GET", "/api/account/entries", "account:read-own", OWN, None),
    (
        "POST",
        "/api/account/limits",
        "account:limit-own",
        OWN,
        {**_ID, "limit": "loss", "amount": 5},
    ),
    ("POST", "/api/account/exclusion", "account:exclude-own", OWN, {**_ID, "until": 0}),
    ("GET", "/api/accounts", "account:read-any", HOUSE, None),
    ("GET", "/api/accounts/{name}", "account:read-any", HOUSE, None),
    ("GET", "/api/accounts/{name}/entries", "account:read-any", HOUSE, None),
    ("POST", "/api/accounts", "account:open", HOUSE, {**_ID, "name": "passerby"}),
    ("POST", "/api/accounts/{name}/paid-in", "account:pay-in", HOUSE, {**_ID, "amount": 5}),
    ("POST", "/api/accounts/{name}/paid-out", "account:pay-out", HOUSE, {**_ID, "amount": 5}),
    ("POST", "/api/accounts/{name}/adjustments", "account:adjust", HOUSE, {**_WHY, "amount": 5}),
    ("POST", "/api/accounts/{name}/exclusion", "account:exclude-any", HOUSE, {**_WHY, "until": 0}),
    ("POST", "/api/accounts/{name}/exclusion-end", "account:end-exclusion", HOUSE, _WHY),
    ("GET", "/api/approvals", "approve", OWN, None),
    ("POST", "/api/approvals/{approval}", "approve", OWN, {**_ID, "agree": True}),
    ("GET", "/api/alerts", "view:floor", OWN, None),
    ("POST", "/api/alerts/{alert}", "alert:acknowledge", OWN, _ID),
    ("GET", "/api/floor", "view:floor", OWN, None),
    ("GET", "/api/reports/tables/{table}", "house:report", AT, None),
    ("GET", "/api/reports/house", "house:report", HOUSE, None),
    ("GET", "/api/people", "people:read", HOUSE, None),
    ("POST", "/api/people", "people:manage", HOUSE, {**_ID, "name": "dealer"}),
    ("POST", "/api/people/{name}/suspension", "people:manage", HOUSE, _WHY),
    ("DELETE", "/api/people/{name}/suspension?id=x", "people:manage", HOUSE, None),
    ("POST", "/api/people/{name}/roles", "roles:manage", HOUSE, {**_ID, "role": "x", "table": "*"}),
    ("DELETE", "/api/people/{name}/roles?id=x&role=x&table=*", "roles:manage", HOUSE, None),
    ("POST", "/api/people/{name}/password", "people:manage", HOUSE, _ID),
    ("POST", "/api/people/{name}/token", "tokens:manage", HOUSE, _ID),
    ("DELETE", "/api/people/{name}/token?id=x", "tokens:manage", HOUSE, None),
    ("GET", "/api/audit/logs", "log:read", HOUSE, None),
    ("GET", "/api/audit/logs/{log}", "log:read", HOUSE, None),
    ("GET", "/api/audit/export?log=house", "log:read", HOUSE, None),
    ("POST", "/api/audit/verify", "log:verify", HOUSE, _ID),
    ("GET", "/api/audit/tables/{table}/coups/{coup}", "view:audit", AT, None),
    ("GET", "/api/audit/tables/{table}/shoes/{shoe}", "view:audit", AT, None),
    ("GET", "/api/audit/tables/{table}/money", "view:audit", AT, None),
    ("GET", "/api/audit/patterns", "view:audit", OWN, None),
    ("POST", "/api/backups", "backup", HOUSE, _ID),
    ("GET", "/api/backups", "backup", HOUSE, None),
    ("POST", "/api/tables/{table}/call", "report:noticed", AT, {**_ID, "sentence": "x"}),
    ("POST", "/api/tables/{table}/close", "table:close", AT, {**_ID, "reason": "x"}),
    ("POST", "/api/tables/{table}/open", "table:close", AT, {**_ID, "reason": "x"}),
    ("POST", "/api/tables/{table}/post", "report:noticed", AT, {**_ID, "comes": True}),
    ("GET", "/api/tables/{table}/watch", "view:floor", AT, None),
    ("GET", "/api/tables/{table}/shoe-count", "view:staff", AT, None),
    ("GET", "/api/tables/{table}/hand", "view:staff", AT, None),
    ("POST", "/api/tables/{table}/watch", "table:watch", AT, {**_ID, "alerts": {}}),
    ("GET", "/api/training/{book}?seed=1&number=1", SIGNED_IN, OWN, None),
    ("POST", "/api/training/{book}?seed=1&number=1", SIGNED_IN, OWN, {"answer": "yes"}),
    ("GET", "/api/permissions", SIGNED_IN, OWN, None),
    ("GET", "/api/schemas", SIGNED_IN, OWN, None),
]
ELSEWHERE = {
    ("POST", "/api/session"),
    ("DELETE", "/api/session"),
    ("POST", "/api/session/password"),
    ("POST", "/api/tables/{table}/requests"),
    ("POST", "/api/tables/{table}/reports"),
}
"""Tried in test_sessions.py and test_permissions.py, which are about nothing else."""
_NAMES = {
    "name": "passerby",
    "table": "T1",
    "coup": "1",
    "shoe": "1",
    "book": "mbs",
    "log": "house",
    "approval": "a1",
    "alert": "a1",
    "request_id": "x",
    "session": "0123456789abcdef",
}


def test_every_endpoint_is_written_out() -> None:
    written = {(method, path.partition("?")[0]) for method, path, *_ in ENDPOINTS}
    assert len(written) == len(ENDPOINTS)
    assert not written & ELSEWHERE
    routes = {
        (method, route.path)
        for route in ROUTES
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert routes == written | ELSEWHERE


def _has(role: str, permission: str) -> bool:
    if permission in (SIGNED_IN, OPEN):
        return True
    return any(EXPECTED[role, each] for each in permission.split())


async def _try(stage: Stage, token: str, endpoint: tuple[str, str, str, str, Any]) -> int:
    """The status of a call; where it is denied, no log has grown."""
    method, path, _, _, body = endpoint
    if body is not None and "id" in body:
        body = {**body, "id": stage.next_id()}
    before = await stage.heads()
    answer = await stage.call(token, method, path.format(**_NAMES), body)
    if answer.status_code in (401, 403):
        assert await stage.heads() == before, endpoint
        code = "not_signed_in" if answer.status_code == 401 else "not_permitted"
        assert answer.json()["code"] == code, answer.text
    assert answer.status_code < 500, (endpoint, answer.text)
    return answer.status_code


async def _compare(stage: Stage, roles_at: str) -> None:
    for role in ROLES:
        token = await stage.token(f"the-{role}")
        for endpoint in ENDPOINTS:
            _, path, permission, where, _ = endpoint
            reaches = roles_at == "*" or where == OWN
            expected = _has(role, permission) and reaches
            expected |= permission in (SIGNED_IN, OPEN)
            status = await _try(stage, token, endpoint)
            assert (status not in (401, 403)) == expected, (role, path, status)


def test_every_role_reaches_exactly_its_endpoints(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "*")
            await _compare(stage, "*")

    run(main())


def test_a_role_at_another_table_reaches_nothing_of_this_one_or_the_house(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "T2")
            await _compare(stage, "T2")

    run(main())


@pytest.mark.parametrize("who", ["nobody", "made up", "expired", "signed out", "suspended"])
def test_without_a_session_nothing_is_reached(folder: Path, who: str) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "*")
            for role in ROLES:
                token = await stage.token(f"the-{role}")
                match who:
                    case "nobody":
                        token = ""
                    case "made up":
                        token = "A" * 43
                    case "expired":
                        stage.clock.move(3600)
                    case "signed out":
                        await stage.call(token, "DELETE", "/api/session")
                    case _:
                        await suspend(stage, f"the-{role}")
                for endpoint in ENDPOINTS:
                    status = await _try(stage, token, endpoint)
                    assert (status == 401) == (endpoint[2] != OPEN), (role, endpoint[1], status)

    run(main())
