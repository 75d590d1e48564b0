"""Figures beside their limits: told ratio first, kept in a file, compared with the run before.

A figure is taken in rounds, each together with its limit, because the speed of a shared machine
changes within seconds: only what was measured in the same moment can be divided. The ratio says how
much of the limit is reached, whichever way round better is.

python benchmarks/results.py writes docs/benchmarks.md from what is kept in results.json.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "benchmarks" / "results.json"
PAGE = ROOT / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

<!-- written by benchmarks/results.py from benchmarks/results.json; do not edit -->

`make bench` runs all benchmarks. Each figure is measured together with its limit, in alternating
rounds.

- **ratio**: the median share of the limit that was reached. It travels between machines; the
  figures do not. A ratio of 1 reaches the limit. Bold: below what is asked.
- **spread**: the least and the greatest ratio of the rounds.
- **asked**: the ratio that the project aims for.

`benchmarks/results.json` keeps the last run of each program. The next run is compared with it and
says "WORSE" where a ratio fell by more than the spread of both runs. Figures from before results
were kept are in a [report](reports/2026-11-16-benchmarks.md).
"""
SECTIONS = {
    "sim": """## Simulation

The limit of the kernel is `benchmarks/reference.c`: 16 shoes side by side in 16-bit lanes, compiled
with `-O3 -march=native`. It does less: 16 random bits a card, one drawing table, no suits, no burn.
""",
    "gpu": """## Simulation on a GPU

The same counts and records as on the CPU, which the program checks first. The limit of a whole run
is the kernel alone. Rates of sessions include reading their records back.
""",
    "table": """## The table

Whole coups with 7 patrons and 3 stakes each. Every event is evolved, posted and encoded.
The limit is a loop that only draws and values the cards.
""",
    "odds": """## Exact odds

1,000 random compositions, nothing cached.
""",
    "record": """## The record

Durable events a second in SQLite with full sync. Each producer waits for its own event.
The limit is a bare group-commit loop.
""",
    "archive": """## The archive

What a house costs when it comes back, and what its logs take. CPU time of all processes together.
Restoring 10^6 coups (20.6 million events) is reckoned from 5,000 and 20,000 coups. "The house's own
file" is its SQLite file with one request and one answer for each event.

Restoring is verifying, by both verifiers. Neither can reach 250,000 events a CPU second (4 µs each)
in Python. By single profiled runs, the first one needs 2 to 4 µs an event for form, hash and
link (0.9 of them for SHA-256 alone), 1.2 to read the event, 1.9 to fold it, 1.6 for money and
cards. The second one reads, hashes and adds up everything once more, with code of its own.
""",
    "editions": """## Editions

CPU time to read a rule book. The first reading in a process also builds what all readings share.
""",
    "server": """## The house

Loopback, with the load generator on a core of its own.
The limit is a bare path: socket, JSON, group commit, acknowledgement.
""",
    "hour": """## An hour of a floor

The house with its store, automatic dealers and audiences, without sockets. Nobody waits: the clock
goes to what is due next. What the CPU time is made of stands in [scaling](scaling.md#calculation).
""",
    "server_processes": """## Several processes on one PostgreSQL

Loopback. On two cores the processes, the database and the load generator share them: what two and
four processes reach here is contention, not their limit. CPU is that of the house's processes; the
database's own is a row of its own. Hand-over: one process is killed with -9. Its bettors come back
with a new ticket; its tables that go by the clock are conducted by another process.
""",
    "cluster": """## The simulator on a cluster

dask.distributed on this machine: a scheduler, this process and workers of one thread each, all on
its cores. The limit is one worker, in the same round.
""",
    "suite": """## The test suite

Wall and CPU time of the two commands of a contributor, each time in a fresh clone on an idle
machine. `make bench` leaves it out: it takes half an hour.
""",
}
"""How each program measures."""


