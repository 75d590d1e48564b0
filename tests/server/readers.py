"""Everybody who reads something of a house over HTTP: every GET endpoint, in every role.

What differs between two houses for another reason than a hidden card is made equal, so that nothing
has to be left out: tokens of sessions come of one source of chance, both houses sign with one key,
and the folder in which copies lie is written as one word. Three things are left that rightly
differ: when a counter was made and that an answer is late, which go by the machine's clock and not
by the house's; and what a promise of a shoe is made of (its root, salts and paths), which is
random and which `pairs.Order` leaves out.
"""

from __future__ import annotations

import itertools
import re
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx2

from puntobanco.server.app import create_app
from puntobanco.server.casino.running import Casino
from puntobanco.server.people import credentials
from puntobanco.server.people.credentials import IDLE_SECONDS
from tests.attack.stage import ROLES, add_roles
from tests.attack.test_endpoints import ENDPOINTS
from tests.properties.people import PATRONS
from tests.server.conftest import unlimited

QUERIES = {
    "/api/tables/{table}/events": "?after={after}&limit=1000",
    "/api/tables/{table}/history": "?limit=3",
    "/api/reports/tables/{table}": "?from=1800000000000000&form={form}",
    "/api/reports/house": "?from=1800000000000000&form={form}",
    "/api/audit/tables/{table}/coups/{coup}": "?audience={audience}",
    "/api/audit/logs/{log}": "?after={after}&limit=500",
}
PATHS = tuple(path + QUERIES.get(path, "") for method, path, *_ in ENDPOINTS if method == "GET")
PRINTED = re.compile(r"/api/(books|training|permissions|schemas)")
"""What is the same in every house and in no log: each reader reads it once."""
READERS = (*(f"the-{role}" for role in ROLES), *PATRONS)


class Read(NamedTuple):
    """What one reader was answered."""

    reader: str
    endpoint: str
    path: str
    status: int
    headers: dict[str, str]
    body: bytes


class Readers:
    """Somebody in every role, and the patrons at the table, each with a session."""

    def __init__(self, casino: Casino) -> None:
        casino.pace = unlimited()
        app = create_app(casino.plan)
        app.state.casino = casino

        async def served(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "state": {"casino": casino}}, receive, send)  # as uvicorn has it

        transport = httpx2.ASGITransport(app=served)
        self._http = httpx2.AsyncClient(transport=transport, base_url="http://house")
        self._casino = casino
        self._tokens: dict[str, str] = {}
        self._have_printed: set[str] = set()

    async def sign_in(self) -> None:
        """Everybody comes in, with the same tokens in every house."""
        await add_roles(self._casino, "*")
        chance = Random(7)
        with patch.object(credentials, "new_token", lambda: chance.randbytes(32).hex()):
            for name in READERS:
                token, _ = await self._casino.credentials._begin(name, IDLE_SECONDS)
                self._tokens[name] = token

    async def read(self, reader: str, request_id: str) -> list[Read]:
        """What one of them is answered by every endpoint, as the table stands.

        Whoever may not read something is told so once, and does not ask for it otherwise.
        """
        found: list[Read] = []
        denied: set[str] = set()
        for endpoint, path in self._paths(request_id):
            if endpoint in denied or (PRINTED.match(path) and reader in self._have_printed):
                continue
            headers = {"Authorization": f"Bearer {self._tokens[reader]}"}
            answer = await self._http.get(path, headers=headers)
            if answer.status_code == 403:
                denied.add(endpoint)
            lines = dict(answer.headers)
            length = lines.pop("content-length", None)  # a stream has none
            assert length is None or int(length) == len(answer.content), path
            body = self._plain(answer.content)
            found.append(Read(reader, endpoint, path, answer.status_code, lines, body))
        self._have_printed.add(reader)
        return found

    def _plain(self, body: bytes) -> bytes:
        """A body without what this process and this folder alone have."""
        folder = str(self._casino.plan.folder).encode()
        lines = body.replace(folder, b"FOLDER").splitlines(keepends=True)
        return b"".join(line for line in lines if b"_created" not in line)

    def _paths(self, request_id: str) -> list[tuple[str, str]]:
        table = self._casino.running_tables["T1"].desk.table
        names = {
            "table": ("T1",),
            "coup": (str(table.coup), str(table.coup - 1)) if table.coup > 1 else ("1",),
            "shoe": (str(table.shoe.number),),
            "book": ("nz-division",),
            "log": ("T1", "shoe:T1", "house", f"account:{PATRONS[0]}"),
            "name": PATRONS[:1],
            "request_id": (request_id, "w1"),
            "after": (str(max(table.sequence - 100, 0)), "0"),
            "audience": ("staff", "public", *PATRONS),
            "form": ("json", "csv"),
        }
        found = []
        for path in PATHS:
            fields = re.findall(r"{(\w+)}", path)
            chosen = itertools.product(*(names[each] for each in fields))
            named = (dict(zip(fields, each, strict=True)) for each in chosen)
            found += [(path, path.format(**each)) for each in named]
        return found

    async def close(self) -> None:
        """Everybody goes."""
        await self._http.aclose()
