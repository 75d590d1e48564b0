"""A counting run: shoes dealt until a target is met, interrupted and continued at will.

Work goes in stretches. A stretch is all shoes below some number; where it ends depends only on what
the stretches before it counted, never on who dealt what when, so that threads, machines and
interruptions do not show in the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puntobanco.sim.engines import WORTH_COMPILING, Engine, counted, dealt_shoes
from puntobanco.sim.executors import Executor
from puntobanco.sim.plan import ENDED, SEED_MOST, BadPlanError, Integers, ShoePlan
from puntobanco.sim.profits import COLUMN, ProfitColumn
from puntobanco.sim.shards import Done, Shard, split

_FIRST_ROUND = 8192
_FIRST_SHOES = 1024
_LONG = 1 << 16
_LAST_COUPS = 1 << 18
_GROWTH = 8
SIZE_MOST = 10**15
"""The most shoes or coups of a run: above it, 64 bits might not hold a sum of winnings."""


@dataclass(frozen=True, slots=True)
class Shoes:
    """Until so many shoes are dealt."""

    number: int

    def coups(self, plan: ShoePlan) -> int:
        """About how many coups that is."""
        return self.number * plan.head

    def share(self, run: CountingRun) -> float:
        """Which part of it is done."""
        return min(1.0, run.shoes / self.number)


@dataclass(frozen=True, slots=True)
class Coups:
    """Until exactly so many coups are dealt: the first of shoe 0, 1, ... in order."""

    number: int

    def coups(self, _plan: ShoePlan) -> int:
        """How many coups that is."""
        return self.number

    def share(self, run: CountingRun) -> float:
        """Which part of it is done."""
        return min(1.0, run.coups / self.number)


@dataclass(frozen=True)
class UntilError:
    """Until no wager's mean return has a standard error above this one."""

    error: float
    wagers: Sequence[ProfitColumn]

    def coups(self, _plan: ShoePlan) -> int:
        """How many coups it takes at least, as far as anyone knows."""
        return WORTH_COMPILING

    def share(self, run: CountingRun) -> float:
        """Which part of it is done."""
        return min(1.0, (self.error / worst_error(self.wagers, run.counts)) ** 2)


Target: TypeAlias = Shoes | Coups | UntilError


