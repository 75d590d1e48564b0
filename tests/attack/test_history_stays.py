"""No role, session, token or device changes what a log has once said, whatever it asks for.

Every role calls every path of the house with every method, as it is meant and as it is not, and
sends every message to a table under ids of its own and under ids that were used. Afterwards each
log begins with exactly the bytes that it had. The size `history_every` is the share tried.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute

from puntobanco.server.app import ROUTES
from tests.attack.bodies import REPORTS, REQUESTS
from tests.attack.stage import ROLES, Stage, opened, people_at
from tests.attack.test_endpoints import ENDPOINTS
from tests.server.conftest import betting, run
from tests.sizes import size_of

EVERY = size_of("history_every")
METHODS = ("POST", "PUT", "PATCH", "DELETE")
_FORGED = {"sequence": 1, "event": {"event": "table-closed"}, "envelope": "{}", "hash": "0" * 64}
_NAMES = {
    "name": "T1p1",
    "table": "T1",
    "coup": "1",
    "shoe": "1",
    "book": "mbs",
    "log": "T1",
    "approval": "a1",
    "alert": "a1",
    "request_id": "t1",
    "session": "0" * 16,
}
_SENDING = ("/api/tables/{table}/requests", "/api/tables/{table}/reports")
BODIES = {(method, path.partition("?")[0]): (path, body) for method, path, _, _, body in ENDPOINTS}


def cells() -> list[tuple[str, str, Any]]:
    """Every path with every method; where a body is known, that one, otherwise a forged event."""
    paths = {route.path for route in ROUTES if isinstance(route, APIRoute)}
    found: list[tuple[str, str, Any]] = []
    for path in sorted(paths - set(_SENDING) - {"/api/session"}):
        for method in METHODS:
            whole, body = BODIES.get((method, path), (path, {"id": "x", **_FORGED}))
            found.append((method, whole.format(**_NAMES), body))
    log = "/api/audit/logs/T1"
    found += [(method, f"{log}/1", {"id": "x", **_FORGED}) for method in METHODS]
    for kind, known in (("request", REQUESTS), ("report", REPORTS)):
        for name, fields in known.items():
            for by in ("dealer", "pit-manager", ""):
                body = {kind: {kind: name, "by": by, **fields}}
                found.append(("POST", f"/api/tables/T1/{kind}s", {"id": "x", **body}))
            found.append(("POST", f"/api/tables/T1/{kind}s", {"id": "t3", **body}))  # was used
    return found


async def history(stage: Stage) -> dict[str, list[str]]:
    """Every line of every log."""
    return {log: [each.line for each in await stage.events(log)] for log in await stage.heads()}


def test_nobody_changes_what_a_log_has_said(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "*")
            await betting(stage.casino)
            before, called = await history(stage), 0
            for place, role in enumerate(ROLES):
                token = await stage.token(f"the-{role}")
                for method, path, written in cells()[place % EVERY :: EVERY]:
                    body = written and _as(role, written, stage.next_id())
                    answer = await stage.call(token, method, path, body)
                    assert answer.status_code < 500, (role, method, path, answer.text)
                    called += 1
                after = await history(stage)
                for log, lines in before.items():
                    assert after[log][: len(lines)] == lines, (role, log)
                before = after
            assert called > 4_000 // EVERY

    run(main())


def _as(role: str, body: dict[str, Any], fresh: str) -> dict[str, Any]:
    """The same under an id of its own; what patrons and nominees ask, they ask in their name."""
    found = {**body, "id": fresh if body.get("id") == "x" else body.get("id")}
    for kind in {"request", "report"} & body.keys():
        if role in ("patron", "nominee"):
            found[kind] = {**body[kind], "by": f"the-{role}"}
    return found
