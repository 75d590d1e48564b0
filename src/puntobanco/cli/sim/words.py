"""Reading what the simulator's commands are asked: sizes, seeds, who computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import say, within
from puntobanco.cli.options import OutFile
from puntobanco.cli.output import OutputForm, check_file
from puntobanco.cli.words import MaybeWhole
from puntobanco.odds.sheets.pictures import NEEDS, PICTURES
from puntobanco.rules.book import HouseRules
from puntobanco.sim.counting import Coups, Shoes, Target, UntilError
from puntobanco.sim.cuda import NoGpuError
from puntobanco.sim.engines import gpu
from puntobanco.sim.executors import DaskCluster, Executor, LocalThreads
from puntobanco.sim.plan import ShoePlan, shoe_plan
from puntobanco.sim.profits import ProfitColumn


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ShoeEndWords:
    """How shoes end."""

    marker: MaybeWhole = None
    """Cards behind the cut card; the table's 20 where not said."""
    last_coup: Literal["one-more", "finish"] = "one-more"
    """Whether a further coup follows the one in which the cut card came out."""

    def read(self, rules: HouseRules) -> ShoePlan:
        """Parse the options about the end of a shoe."""
        return shoe_plan(rules, marker_from_back=self.marker, one_more=self.last_coup == "one-more")


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Labour:
    """Who computes."""

    threads: MaybeWhole = None
    """Threads of this process; all cores where not said."""
    workers: MaybeWhole = None
    """Start a cluster of so many worker processes on this machine."""
    cluster: str | None = None
    """Address of a dask scheduler, such as tcp://127.0.0.1:8786."""
    device: Literal["cpu", "gpu"] = "cpu"
    """Where to compute."""

    def on_gpu(self) -> bool:
        """Whether a GPU computes; tells the user why not if one was asked for."""
        if self.device == "cpu":
            return False
        try:
            gpu()
        except NoGpuError as error:
            say(f"{error}; computing on the processor instead")
            return False
        return True

    @contextmanager
    def open(
        self, *, on_gpu: bool = False, pulse: Callable[[], None] = lambda: None
    ) -> Iterator[Executor]:
        """The executor asked for, closed afterwards; threads call `pulse` while they wait."""
        for name, number in (("threads", self.threads), ("workers", self.workers)):
            if number is not None:
                within(f"--{name}", number, 1, 4096)
        if sum(each is not None for each in (self.threads, self.workers, self.cluster)) > 1:
            raise UsageError("give one of --threads, --workers and --cluster, not several")
        executor: Executor
        if self.workers is None and self.cluster is None:
            # Two threads keep a GPU busy: one reads results while the other computes.
            executor = LocalThreads(self.threads or (2 if on_gpu else None))
            executor.pulse = pulse
        else:
            executor = DaskCluster(self.cluster, self.workers)
        try:
            yield executor
        finally:
            executor.close()


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Files:
    """How results are written."""

    out: OutFile = None
    """Write all results to this file: .csv, .parquet, .xlsx or .json, as its name ends."""
    plot: Path | None = None
    """Draw a picture of them: .png, .svg or .pdf."""
    json: bool = False
    """Write JSON instead of a page."""
    wide: bool = False
    """Show every column, however narrow the terminal is."""

    @property
    def form(self) -> OutputForm:
        """How the screen is written."""
        return OutputForm(json=self.json, wide=self.wide)

    def check(self) -> None:
        """Refuse files that could not be written, before a long run begins."""
        if self.out is not None:
            check_file(self.out, (".csv", ".parquet", ".xlsx", ".json"), [("polars", "files")])
        if self.plot is not None:
            check_file(self.plot, PICTURES, NEEDS)


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Amount:
    """How much is dealt: one of three ways to say so."""

    shoes: MaybeWhole = None
    """Deal so many shoes."""
    coups: MaybeWhole = None
    """Deal exactly so many coups."""
    until_error: float | None = None
    """Deal until no wager's return has a standard error above this part of the stake."""

    def read(self, columns: Sequence[ProfitColumn]) -> Target:
        """Parse the options about how much is dealt."""
        given = [each for each in (self.shoes, self.coups, self.until_error) if each is not None]
        if len(given) != 1:
            raise UsageError("say how much: one of --shoes N, --coups N and --until-error E")
        if self.shoes is not None:
            return Shoes(self.shoes)
        if self.coups is not None:
            return Coups(self.coups)
        assert self.until_error is not None
        return UntilError(self.until_error, columns)
