"""No rot: memory, descriptors and times stay as they are over many coups.

    PUNTO_SOAK=1000000 pytest -s tests/soak

One table of a real house is played, every wish through its desk and durable. What short runs can
show is only that nothing grows fast: the slopes are asked for from `LONG` coups on.
"""

from __future__ import annotations

import gc
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from puntobanco.play import requests as r
from puntobanco.play.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.reports import CardLeftShoe, MarkerLeftShoe
from puntobanco.play.table import Betting, Closed, Preparing
from puntobanco.rules.outcomes import CLASSES, OutcomeClass
from puntobanco.server.casino import Casino
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import next_wish

COUPS = int(os.environ.get("PUNTO_SOAK", "120"))
LONG = 20_000
MARKS = 20
SLOPE_MAX = 1_000.0
"""KB of memory a hundred thousand coups."""
DRIFT_MAX = 1.10
"""Of the processor time of a coup, beside a fixed piece of work done at the same moment."""
P99_DRIFT_MAX = 2.0
"""Of the slowest bets: where others use the machine, they differ by more than that tenth."""


@dataclass
class Life:
    """What was seen at each mark."""

    coups: list[int] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    cost: list[float] = field(default_factory=list)

    def slope(self) -> float:
        """KB a hundred thousand coups, over the second half."""
        half = len(self.coups) // 2
        xs, ys = self.coups[half:], self.memory[half:]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        above = sum((one - x) * (two - y) for one, two in zip(xs, ys, strict=True))
        return 100_000 * above / sum((one - x) ** 2 for one in xs)


def drift(seen: list[float]) -> float:
    """The median of the last quarter beside that of the second."""
    quarter = len(seen) // 4
    early, late = seen[quarter : 2 * quarter], seen[-quarter:]
    return sorted(late)[len(late) // 2] / sorted(early)[len(early) // 2]


def reference() -> float:
    """The processor time of a fixed piece of work: how fast the machine is at this moment."""
    times = []
    for _ in range(7):
        began = time.process_time()
        sum(hash((number, str(number))) for number in range(20_000))
        times.append(time.process_time() - began)
    return sorted(times)[3]


def memory() -> float:
    """Resident memory in KB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


async def play(casino: Casino, asking: Asking, times: list[float]) -> None:
    """One coup, new cards before it where they are needed."""
    desk = casino.stations["T1"].desk
    if isinstance(desk.table.stage, Closed):
        await asking.granted(open_table(desk.rules))
    shoe = desk.table.shoe
    if shoe.over or shoe.replacement or isinstance(desk.table.stage, Preparing) or not shoe.size:
        for message in prepare_cards(desk.rules, desk.table):
            await asking.granted(message)
        for _ in burn_cards(desk.rules):
            await asking.granted(CardLeftShoe())
    if desk.table.patrons["ann"].rack < 1_000_00:
        await asking.granted(r.BuyIn(by="ann", amount=10_000_00))
    before, shoe = desk.table.coup, desk.table.shoe
    if shoe.coups_left is None and shoe.out >= shoe.size - 52:
        await asking.granted(MarkerLeftShoe())
    await asking.granted(r.OpenBetting(by="dealer"))
    while desk.table.coup == before or isinstance(desk.table.stage, Betting) or _dealing(casino):
        wish = next_wish(casino)
        began = time.perf_counter()
        await asking.granted(wish)
        if isinstance(wish, r.PlaceStake):
            times.append(time.perf_counter() - began)


def _dealing(casino: Casino) -> bool:
    return type(casino.stations["T1"].desk.table.stage).__name__ == "Dealing"


def see_every_outcome(casino: Casino) -> None:
    """Fill what is remembered of each kind of coup: it has an end that short runs do not reach."""
    for wager in casino.stations["T1"].desk.rules.wagers.values():
        for number in range(CLASSES):
            wager.verdict(OutcomeClass(number))


def test_nothing_grows_with_the_coups(tmp_path: Path) -> None:
    life = Life()

    async def scenario() -> None:
        async with house(tmp_path / "house") as casino:
            await add_table(casino, table_added(book="mbs", cards="random"))
            await add_person(casino, "ann", "patron")
            asking, times = Asking(casino), list[float]()
            await asking.granted(open_table(casino.stations["T1"].desk.rules))
            await asking.granted(r.TakePlace(by="ann", place=1))
            await asking.granted(r.BuyIn(by="ann", amount=10_000_00))
            see_every_outcome(casino)
            began = time.process_time()
            for coup in range(1, COUPS + 1):
                await play(casino, asking, times)
                if coup % max(COUPS // MARKS, 1) == 0:
                    life.cost.append((time.process_time() - began) / reference())
                    gc.collect()
                    life.coups.append(coup)
                    life.memory.append(memory())
                    life.descriptors.append(len(list(Path("/proc/self/fd").iterdir())))
                    life.p99.append(sorted(times)[int(len(times) * 0.99)])
                    times.clear()
                    began = time.process_time()

    run(scenario())
    print(  # noqa: T201 - a figure
        f"{COUPS} coups: {life.memory[0]:.0f} to {life.memory[-1]:.0f} KB, "
        f"{life.slope():.0f} KB a hundred thousand coups, descriptors {life.descriptors[0]} to "
        f"{life.descriptors[-1]}, processor time of a coup {drift(life.cost):.2f} of the beginning,"
        f" p99 {life.p99[-1] * 1e3:.2f} ms, {drift(life.p99):.2f} of the beginning"
    )
    assert max(life.descriptors) <= life.descriptors[0] + 2
    assert life.memory[-1] - life.memory[0] < 20_000
    if COUPS >= LONG:
        assert life.slope() < SLOPE_MAX
        assert drift(life.cost) < DRIFT_MAX
        assert drift(life.p99) < P99_DRIFT_MAX
