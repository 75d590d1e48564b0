"""How long the test suite takes: `make test` and `make quick`, each time in a fresh clone.

Run on an idle machine: python benchmarks/suite.py [--rounds 3]. Each round clones HEAD into a new
folder and sets it up from nothing, without `CI=true`. CPU time is that of the whole machine or
container where the kernel tells it: browsers and servers that are killed count too.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from results import ROOT, Figure, keep

CLOCKS = (Path("/sys/fs/cgroup/cpu.stat"), Path("/sys/fs/cgroup/cpuacct/cpuacct.usage"))
"""What a container has used: version 2 in microseconds, version 1 in nanoseconds."""
MACHINE = Path("/proc/stat")
"""Ticks of all cores: user, nice, system, idle, waiting, interrupts, stolen."""


def cpu_seconds() -> float:
    """CPU seconds used so far."""
    new, old = CLOCKS
    if new.exists():
        return int(new.read_text("ascii").split()[1]) / 1e6
    if old.exists():
        return int(old.read_text("ascii")) / 1e9
    if MACHINE.exists():
        user, nice, system, _, _, hard, soft = map(int, MACHINE.read_text("ascii").split()[1:8])
        return (user + nice + system + hard + soft) / os.sysconf("SC_CLK_TCK")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def minutes(folder: Path, target: str) -> tuple[float, float]:
    """Make a target in this folder: minutes of wall time and of CPU time."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    began, used = time.monotonic(), cpu_seconds()
    with (folder / f"{target}.log").open("wb") as log:
        made = subprocess.run(  # noqa: S603
            ["make", target],  # noqa: S607
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    taken = (time.monotonic() - began) / 60, (cpu_seconds() - used) / 60
    sys.stdout.write(f"make {target}: {taken[0]:.2f} min, {taken[1]:.2f} CPU min\n")
    if made.returncode:
        sys.exit(f"make {target} failed: {(folder / f'{target}.log').read_text('utf-8')[-4000:]}")
    return taken


def main() -> None:
    """Time both targets and keep the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    walls, cpus, quicks = [], [], []
    for _ in range(parser.parse_args().rounds):
        with tempfile.TemporaryDirectory(prefix="punto-suite-") as name:
            folder = Path(name) / "clone"
            subprocess.run(  # noqa: S603
                ["git", "clone", "--quiet", str(ROOT), str(folder)],  # noqa: S607
                check=True,
            )
            wall, cpu = minutes(folder, "test")
            walls.append((wall, 8.0))
            cpus.append((cpu, 14.0))
            quicks.append((minutes(folder, "quick")[0] * 60, 60.0))
    measured = (
        ("`make test` in a fresh clone, set-up included", "min", walls),
        ("the same, CPU time of all processes", "CPU min", cpus),
        ("`make quick` afterwards", "s", quicks),
    )
    figures = [
        Figure(what, unit, "at most", 1.0, rounds, less_is_better=True)
        for what, unit, rounds in measured
    ]
    keep("suite", figures)


if __name__ == "__main__":
    main()