@dataclass
class CountingRun:
    """What has been counted so far; complete enough to be written down and taken up again."""

    plan: ShoePlan
    seed: int
    done: Done = field(default_factory=Done)
    counts: Integers = field(default_factory=lambda: np.zeros((2, COLUMN), np.int64))
    """Classes in the head of each shoe, and in the rest."""
    stretch_end: int = 0
    """The stretch under way ends before this shoe."""
    seconds: float = 0.0
    """Time spent so far."""
    begun: int = 0
    """1 where of a further shoe only the first coups belong to the target; never saved."""

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= SEED_MOST:
            raise BadPlanError(f"seed {self.seed} is out of range; give 0 to {SEED_MOST}")

    @property
    def shoes(self) -> int:
        """Shoes dealt, those begun at the end included."""
        return self.done.shoes + self.begun

    @property
    def coups(self) -> int:
        """Coups dealt."""
        return int(self.counts.sum())

    def go_on(
        self,
        target: Target,
        executor: Executor,
        engine: Callable[[], Engine],
        report: Callable[[CountingRun], None] = lambda _: None,
    ) -> Integers:
        """Deal until the target is met; returns all counts, the last part of a shoe included.

        `engine` is asked before each shard, so that a better one can take over when it is ready.
        An interruption between shards leaves everything dealt so far in this run.
        """
        _check(target)
        while True:
            self._finish_stretch(executor, engine, report)
            end = self._next_stretch(target)
            if end is None:
                break
            self.stretch_end = end
        if isinstance(target, Coups):
            cut_off = self._finish_coups(target.number - self.coups, engine())
            report(self)
            return self.counts + cut_off
        return self.counts

    def _finish_stretch(
        self,
        executor: Executor,
        engine: Callable[[], Engine],
        report: Callable[[CountingRun], None],
    ) -> None:
        deal = partial(_deal, self.plan, self.seed)
        shards = self._shards(executor.workers, engine)
        for shard, counts in executor.run(deal, shards):
            self.counts += counts
            self.done.add(Shard(shard.first, shard.shoes))
            report(self)

    def _shards(self, workers: int, engine: Callable[[], Engine]) -> Iterator[ShardWork]:
        missing = list(self.done.missing(self.stretch_end))
        for span in missing:
            start = span.first
            while start < span.end:
                now = engine()
                rest = Shard(start, span.end - start)
                shard = next(split([rest], now.shoes_at_once, workers, now.shoes_at_least))
                yield ShardWork(shard.first, shard.shoes, now)
                start = shard.end

    def _next_stretch(self, target: Target) -> int | None:
        """Where the next stretch ends; None when there is none."""
        match target:
            case Shoes(number):
                return self._long(number) if number > self.stretch_end else None
            case Coups(number):
                left = number - self.coups
                whole = left // self.plan.coups_most
                return self._long(self.stretch_end + whole) if left > _LAST_COUPS else None
            case UntilError(error, wagers):
                if not self.stretch_end:
                    return _FIRST_ROUND
                ratio = worst_error(wagers, self.counts) / error
                if ratio <= 1:
                    return None
                wanted = math.ceil(1.02 * ratio**2 * self.stretch_end)
                return min(wanted, _GROWTH * self.stretch_end)

    def _long(self, end: int) -> int:
        """The end of a stretch; where it is far off, a short one before it brings figures soon."""
        return _FIRST_SHOES if not self.stretch_end and end > _LONG else end

    def _finish_coups(self, left: int, engine: Engine) -> Integers:
        """Deal the last coups, shoe by shoe; returns those of a shoe that the target cuts off."""
        cut_off = np.zeros((2, COLUMN), np.int64)
        self.begun = 0
        shoes = dealt_shoes(
            self.plan, self.seed, self.stretch_end, -(-left // self.plan.head), _beside(engine)
        )
        while left > 0:
            codes = next(shoes)
            lengths = (codes != ENDED).sum(axis=0)
            wanted = np.clip(left - (np.cumsum(lengths) - lengths), 0, lengths)
            whole = int((wanted == lengths).sum())
            self.counts += self._classes(codes[:, :whole], lengths[:whole])
            if whole:
                self.done.add(Shard(self.stretch_end, whole))
                self.stretch_end += whole
            if whole < len(lengths) and wanted[whole]:
                cut_off = self._classes(codes[:, whole:], wanted[whole:])
                self.begun = 1
            left -= int(wanted.sum())
        return cut_off

    def _classes(self, codes: npt.NDArray[np.int16], lengths: npt.NDArray[np.int_]) -> Integers:
        """The classes of the first coups of some shoes, so many of each: head and rest."""
        rows = np.arange(len(codes))[:, None]
        parts = (rows < self.plan.head, rows >= self.plan.head)
        found = [np.bincount(codes[part & (rows < lengths)], minlength=COLUMN) for part in parts]
        return np.array(found, np.int64)


@dataclass(frozen=True, slots=True)
class ShardWork(Shard):
    """A shard and the engine that is to deal it."""

    engine: Engine


def _deal(plan: ShoePlan, seed: int, shard: Shard) -> Integers:
    assert isinstance(shard, ShardWork)
    return counted(plan, seed, shard.first, shard.shoes, shard.engine)


def _beside(engine: Engine) -> Engine:
    """What deals single shoes: compiling a GPU kernel for each would take far longer."""
    return Engine.NUMPY if engine is Engine.GPU else engine


def _check(target: Target) -> None:
    match target:
        case Shoes(number) | Coups(number):
            if not 0 < number <= SIZE_MOST:
                kind = "shoes" if isinstance(target, Shoes) else "coups"
                raise BadPlanError(f"{number} {kind} cannot be dealt; give 1 to {SIZE_MOST:,}")
        case UntilError(error):
            if not 1e-9 <= error < 1:
                raise BadPlanError(
                    f"an error of {error:g} is not a possible target; give 0.000000001 to below 1"
                )


def worst_error(wagers: Sequence[ProfitColumn], counts: Integers) -> float:
    """The greatest standard error of the mean return among these wagers."""
    both = counts.sum(axis=0)
    coups = max(1, int(both.sum()))
    variances = (float(each.mean_square(both) - each.mean(both) ** 2) for each in wagers)
    return math.sqrt(max(variances) / coups)
