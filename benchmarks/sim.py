"""How fast the simulator is, beside a C loop and in one run: CPU time, the best of several rounds.

python benchmarks/sim.py; the C loop (reference.c) is left out where there is no compiler, the GPU
where there is none.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.gpu import NoGpuError
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.sessions import SessionPlan, Staking, play_sessions
from puntobanco.sim.shards import Shard, split

ROUNDS = 5
_FIRST_RESULT = """
import sys, time
from puntobanco.cli.sim.command import app
from puntobanco.cli.sim.progress import Screen
def first(self, share, coups, news):
    sys.stdout.write(f"{time.time()} {coups} {news}\\n")
    sys.stdout.flush()
    sys.exit(0)
Screen.show = first
app(["mbs", "--coups", "1e10", "--seed", "1"], exit_on_error=False, print_error=False)
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
    for _ in range(ROUNDS):
        start = clock()
        coups = work()
        rates.append(coups / (clock() - start))
    return max(rates)


def reference_rate() -> float | None:
    """The C loop's rate; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    source = Path(__file__).with_name("reference.c")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        flags = ["-O3", "-march=native", "-Wno-psabi"]
        command = [compiler, *flags, str(source), "-o", str(program)]
        subprocess.run(command, check=True)  # noqa: S603  # our own program
        rates: list[float] = []
        for _ in range(ROUNDS):
            run = subprocess.run(  # noqa: S603  # our own program
                [str(program), "20000"], capture_output=True, check=True
            )
            found = json.loads(run.stdout)
            assert abs(found["banker"] / found["coups"] - 0.458597) < 0.001, found
            rates.append(found["coups"] / found["seconds"])
    return max(rates)


def compiled_rate(shoes: int = 1 << 17) -> float:
    """The compiled kernel's rate on one core."""
    plan = shoe_plan(table())
    counted(plan, 1, 0, 512, Engine.COMPILED)
    return best(lambda: int(counted(plan, 1, 0, shoes, Engine.COMPILED).sum()))


def threads_rate(threads: int, shoes: int = 1 << 19) -> tuple[float, float]:
    """The compiled kernel's rate on several threads by the clock on the wall, and cores it had."""
    plan = shoe_plan(table())
    executor = LocalThreads(threads)

    def work() -> int:
        shards = split([Shard(0, shoes)], 1 << 16, threads)
        done = executor.run(
            lambda shard: counted(plan, 1, shard.first, shard.shoes, Engine.COMPILED), shards
        )
        return sum(int(counts.sum()) for _, counts in done)

    rounds = []
    for _ in range(ROUNDS):
        wall, processor = time.perf_counter(), time.process_time()
        coups = work()
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        rounds.append((coups / wall, processor / wall))
    executor.close()
    return max(rounds)


def numpy_rate(shoes: int = 1 << 14) -> float:
    """The numpy kernel's rate on one core."""
    plan = shoe_plan(table())
    return best(lambda: int(counted(plan, 1, 0, shoes, Engine.NUMPY).sum()))


def session_rate(staking: Staking, sessions: int = 1 << 14) -> float:
    """Coups of sessions a second on one core."""
    rules = table("mbs")
    plan = SessionPlan(
        rules, shoe_plan(rules), ("banker",), 50_000_00, 100_00, 400, staking, clamp=True
    )
    executor = LocalThreads(1)
    play_sessions(plan, 1, 512, executor)
    rate = best(lambda: int(play_sessions(plan, 1, sessions, executor)[:, 5].sum()))
    executor.close()
    return rate


def seconds_to_first_result(*, cache: Path | None) -> tuple[float, int]:
    """Wall time from the start of a process to its first figures, and the coups behind them."""
    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    start = time.time()
    run = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", _FIRST_RESULT], capture_output=True, check=True, env=environment
    )
    shown, coups, *_ = run.stdout.split()
    return float(shown) - start, int(coups)


def gpu_rate(shoes: int = 1 << 27) -> tuple[str, float] | None:
    """The GPU's name and rate; None where there is none. Checks its counts against the CPU's."""
    from puntobanco.sim.gpu import Gpu  # noqa: PLC0415

    try:
        gpu = Gpu()
    except NoGpuError:
        return None
    plan = shoe_plan(table())

    def count(number: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        counts = np.zeros((2, 8101), np.int64)
        gpu.count_shoes(
            np.uint64(1), 0, number, plan.setup(), plan.limit_array(), plan.head, counts
        )
        return counts

    assert np.array_equal(count(5000), counted(plan, 1, 0, 5000, Engine.NUMPY))
    return gpu.name, best(lambda: int(count(shoes).sum()), time.perf_counter)


def main() -> None:
    """Measure everything and print a table."""
    lines = [("machine", f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")]

    def add(name: str, rate: float, note: str = "") -> None:
        lines.append((name, f"{rate / 1e6:10,.1f} M coups/s  {note}"))

    reference = reference_rate()
    compiled = compiled_rate()
    if reference is not None:
        add("C loop, 13 ranks, no suits, one core", reference)
    note = "" if reference is None else f"{compiled / reference:.2f} of the C loop"
    add("compiled kernel, all classes, one core", compiled, note)
    two, cores = threads_rate(2)
    note = f"{two / compiled:.2f} of one core, having {cores:.2f} cores"
    add("the same on two threads (wall)", two, note)
    add("numpy kernel, one core", numpy_rate())
    for staking in Staking:
        if staking is not Staking.BY_COUNT:
            add(f"sessions, {staking.value}, one core", session_rate(staking))
    with tempfile.TemporaryDirectory() as folder:
        for name, cache in (("filled", None), ("empty", Path(folder))):
            seconds, coups = seconds_to_first_result(cache=cache)
            figures = f"{seconds:10.2f} s, of {coups:,} coups"
            lines.append((f"first figures, {name} kernel cache", figures))
    gpu = gpu_rate()
    if gpu is not None:
        add(f"GPU, {gpu[0]}", gpu[1])
    for name, figure in lines:
        sys.stdout.write(f"{name:42}{figure}\n")


if __name__ == "__main__":
    main()
