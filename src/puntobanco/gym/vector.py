"""Many seats at once on the compiled kernels: the seat of `gym/table.py`, a thousand times faster.

Observations, rewards and ends are those of `TableEnvironment` for the same cards and actions; a
test plays both. Left to that one: clauses and settlements in `info`, tables with an Ante or with
commission collected later, and continuous shufflers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from puntobanco.gym.roads import road_spaces
from puntobanco.gym.stakes import bead_table, stake_tables
from puntobanco.gym.table import PATRON, PLACE, Observation, TableEnvironment
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settings import TableSettings
from puntobanco.sim.plan import ShoePlan, shoe_plan
from puntobanco.views.roads.shoe_roads import DERIVED_DISTANCES

Answer = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class TableVectorEnvironment(
    gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]
):
    """`num_envs` seats, each at a table of its own; a seat whose shoe is over gets another one.

    As `gymnasium.vector.AutoresetMode.NEXT_STEP` has it: the step after the end of an episode
    ignores its action, and shows the next shoe. With `copy=False` observations are views that the
    next step overwrites.
    """

    metadata = {  # noqa: RUF012  as its base has it
        "render_modes": [],
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 256,
        book: str = "mbs",
        options: Mapping[str, str] | None = None,
        settings: TableSettings | None = None,
        minimums: int = 100,
        stake_most: int = 10,
        *,
        copy: bool = True,
    ) -> None:
        seat = TableEnvironment(book, options, settings, minimums, stake_most)
        if num_envs < 1:
            raise ValueError(f"num_envs is 1 or more, not {num_envs}")
        self.rules: HouseRules = seat.rules
        self.plan: ShoePlan = _plan(seat.rules)
        self.wagers, self.minimum = seat.wagers, seat.minimum
        self.num_envs, self._copy = num_envs, copy
        self.single_action_space = seat.action_space
        self.single_observation_space = seat.observation_space
        self.action_space = batch_space(seat.action_space, num_envs)
        self.observation_space = batch_space(seat.observation_space, num_envs)
        self._bought = minimums * seat.minimum
        self._tables = self._lookups(stake_most)
        self._arrays(seat.coups_most)
        self.seed: int | None = None
        """What the shoes follow from: `puntobanco.sim.cards.dealt_shoe` gives their cards."""

    def _lookups(self, stake_most: int) -> tuple[Any, ...]:
        found = stake_tables(self.rules, PATRON, PLACE, stake_most)
        limits = [self.rules.settings.limit(each) for each in self.rules.wagers.values()]
        least = min(limit.minimum for limit in limits)
        return (
            found.amounts, found.taken, found.ends, found.profits, found.stays, bead_table(),
            self.minimum, least,
        )  # fmt: skip

    def _arrays(self, coups: int) -> None:
        from puntobanco.gym import kernel  # noqa: PLC0415  # slow to load, and an extra
        from puntobanco.sim import kernel as dealing  # noqa: PLC0415  # as above

        self._kernel, self._dealing = kernel, dealing
        seats, whole = self.num_envs, np.dtype(np.int64)
        fields = {name: (each.dtype, each.shape or ()) for name, each in road_spaces(coups).items()}
        fields |= {"rack": (whole, (1,)), "stakes": (whole, (len(self.wagers),))}
        self._layout, size = _layout({**fields, "stage": (whole, ())}, seats)
        self._memory = np.zeros(size, np.uint8)
        self._seen = self._fields(self._memory)
        self._state = np.zeros((seats, kernel.STATE), np.int64)
        self._shoes = np.zeros((seats, self.plan.coups_most), np.int16)
        self._numbers = np.zeros(seats, np.int64)
        self._block = np.empty((self.plan.coups_most, dealing.LANES), np.int16)
        self._rows, self._lane, self._dealt = 0, dealing.LANES, 0
        self._over = np.ones(seats, np.bool_)

    # --- gymnasium ----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Bring every patron to a new table with a new shoe; a seed begins the shoes anew."""
        super().reset(seed=seed)
        if seed is not None or self.seed is None:
            self.seed = int(self.np_random.integers(2**63)) if seed is None else seed
            self._lane, self._dealt = self._dealing.LANES, 0
        self._sit_down(np.arange(self.num_envs))
        self._over[:] = False
        return self._shown(), {"shoe": self._numbers.copy()}

    def step(self, actions: NDArray[np.int64]) -> Answer:
        """Stake, deal and settle one coup at every table."""
        if self.seed is None:
            raise gymnasium.error.ResetNeeded("call reset before anything else")
        wanted = np.asarray(actions, np.int64)
        self._check(wanted)
        fresh = self._over
        if fresh.any():
            self._sit_down(np.flatnonzero(fresh))
        rewards = np.empty(self.num_envs, np.float64)
        over, refused = np.empty_like(fresh), np.empty_like(fresh)
        self._kernel.step(
            wanted, fresh, self._tables, self._shoes, self._state, self._views(), rewards, over,
            refused,
        )  # fmt: skip
        self._over = over
        info = {"shoe": self._numbers.copy(), "refused": refused}
        return self._shown(), rewards, over.copy(), np.zeros_like(over), info

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Refuse what would be read from outside the tables."""
        most = np.array(self.single_action_space.nvec, np.int64)  # type: ignore[attr-defined]
        shape = (self.num_envs, 2)
        if actions.shape != shape:
            raise ValueError(f"actions have the shape {shape}, not {actions.shape}")
        if (actions < 0).any() or (actions >= most).any():
            raise ValueError(f"an action is below {most.tolist()} and not below zero")

    def _sit_down(self, seats: NDArray[np.int64]) -> None:
        """Hand out the next shoes, dealing a block at a time."""
        done = 0
        while done < len(seats):
            if self._lane == self._dealing.LANES:
                self._deal()
            some = seats[done : done + self._dealing.LANES - self._lane]
            self._numbers[some] = (
                self._dealt - self._dealing.LANES + self._lane + np.arange(len(some))
            )
            self._kernel.take_shoes(
                some, self._block, self._rows, self._lane, self._bought, self._shoes, self._state,
                self._views(),
            )  # fmt: skip
            self._lane += len(some)
            done += len(some)

    def _deal(self) -> None:
        lanes = self._dealing.LANES
        nothing = np.empty((0, 0), np.int64)
        self._rows = self._dealing.deal_block(
            np.uint64(self.seed or 0), self._dealt, 1, lanes, self.plan.setup(),
            self.plan.limit_array(), self._block, np.zeros(13, np.int64), nothing, nothing,
        )  # fmt: skip
        self._dealt += lanes
        self._lane = 0

    def _views(self) -> tuple[Any, ...]:
        seen = self._seen
        derived = tuple(seen[name] for name in DERIVED_DISTANCES)
        return (
            seen["bead_plate"], seen["big_road"], derived, seen["rack"], seen["stakes"],
            seen["stage"],
        )  # fmt: skip

    def _fields(self, memory: NDArray[np.uint8]) -> Observation:
        """The arrays of an observation that lie in one piece of memory."""
        return {
            name: memory[start:end].view(kind).reshape(shape)
            for name, (start, end, kind, shape) in self._layout.items()
        }

    def _shown(self) -> Observation:
        return self._fields(self._memory.copy()) if self._copy else self._seen


_Layout = dict[str, tuple[int, int, "np.dtype[Any]", tuple[int, ...]]]


def _layout(fields: Mapping[str, tuple[Any, tuple[int, ...]]], seats: int) -> tuple[_Layout, int]:
    """Where each array lies in one piece of memory: its bytes, kind and shape; and their sum.

    One piece, because the allocator returns several large ones to the system after every step.
    """
    found: _Layout = {}
    start = 0
    for name, (kind, shape) in fields.items():
        size = math.prod(shape) * seats * kind.itemsize
        found[name] = start, start + size, kind, (seats, *shape)
        start += -(-size // 8) * 8
    return found, start


def _plan(rules: HouseRules) -> ShoePlan:
    plan = shoe_plan(rules)
    missing = {
        "an Ante": rules.ante is not None,
        "commission collected later": rules.settings.commission_later,
        "a continuous shuffler": plan.continuous,
    }
    for words, here in missing.items():
        if here:
            raise ValueError(f"a table with {words} has no compiled seat; use puntobanco/Table-v0")
    return plan
