"""Every endpoint wants a session and a permission, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.routing import APIRoute

from puntobanco.server import app as application
from tests.server.api.house import PHYSICAL, House

_ID = {"id": "x1"}
_WHY = {**_ID, "reason": "because"}
ANYBODY = ""
"""Whoever is signed in may."""

ENDPOINTS: list[tuple[str, str, Any, str]] = [
    ("GET", "/account", None, "cashier1"),
    ("GET", "/account/entries", None, "cashier1"),
    ("POST", "/account/limits", {**_ID, "limit": "loss", "amount": 5}, "cashier1"),
    ("POST", "/account/exclusion", {**_ID, "until": None}, "dealer1"),
    ("GET", "/accounts", None, "guest1"),
    ("GET", "/accounts/{name}", None, "guest1"),
    ("GET", "/accounts/{name}/entries", None, "dealer1"),
    ("POST", "/accounts", {**_ID, "name": "guest1"}, "manager1"),
    ("POST", "/accounts/{name}/paid-in", {**_ID, "amount": 5}, "guest1"),
    ("POST", "/accounts/{name}/paid-out", {**_ID, "amount": 5}, "shift1"),
    ("POST", "/accounts/{name}/adjustments", {**_WHY, "amount": 5}, "manager1"),
    ("POST", "/accounts/{name}/exclusion", {**_WHY, "until": None}, "supervisor1"),
    ("POST", "/accounts/{name}/exclusion-end", _WHY, "cashier1"),
    ("GET", "/approvals", None, "dealer1"),
    ("POST", "/approvals/{approval}", {**_ID, "agree": True}, "dealer1"),
    ("GET", "/alerts", None, "dealer1"),
    ("POST", "/alerts/{alert}", _ID, "watch1"),
    ("GET", "/floor", None, "dealer1"),
    ("POST", "/tables", {**_ID, **PHYSICAL}, "shift1"),
    ("POST", "/tables/check", PHYSICAL, "manager1"),
    ("GET", "/tables/{table}/setup", None, "dealer1"),
    (
        "PATCH",
        "/tables/{table}",
        {**_WHY, "settings": {}, "betting_seconds": 0},
        "supervisor1",
    ),
    ("POST", "/tables/{table}/call", {**_ID, "sentence": "come"}, "guest1"),
    ("POST", "/tables/{table}/close", {**_ID, "reason": "late"}, "dealer1"),
    ("POST", "/tables/{table}/open", {**_ID, "reason": "late"}, "dealer1"),
    ("POST", "/tables/{table}/post", {**_ID, "comes": True}, "guest1"),
    ("GET", "/tables/{table}/watch", None, "dealer1"),
    ("GET", "/tables/{table}/shoe-count", None, "guest1"),
    ("GET", "/tables/{table}/hand", None, "guest1"),
    ("POST", "/tables/{table}/watch", {**_ID, "alerts": {}}, "dealer1"),
    ("POST", "/tables/{table}/stop", _WHY, "dealer1"),
    ("POST", "/tables/{table}/release", _WHY, "supervisor1"),
    ("GET", "/tables/{table}/history", None, "dealer1"),
    ("GET", "/tables/{table}/coups/{coup}", None, "dealer1"),
    ("GET", "/tables/{table}/shoes", None, ANYBODY),
    ("GET", "/tables/{table}/shoes/{shoe}", None, ANYBODY),
    ("GET", "/books/{book}/text", None, ANYBODY),
    ("GET", "/books/{book}/differences?from=mbs", None, "cashier1"),
    ("GET", "/editions", None, "dealer1"),
    ("POST", "/books", {"id": "x", "file": "x.toml", "text": ""}, "shift1"),
    ("POST", "/books/check", {"file": "x.toml", "text": ""}, "manager1"),
    ("DELETE", "/books/{book}?id=x&reason=x", None, "shift1"),
    ("POST", "/books/{book}/adoption", {"id": "x", "reason": "x", "before": "0" * 64}, "shift1"),
    ("GET", "/training/{book}?seed=1&number=1", None, ANYBODY),
    ("POST", "/training/{book}?seed=1&number=1", {"answer": "yes"}, ANYBODY),
    ("GET", "/reports/tables/{table}", None, "supervisor1"),
    ("GET", "/reports/house", None, "cashier1"),
    ("GET", "/people", None, "cashier1"),
    ("POST", "/people", {**_ID, "name": "somebody"}, "shift1"),
    ("POST", "/people/{name}/suspension", _WHY, "shift1"),
    ("DELETE", "/people/{name}/suspension?id=x1", None, "shift1"),
    ("POST", "/people/{name}/roles", {**_ID, "role": "dealer", "table": "*"}, "manager1"),
    ("DELETE", "/people/{name}/roles?id=x1&role=dealer&table=*", None, "manager1"),
    ("POST", "/people/{name}/password", _ID, "manager1"),
    ("POST", "/people/{name}/token", _ID, "manager1"),
    ("DELETE", "/people/{name}/token?id=x1", None, "watch1"),
    ("GET", "/audit/logs", None, "manager1"),
    ("GET", "/audit/logs/{log}", None, "admin2"),
    ("GET", "/audit/export", None, "manager1"),
    ("POST", "/audit/verify", _ID, "manager1"),
    ("GET", "/audit/tables/{table}/coups/{coup}", None, "supervisor1"),
    ("GET", "/audit/tables/{table}/shoes/{shoe}", None, "manager1"),
    ("GET", "/audit/tables/{table}/money", None, "manager1"),
    ("GET", "/audit/patterns", None, "manager1"),
    ("POST", "/backups", _ID, "shift1"),
    ("GET", "/backups", None, "watch1"),
    ("GET", "/permissions", None, ANYBODY),
    ("GET", "/schemas", None, ANYBODY),
]
_NAMES = {
    "name": "guest1",
    "table": "T1",
    "coup": "1",
    "shoe": "1",
    "book": "mbs",
    "log": "T1",
    "approval": "a1",
    "alert": "a1",
}
OPEN = {("GET", "/books"), ("GET", "/books/{book}"), ("GET", "/books/{book}/clauses")}
"""What anybody may read without signing in."""
EARLIER = {"health", "session", "strangers", "tables", "sockets"}
"""Routers whose endpoints have their tests elsewhere."""


@pytest.mark.parametrize(("method", "path", "body", "who"), ENDPOINTS)
def test_an_endpoint_asks_who_calls_and_whether_he_may(
    played: House, method: str, path: str, body: Any, who: str
) -> None:
    path = path.format(**_NAMES)
    nobody = played.client.request(method, f"/api{path}", json=body)
    assert (nobody.status_code, nobody.json()["code"]) == (401, "not_signed_in")
    if who:
        somebody = played[who].call(method, path, body)
        assert (somebody.status_code, somebody.json()["code"]) == (403, "not_permitted")


def test_every_endpoint_is_asked() -> None:
    known = {(method, path.partition("?")[0]) for method, path, _, _ in ENDPOINTS}
    routes = {
        (method, route.path.removeprefix("/api"))
        for route in application.ROUTES
        if isinstance(route, APIRoute) and route.endpoint.__module__.split(".")[-1] not in EARLIER
        for method in route.methods or ()
    }
    assert routes == known | OPEN


def test_every_endpoint_has_a_summary_and_its_errors() -> None:
    for route in application.ROUTES:
        if not isinstance(route, APIRoute):
            continue
        if route.endpoint.__module__.split(".")[-1] in EARLIER:
            continue
        assert route.summary, route.path
        assert {401, 403, 422} <= {int(status) for status in route.responses}, route.path
