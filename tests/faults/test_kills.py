"""The real server is killed without warning under load, again and again; nothing is lost."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.assault import (
    TABLES,
    Bettor,
    Nursery,
    check,
    ended_at,
    found,
    one_more_bet,
    wait_until_ready,
)
from tests.faults.nursery import sign_of
from tests.server.conftest import run
from tests.sizes import first_seed, size_of

HOUSES = 2
"""Each is killed by itself, so that two workers share the kills."""
KILLS = size_of("kills") // HOUSES
SEED = first_seed(7)
CHECK_EVERY = 60
LIVES_WITH_BETS = 4
"""Every so many lives the house is killed only after another bet was acknowledged."""
EARLY_LIVES = 5
"""Every so many lives it is killed at any moment of the time that the life before took to open."""


@pytest.mark.parametrize("number", range(HOUSES))
def test_sigkill_under_load(folder: Path, number: int) -> None:
    async def play() -> None:
        tokens, database = await found(folder), str(folder / "house.db")
        chance = random.Random(SEED + number)
        nursery = Nursery.open(folder)
        bettors = [
            Bettor(name, token, nursery.address, list(TABLES)[place % 3], random.Random(place))
            for place, (name, token) in enumerate(tokens.items())
        ]
        work = [asyncio.create_task(each.run()) for each in bettors]
        ends, with_bets, unopened, opening = [await ended_at(database)], 0, 0, 0.0
        try:
            for life in range(1, KILLS + 1):
                child, began = nursery.start(), time.monotonic()
                if life % EARLY_LIVES == 0:
                    await asyncio.sleep(chance.uniform(0.0, opening))
                else:
                    await wait_until_ready(nursery.address)
                    opening = time.monotonic() - began
                    if life % LIVES_WITH_BETS == 0:
                        await one_more_bet(bettors)
                        with_bets += 1
                    await asyncio.sleep(chance.uniform(0.0, 0.3))
                nursery.kill(child)
                unopened += not sign_of(folder, child).exists()
                ends.append(await ended_at(database))
                if life % CHECK_EVERY == 0:
                    await check(database, bettors, ends)
            counts = await check(database, bettors, ends)
        finally:
            for task in work:
                task.cancel()
            for task in work:
                with suppress(asyncio.CancelledError):
                    await task
            nursery.close()
        sys.stderr.write(f"{counts}, {unopened} lives ended in {opening:.2f} s of opening\n")
        assert counts["bets"] >= with_bets, counts
        assert counts["interruptions"] > KILLS // 4, counts
        assert unopened >= KILLS // EARLY_LIVES // 3, unopened

    run(play())
