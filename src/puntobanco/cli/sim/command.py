"""`punto sim`: deal shoes by the million and set every wager's return beside the exact one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import say
from puntobanco.cli.lazy import add_commands
from puntobanco.cli.options import Book, Option
from puntobanco.cli.output import write_answer
from puntobanco.cli.sim.progress import Interrupted, Screen
from puntobanco.cli.sim.words import Amount, Files, Labour, ShoeEndWords
from puntobanco.cli.wager_words import WagerWords, changed
from puntobanco.cli.words import MaybeSeed, read_rules, read_seed
from puntobanco.odds.files import check_place
from puntobanco.odds.frame import Frame
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.sim.counting import CountingRun, Target
from puntobanco.sim.engines import Engine, engine_for
from puntobanco.sim.executors import Executor
from puntobanco.sim.profits import ProfitColumn, mean_returns, profit_column
from puntobanco.sim.saved import load, save
from puntobanco.sim.summary import Summary, run_form, summarise

app = App(name="sim")
add_commands(app, "sim")

_SAVE_EVERY_SECONDS = 10.0


@app.default
def simulate(  # the flags of a command
    book: Book,
    *options: Option,
    amount: Amount = Amount(),
    seed: MaybeSeed = None,
    wagers: WagerWords = WagerWords(),
    shoe: ShoeEndWords = ShoeEndWords(),
    labour: Labour = Labour(),
    resume: Path | None = None,
    files: Files = Files(),
) -> None:
    """Deal shoes and set every wager's observed return beside the exact one.

    Examples:
        punto sim mbs --coups 1e6 --seed 7
        punto sim nz-division dragon-bonus=1 perfect-pair=2 --until-error 0.02
        punto sim rws-wins-on --shoes 1e4 --resume run.json --out classes.parquet
        punto sim mbs --coups 1e6 --device gpu
        punto sim mbs --coups 1e5 --pay tie=9 --wager "lucky: tie pays 5"

    Args:
        seed: Deal the same shoes again.
        resume: Keep the run in this file, and go on from it where it exists.
    """
    choice = wagers.read(read_rules(book, options))
    rules = choice.only()
    files.check()
    plan = shoe.read(rules)
    columns = [profit_column(wager) for wager in rules.wagers.values()]
    target = amount.read(columns)
    if resume is not None:
        check_place(resume)
    if resume is not None and resume.exists():
        run = load(resume, plan, seed)
    else:
        run = CountingRun(plan, read_seed(seed))
    work = _Work(rules, run, target, resume, columns, changed(choice))
    on_gpu = labour.on_gpu()
    with labour.open(on_gpu=on_gpu, pulse=work.screen.pulse) as executor:
        work.go(executor, on_gpu=on_gpu)
    try:
        _show(work, files)
    finally:  # files are written even if `| head` has read enough
        _write(work, files.out, files.plot)
    if work.screen.interrupted:
        sys.exit(130)


@dataclass
class _Work:
    """A run under way, its counts when it is over, and what to tell about it."""

    rules: HouseRules
    run: CountingRun
    target: Target
    file: Path | None
    columns: list[ProfitColumn]
    changes: tuple[str, ...]
    """What differs from the book, in a sentence."""
    counts: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, 8101), np.int64))
    engine: Engine = Engine.NUMPY
    screen: Screen = field(default_factory=Screen)
    history: list[tuple[int, dict[str, float]]] = field(default_factory=list)
    _saved: float = field(default_factory=time.monotonic)
    _before: float = 0.0

    def go(self, executor: Executor, *, on_gpu: bool) -> None:
        """Deal until the target is met or the user has had enough."""
        self._before = self.run.seconds
        with self.screen.open():
            engine, finish = self._engine(on_gpu=on_gpu)

            def next_engine() -> Engine:
                self.engine = engine()
                return self.engine

            try:
                self.counts = self.run.go_on(self.target, executor, next_engine, self._report)
            except Interrupted:
                self.counts = self.run.counts
            self.run.seconds = self._before + self.screen.seconds
        interrupted = self.screen.interrupted
        if not interrupted:  # a user who wants to stop does not wait for the compiler
            finish()
        if interrupted and not self.run.shoes:
            say("interrupted before the first shoe was dealt")
            sys.exit(130)
        if interrupted and self.file is None:
            self.file = Path(f"punto-sim-{self.run.seed}.json")
        saved = self.file is not None and self._save(self.file)
        if interrupted:
            done = how_many(self.run.shoes, "shoe")
            more = f"; go on with --resume {self.file}" if saved else ""
            say(f"interrupted after {done}{more}")

    def _engine(self, *, on_gpu: bool) -> tuple[Callable[[], Engine], Callable[[], None]]:
        """What deals the next shard, and what to do when all are dealt."""
        if on_gpu:
            exact = threading.Thread(target=odds, args=(self.rules,), daemon=True)
            exact.start()  # the processor has little else to do meanwhile
            return lambda: Engine.GPU, exact.join
        plan = self.run.plan
        return engine_for(plan, self.target.coups(plan), self.screen.pulse)

    def _report(self, run: CountingRun) -> None:
        both = run.counts.sum(axis=0)
        if not self.history or run.coups >= 1.1 * self.history[-1][0]:
            self.history.append((run.coups, mean_returns(self.columns, both)))
        if self.file is not None and time.monotonic() - self._saved > _SAVE_EVERY_SECONDS:
            run.seconds = self._before + self.screen.seconds
            self._save(self.file)
        means = mean_returns(self.columns[:3], both)  # as many as a line holds
        news = "  ".join(f"{name} {mean:+.4%}" for name, mean in means.items())
        self.screen.show(self.target.share(run), run.coups, news)

    def _save(self, file: Path) -> bool:
        """Save the run if possible; a full disk must not end it."""
        self._saved = time.monotonic()
        try:
            save(self.run, file)
        except OSError as error:
            say(f"{file} cannot be written ({error.strerror}); the run goes on without it")
            return False
        return True


def _show(work: _Work, files: Files) -> None:
    summary = summarise(work.rules, work.counts)
    stopped = work.screen.interrupted
    form = run_form(work.rules, work.run, work.counts, summary, work.engine, interrupted=stopped)
    write_answer(files.form, form, [_returns(work, summary)])


def _returns(work: _Work, summary: Summary) -> Frame:
    """Every wager's return, as the screen shows it."""
    seconds = max(work.run.seconds, 1e-9)
    dealt, first = (
        f"of {how_many(work.run.shoes, 'shoe')}",
        f"the first {work.run.plan.head} of each shoe",
    )
    if work.rules.continuous:
        dealt, first = "from a shuffler", "all coups, as every one is dealt from all the cards"
    notes = (
        *work.changes,
        (
            f"{how_many(summary.coups, 'coup')} {dealt}, "
            f"seed {work.run.seed}, in {seconds:.1f} s: "
            f"{summary.coups / seconds / 1e6:,.1f} million a second ({work.engine.value})"
        ),
        (
            f"first coups: {first}, {summary.head_coups:,} in all, for which the exact return "
            "holds; +- is their standard error, "
            "z = (first coups - exact) / +-"
        ),
        (
            f"outcome classes of the first coups: chi-square {summary.chi_square:,.0f} with "
            f"{how_many(summary.degrees, 'degree')} of freedom"
        ),
    )
    from puntobanco.surface.simulations import summary_frame  # noqa: PLC0415  # first figures first

    return summary_frame(summary, notes)


def _write(work: _Work, out: Path | None, plot: Path | None) -> None:
    """Write the files asked for, after the results are on the screen: a full disk loses nothing."""
    if out is not None:
        from puntobanco.sim.tables import write_classes  # noqa: PLC0415

        write_classes(work.counts, out)
        beside = out.with_stem(f"{out.stem}-returns")
        _returns(work, summarise(work.rules, work.counts)).save(beside)
        say(f"{out} has the outcome classes, {beside} the returns shown here")
    if plot is not None:
        from puntobanco.sim.plots import plot_run  # noqa: PLC0415

        both = work.counts.sum(axis=0)
        plot_run(work.run, both, work.history, work.columns, odds(work.rules), plot)
