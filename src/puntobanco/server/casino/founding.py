"""The first hours of a house: its administrator, and for a demonstration a floor with people."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from puntobanco.house import cage, people, tables
from puntobanco.house.events import TableAdded
from puntobanco.house.roles import EVERYWHERE
from puntobanco.record.names import own_id
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations import house_folder
from puntobanco.server.tables.linked_logs import POSTS

FOUNDER = "founding"
"""Who acts before anybody can."""
PLAY_MONEY = 10_000_00
DEMO = "demo.json"
"""In the folder of a house that was made for a demonstration: who can sign in there."""
ONLOOKER = "onlooker"
"""As whom strangers watch, at the tables where this person has the role of a sign."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A name and a password to sign in with."""

    name: str
    password: str
    role: str
    once: bool


async def found(casino: Casino) -> Invitation | None:
    """An administrator with a password for one use, where the house has nobody yet."""
    folder = casino.plan.folder
    if not casino.house_log.house.people:
        if not casino.may_found:
            raise house_folder.lost_log(folder, casino.plan.source)
        invited = await invite(casino, "admin", "administrator", once=True)
        house_folder.is_founded(folder)
        return invited
    house_folder.is_founded(folder)
    return None


async def invite(casino: Casino, name: str, role: str, *, once: bool) -> Invitation:
    """Somebody with a role everywhere and a new password."""
    await _add(casino, name, role)
    if once:
        await _do(
            casino,
            f"password-{name}",
            lambda house: people.make_password(house, name, FOUNDER),
        )
    password = secrets.token_urlsafe(12)
    await casino.credentials.set_password(name, password, once=once)
    return Invitation(name, password, role, once)


async def _add(casino: Casino, name: str, role: str, *, is_device: bool = False) -> None:
    """Add somebody with a role everywhere."""
    await _do(
        casino,
        f"add-{name}",
        lambda house: people.add_person(house, name, FOUNDER, POSTS, is_device=is_device),
    )
    await _do(
        casino,
        f"role-{name}",
        lambda house: people.give_role(house, name, role, EVERYWHERE, FOUNDER),
    )


async def add_patron(casino: Casino, name: str) -> None:
    """A patron without a password, with play money."""
    await _add(casino, name, "patron")
    await _with_money(casino, name)


async def _do(casino: Casino, request: str, decide: object) -> None:
    reply, _ = await casino.house_log.change(
        own_id(FOUNDER, request),
        FOUNDER,
        b"",
        lambda house, now: decide(house),  # type: ignore[operator]
    )
    assert reply.accepted, reply.refusal


DEMO_TABLES = (
    TableAdded(
        table="T1",
        title="Table 1",
        book="rws-wins-on",
        options={},
        settings={"minimum": "10", "differential": "50000"},
        cards="random",
        pace="clock",
        betting_seconds=15,
        by=FOUNDER,
    ),
    TableAdded(
        table="T2",
        title="Table 2",
        book="rws-super-six-plus",
        options={"style": "face-down"},
        settings={"minimum": "10"},
        cards="random",
        pace="clock",
        betting_seconds=18,
        by=FOUNDER,
    ),
    TableAdded(
        table="T3",
        title="Table 3",
        book="nz-division",
        options={"perfect-pair": "1", "dragon-bonus": "1", "style": "B"},
        settings={"minimum": "10"},
        cards="random",
        pace="clock",
        betting_seconds=18,
        by=FOUNDER,
    ),
    TableAdded(
        table="T4",
        title="Table 4",
        book="mbs",
        options={},
        settings={"minimum": "25"},
        cards="random",
        pace="clock",
        betting_seconds=15,
        by=FOUNDER,
    ),
    TableAdded(
        table="T12",
        title="Table 12",
        book="rws-wins-on",
        options={"style": "face-down"},
        settings={"minimum": "50", "differential": "20000"},
        cards="physical",
        pace="dealer",
        betting_seconds=0,
        by=FOUNDER,
    ),
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
        await _do(
            casino,
            f"table-{wanted.table}",
            lambda house, each=wanted: tables.add_table(house, each),
        )
    invited = []
    for name, role in DEMO_PEOPLE:
        invited.append(await invite(casino, name, role, once=False))
        if role == "patron":
            await _with_money(casino, name)
    await _add(casino, ONLOOKER, "sign", is_device=True)
    await casino.settled()
    return invited


async def _with_money(casino: Casino, name: str) -> None:
    reply, _ = await casino.accounts.change(
        name,
        own_id(FOUNDER, "open"),
        FOUNDER,
        b"",
        lambda account, now: cage.open_account(account, name),
    )
    assert reply.accepted, reply.refusal
    reply, _ = await casino.accounts.change(
        name,
        own_id(FOUNDER, "pay-in"),
        FOUNDER,
        b"",
        lambda account, now: cage.pay_in(account, PLAY_MONEY, FOUNDER, now),
    )
    assert reply.accepted, reply.refusal
