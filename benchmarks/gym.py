"""How many steps a second the environments make, on one core: `python benchmarks/gym.py`."""

from __future__ import annotations

import time

import gymnasium
import numpy as np

import puntobanco.gym

ROUNDS = 5
SECONDS = 1.0


def faithful() -> float:
    """Steps a CPU second of the seat at a real table."""
    table = gymnasium.make(puntobanco.gym.ENVIRONMENT, minimums=10_000)
    table.reset(seed=1)
    action, steps, start = np.array([2, 0]), 0, time.process_time()
    while (used := time.process_time() - start) < SECONDS:
        *_, over, cut, _ = table.step(action)
        steps += 1
        if over or cut:
            table.reset()
    return steps / used


def compiled(seats: int, *, copy: bool) -> float:
    """Steps a CPU second of many compiled seats; a new shoe counts as no step."""
    many = gymnasium.make_vec(puntobanco.gym.ENVIRONMENT, seats, copy=copy)
    many.reset(seed=1)
    chance = np.random.default_rng(1)
    actions = [
        np.stack([chance.integers(0, 6, seats), chance.integers(0, 10, seats)], 1)
        for _ in range(64)
    ]
    many.step(actions[0])  # compile
    best = 0.0
    for _ in range(ROUNDS):
        steps, number, begun = 0, 0, np.zeros(seats, bool)
        start = time.process_time()
        while (used := time.process_time() - start) < SECONDS:
            _, _, over, _, _ = many.step(actions[number % 64])
            number += 1
            steps += seats - int(begun.sum())
            begun = over
        best = max(best, steps / used)
    return best


def main() -> None:
    """Print the table of docs/gym.md."""
    print(f"one seat at the table                     {faithful():>14,.0f}")
    for seats in (64, 256, 1024, 4096):
        for copy in (True, False):
            words = "copied" if copy else "views"
            steps = compiled(seats, copy=copy)
            print(f"{seats:>5} compiled seats, observations {words:<7} {steps:>12,.0f}")


if __name__ == "__main__":
    main()
