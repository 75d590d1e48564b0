"""Houses to test with: opened in a temporary folder, cheap passwords, no waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.house import cage, people, tables
from puntobanco.house.events import TableAdded
from puntobanco.house.roles import EVERYWHERE
from puntobanco.notation.codec import encode
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.requests import BuyIn, OpenBetting, TakePlace
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, Message
from puntobanco.server.tables.croupier import Tempo
from puntobanco.server.tables.linked_logs import POSTS
from puntobanco.server.traffic.pace import Pace
from puntobanco.wire.messages import Reply
from tests.cli.conftest import punto
from tests.record.conftest import postgres, postgres_address
from tests.server.journal import Journal, keeping

# fixtures of other folders; what is defined here needs no word
__all__ = ["postgres", "postgres_address", "punto"]

FOUNDER = "founding"
HASHER = PasswordHasher.from_parameters(CHEAPEST)
_T = TypeVar("_T")


def unlimited() -> Pace:
    """A pace that holds nobody back."""
    return Pace(per_second=1_000_000, burst=1_000_000, pause=0)


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run a test's coroutine."""
    return asyncio.run(work)


class BrokenStoreError(Exception):
    """What a test's house raises where a real one ends its process."""


def _fail(sentence: str) -> None:
    raise BrokenStoreError(sentence)


def plan(folder: Path, **given: Any) -> Plan:
    """A plan for tests: nothing waits, passwords are cheap."""
    return Plan(
        folder, **{"tempo": Tempo.at_once(), "hasher": HASHER, "park_seconds": 0.0, **given}
    )


@asynccontextmanager
async def house(folder: Path, **given: Any) -> AsyncIterator[Casino]:
    """A house, open for a while."""
    casino = await Casino.open(plan(folder, **given), fail=_fail)
    try:
        yield casino
    finally:
        await casino.close()


def table_added(table: str = "T1", book: str = "rws-wins-on", **given: Any) -> TableAdded:
    """A table that a dealer runs with real cards, unless told otherwise."""
    wanted = {
        "table": table,
        "title": f"Table {table}",
        "book": book,
        "options": {},
        "settings": {"minimum": "10"},
        "cards": "physical",
        "pace": "dealer",
        "betting_seconds": 30,
        "by": FOUNDER,
    }
    return TableAdded(**{**wanted, **given})


async def add_table(casino: Casino, wanted: TableAdded) -> None:
    """A table in the house's log, and served."""
    reply, _ = await casino.house_log.change(
        f"table-{wanted.table}", FOUNDER, b"", lambda house, now: tables.add_table(house, wanted)
    )
    assert reply.accepted, reply
    await casino.settled()


async def add_person(
    casino: Casino, name: str, role: str, table: str = EVERYWHERE, *, is_device: bool = False
) -> None:
    """Somebody, or a device, with a role; a patron has money."""
    house_log = casino.house_log
    reply, _ = await house_log.change(
        f"add-{name}",
        FOUNDER,
        b"",
        lambda h, now: people.add_person(h, name, FOUNDER, POSTS, is_device=is_device),
    )
    assert reply.accepted, reply
    reply, _ = await house_log.change(
        f"role-{name}-{role}",
        FOUNDER,
        b"",
        lambda h, now: people.give_role(h, name, role, table, FOUNDER),
    )
    assert reply.accepted, reply
    if role == "patron":
        await casino.accounts.change(
            name, "open", FOUNDER, b"", lambda account, now: cage.open_account(account, name)
        )
        await casino.accounts.change(
            name,
            "money",
            FOUNDER,
            b"",
            lambda account, now: cage.pay_in(account, 100_000_00, FOUNDER, now),
        )


class Asking:
    """Puts messages to a table under fresh ids."""

    def __init__(self, casino: Casino, table: str = "T1") -> None:
        self._desk = casino.running_tables[table].desk
        self._count = 0

    async def __call__(self, message: Message, actor: str = "", request: str = "") -> Reply:
        """The reply to a message."""
        self._count += 1
        command = Command(
            request or f"t{self._count}", actor or message.by, message, encode(message)
        )
        reply, _ = await self._desk.ask(command)
        return reply

    async def granted(self, message: Message, actor: str = "") -> Reply:
        """The reply to a message that must be accepted."""
        reply = await self(message, actor)
        assert reply.accepted, (message, reply)
        return reply


async def betting(casino: Casino, table: str = "T1", patrons: int = 2) -> Asking:
    """Open a dealer's table up to the first opening call, with patrons who have chips."""
    asking, desk = Asking(casino, table), casino.running_tables[table].desk
    await asking.granted(open_table(desk.rules))
    for number in range(1, patrons + 1):
        name = f"{table}p{number}"
        await add_person(casino, name, "patron")
        await asking.granted(TakePlace(by=name, place=number))
        await asking.granted(BuyIn(by=name, amount=10_000_00))
    for message in (*prepare_cards(desk.rules, desk.table), *burn_cards(desk.rules)):
        await asking.granted(message)
    await asking.granted(OpenBetting(by="dealer"))
    return asking


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a house lives."""
    return tmp_path / "house"


@pytest.fixture
def kept() -> Iterator[Journal]:
    """A journal of one's own."""
    with keeping() as written:
        yield written
