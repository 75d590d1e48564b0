"""No rot: memory, descriptors and times stay as they are over many coups.

    pytest -s --size soak=1000000 tests/soak

One table of a real house is played, every wish through its desk and durable. What short runs can
show is only that nothing grows fast: the slopes are asked for from `LONG` coups on.

A shared machine changes its speed from one minute to the next, so times are held beside those of a
second house in the same minute, which plays one coup where the first plays four and so stays young.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from puntobanco.play import requests as r
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.reports import CardLeftShoe, MarkerLeftShoe
from puntobanco.play.table import Betting, Closed, Dealing, Preparing
from puntobanco.rules.outcomes import CLASSES, OutcomeClass
from puntobanco.server.casino.running import Casino
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_at_rest import next_command
from tests.sizes import size_of

COUPS = size_of("soak")
LONG = 20_000
MARKS = 20
SLOPE_MAX = 1_000.0
"""KB of memory a hundred thousand coups."""
YOUNGER = 4
"""Coups of the old house to one of the young."""
GROWTH_MAX = 1.10
"""Of the processor time of a coup."""
P99_GROWTH_MAX = 2.0
"""Of the slowest bets: where others use the disk, they differ by more than that tenth."""


@dataclass
class Life:
    """What was seen at each mark, of both houses, and of the old one beside the young."""

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


def growth(seen: list[float]) -> float:
    """How much more the old house took than the young at the end, or than it had at first.

    What grows in step with the coups stands to the young house as four to one from the first mark
    to the last; what begins to grow late shows beside the second quarter.
    """
    quarter = len(seen) // 4
    late = statistics.median(seen[-quarter:])
    return max(late, late / statistics.median(seen[quarter : 2 * quarter]))


def memory() -> float:
    """Resident memory in KB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


@dataclass
class Played:
    """A house with one table, and what its coups took since the last mark."""

    casino: Casino
    asking: Asking
    seconds: list[float] = field(default_factory=list)
    """Of the processor, each coup."""
    bets: list[float] = field(default_factory=list)
    """Of the clock, each bet until it was durable."""

    @classmethod
    async def open(cls, casino: Casino) -> Played:
        """The house, up to its first coup."""
        await add_table(casino, table_added(book="mbs", cards="random"))
        await add_person(casino, "ann", "patron")
        asking, rules = Asking(casino), casino.running_tables["T1"].desk.rules
        await asking.granted(open_table(rules))
        await asking.granted(r.TakePlace(by="ann", place=1))
        await asking.granted(r.BuyIn(by="ann", amount=10_000_00))
        for wager in rules.wagers.values():
            for number in range(CLASSES):  # what is remembered of each kind of coup has an end
                wager.verdict(OutcomeClass(number))  # that short runs do not reach
        return cls(casino, asking)

    async def play(self) -> None:
        """One coup, new cards before it where they are needed."""
        began = time.process_time()
        await self._prepare()
        desk = self.casino.running_tables["T1"].desk
        before = desk.table.coup
        await self.asking.granted(r.OpenBetting(by="dealer"))
        while desk.table.coup == before or isinstance(desk.table.stage, Betting | Dealing):
            command = next_command(self.casino)
            asked = time.perf_counter()
            await self.asking.granted(command)
            if isinstance(command, r.PlaceStake):
                self.bets.append(time.perf_counter() - asked)
        self.seconds.append(time.process_time() - began)

    async def _prepare(self) -> None:
        desk = self.casino.running_tables["T1"].desk
        if isinstance(desk.table.stage, Closed):
            await self.asking.granted(open_table(desk.rules))
        shoe, stage = desk.table.shoe, desk.table.stage
        if shoe.over or shoe.replacement or isinstance(stage, Preparing) or not shoe.size:
            for message in prepare_cards(desk.rules, desk.table):
                await self.asking.granted(message)
            for _ in burn_cards(desk.rules):
                await self.asking.granted(CardLeftShoe())
        if desk.table.patrons["ann"].rack < 1_000_00:
            await self.asking.granted(r.BuyIn(by="ann", amount=10_000_00))
        shoe = desk.table.shoe
        if shoe.coups_left is None and shoe.out >= shoe.size - 52:
            await self.asking.granted(MarkerLeftShoe())

    def mark(self) -> tuple[float, float]:
        """What a coup took, and all but the slowest hundredth of the bets, since the last mark."""
        taken = statistics.fmean(self.seconds), sorted(self.bets)[int(len(self.bets) * 0.99)]
        self.seconds.clear()
        self.bets.clear()
        return taken


@pytest.mark.long  # it measures time and memory: that needs a quiet machine
def test_nothing_grows_with_the_coups(tmp_path: Path) -> None:
    life = Life()

    async def scenario() -> None:
        async with house(tmp_path / "old") as one, house(tmp_path / "young") as two:
            old, young = await Played.open(one), await Played.open(two)
            for coup in range(1, COUPS + 1):
                await old.play()
                if coup % YOUNGER == 0:
                    await young.play()
                if coup % max(COUPS // MARKS, YOUNGER) == 0:
                    (cost, p99), (cost_young, p99_young) = old.mark(), young.mark()
                    gc.collect()
                    life.coups.append(coup + coup // YOUNGER)
                    life.memory.append(memory())
                    life.descriptors.append(len(list(Path("/proc/self/fd").iterdir())))
                    life.p99.append(p99 / p99_young)
                    life.cost.append(cost / cost_young)

    run(scenario())
    print(  # noqa: T201 - a figure
        f"{COUPS} coups: {life.memory[0]:.0f} to {life.memory[-1]:.0f} KB, "
        f"{life.slope():.0f} KB a hundred thousand coups, descriptors {life.descriptors[0]} to "
        f"{life.descriptors[-1]}, of a young house's: processor time of a coup "
        f"{growth(life.cost):.2f}, p99 of a bet {growth(life.p99):.2f}"
    )
    assert max(life.descriptors) <= life.descriptors[0] + 2
    assert life.memory[-1] - life.memory[0] < 20_000
    if COUPS >= LONG:
        assert life.slope() < SLOPE_MAX
        assert growth(life.cost) < GROWTH_MAX
        assert growth(life.p99) < P99_GROWTH_MAX
