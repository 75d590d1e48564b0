"""The first hours of a house: its administrator, and for a demonstration a floor with people."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from msgspec import Struct

from puntobanco.house import cage, people, tables
from puntobanco.house.events import TableAdded
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.roles import EVERYWHERE
from puntobanco.record.names import own_id
from puntobanco.rules.refusals import Refusal
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations import house_folder
from puntobanco.server.tables.linked_logs import POSTS

SaidP = ParamSpec("SaidP")
FOUNDER = "founding"
"""Who acts before there are people."""
PLAY_MONEY = 10_000_00
DEMO = "demo.json"
"""In the folder of a house that was made for a demonstration: who can sign in there."""
ONLOOKER = "onlooker"
"""As whom strangers watch, at the tables where this person has the role of a sign."""


class Invitation(Struct, frozen=True):
    """A name and a password to sign in with; a demonstration's are kept in a file."""

    name: str
    password: str
    role: str
    once: bool


async def found(casino: Casino) -> Invitation | None:
    """An administrator with a password for one use, where the house has nobody yet."""
    folder, invited = casino.plan.folder, None
    if not casino.house_log.house.people:
        if not casino.may_found:
            raise house_folder.lost_log(folder, casino.plan.source)
        invited = await invite(casino, "admin", "administrator", once=True)
    house_folder.is_founded(folder)
    return invited


async def invite(casino: Casino, name: str, role: str, *, once: bool) -> Invitation:
    """A person with a role everywhere and a new password."""
    await _add(casino, name, role)
    if once:
        await _do(casino, f"password-{name}", people.make_password, name, FOUNDER)
    password = secrets.token_urlsafe(12)
    await casino.credentials.set_password(name, password, once=once)
    return Invitation(name, password, role, once)


async def _add(casino: Casino, name: str, role: str, *, is_device: bool = False) -> None:
    """Add a person or device with a role everywhere."""
    add = people.add_person
    await _do(casino, f"add-{name}", add, name, FOUNDER, POSTS, is_device=is_device)
    await _do(casino, f"role-{name}", people.give_role, name, role, EVERYWHERE, FOUNDER)


async def add_patron(casino: Casino, name: str) -> None:
    """A patron without a password, with play money."""
    await _add(casino, name, "patron")
    await _with_money(casino, name)


async def _do(
    casino: Casino,
    request: str,
    decide: Callable[Concatenate[House, SaidP], HouseEvents | Refusal],
    *said: SaidP.args,
    **named: SaidP.kwargs,
) -> None:
    reply, _ = await casino.house_log.change(
        own_id(FOUNDER, request), FOUNDER, b"", lambda house, now: decide(house, *said, **named)
    )
    assert reply.accepted, reply.refusal


def _dealt(
    number: int, book: str, seconds: int, options: dict[str, str], **settings: str
) -> TableAdded:
    """A table of the demonstration; without seconds for bets a dealer conducts it."""
    return TableAdded(
        table=f"T{number}",
        title=f"Table {number}",
        book=book,
        options=options,
        settings=settings,
        cards="random" if seconds else "physical",
        pace="clock" if seconds else "dealer",
        betting_seconds=seconds,
        by=FOUNDER,
    )


_NZ = {"perfect-pair": "1", "dragon-bonus": "1", "style": "B"}
_FACE_DOWN = {"style": "face-down"}
DEMO_TABLES = (
    _dealt(1, "rws-wins-on", 15, {}, minimum="10", differential="50000"),
    _dealt(2, "rws-super-six-plus", 18, _FACE_DOWN, minimum="10"),
    _dealt(3, "nz-division", 18, _NZ, minimum="10"),
    _dealt(4, "mbs", 15, {}, minimum="25"),
    _dealt(12, "rws-wins-on", 0, _FACE_DOWN, minimum="50", differential="20000"),
)
DEMO_PEOPLE = (
    ("guest1", "patron"),
    ("guest2", "patron"),
    ("guest3", "patron"),
    ("dealer1", "dealer"),
    ("supervisor1", "supervisor"),
    ("manager1", "manager"),
    ("shift1", "shift-manager"),
    ("cashier1", "cashier"),
    ("watch1", "surveillance"),
)


async def demonstrate(casino: Casino) -> list[Invitation]:
    """A floor with a table of each book, staff, and patrons with play money; once."""
    if casino.house_log.house.tables:
        return []
    for wanted in DEMO_TABLES:
        await _do(casino, f"table-{wanted.table}", tables.add_table, wanted)
    invited = []
    for name, role in DEMO_PEOPLE:
        invited.append(await invite(casino, name, role, once=False))
        if role == "patron":
            await _with_money(casino, name)
    await _add(casino, ONLOOKER, "sign", is_device=True)
    await casino.settled()
    return invited


async def _with_money(casino: Casino, name: str) -> None:
    for request, decide in (
        ("open", lambda account, now: cage.open_account(account, name)),
        ("pay-in", lambda account, now: cage.pay_in(account, PLAY_MONEY, FOUNDER, now)),
    ):
        request_id = own_id(FOUNDER, request)
        reply, _ = await casino.accounts.change(name, request_id, FOUNDER, b"", decide)
        assert reply.accepted, reply.refusal
