"""Simulated coups, every wager's return beside the exact one."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from puntobanco.base.nouns import how_many
from puntobanco.odds.frame import Frame, Tabular, Value, number, share, text
from puntobanco.rules.configure import closest
from puntobanco.sim.counting import SIZE_MOST, CountingRun, Coups
from puntobanco.sim.engines import WORTH_COMPILING, engine_for
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.summary import Summary, WagerSummary, summarise
from puntobanco.surface.books import Book, Rules, table_of
from puntobanco.surface.words import seed_number, whole_number


@dataclass(frozen=True, repr=False)
class Simulation(Tabular):
    """What simulated coups returned; printed, it is a table."""

    rules: Rules
    seed: int
    shoes: int
    summary: Summary

    @property
    def coups(self) -> int:
        """How many coups were dealt."""
        return self.summary.coups

    def __getitem__(self, wager: str) -> WagerSummary:
        known = self.summary.wagers
        if wager not in tuple(known):
            raise KeyError(f"there is no wager {wager!r}; {closest(str(wager), known)}")
        return known[wager]

    @property
    def frame(self) -> Frame:
        """The returns as a table."""
        dealt = (
            f"{how_many(self.coups, 'coup')} of {how_many(self.shoes, 'shoe')}, seed {self.seed}."
        )
        return summary_frame(self.summary, (dealt, Z_NOTE))


Z_NOTE = (
    "first coups: the return of the coups that every shoe has, for which the exact one holds; "
    "+- is its standard error, z = (first coups - exact) / +-."
)


def summary_frame(summary: Summary, notes: tuple[str, ...] = ()) -> Frame:
    """Every wager's return beside the exact one."""
    columns = [
        text("wager"),
        share("return", "return %"),
        share("hits", "hit %", spare=1),
        share("exact", "exact %"),
        share("head_return", "first coups %"),
        share("standard_error", "+- %"),
        number("z", "", "+.2f"),
    ]
    rows: list[list[Value]] = [
        [name, each.observed, each.hits, each.exact, each.head, each.error, each.z]
        for name, each in summary.wagers.items()
    ]
    return Frame(columns, rows, notes=notes)


def simulate(
    rules: str | Book | Rules,
    coups: float = 1_000_000,
    *,
    seed: int | None = None,
    threads: int | None = None,
) -> Simulation:
    """Deal coups from shuffled shoes; the same seed deals the same ones.

    >>> simulate("mbs", coups=1e4, seed=7)["tie"].hits > 0
    True
    """
    table = table_of(rules)
    wanted = whole_number(coups, "coups", 1, SIZE_MOST)
    number = secrets.randbits(63) if seed is None else seed_number(seed)
    if threads is not None:
        whole_number(threads, "threads", 1, 4096)
    plan = shoe_plan(table.core)
    run = CountingRun(plan, number)
    executor = LocalThreads(threads)
    engine, finish = engine_for(plan, wanted)
    try:
        with _progress(wanted) as report:
            counts = run.go_on(Coups(wanted), executor, engine, report)
    finally:
        finish()
        executor.close()
    return Simulation(table, number, run.shoes, summarise(table.core, counts))


@contextmanager
def _progress(coups: int) -> Iterator[Callable[[CountingRun], None]]:
    """A progress bar in a notebook or a terminal where the run is long; else nothing."""
    in_notebook = "ipykernel" in sys.modules
    if coups < WORTH_COMPILING or not (in_notebook or sys.stderr.isatty()):
        yield lambda _: None
        return
    from rich.progress import Progress  # noqa: PLC0415  # slow to load, and only here

    with Progress(transient=True) as bar:
        task = bar.add_task("coups", total=coups)
        yield lambda run: bar.update(task, completed=run.coups)
