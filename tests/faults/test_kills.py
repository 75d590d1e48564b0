"""The real server is killed without warning under load, again and again; nothing is lost."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.assault import (
    TABLES,
    Bettor,
    Nursery,
    check,
    found,
    one_more_bet,
    wait_until_ready,
)
from tests.server.conftest import run

HOUSES = 2
"""Each is killed by itself, so that two workers share the kills."""
KILLS = int(os.environ.get("PUNTO_KILLS", "300")) // HOUSES
SEED = int(os.environ.get("PUNTO_SEED", "7"))
CHECK_EVERY = 60
LIVES_WITH_BETS = 4
"""Every so many lives the house is killed only after another bet was acknowledged."""


@pytest.mark.parametrize("number", range(HOUSES))
def test_sigkill_under_load(folder: Path, number: int) -> None:
    async def play() -> None:
        tokens = await found(folder)
        chance = random.Random(SEED + number)
        nursery = Nursery.open(folder)
        bettors = [
            Bettor(name, token, nursery.address, list(TABLES)[place % 3], random.Random(place))
            for place, (name, token) in enumerate(tokens.items())
        ]
        work = [asyncio.create_task(each.run()) for each in bettors]
        try:
            for life in range(1, KILLS + 1):
                child = nursery.start()
                await wait_until_ready(nursery.address)
                if life % LIVES_WITH_BETS == 0:
                    await one_more_bet(bettors)
                await asyncio.sleep(chance.uniform(0.0, 0.3))
                nursery.kill(child)
                if life % CHECK_EVERY == 0:
                    await check(str(folder / "house.db"), bettors)
            counts = await check(str(folder / "house.db"), bettors)
        finally:
            for task in work:
                task.cancel()
            for task in work:
                with suppress(asyncio.CancelledError):
                    await task
            nursery.close()
        sys.stderr.write(f"{counts}\n")
        assert counts["bets"] >= KILLS // LIVES_WITH_BETS, counts
        assert counts["interruptions"] > KILLS // 4, counts

    run(play())
