"""A served house for schemathesis: it stands on a loopback port in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import uvicorn

from puntobanco.server.app import create_app
from puntobanco.server.casino import Casino
from puntobanco.server.credentials import IDLE_SECONDS, digest
from puntobanco.server.serve import configured, listening
from tests.server.conftest import add_person, add_table, plan, table_added

PEOPLE = {
    "admin1": "administrator",
    "manager1": "manager",
    "cashier1": "cashier",
    "guest1": "patron",
    "watch1": "surveillance",
}
NOBODY = ""


@dataclass
class Served:
    """A house, where it is, and everybody's session in it."""

    casino: Casino
    loop: asyncio.AbstractEventLoop
    address: str
    described: dict[str, Any]
    session: requests.Session = field(default_factory=requests.Session)
    tokens: dict[str, str] = field(default_factory=dict)

    def headers(self, name: str) -> dict[str, str]:
        """Who calls: signed in anew where the last call has ended the session."""
        if name == NOBODY:
            return {}
        token = self.tokens.get(name, "")
        if digest(token) not in self.casino.credentials._live:
            begin = self.casino.credentials._begin(name, IDLE_SECONDS)
            token, _ = asyncio.run_coroutine_threadsafe(begin, self.loop).result(10)
            self.tokens[name] = token
        return {"Authorization": f"Bearer {token}"}


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """A house with a table, people and a little money."""
    held: list[tuple[Casino, asyncio.AbstractEventLoop]] = []

    async def begin(casino: Casino) -> None:
        await add_table(casino, table_added())
        for name, role in PEOPLE.items():
            await add_person(casino, name, role)
        held.append((casino, asyncio.get_running_loop()))

    app = create_app(plan(folder), begin)
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(configured(app))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            threading.Event().wait(0.01)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        found = Served(*held[0], address, app.openapi())
        with found.session:
            yield found
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
