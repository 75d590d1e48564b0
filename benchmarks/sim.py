"""How fast the simulator is, beside a C loop, round by round in one run, by CPU time.

python benchmarks/sim.py; the C loop (reference.c) is left out where there is no compiler.
benchmarks/gpu.py measures the GPU.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from results import Figure, keep

from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.sessions import SessionPlan, play_sessions
from puntobanco.sim.shards import Shard, split
from puntobanco.sim.staking import Staking

ROUNDS = 9
_FIRST_FIGURES = """
import os, sys, time
from puntobanco.cli.app import app
from puntobanco.cli.sim.progress import Screen
def first(self, share, coups, news):
    sys.stdout.write(str(time.process_time()))
    sys.stdout.flush()
    os._exit(0)
Screen.show = first
sys.argv = ["punto", "sim", "mbs", "--coups", "1e10", "--seed", "1"]
app()
"""


def table(book: str = "nz-division") -> HouseRules:
    """A table with as much to it as any: burn by value, cut card, side wagers with suits."""
    options = {"dragon-bonus": "1", "perfect-pair": "1"} if book == "nz-division" else {}
    rules = book_named(book).configure(options)
    assert isinstance(rules, HouseRules)
    return rules


def best(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """The highest rate in coups a second of several rounds."""
    rates = []
    for _ in range(3):
        start = clock()
        coups = work()
        rates.append(coups / (clock() - start))
    return max(rates)


@contextmanager
def reference() -> Iterator[Callable[[], float] | None]:
    """The C loop: its coups a CPU second, each time it is called; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        yield None
        return
    source = Path(__file__).with_name("reference.c")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        flags = ["-O3", "-march=native", "-Wno-psabi"]
        command = [compiler, *flags, str(source), "-o", str(program)]
        subprocess.run(command, check=True)  # noqa: S603  # our own program

        def rate() -> float:
            run = subprocess.run(  # noqa: S603  # our own program
                [str(program), "4000"], capture_output=True, check=True
            )
            found = json.loads(run.stdout)
            assert abs(found["banker"] / found["coups"] - 0.458597) < 0.002, found
            return float(found["coups"] / found["seconds"])

        yield rate


def compiled_rate(shoes: int = 1 << 16) -> float:
    """The compiled kernel's coups a CPU second on one core."""
    start = time.thread_time()
    coups = int(counted(shoe_plan(table()), 1, 0, shoes, Engine.COMPILED).sum())
    return coups / (time.thread_time() - start)


def threads_rate(threads: int, shoes: int = 1 << 18) -> float:
    """The compiled kernel's coups a CPU second on several threads."""
    plan = shoe_plan(table())
    executor = LocalThreads(threads)
    shards = split([Shard(0, shoes)], 1 << 16, threads)
    start = time.process_time()
    done = executor.run(
        lambda shard: counted(plan, 1, shard.first, shard.shoes, Engine.COMPILED), shards
    )
    coups = sum(int(counts.sum()) for _, counts in done)
    used = time.process_time() - start
    executor.close()
    return coups / used


def numpy_rate(shoes: int = 1 << 14) -> float:
    """The numpy kernel's rate on one core."""
    plan = shoe_plan(table())
    return best(lambda: int(counted(plan, 1, 0, shoes, Engine.NUMPY).sum()))


def session_plan(staking: Staking, **more: Any) -> SessionPlan:
    """Sessions of 400 coups, most of which are played to the end."""
    rules = table("mbs")
    shoes = shoe_plan(rules)
    return SessionPlan(
        rules, shoes, ("banker",), 50_000_00, 100_00, 400, staking, clamp=True, **more
    )


def session_rate(staking: Staking, sessions: int = 1 << 14) -> float:
    """Coups of sessions a second on one core."""
    plan = session_plan(staking)
    executor = LocalThreads(1)
    play_sessions(plan, 1, 512, executor)
    rate = best(lambda: int(play_sessions(plan, 1, sessions, executor)[:, 5].sum()))
    executor.close()
    return rate


def cpu_to_first_figures() -> float:
    """CPU seconds from the start of a process to its first figures, the kernel's cache filled."""
    run = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", _FIRST_FIGURES], capture_output=True, check=True
    )
    return float(run.stdout)


def cpu_of_a_million() -> float:
    """CPU seconds of `punto sim mbs --coups 1e6`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # our own program
        [sys.executable, "-m", "puntobanco", "sim", "mbs", "--coups", "1e6", "--seed", "1"],
        capture_output=True, check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure everything; ratios are kept, the rest is only told."""
    million = 1e6
    counted(shoe_plan(table()), 1, 0, 512, Engine.COMPILED)
    figures = []
    with reference() as loop:
        if loop is not None:
            rounds = [(compiled_rate() / million, loop() / million) for _ in range(ROUNDS)]
            limit = "C loop of 16-bit lanes, 13 ranks, no suits"
            name = "compiled kernel, all classes, suits and cut card, one core"
            figures.append(Figure(name, "M coups/CPU s", limit, 0.60, rounds))
    rounds = [(threads_rate(2) / million, compiled_rate() / million) for _ in range(ROUNDS)]
    name = "compiled kernel on two threads"
    figures.append(Figure(name, "M coups/CPU s", "the same on one", 0.95, rounds))
    for name, work, most in (
        ("`punto sim`, first figures, kernel's cache filled", cpu_to_first_figures, 1.0),
        ("`punto sim mbs --coups 1e6`", cpu_of_a_million, 1.5),
    ):
        rounds = [(work(), most) for _ in range(ROUNDS)]
        figures.append(Figure(name, "CPU s", "at most", 1.0, rounds, less_is_better=True))
    keep("sim", figures)
    told = [("numpy kernel, one core", numpy_rate())]
    told += [
        (f"sessions, {staking.value}, one core", session_rate(staking))
        for staking in Staking
        if staking is not Staking.BY_COUNT
    ]
    for name, rate in told:
        sys.stdout.write(f"{name:42}{rate / million:10,.1f} M coups/s\n")


if __name__ == "__main__":
    main()
