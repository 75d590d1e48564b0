"""People who exclude themselves, the house that lifts it, and the money that stays theirs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from puntobanco.house import cage
from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.server.casino.excluding import send_away
from puntobanco.server.casino.running import Casino
from puntobanco.server.casino.two_people import approval_id, asking_exclusion_end
from puntobanco.server.commands import Command
from puntobanco.wire.messages import Reply
from tests.properties.people import PATRONS
from tests.properties.watched import law
from tests.simulation.network import Asked

if TYPE_CHECKING:
    from tests.simulation.house import SimulatedHouse

LIFTING = "max"
"""Who asks for an exclusion to be lifted."""


def excluding(house: SimulatedHouse, name: str, seconds: float | None) -> Asked:
    """Somebody takes a time-out, as the endpoint has it: he has left everywhere when answered."""
    request = house.new_id(name)
    until = None if seconds is None else house.wall() + int(seconds * 1_000_000)

    async def work(casino: Casino) -> tuple[Reply, bool]:
        done = await casino.accounts.change(
            *(name, request, name, str(until).encode()),
            lambda account, now: cage.exclude(account, until, name, now),
        )
        await send_away(casino, name, request)
        house.laws.exclusions.answered(name, request)
        return done

    return Asked(f"account:{name}", request, name, b"", work, house.loop.create_future())


async def lift(house: SimulatedHouse, name: str) -> None:
    """One person asks for an exclusion to be lifted, and a second agrees or does not."""
    request = house.new_id(LIFTING)
    approval = approval_id(LIFTING, request)

    async def work(casino: Casino) -> tuple[Reply, bool]:
        known = await casino.accounts.fetch(name)
        wanted = asking_exclusion_end(approval, LIFTING, known, name, "he asked")
        return await casino.house_log.change(request, LIFTING, name.encode(), wanted)

    asked = Asked("house", request, LIFTING, b"", work, house.loop.create_future())
    if b'"accepted":true' in await house.ask(asked):
        await house.decide(approval, f"account:{name}")


async def take_out_everything(house: SimulatedHouse, casino: Casino) -> None:
    """Everybody excludes himself for good and takes what is his: nobody is told otherwise."""
    for name in PATRONS:
        await _take_out(house, casino, name)


async def _take_out(house: SimulatedHouse, casino: Casino, name: str) -> None:
    change, request = casino.accounts.change, house.new_id(name)
    await change(
        *(name, request, name, b""), lambda account, now: cage.exclude(account, None, name, now)
    )
    await send_away(casino, name, request)
    for table in casino.running_tables:
        await cash(house, casino, table, name)
    balance = (await casino.accounts.fetch(name)).balance
    if balance:
        reply, _ = await change(
            *(name, house.new_id("carl"), "carl", b"out"),
            lambda account, now: cage.pay_out(account, balance, "carl"),
        )
        law(reply.accepted, f"{name} is excluded and cannot have {balance}: {reply.refusal}")


async def cash(house: SimulatedHouse, casino: Casino, table: str, name: str) -> None:
    """Cash all chips of somebody, those last that may still be taken back by a ruling."""
    desk, wanted = casino.running_tables[table].desk, 0
    for _ in range(40):
        known = desk.table.patrons.get(name)
        if known is None or not known.rack:
            return
        cash = r.CashOut(by=name, amount=wanted or known.rack)
        reply, _ = await desk.ask(Command(house.new_id(name), name, cash, encode(cash)))
        if reply.refusal is None:
            wanted = 0
            continue
        law(reply.refusal.reason == "not_enough_chips", f"{name} at {table}: {reply.refusal}")
        wanted = reply.refusal.acceptable or 0
        if not wanted:
            await asyncio.sleep(1)
