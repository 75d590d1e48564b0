"""Two server processes on one PostgreSQL: one is killed or paused, the house goes on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress
from pathlib import Path

from tests.faults.assault import (
    TABLES,
    Bettor,
    Nursery,
    check,
    found,
    one_more_bet,
    one_more_coup,
)
from tests.record.conftest import PostgresPlace
from tests.server.conftest import run
from tests.sizes import size_of

ROUNDS = size_of("rounds")
PAUSE_SECONDS = 3.4
"""Longer than a lease: meanwhile somebody else conducts the tables."""


def test_killing_or_pausing_one_costs_a_reconnect_and_nothing_else(
    folder: Path, postgres: PostgresPlace
) -> None:
    async def play() -> None:
        tokens = await found(folder, postgres.source)
        chance, kills = random.Random(11), 0
        nursery = Nursery.open(folder, postgres.source)
        bettors = [
            Bettor(name, token, nursery.address, list(TABLES)[place % 3], random.Random(place))
            for place, (name, token) in enumerate(tokens.items())
        ]
        await nursery.start_and_wait()
        before = (await check(postgres.source, ()))["interruptions"]
        await nursery.start_and_wait()
        work = [asyncio.create_task(each.run()) for each in bettors]
        try:
            for number in range(ROUNDS):
                await asyncio.sleep(chance.uniform(0.4, 1.0))
                child = chance.choice(nursery.living)
                if number % 4 == 3:
                    os.kill(child, signal.SIGSTOP)
                    await asyncio.sleep(PAUSE_SECONDS)
                    os.kill(child, signal.SIGCONT)
                else:
                    nursery.kill(child)
                    kills += 1
                    await one_more_bet(bettors)  # the other one goes on
                    await nursery.start_and_wait()  # or the next kill could close the house
            await one_more_coup(postgres.source)
        finally:
            for task in work:
                task.cancel()
            for task in work:
                with suppress(asyncio.CancelledError):
                    await task
            nursery.close()
        counts = await check(postgres.source, bettors)
        assert counts["bets"] >= kills, counts
        assert counts["interruptions"] == before, "the house was never down"

    run(play())
