"""The GPU: the same results as the CPU's, then `punto sim --device gpu` beside the bare kernel.

python benchmarks/gpu.py; it measures nothing where there is no GPU. Rates are by the wall.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np
from results import Figure, keep

from puntobanco.sim.card_count import count_for
from puntobanco.sim.cuda import NoGpuError
from puntobanco.sim.engines import Engine, counted, gpu
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.sessions import SessionPlan, play_sessions
from puntobanco.sim.staking import Staking
from sim import session_plan, table

ROUNDS = 3
TRILLION = ("rws-wins-on", "--coups", "1000000000000", "--seed", "2", "--device", "gpu")
SESSIONS = ("sessions", "mbs", "--sessions", "1e7", "--seed", "2", "--device", "gpu")


def check(executor: LocalThreads) -> None:
    """Compare counts of 20 million coups and records of every staking plan with the CPU's."""
    plan, shoes = shoe_plan(table()), 250_000
    counts = counted(plan, 1, 0, shoes, Engine.GPU)
    assert np.array_equal(counts, counted(plan, 1, 0, shoes, Engine.COMPILED))
    assert counts.sum() > 20_000_000
    for each in plans():
        on_cpu = play_sessions(each, 1, 20_000, executor)
        assert np.array_equal(on_cpu, play_sessions(each, 1, 20_000, executor, engine=Engine.GPU))
    sys.stdout.write("counts and records are the CPU's\n")


def plans() -> list[SessionPlan]:
    """Every staking plan."""
    tags, threshold = count_for(table("mbs"), "banker")
    return [
        session_plan(staking, tags=tags, threshold=threshold)
        if staking is Staking.BY_COUNT
        else session_plan(staking)
        for staking in Staking
    ]


def kernel_rate(shoes: int = 1 << 28) -> float:
    """Coups a second of one launch, in thousand millions."""
    plan = shoe_plan(table("rws-wins-on"))
    start = time.perf_counter()
    return int(counted(plan, 2, 0, shoes, Engine.GPU).sum()) / (time.perf_counter() - start) / 1e9


def command_rates(*words: str) -> tuple[float, float]:
    """What `punto sim` did a second by its own clock, and from its start to its end."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "puntobanco", "sim", *words, "--json"]
    run = subprocess.run(command, capture_output=True, check=True)  # noqa: S603  # our own program
    seconds = time.perf_counter() - start
    found = json.loads(run.stdout)
    assert found["engine"] == "gpu", run.stderr
    return found["coups"] / found["seconds"] / 1e9, found["coups"] / seconds / 1e9


def session_rate(plan: SessionPlan, executor: LocalThreads) -> float:
    """Coups of a million sessions a second, their records read back."""
    start = time.perf_counter()
    records = play_sessions(plan, 1, 1 << 20, executor, engine=Engine.GPU)
    seconds = time.perf_counter() - start
    return int(records[:, 5].sum()) / seconds / 1e9


def main() -> None:
    """Check, then measure."""
    try:
        name = gpu().name
    except NoGpuError as error:
        sys.stdout.write(f"{error}; nothing is measured\n")
        return
    executor = LocalThreads(2)
    check(executor)
    kernel_rate()
    command_rates(*TRILLION)
    rounds = [(*command_rates(*TRILLION), kernel_rate()) for _ in range(ROUNDS)]
    unit, kernel = "G coups/s", "kernel alone, 2^28 shoes"
    asked = f"{name}: `punto sim {' '.join(TRILLION)}`"
    figures = [
        Figure(asked, unit, kernel, 0.95, [(told, limit) for told, _, limit in rounds]),
        Figure(
            "the same from the start of the process to its end", unit, kernel, 0.95,
            [(whole, limit) for _, whole, limit in rounds],
        ),
    ]  # fmt: skip
    sessions = [(command_rates(*SESSIONS)[0], 1.0) for _ in range(ROUNDS)]
    figures.append(Figure(f"`punto sim {' '.join(SESSIONS)}`", unit, "at least", 1.0, sessions))
    for plan in plans():
        session_rate(plan, executor)
        sessions = [(session_rate(plan, executor), 1.0) for _ in range(ROUNDS)]
        words = f"2^20 sessions of up to {plan.coups} coups, {plan.staking.value}"
        figures.append(Figure(words, unit, "at least", 1.0, sessions))
    executor.close()
    keep("gpu", figures)


if __name__ == "__main__":
    main()