@dataclass(frozen=True)
class Figure:
    """What was measured, beside its limit, in each round."""

    name: str
    unit: str
    limit: str
    """What it is beside, in words."""
    asked: float
    """The ratio that is asked for."""
    rounds: Sequence[tuple[float, float]]
    """The figure and its limit, both in the unit."""
    less_is_better: bool = False

    @property
    def ratios(self) -> list[float]:
        """How much of its limit each round reached, the least first."""
        pairs = ((b, a) if self.less_is_better else (a, b) for a, b in self.rounds)
        return sorted(ours / limit for ours, limit in pairs)

    @property
    def ratio(self) -> float:
        """The middle one."""
        return statistics.median(self.ratios)

    @property
    def row(self) -> list[str]:
        """The cells of a table: ratio and spread, asked, what, and both numbers."""
        ours, limit = (statistics.median(side) for side in zip(*self.rounds, strict=True))
        return [
            f"**{_share(self.ratio)}**" if self.ratio < self.asked else _share(self.ratio),
            f"{_share(self.ratios[0])} to {_share(self.ratios[-1])}, {len(self.rounds)} rounds",
            _share(self.asked),
            self.name,
            f"{_written(ours)} {self.unit}",
            f"{self.limit}: {_written(limit)}",
        ]


def _share(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.4f}"


def _written(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def news(before: Figure | None, now: Figure) -> str:
    """How a figure compares with that of the run before: worse or better beyond both spreads."""
    if before is None:
        return "not measured before"
    low, middle, high = map(_share, (before.ratios[0], before.ratio, before.ratios[-1]))
    was = f"{middle} before, {low} to {high}"
    if now.ratio < before.ratios[0] and before.ratio > now.ratios[-1]:
        return f"WORSE by more than the spread: {was}"
    if now.ratio > before.ratios[-1] and before.ratio < now.ratios[0]:
        return f"better by more than the spread: {was}"
    return f"within the spread: {was}"


def machine() -> str:
    """The processor, its cores and the Python, in words."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if sys.platform == "linux" else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    name = next(names, platform.processor() or platform.machine())
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def commit() -> str:
    """The commit that was measured, and whether something was changed after it."""
    command = ["git", "describe", "--always", "--dirty=, changed since", "--exclude=*"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    return run.stdout.strip() or "unknown"


def keep(program: str, figures: Sequence[Figure], path: Path = KEPT) -> None:
    """Tell the figures of a program, compare them with those kept, and keep them instead."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    before = {figure.name: figure for figure in _figures(kept.get(program, {}))}
    run = {
        "machine": machine(),
        "load": round(os.getloadavg()[0], 1),
        "commit": commit(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
    }
    sys.stdout.write(f"{program}: {', '.join(f'{name} {value}' for name, value in run.items())}\n")
    for figure in figures:
        ratio, spread, asked, name, ours, limit = figure.row
        sys.stdout.write(
            f"{ratio.strip('*'):>5} of {asked} asked ({spread}): {name}, {ours}; {limit}\n"
            f"      {news(before.get(name), figure)}\n"
        )
    kept[program] = {**run, "figures": [asdict(figure) for figure in figures]}
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def _figures(run: dict[str, Any]) -> list[Figure]:
    found = run.get("figures", [])
    return [Figure(**{**each, "rounds": [tuple(r) for r in each["rounds"]]}) for each in found]


def page(path: Path = KEPT) -> str:
    """The page of benchmarks, from what is kept."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return "\n".join([HEAD, *(_section(program, kept.get(program)) for program in SECTIONS)])


def _section(program: str, run: dict[str, Any] | None) -> str:
    if run is None:
        return f"{SECTIONS[program]}\nNo run of `benchmarks/{program}.py` is kept yet.\n"
    return (
        f"{SECTIONS[program]}\n`benchmarks/{program}.py`, {run['date']}, commit {run['commit']}.\n"
        f"{run['machine']}, load {run['load']} at the end.\n\n"
        "| ratio | spread | asked | what | measured | limit |\n|---:|---|---:|---|---|---|\n"
        + "".join(f"| {' | '.join(figure.row)} |\n" for figure in _figures(run))
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
