"""Sessions: a patron, a bankroll and a staking plan against shoe after shoe.

A session begins with a fresh shoe and ends when the bankroll, a goal or the time says so. Session
number s deals from shoes of its own, numbered from s times the most shoes a session can need, so
that no division of the work changes a result.
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from puntobanco.base.money import Direction, Units
from puntobanco.base.usage import UsageError
from puntobanco.rules.book import HouseRules
from puntobanco.sim.engines import Engine, gpu
from puntobanco.sim.executors import Executor
from puntobanco.sim.gpu import SessionTables
from puntobanco.sim.plan import BadPlanError, Integers, ShoePlan
from puntobanco.sim.profits import profit_column
from puntobanco.sim.shards import Shard, split
from puntobanco.sim.staking import Staking, levels

NEVER = 2**62
SESSIONS_MOST = 10_000_000
COUPS_MOST = 1_000_000
_RECORD, _LINE_ROOM = 10, 250
"""As session_kernel.py has them, which is slow to import."""
_KINDS = {Staking.LABOUCHERE: 1, Staking.BY_COUNT: 2}
_DIRECTIONS = {Direction.DOWN: 0, Direction.NEAREST: 1, Direction.UP: 2}


@unique
class Pick(Enum):
    """On which wager: the first named, the last winner's, or the other one's."""

    FIXED = "fixed"
    FOLLOW = "follow"
    OPPOSE = "oppose"


@unique
class Ending(Enum):
    """Why a session ended."""

    TIME = 1
    RUINED = 2
    STOP_LOSS = 3
    WIN_GOAL = 4

    @property
    def word(self) -> str:
        """How files name it: stop-loss."""
        return self.name.lower().replace("_", "-")


OwnPlan = Callable[..., tuple[int, int]]


class OwnPlanError(Exception):
    """A plan of the user's own raised an error: its type and message."""


