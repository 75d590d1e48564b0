"""What deals the shoes: the compiled kernel, numpy where there is no compiler, or a GPU."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator
from enum import Enum, unique
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from puntobanco.sim.plan import Integers, ShoePlan

if TYPE_CHECKING:
    from puntobanco.sim.gpu import Gpu

CountShoes: TypeAlias = Callable[
    [np.uint64, int, int, Integers, npt.NDArray[np.int16], int, Integers], None
]
"""Deals shoes: seed, first number, how many, setup, limits, coups of the head; adds their classes
to the counts, a row for the head and one for the others."""
WORTH_COMPILING = 3_000_000
"""So many coups are worth the wait for the compiler."""


@unique
class Engine(Enum):
    """Where and how shoes are dealt; the results are the same, to the last count."""

    COMPILED = "compiled"
    NUMPY = "numpy"
    GPU = "gpu"

    @property
    def shoes_at_once(self) -> int:
        """How many shoes make a shard that is worth its while and done within about a second."""
        return {"compiled": 1 << 18, "numpy": 1 << 13, "gpu": 1 << 27}[self.value]

    @property
    def shoes_at_least(self) -> int:
        """Smaller shards would cost more than they spread the work: time goes by calls there."""
        return {"compiled": 512, "numpy": 1 << 13, "gpu": 1 << 22}[self.value]


def best_engine() -> Engine:
    """The compiled kernel where numba is installed, else numpy."""
    return Engine.COMPILED if importlib.util.find_spec("numba") else Engine.NUMPY


@cache
def count_shoes(engine: Engine) -> CountShoes:
    """The kernel of an engine; imported when first asked for, because each is slow to import."""
    match engine:
        case Engine.COMPILED:
            from puntobanco.sim import kernel  # noqa: PLC0415

            return kernel.count_shoes
        case Engine.NUMPY:
            from puntobanco.sim import fallback  # noqa: PLC0415

            return fallback.count_shoes
        case Engine.GPU:
            return gpu().count_shoes


@cache
def gpu() -> Gpu:
    """This machine's GPU; raises `NoGpuError` where there is none."""
    from puntobanco.sim.gpu import Gpu  # noqa: PLC0415

    return Gpu()


class WarmUp:
    """Readies the compiled kernel in the background; until it is ready numpy deals.

    With a kernel kept on disk this takes about a second, without one several. Both kernels deal
    the same shoes, so nobody can tell afterwards who dealt which. It begins with the second shard,
    because the first brings the first figures; from then on numpy pauses between shards, because
    it and the compiler both want the interpreter.
    """

    _PAUSES, _PAUSE_SECONDS = 10, 0.1

    def __init__(self, plan: ShoePlan, pulse: Callable[[], None] = lambda: None) -> None:
        self._pulse = pulse
        self._thread = threading.Thread(
            target=counted, args=(plan, 0, 0, 1, Engine.COMPILED), daemon=True
        )
        self._asked = 0

    def engine(self) -> Engine:
        """What should deal the next shard; but for the first it waits a moment for the compiler.

        `pulse` is called meanwhile: what it raises ends the waiting.
        """
        self._asked += 1
        if self._asked == 1:
            return Engine.NUMPY
        if self._asked == 2:
            self._thread.start()
        for _ in range(self._PAUSES):
            self._pulse()
            self._thread.join(self._PAUSE_SECONDS)
            if not self._thread.is_alive():
                return Engine.COMPILED
        return Engine.NUMPY

    def finish(self) -> None:
        """Wait for the compiler: a process must not end in the middle of its work."""
        if self._asked > 1:
            self._thread.join()


def engine_for(
    plan: ShoePlan, coups: int, pulse: Callable[[], None] = lambda: None
) -> tuple[Callable[[], Engine], Callable[[], None]]:
    """What deals the next shard of about so many coups, and what to do when all are dealt."""
    if best_engine() is Engine.NUMPY or coups < WORTH_COMPILING:
        return lambda: Engine.NUMPY, lambda: None
    warm = WarmUp(plan, pulse)
    return warm.engine, warm.finish


def counted(
    plan: ShoePlan,
    seed: int,
    first: int,
    shoes: int,
    engine: Engine,
    coups_most: int | None = None,
) -> Integers:
    """The classes of some shoes: a row for the head of each shoe and one for the rest."""
    counts = np.zeros((2, 8101), np.int64)
    head = plan.head if coups_most is None else min(plan.head, coups_most)
    setup = plan.setup(coups_most)
    count_shoes(engine)(np.uint64(seed), first, shoes, setup, plan.limit_array(), head, counts)
    return counts


def dealt_shoes(
    plan: ShoePlan, seed: int, first: int, shoes: int, engine: Engine
) -> Iterator[npt.NDArray[np.int16]]:
    """Shoes in blocks: a row for each coup, a column for each shoe, `ENDED` behind a shoe's end."""
    setup, limits = plan.setup(), plan.limit_array()
    if engine is Engine.NUMPY:
        from puntobanco.sim import fallback  # noqa: PLC0415

        for start in range(first, first + shoes, fallback.LANES):
            lanes = min(fallback.LANES, first + shoes - start)
            with np.errstate(over="ignore"):
                codes = fallback.deal_block(np.uint64(seed), start, lanes, setup, limits)
            yield codes
        return
    from puntobanco.sim import kernel  # noqa: PLC0415  # slow to import

    nothing, tags = np.empty((0, 0), np.int64), np.zeros(13, np.int64)
    for start in range(first, first + shoes, kernel.LANES):
        lanes = min(kernel.LANES, first + shoes - start)
        codes = np.empty((int(setup[4]), kernel.LANES), np.int16)
        rows = kernel.deal_block(
            np.uint64(seed), start, 1, lanes, setup, limits, codes, tags, nothing, nothing
        )
        yield codes[:rows, :lanes]
