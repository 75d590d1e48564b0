"""The report of a load run: figures as JSON, plots as SVG, both in one page of Markdown.

    python benchmarks/server.py bets viewers --report FOLDER

Needs the extra `plots`. The figures are kept beside the page, so that the plots can be drawn again:

    python benchmarks/report.py FOLDER
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

KEPT = "figures.json"
MOST = 200_000
"""So many samples of a kind are kept; of more, evenly chosen ones."""


@dataclass
class Bets:
    """One path of bets: how long each took, and when it was acknowledged."""

    path: str
    seconds: float
    cpu_seconds: float
    count: int
    took: list[float]
    moments: list[float]


@dataclass
class Viewers:
    """Many sockets: what each costs, and when cards reached them."""

    count: int
    memory_kb: float
    delays: list[float] = field(default_factory=list)
    lasts: list[float] = field(default_factory=list)
    """For each card, when the last viewer of its table had it."""
    cpu_us: float = 0.0


@dataclass
class Report:
    """What a run has measured so far."""

    began: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    machine: str = field(
        default_factory=lambda: (
            f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, "
            f"load {os.getloadavg()[0]:.1f} at the beginning"
        )
    )
    bets: list[Bets] = field(default_factory=list)
    viewers: list[Viewers] = field(default_factory=list)
    moments: list[float] = field(default_factory=list, repr=False)
    """When each bet of the path that is being driven was acknowledged."""

    def add_bets(self, path: str, took: list[float], seconds: float, cpu: float) -> None:
        """A path of bets has been driven."""
        began = min(self.moments, default=0.0)
        moments = [each - began for each in self.moments]
        self.bets.append(Bets(path, seconds, cpu, len(took), _some(took), _some(moments)))
        self.moments = []

    def add_viewers(self, count: int, memory_kb: float) -> None:
        """So many viewers are connected."""
        self.viewers.append(Viewers(count, memory_kb))

    def add_deliveries(self, delays: list[float], lasts: list[float], cpu_us: float) -> None:
        """Cards have reached the viewers that were connected last."""
        some = self.viewers[-1]
        some.delays, some.lasts, some.cpu_us = _some(delays), _some(lasts), cpu_us

    def write(self, folder: Path) -> Path:
        """Keep the figures, draw the plots, write the page."""
        folder.mkdir(parents=True, exist_ok=True)
        form = {name: each for name, each in asdict(self).items() if name != "moments"}
        (folder / KEPT).write_text(json.dumps(form), "utf-8")
        page = folder / "report.md"
        page.write_text("\n".join([*self._words(), *_plots(self, folder), ""]), "utf-8")
        return page

    @classmethod
    def read(cls, folder: Path) -> Report:
        """A report that was kept."""
        form: dict[str, Any] = json.loads((folder / KEPT).read_text("utf-8"))
        return cls(
            form["began"],
            form["machine"],
            [Bets(**each) for each in form["bets"]],
            [Viewers(**each) for each in form["viewers"]],
        )

    def _words(self) -> list[str]:
        lines = ["# Load of the house", "", f"{self.began}; {self.machine}.", ""]
        if self.bets:
            lines += [
                "| path | bets | a second | p50 ms | p99 ms | p99.9 ms | CPU us a bet |",
                "|---|---:|---:|---:|---:|---:|---:|",
            ]
        for each in self.bets:
            p50, p99, p999 = (1e3 * at(each.took, share) for share in (0.5, 0.99, 0.999))
            lines.append(
                f"| {each.path} | {each.count:,} | {each.count / each.seconds:,.0f} | {p50:.1f} | "
                f"{p99:.1f} | {p999:.1f} | {each.cpu_seconds / max(each.count, 1) * 1e6:.0f} |"
            )
        if self.viewers:
            lines += [
                "",
                "| viewers | KB each | p50 ms | p99 ms | p99 ms to all | last ms | CPU us each |",
                "|---:|---:|---:|---:|---:|---:|---:|",
            ]
        for some in self.viewers:
            p50, p99, last = (1e3 * at(some.delays, share) for share in (0.5, 0.99, 1.0))
            lines.append(
                f"| {some.count:,} | {some.memory_kb:.1f} | {p50:.0f} | {p99:.0f} | "
                f"{1e3 * at(some.lasts, 0.99):.0f} | {last:.0f} | {some.cpu_us:.1f} |"
            )
        return lines


def at(samples: Sequence[float], share: float) -> float:
    """The sample below which this share of them lies; 0 where there are none."""
    ordered = sorted(samples)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


def _some(samples: list[float]) -> list[float]:
    step = max(len(samples) // MOST, 1)
    return [round(each, 6) for each in samples[::step]]


def _latencies(report: Report, axes: Any) -> None:
    for each in report.bets:
        ordered = sorted(1e3 * took for took in each.took)
        axes.plot(ordered, [place / len(ordered) for place in range(1, len(ordered) + 1)])
    axes.set(xscale="log", ylabel="share of bets")
    axes.legend([each.path for each in report.bets])


def _rates(report: Report, axes: Any) -> None:
    for each in report.bets:
        step = each.count / max(len(each.moments), 1)
        counts = [0.0] * (int(max(each.moments, default=0)) + 1)
        for moment in each.moments:
            counts[int(moment)] += step
        axes.plot(range(len(counts)), counts)
    axes.set(ylabel="bets a second", ylim=(0, None))
    axes.legend([each.path for each in report.bets])


def _delays(report: Report, axes: Any) -> None:
    for some in report.viewers:
        axes.hist([1e3 * each for each in some.delays], 60, alpha=0.6)
    axes.set(ylabel="deliveries")
    axes.legend([f"{some.count:,} viewers" for some in report.viewers])


def _costs(report: Report, axes: Any) -> None:
    names = [f"{some.count:,}" for some in report.viewers]
    axes.bar(names, [some.memory_kb for some in report.viewers], width=0.4)
    axes.set(ylabel="KB of the server's memory")


_BETS = (
    ("latency.svg", "How long a durable bet takes", "milliseconds", _latencies),
    ("rate.svg", "Bets a second", "seconds of the run", _rates),
)
_VIEWERS = (
    ("delay.svg", "When a card reaches a viewer", "milliseconds", _delays),
    ("memory.svg", "What a viewer costs", "viewers", _costs),
)


def _plots(report: Report, folder: Path) -> list[str]:
    """Draw what there are samples for; the lines that show the drawings."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    lines: list[str] = []
    wanted = (*(_BETS if report.bets else ()), *(_VIEWERS if report.viewers else ()))
    for name, title, unit, paint in wanted:
        figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
        paint(report, axes)
        axes.set(title=title, xlabel=unit)
        axes.grid(alpha=0.3)
        figure.savefig(folder / name, metadata={"Date": None})
        plt.close(figure)
        lines += ["", f"![{title}]({name})"]
    return lines


def main() -> None:
    """Draw a kept report again."""
    folder = Path(sys.argv[1])
    print(Report.read(folder).write(folder))


if __name__ == "__main__":
    main()
