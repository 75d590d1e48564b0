"""A served house for schemathesis: it stands on a loopback port in a thread of its own."""

from __future__ import annotations

import asyncio
import copy
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any, cast

import requests
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import CHECKS, load_all_checks

from puntobanco.server.app import create_app
from puntobanco.server.casino.running import Casino
from puntobanco.server.people.credentials import IDLE_SECONDS, digest
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
ALL_CHECKS = 14
QUIET = settings(
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

load_all_checks()


def _forgetful() -> requests.Session:
    """Connections that keep no cookies: whoever has signed in is nobody in the next call."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


@dataclass
class Served:
    """A house, where it is, and everybody's session in it."""

    casino: Casino
    loop: asyncio.AbstractEventLoop
    server: uvicorn.Server
    address: str
    described: dict[str, Any]
    session: requests.Session = field(default_factory=_forgetful)
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def requests_taken(self) -> int:
        """How many requests have come in."""
        return self.server.server_state.total_requests

    def within(self, work: Any) -> Any:
        """What a coroutine leads to in the thread of the house."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def headers(self, name: str) -> dict[str, str]:
        """Who calls: signed in anew where the last call has ended the session."""
        if name == NOBODY:
            return {}
        token = self.tokens.get(name, "")
        if digest(token) not in self.casino.credentials._live:
            token, _ = self.within(self.casino.credentials._begin(name, IDLE_SECONDS))
            self.tokens[name] = token
        return {"Authorization": f"Bearer {token}"}


async def one_table(casino: Casino) -> None:
    """A dealer's table where nothing has happened."""
    await add_table(casino, table_added())


@contextmanager
def served(
    folder: Path,
    people: Mapping[str, str] = PEOPLE,
    begun: Callable[[Casino], Awaitable[None]] = one_table,
    **given: Any,
) -> Iterator[Served]:
    """A house with tables, people and a little money."""
    held: list[tuple[Casino, asyncio.AbstractEventLoop]] = []

    async def begin(casino: Casino) -> None:
        for name, role in people.items():
            await add_person(casino, name, role)
        await begun(casino)
        held.append((casino, asyncio.get_running_loop()))

    app = create_app(plan(folder, **given), begin)
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(configured(app))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            threading.Event().wait(0.01)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        found = Served(*held[0], server, address, app.openapi())
        with found.session:
            yield found
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


# --- calls ------------------------------------------------------------------------------------


def schema_of(house: Served, described: dict[str, Any]) -> Any:
    """A description, as it is or changed, of a house."""
    schema = schemathesis.openapi.from_dict(copy.deepcopy(described))
    schema.config.update(base_url=house.address)
    return schema


def operations_of(described: dict[str, Any]) -> set[tuple[str, str]]:
    """Every method and path."""
    return {(method, path) for path, found in described["paths"].items() for method in found}


def lawful(case: Case[Any]) -> Case[Any]:
    """A case that is meant to be accepted, with money as it is written."""
    case.body = _whole(case.body)
    return case


def _whole(value: Any) -> Any:
    """Whole numbers without a point: to JSON Schema 5.0 is one, but money is never written so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole(each) for key, each in value.items()}
        case list():
            return [_whole(each) for each in value]
        case _:
            return value


def call(house: Served, case: Case[Any], caller: str, recorder: Any = None) -> Any:
    """What somebody is answered, checked by everything."""
    headers = house.headers(caller)
    answer = case.call(headers=headers, session=house.session)
    if recorder is not None:
        recorder.record_response(case_id=case.id, response=answer)
    case.validate_response(
        answer,
        checks=cast("Any", CHECKS.get_all()),
        headers=headers,
        transport_kwargs={"session": house.session},
        recorder=recorder,
    )
    return answer