def load_plan(words: str) -> OwnPlan:
    """Load FUNCTION from FILE.py:FUNCTION, the user's own code."""
    file, colon, name = words.rpartition(":")
    path = Path(file)
    if not colon:
        raise UsageError(f"`{words}` names no function; write FILE.py:FUNCTION")
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UsageError(f"{path} cannot be run: {type(error).__name__}: {error}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise UsageError(f"{path} has no function {name!r}")
    plan: OwnPlan = found
    return plan


@dataclass(frozen=True)
class SessionPlan:
    """What the patron does."""

    rules: HouseRules
    shoes: ShoePlan
    wagers: tuple[str, ...]
    bankroll: Units
    base: Units
    coups: int
    staking: Staking = Staking.FLAT
    pick: Pick = Pick.FIXED
    stop_loss: Units | None = None
    """Leave when this much is lost."""
    win_goal: Units | None = None
    """Leave when this much is won."""
    clamp: bool = False
    """Raise or cut stakes to the table's limits instead of refusing the plan."""
    own: OwnPlan | None = None
    """A plan of the user's own, called as `session_kernel.choose` is."""
    tags: tuple[int, ...] = ()
    """For a card counter: what seeing each rank (A 2 ... 9 T J Q K) adds to the count."""
    threshold: int = 0
    """The count per deck left from which a counter stakes."""

    def __post_init__(self) -> None:
        write = self.rules.settings.currency.write
        unknown = [name for name in self.wagers if name not in self.rules.wagers]
        if unknown or not self.wagers:
            offered = ", ".join(self.rules.wagers)
            raise BadPlanError(f"this table offers no wager {unknown[0]!r}; it offers {offered}")
        if self.pick is not Pick.FIXED and self.wagers != ("player", "banker"):
            raise BadPlanError("following or opposing the last winner needs wagers player,banker")
        if not 0 < self.bankroll <= 10**13 or not 0 < self.base <= self.bankroll:
            raise BadPlanError(
                f"a bankroll of {write(self.bankroll)} with a stake of {write(self.base)} cannot "
                "be played; give a stake above zero and a bankroll not below it"
            )
        chip = min(self.rules.settings.chips)
        if self.base % chip:
            raise BadPlanError(f"{write(self.base)} is not a stake in chips of {write(chip)}")
        if not 0 < self.coups <= COUPS_MOST:
            raise BadPlanError(f"a session has 1 to {COUPS_MOST:,} coups, not {self.coups}")
        if self.staking is Staking.BY_COUNT and len(self.tags) != 13:
            raise BadPlanError("a plan by count needs 13 tags, for A 2 ... 9 T J Q K")
        if self.own is not None and len(inspect.signature(self.own).parameters) != 8:
            raise BadPlanError(
                "a plan of your own takes memory, base, coup, bankroll, profit, winner, count and "
                "left, and returns the wager's place and the stake"
            )

    @cached_property
    def shoes_most(self) -> int:
        """The most shoes that a session can need."""
        shoes = self.shoes
        burnt = {0: 0, 1: 1, 2: 11}[int(shoes.setup()[1])]
        before_marker = shoes.cards - burnt - shoes.marker_from_back
        least = shoes.coups_most if shoes.continuous else before_marker // 6 + 1
        return -(-self.coups // least)

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """What the session kernel takes, beside the coups."""
        columns = [profit_column(self.rules.wagers[name]) for name in self.wagers]
        ante, settings = self.rules.ante, self.rules.settings
        waived = NEVER if ante is None or ante.waived_from is None else ante.waived_from
        limits = [
            (limit.minimum, limit.maximum, int(column.wager.kind.is_main))
            for column in columns
            for limit in (settings.limits.of(column.wager.kind),)
        ]
        fee = 0 if ante is None else ante.amount
        rounding = (settings.rounding.to, _DIRECTIONS[settings.rounding.direction], fee, waived)
        low = -1 if self.stop_loss is None else self.bankroll - self.stop_loss
        least = min(limit[0] for limit in limits)
        high = NEVER if self.win_goal is None else self.bankroll + self.win_goal
        return {
            "wholes": np.array([column.whole for column in columns], np.int64),
            "units": np.array([column.unit for column in columns], np.int64),
            "rules": np.array(rounding, np.int64),
            "limits": np.array(limits, np.int64),
            "goals": np.array((low, high, self.coups, int(self.clamp), least), np.int64),
            "levels": levels(self.staking, self.base, self.coups),
        }

    @cached_property
    def gpu_tables(self) -> SessionTables:
        """What the GPU takes. No named plan bets on more than two wagers."""
        arrays, pick = self.arrays, list(Pick).index(self.pick)
        counted = int(self.staking is Staking.BY_COUNT)
        wagers = np.column_stack((arrays["limits"], arrays["units"]))[:2]
        wagers = np.pad(wagers, ((0, 2 - len(wagers)), (0, 0)))
        start = (self.bankroll, self.base)
        plan = (pick, counted, self.threshold, *kernel_tags(self.tags))
        return SessionTables(
            terms=np.concatenate((start, arrays["goals"], arrays["rules"], plan, wagers.ravel())),
            profits=arrays["wholes"],
            levels=arrays["levels"],
            line_room=_LINE_ROOM if self.staking is Staking.LABOUCHERE else 0,
            shoes_most=self.shoes_most,
        )


def play_sessions(
    plan: SessionPlan,
    seed: int,
    sessions: int,
    executor: Executor,
    report: Callable[[int, int], None] = lambda _done, _coups: None,
    engine: Engine = Engine.COMPILED,
) -> Integers:
    """Play sessions 0 to sessions - 1; a record each, as `session_kernel` orders its columns.

    Interrupted, it returns the sessions that were finished by then, where there are any.
    """
    if not 0 < sessions <= SESSIONS_MOST:
        raise BadPlanError(f"{sessions} sessions cannot be played; give 1 to {SESSIONS_MOST:,}")
    found: dict[int, Integers] = {}
    done = coups = 0
    least, most = _shard_sizes(plan, engine)
    shards = split([Shard(0, sessions)], most, executor.workers, least)
    play = _play_on_gpu if engine is Engine.GPU else _play
    try:
        for shard, records in executor.run(partial(play, plan, seed), shards):
            found[shard.first] = records
            done += shard.shoes
            coups += int(records[:, 5].sum())
            report(done, coups)
    except KeyboardInterrupt:
        if not found:
            raise
    records = np.concatenate([found[first] for first in sorted(found)])
    _check_stakes(plan, records)
    return records


def _shard_sizes(plan: SessionPlan, engine: Engine) -> tuple[int, int]:
    """The fewest and the most sessions of a shard; for a GPU enough to fill it."""
    if engine is Engine.GPU:
        filled = 1 << 17
        return filled, max(filled, min(1 << 20, (1 << 31) // plan.coups))
    return 512, 8192


def _play_on_gpu(plan: SessionPlan, seed: int, shard: Shard) -> Integers:
    records = np.empty((shard.shoes, _RECORD), np.int64)
    setup, limits = plan.shoes.setup(), plan.shoes.limit_array()
    gpu().play_sessions(seed, shard.first, setup, limits, plan.gpu_tables, records)
    return records


TRACED_MOST = 8192
"""As many sessions as a picture needs for smooth quantiles."""
_POINTS = 60
"""About so many points a trace has."""


def traced_sessions(
    plan: SessionPlan, seed: int, sessions: int = TRACED_MOST
) -> tuple[Integers, Integers]:
    """The bankrolls of the first sessions as time goes on: coups, and a row for each session.

    A session that is over keeps what it ended with.
    """
    step = max(1, plan.coups // _POINTS)
    traces = np.full((sessions, plan.coups // step + 1), -1, np.int64)
    records = _play(plan, seed, Shard(0, sessions), step, traces)
    traces[:, 0] = plan.bankroll
    ended = traces == -1
    traces[ended] = np.broadcast_to(records[:, :1], traces.shape)[ended]
    return np.arange(traces.shape[1]) * step, traces


_NO_TRACES = np.empty((0, 0), np.int64)


def _play(
    plan: SessionPlan, seed: int, shard: Shard, step: int = 1, traces: Integers = _NO_TRACES
) -> Integers:
    from puntobanco.sim import kernel, session_kernel  # noqa: PLC0415  # slow to import

    own = plan.own
    follow = session_kernel.follow_named if own is None else partial(_follow_own, own)
    setup, limits = plan.shoes.setup(), plan.shoes.limit_array()
    lanes = kernel.LANES
    codes = np.empty((int(setup[4]), lanes), np.int16)
    shape = codes.shape if plan.tags else (0, 0)
    tags = kernel_tags(plan.tags)
    running, left = np.empty(shape, np.int64), np.empty(shape, np.int64)
    records = np.zeros((shard.shoes, session_kernel.RECORD), np.int64)
    for start in range(0, shard.shoes, lanes):
        block = records[start : start + lanes]
        memories = begin(plan, block)
        for shoe in range(plan.shoes_most):
            first = (shard.first + start) * plan.shoes_most + shoe
            rows = kernel.deal_block(
                np.uint64(seed), first, plan.shoes_most, len(block), setup, limits, codes,
                tags, running, left,
            )  # fmt: skip
            follow(
                codes, rows, len(block), running, left, **plan.arrays, base=plan.base,
                records=block, memories=memories, step=step, traces=traces[start : start + lanes],
            )  # fmt: skip
            if block[:, session_kernel.END].all():
                break
    return records


def begin(plan: SessionPlan, block: Integers) -> Integers:
    """Give every session its bankroll; returns the memories of their plan."""
    block[:, :3] = plan.bankroll  # now, at its peak and at its lowest
    memories = np.zeros((len(block), 256), np.int64)
    if plan.own is None:
        memories[:, 0] = _KINDS.get(plan.staking, 0)
        memories[:, 1] = list(Pick).index(plan.pick)
        memories[:, 2] = plan.threshold
    return memories


def kernel_tags(tags: Sequence[int]) -> Integers:
    """Tags in the kernel's order of ranks, T J Q K A 2 ... 9."""
    return np.array([*tags[9:], *tags[:9]] if tags else [0] * 13, np.int64)


_own_kernels: dict[OwnPlan, Any] = {}


def _follow_own(plan: OwnPlan, *coups: Any, **arrays: Any) -> None:
    """Play a block by a plan of the user's own, compiled at its first call."""
    from numba.core.errors import NumbaError  # noqa: PLC0415  # an extra

    from puntobanco.sim import session_kernel  # noqa: PLC0415

    if plan not in _own_kernels:
        _own_kernels[plan] = session_kernel.follow_own(plan)  # type: ignore[no-untyped-call]  # compiled
    try:
        _own_kernels[plan](*coups, **arrays)
    except NumbaError:
        raise
    except Exception as error:
        raise OwnPlanError(f"{type(error).__name__}: {error}") from error


def _check_stakes(plan: SessionPlan, records: Integers) -> None:
    """Refuse a plan that staked outside the limits, naming the first coup where it did."""
    write = plan.rules.settings.currency.write
    ends = records[:, 7]
    bad = np.flatnonzero(ends > max(ending.value for ending in Ending))
    if not bad.size:
        return
    session = int(bad[0])
    end, coup, wanted = int(ends[session]), int(records[session, 5]), int(records[session, 9])
    where = f"the plan, in coup {coup} of session {session + 1},"
    if end == 7:
        raise BadPlanError(f"{where} bets on wager {wanted} of {len(plan.wagers)}")
    limits = plan.arrays["limits"]
    low, high = int(limits[:, 0].max()), int(limits[:, 1].min())
    side = "below the minimum" if end == 5 else "above the maximum"
    limit = low if end == 5 else high
    raise BadPlanError(
        f"{where} stakes {write(wanted)}, {side} of {write(limit)}; "
        "change the plan or say --clamp to keep its stakes within the limits"
    )
