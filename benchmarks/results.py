"""Figures beside their limits: told ratio first, kept in a file, compared with the run before.

A figure is taken in rounds, each together with its limit, because the speed of a shared machine
changes within seconds: only what was measured in the same moment can be divided. The ratio says how
much of the limit is reached, whichever way round better is.

python benchmarks/results.py writes what is kept in results.json into docs/benchmarks.md.
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
BEGIN = "<!-- figures: written by benchmarks/results.py -->\n"
END = "<!-- end of figures -->\n"


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


def table(path: Path = KEPT) -> str:
    """What is kept, as Markdown."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    parts = []
    for program, run in kept.items():
        parts.append(
            f"**`benchmarks/{program}.py`**, {run['date']}, commit {run['commit']}, "
            f"{run['machine']}, load {run['load']} at the end.\n\n"
            "| ratio | spread | asked | what | measured | beside |\n|---:|---|---:|---|---|---|\n"
            + "".join(f"| {' | '.join(figure.row)} |\n" for figure in _figures(run))
        )
    return "\n".join(parts)


def written(page: str, figures: str) -> str:
    """A page with the table of figures in its place."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{figures}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8"), table()), "utf-8")
