"""Floods hurt only the flooder: how long others wait meanwhile, beside how long they did before.

Those who bet and the one who floods are processes of their own, so that all the house has to do
here is to serve. What is judged is generous, because machines are shared; `-s` shows the figures.
With the pace switched off the first of them fails.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher

from puntobanco.server.people.guesses import FAILURES_MAX
from tests import patience
from tests.attack.flooding import AT_ONCE
from tests.attack.stage import Stage, opened
from tests.attack.wire import p99_of
from tests.server.conftest import betting, run
from tests.sizes import is_long, size_of

SECONDS = size_of("flood_seconds")
"""How long a flood lasts, and the time before it."""
CALM = 6
FLOODER = f"T1p{CALM + 1}"
TIMES_MOST, SECONDS_MORE = 5, 0.2
"""By so much the mean may grow: a busy machine alone does less, a flood that is let in more."""
TRIED_LEAST = 10


@dataclass
class Waited:
    """How long others waited for the answers to their bets, and how often the flooder tried."""

    before: list[float]
    during: list[float]
    tried: int

    def judge(self, kind: str) -> None:
        """Show it, and hold the mean against what a flood that is let in would do to it."""
        before, during = statistics.mean(self.before), statistics.mean(self.during)
        times, p99 = during / before, p99_of(self.during)
        print(  # noqa: T201 - for `-s`
            f"{kind}: tried {self.tried} times; others' p99 {p99 * 1e3:.1f} ms, "
            f"{p99 / p99_of(self.before):.2f} times that before; mean {during * 1e3:.1f} ms, "
            f"{times:.2f} times; {len(self.before)} and {len(self.during)} bets"
        )
        if is_long():  # `make test` may run on a busy machine: there the others must be answered
            assert during < TIMES_MOST * before + SECONDS_MORE, (before, during)
        assert self.during, "others got no answer while somebody flooded"


async def _client(kind: str, stage: Stage, *tokens: str) -> asyncio.subprocess.Process:
    """Clients in a process of their own."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.attack.flooding", kind, str(stage.port), str(SECONDS)),
        *tokens,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


async def _told(process: asyncio.subprocess.Process) -> Any:
    """What clients have to tell once they have ended."""
    told, _ = await process.communicate(b"")  # which ends its input
    assert process.returncode == 0
    return msgspec.json.decode(told)


async def flooded(stage: Stage, kind: str) -> Waited:
    """What others had to wait before and while somebody floods."""
    await betting(stage.casino, patrons=CALM + 1)
    tokens = [f"T1p{each}:{each}:{await stage.token(f'T1p{each}')}" for each in range(1, CALM + 2)]
    calm = await _client("calm", stage, *tokens[:CALM])
    audience = stage.casino.running_tables["T1"].audience
    while audience.watching < CALM:
        assert calm.returncode is None
        await asyncio.sleep(0.05)
    await asyncio.sleep(SECONDS)
    quiet_until = time.monotonic()
    began, ended, tried = await _told(await _client(kind, stage, tokens[CALM]))
    bets = await _told(calm)
    before = [took for moment, took in bets if moment + took < quiet_until]
    during = [took for moment, took in bets if began <= moment and moment + took <= ended]
    late = [took for moment, took in bets if began <= moment <= ended < moment + took]
    return Waited(before, during + late, tried)


@pytest.mark.parametrize(
    "kind", ["messages", "handshakes", pytest.param("sign_ins", marks=pytest.mark.long)]
)
def test_others_bet_on_while_somebody_floods(folder: Path, kind: str) -> None:
    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            hashing = stage.casino.credentials._hashing
            dear = PasswordHasher().hash("as dear as in a real house")
            hashing._decoy = hashing._threads.submit(lambda: dear)
            waited = await flooded(stage, kind)
            waited.judge(kind)
            await stage.casino.credentials.end_all(FLOODER)  # what he sent and nobody read yet
            async with asyncio.timeout(patience.SECONDS):
                while stage.casino.running_tables["T1"].audience.watching:
                    await asyncio.sleep(0.05)
            assert waited.tried >= TRIED_LEAST
            if kind == "sign_ins":  # every other guess was for one name
                others = (waited.tried + 1) // 2
                assert others - AT_ONCE <= stage.hasher.verified <= others + FAILURES_MAX

    run(main())
