"""The law of liveness: after whatever happened, every table completes a further coup."""

from __future__ import annotations

import asyncio
import itertools
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.play.table import paid_coup
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import BusyError, Command, ReusedIdError, TableStoppedError
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.wire.messages import BadMessageError, check_id
from tests.properties.watched import law
from tests.simulation.time_outs import cash

if TYPE_CHECKING:
    from tests.simulation.house import SimulatedHouse

HOSTILE = "zoe"
"""A patron who sends refusable requests under ids that the house is about to use."""
AHEAD = 60
"""For how many further events of a table."""
RESTLESS_SECONDS = 0.3
SECONDS = 900
"""Within so many seconds of the world's time a table completes a coup, whoever must answer."""


async def take_ids(house: SimulatedHouse, casino: Casino) -> None:
    """Take every id that the house could use next and that a client may send.

    What it could use is read from the log: every id so far, its numbers replaced by those to come.
    """
    out = r.CashOut(by=HOSTILE, amount=10**15)
    for name, running in casino.running_tables.items():
        known = {kept.envelope.cause for kept in house.disk.logs[name][-200:]}
        shapes = {re.sub(r"\d+", "{n}", each, count=1) for each in known}
        begin = running.desk.table.sequence
        ids = {shape.replace("{n}", str(begin + n)) for shape in shapes for n in range(AHEAD)}
        for each in sorted(ids):
            try:
                check_id(each)
            except BadMessageError:
                house.counts["ids turned away"] += 1
                continue
            try:
                await running.desk.ask(Command(each, HOSTILE, out, encode(out)))
            except ReusedIdError:
                house.counts["ids used before"] += 1


async def must_go_on(house: SimulatedHouse, casino: Casino) -> None:
    """Wait until every table has completed the coup that is open, and a further one.

    Meanwhile a patron comes and goes all the time: what patrons may do holds up no dealer.
    A table whose last coup a ruling has made final closes when its patrons have cashed their chips.
    """
    before = {name: each.table.coup for name, each in house.laws.tables.items()}
    others = [asyncio.create_task(house.dealer(name)) for name in house.tables]
    others += [asyncio.create_task(_restless(each)) for each in casino.running_tables.values()]
    try:
        for name, coup in before.items():
            followed, ends = house.laws.tables[name], house.loop.time() + SECONDS
            while followed.table.coup < coup + 2:
                late = house.loop.time() > ends
                law(not late, f"{name} does not go on from {followed.table.stage}")
                if house.broken is not None:
                    raise house.broken
                paid = paid_coup(followed.table)
                if paid is not None and paid.final:
                    for patron in tuple(followed.table.patrons):
                        await cash(house, casino, name, patron)
                await asyncio.sleep(1)
            house.counts["tables went on"] += 1
    finally:
        for task in others:
            task.cancel()


async def _restless(running: RunningTable) -> None:
    """Come to a table and leave it again, more often than a dealer pauses."""
    wishes: tuple[r.Request, ...] = (r.TakePlace(by=HOSTILE, place=None), r.Leave(by=HOSTILE))
    for number, wanted in enumerate(itertools.cycle(wishes)):
        with suppress(BusyError, TableStoppedError):
            command = Command(f"restless-{number}", HOSTILE, wanted, encode(wanted))
            await running.desk.ask(command)
        await asyncio.sleep(RESTLESS_SECONDS)
