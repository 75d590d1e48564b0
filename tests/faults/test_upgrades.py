"""Another program takes the house over in the middle of a shoe, and the first one takes it back.

`PUNTOBANCO_OLD_SOURCE` names the `src` of an earlier release; without it the other program is this
one with every file changed in a comment, so that it is another program that must do the same.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
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
from tests.sizes import size_of

UPGRADES = size_of("upgrades")
"""How often the house goes from the old program to the new one and back."""
OLD = os.environ.get("PUNTOBANCO_OLD_SOURCE", "")
SEED = 17
NEW = Path(__file__).parents[2] / "src"
STATES = """
import asyncio, sys
from puntobanco.record.opening import open_store
from puntobanco.record.snapshot import restore
from puntobanco.record.state import encode_state, state_digest
async def main():
    store = await open_store(sys.argv[1], to_read=True)
    for table in sorted(sys.argv[2:]):
        state = (await restore(store, table, lambda key: False)).table
        print(table, state_digest(encode_state(state)))
    await store.close()
asyncio.run(main())
"""


def other_program(folder: Path) -> Path:
    """The other program."""
    if OLD:
        return Path(OLD).resolve()
    copy = folder / "old"
    shutil.copytree(NEW, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for path in copy.rglob("*.py"):
        with path.open("a", encoding="utf-8") as file:
            file.write("# an earlier release\n")
    return copy


def states(source: Path, database: Path) -> str:
    """The digest of every table's state, folded by one of the programs."""
    told = subprocess.run(
        (sys.executable, "-c", STATES, str(database), *TABLES),
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


async def ended(work: list[asyncio.Task[None]]) -> None:
    """Everybody has gone."""
    for task in work:
        task.cancel()
    for task in work:
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.long
def test_a_house_goes_from_program_to_program_in_the_middle_of_a_shoe(
    folder: Path, tmp_path: Path
) -> None:
    old = other_program(tmp_path)

    async def play() -> None:
        tokens = await found(folder)
        chance = random.Random(SEED)
        nurseries = [Nursery.open(folder, source=old), Nursery.open(folder)]
        bettors = [
            Bettor(name, token, "", list(TABLES)[place % 3], random.Random(place))
            for place, (name, token) in enumerate(tokens.items())
        ]
        work: list[asyncio.Task[None]] = []
        try:
            for number in range(2 * UPGRADES + 1):
                nursery = nurseries[number % 2]
                child = nursery.start()
                await wait_until_ready(nursery.address)
                for bettor in bettors:
                    bettor.address = nursery.address
                work = [asyncio.create_task(each.run()) for each in bettors]
                await one_more_bet(bettors)
                await asyncio.sleep(chance.uniform(0.0, 0.5))
                nursery.kill(child, signal.SIGTERM)
                await ended(work)
            counts = await check(str(folder / "house.db"), bettors)
        finally:
            await ended(work)
            for nursery in nurseries:
                nursery.close()
        sys.stderr.write(f"{counts}\n")
        assert counts["bets"] > 2 * UPGRADES, counts

    run(play())
    told = states(NEW, folder / "house.db")
    assert told.count("\n") == len(TABLES)
    assert states(old, folder / "house.db") == told
