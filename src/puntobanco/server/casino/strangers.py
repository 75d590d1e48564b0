"""Strangers: people whom the house lets in without a name and password, to watch or to try it.

They watch under one name, `ONLOOKER`, wherever the administrator gave it a role. Each knows of the
own session alone, and a network of them has the limits of a person. They play only in a
demonstration, each as a new patron with play money.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from puntobanco.house.house import roles_anywhere
from puntobanco.house.roles import Role
from puntobanco.record.names import own_id
from puntobanco.sayings.saying import SaidError, Saying, say
from puntobanco.server.casino import founding
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.server.people.credentials import SECOND, Session
from puntobanco.server.traffic.connections import network_of

Coming: TypeAlias = Callable[[Casino, str], Awaitable[tuple[str, Session]]]
"""A way in: the house and the caller's address to a token and its session."""
VISITOR = "visitor-"
"""How the names of those begin who play without an account of their own."""
VISITORS_MAX = 100
"""How many of them play at once."""
ONLOOKERS_MAX = 200
"""How many sessions strangers who watch have together; the one left alone longest ends."""
PER_NETWORK = {"play": 20, "watch": 60}
"""How many of each come in from one network within `PER_SECONDS`."""
PER_SECONDS = 3600
FULL = "strangers_full"


class StrangerError(SaidError):
    """Why a stranger is not let in."""

    def __init__(self, code: str, said: Saying) -> None:
        self.code = code
        super().__init__(said)


def may_watch(casino: Casino) -> bool:
    """Whether the onlooker is a sign somewhere, and nothing else."""
    roles = roles_anywhere(casino.house_log.house, founding.ONLOOKER)
    return roles == {Role.SIGN}


def may_play(casino: Casino) -> bool:
    """Whether this is a demonstration: started as one, in a house that was made for one."""
    plan = casino.plan
    return plan.is_demo and (plan.folder / founding.DEMO).exists()


async def watch(casino: Casino, address: str) -> tuple[str, Session]:
    """A token and its session, for a stranger who watches."""
    if not may_watch(casino):
        raise StrangerError("no_onlookers", say("error.no-onlookers"))
    await _count(casino, "watch", address)
    return await casino.credentials.begin(
        founding.ONLOOKER, address=address, most=ONLOOKERS_MAX, is_strangers=True
    )


async def play(casino: Casino, address: str) -> tuple[str, Session]:
    """A token and its session, for a new patron with play money."""
    if not may_play(casino):
        raise StrangerError("no_guests", say("error.no-guests"))
    async with casino.locks["visitors"]:
        signed_in = await casino.credentials.signed_in()
        if sum(each.startswith(VISITOR) for each in signed_in) >= VISITORS_MAX:
            raise StrangerError(FULL, say("error.guests-full", most=VISITORS_MAX))
        await _count(casino, "play", address)
        await _make_room(casino, signed_in)
        name = f"{VISITOR}{secrets.token_hex(4)}"
        await founding.add_patron(casino, name)
        return await casino.credentials.begin(name, address=address)


async def _count(casino: Casino, kind: str, address: str) -> None:
    """Count one more from a network; raises where it has had its share."""
    cabinet, name, most = casino.store, f"{kind} {network_of(address)}", PER_NETWORK[kind]
    while True:
        before, now = await cabinet.kept("strangers", name), casino.clock()
        times = [int(each) for each in (before or b"").split()]
        recent = [each for each in times if now - each < PER_SECONDS * SECOND]
        if len(recent) >= most:
            raise StrangerError(FULL, say("error.network-full", most=most))
        counted = b" ".join(str(each).encode() for each in (*recent, now))
        if await cabinet.exchange("strangers", name, before, counted, now + PER_SECONDS * SECOND):
            return


async def _make_room(casino: Casino, signed_in: frozenset[str]) -> None:
    """Free the places of visitors whose session has ended; a table that is busy keeps them."""
    for running in tuple(casino.running_tables.values()):
        for name, patron in tuple(running.desk.table.patrons.items()):
            if name.startswith(VISITOR) and patron.present and name not in signed_in:
                with suppress(BusyError, TableStoppedError):
                    await running.send_away(name, own_id("visitor-left", name, casino.clock()))
