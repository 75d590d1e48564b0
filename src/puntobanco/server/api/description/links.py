"""Which answers feed which calls: the links of the API's description.

An answer gives names: a table's, a person's, the number of a coup. Whatever is addressed by exactly
these names can be called with them, so that only the givers are listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TABLE = "$request.path.table"
_APPROVAL = {"approval": "$response.body#/approval"}
_ASKED = {"table": _TABLE, "request_id": "$request.body#/id"}

GIVERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("get /api/sessions", {"session": "$response.body#/sessions/0/session"}),
    ("get /api/tables", {"table": "$response.body#/tables/0/table"}),
    ("post /api/tables", {"table": "$request.body#/table"}),
    ("post /api/tables/{table}/requests", _ASKED),
    ("post /api/tables/{table}/reports", _ASKED),
    ("post /api/tables/{table}/requests", _APPROVAL),
    ("post /api/tables/{table}/reports", _APPROVAL),
    ("post /api/accounts/{name}/adjustments", _APPROVAL),
    ("post /api/accounts/{name}/exclusion-end", _APPROVAL),
    ("get /api/approvals", {"approval": "$response.body#/waiting/0/approval"}),
    ("get /api/alerts", {"alert": "$response.body#/alerts/0/alert"}),
    ("get /api/tables/{table}", {"table": _TABLE, "coup": "$response.body#/view/phase/coup"}),
    ("get /api/tables/{table}", {"table": _TABLE, "shoe": "$response.body#/view/phase/shoe"}),
    ("get /api/tables/{table}/history", {"table": _TABLE, "coup": "$response.body#/coups/0/coup"}),
    ("get /api/tables/{table}/shoes", {"table": _TABLE, "shoe": "$response.body#/shoes/0/shoe"}),
    ("get /api/tables/{table}/shoe-count", {"table": _TABLE, "shoe": "$response.body#/shoe"}),
    ("get /api/accounts", {"name": "$response.body#/accounts/0/name"}),
    ("post /api/accounts", {"name": "$request.body#/name"}),
    ("get /api/people", {"name": "$response.body#/people/0/name"}),
    ("post /api/people", {"name": "$request.body#/name"}),
    ("get /api/books", {"book": "$response.body#/books/0/book"}),
    ("get /api/audit/logs", {"log": "$response.body#/logs/0/log"}),
)
"""An operation, and where in its call or answer the names stand that it gives."""

_BY = "$response.body#/viewer/acts_as/0"
LINKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *(
        (
            "get /api/tables/{table}",
            f"post /api/tables/{{table}}/{kind}s",
            {"parameters": {"table": _TABLE}, "requestBody": {kind: {"by": _BY}}},
        )
        for kind in ("request", "report")
    ),
    *(
        ("get /api/books", to, {"requestBody": {"book": "$response.body#/books/0/book"}})
        for to in ("post /api/tables", "post /api/tables/check")
    ),
    (
        "post /api/people/{name}/password",
        "post /api/session",
        {
            "requestBody": {
                "name": "$response.body#/name",
                "password": "$response.body#/secret",
            }
        },
    ),
    (
        "get /api/training/{book}",
        "post /api/training/{book}",
        {
            "parameters": {
                "book": "$request.path.book",
                "seed": "$response.body#/seed",
                "number": "$response.body#/number",
            },
        },
    ),
)
"""From one operation to one other, by more than what a path names."""


def add_links(described: dict[str, Any]) -> None:
    """Write into a description what can be called with what an answer gives."""
    operations = {
        f"{method} {path}": each
        for path, methods in described["paths"].items()
        for method, each in methods.items()
    }
    for source, target, link in (*_given(operations), *LINKS):
        answers = operations[source]["responses"]
        known = next(each for status, each in answers.items() if status.startswith("2"))
        name = operations[target]["operationId"]
        known.setdefault("links", {})[name] = {"operationId": name, **link}


def _given(operations: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for source, names in GIVERS:
        for target in operations:
            if set(re.findall(r"{(\w+)}", target)) == set(names) and target != source:
                yield source, target, {"parameters": names}
