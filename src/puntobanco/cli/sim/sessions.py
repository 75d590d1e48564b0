"""`punto sim sessions`: a patron, a bankroll and a staking plan, many thousand times."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from cyclopts import Parameter

from puntobanco.base.money import Units
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import say, user_errors
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import write_answer
from puntobanco.cli.sim.progress import Screen
from puntobanco.cli.sim.words import Files, Labour, ShoeEndWords
from puntobanco.cli.wager_words import ChosenWagers, WagerWords, changed
from puntobanco.cli.words import MaybeSeed, Whole, read_amount, read_rules, read_seed
from puntobanco.rules.book import HouseRules
from puntobanco.sim.card_count import count_for
from puntobanco.sim.engines import Engine, best_engine
from puntobanco.sim.session_results import SessionResults, session_results
from puntobanco.sim.sessions import (
    TRACED_MOST,
    OwnPlanError,
    Pick,
    SessionPlan,
    load_plan,
    play_sessions,
    traced_sessions,
)
from puntobanco.sim.staking import Staking

_Plan = Literal[
    "flat", "martingale", "paroli", "dalembert", "fibonacci", "labouchere", "1-3-2-6", "by-count"
]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class SessionPatron:
    """What the patron brings and does."""

    wager: Words = ()
    """What is bet on; "NAME: CONDITION pays 40" is a wager that no book has. Usually banker."""
    pay: Words = ()
    """Other payoffs: tie=9, banker="1 less 4%", super-six-plus=15,25."""
    plan: _Plan = "flat"
    """How the stake follows from the results so far."""
    pick: Literal["fixed", "follow", "oppose"] = "fixed"
    """On which of player and banker: fixed, the last winner's, or the other one's."""
    own: str | None = None
    """FILE.py:FUNCTION, a plan of your own; docs/simulator.md says how it is called."""
    bankroll: str = "5000"
    """What the patron brings."""
    stake: str = "100"
    """The plan's base stake."""
    coups: Whole = 300
    """The session ends after so many coups."""
    stop_loss: str | None = None
    """The session ends when so much is lost."""
    win_goal: str | None = None
    """The session ends when so much is won."""
    clamp: bool = False
    """Keep stakes within the table's limits instead of refusing the plan."""

    def choose(self, rules: HouseRules) -> ChosenWagers:
        """What the patron bets on, and what it pays."""
        usual = ("player", "banker") if self.pick != "fixed" else ("banker",)
        return WagerWords(self.wager or usual, self.pay).read(rules)

    def read(self, choice: ChosenWagers, shoe: ShoeEndWords) -> SessionPlan:
        """Parse the options about the patron."""
        rules, wagers = choice.rules, tuple(choice.wagers)
        tags, threshold = _count(rules, wagers, self.plan)

        def amount(option: str, words: str) -> Units:
            return read_amount(rules.settings.currency, words, f"--{option}")

        def maybe(option: str, words: str | None) -> Units | None:
            return None if words is None else amount(option, words)

        return SessionPlan(
            rules=rules,
            shoes=shoe.read(rules),
            wagers=wagers,
            bankroll=amount("bankroll", self.bankroll),
            base=amount("stake", self.stake),
            coups=self.coups,
            staking=Staking(self.plan),
            pick=Pick(self.pick),
            stop_loss=maybe("stop-loss", self.stop_loss),
            win_goal=maybe("win-goal", self.win_goal),
            clamp=self.clamp,
            own=None if self.own is None else load_plan(self.own),
            tags=tags,
            threshold=threshold,
        )


def sessions(
    book: Book,
    *options: Option,
    sessions: Whole = 10_000,
    coups_per_hour: float = 70.0,
    seed: MaybeSeed = None,
    patron: SessionPatron = SessionPatron(),
    shoe: ShoeEndWords = ShoeEndWords(),
    labour: Labour = Labour(),
    files: Files = Files(),
) -> None:
    """Play sessions by a staking plan: risk of ruin, final bankrolls, drawdown, cost per hour.

    Examples:
        punto sim sessions mbs --wager banker --bankroll 5000 --stake 100
        punto sim sessions mbs --plan martingale --clamp --win-goal 1000
        punto sim sessions mbs --wager player banker --pick follow --plan paroli
        punto sim sessions mbs --wager tie --plan by-count --stake 10
        punto sim sessions mbs --own my_plan.py:stake --plot fan.png
        punto sim sessions mbs --plan labouchere --clamp --sessions 1e6 --device gpu

    Args:
        sessions: How many sessions to play.
        coups_per_hour: For time on the table and cost per hour.
        seed: Play the same sessions again.
    """
    if not 0 < coups_per_hour < 10_000:
        raise UsageError(f"--coups-per-hour must be 1 to 9999, not {coups_per_hour:g}")
    choice, number = patron.choose(read_rules(book, options)), read_seed(seed)
    files.check()
    plan, screen = patron.read(choice, shoe), Screen()
    engine = _engine(plan, labour, files)

    def report(done: int, played: int) -> None:
        screen.show(done / sessions, played, f"{done:,} of {sessions:,} sessions")

    with (
        labour.open(on_gpu=engine is Engine.GPU, pulse=screen.pulse) as executor,
        _own_errors(patron.own),
        screen.open(),
    ):
        records = play_sessions(plan, number, sessions, executor, report, engine)
    run = {"seed": number, "engine": engine.value, "seconds": screen.seconds}
    try:
        _show(plan, session_results(plan, records, coups_per_hour), run, files, changed(choice))
    finally:  # files are written even if `| head` has read enough
        _write(plan, number, records, files)
    if screen.interrupted:
        say(
            f"interrupted after {how_many(len(records), 'session')}; the figures above are of these"
        )
        sys.exit(130)


def _engine(plan: SessionPlan, labour: Labour, files: Files) -> Engine:
    """Where sessions are played; pictures and plans of the user's own need the compiled kernel."""
    on_gpu = plan.own is None and labour.on_gpu()
    if best_engine() is Engine.NUMPY and not (on_gpu and files.plot is None):
        raise UsageError("sessions need numba; install puntobanco[sim]")
    if plan.own is not None and labour.device == "gpu":
        say("a plan of your own runs on the processor")
    return Engine.GPU if on_gpu else Engine.COMPILED


def _write(plan: SessionPlan, seed: int, records: npt.NDArray[np.int64], files: Files) -> None:
    if files.out is not None:
        from puntobanco.sim.tables import write_sessions  # noqa: PLC0415

        write_sessions(records, plan.rules.settings.currency, files.out)
    if files.plot is not None:
        from puntobanco.sim.plots import plot_sessions  # noqa: PLC0415

        traces = traced_sessions(plan, seed, min(len(records), TRACED_MOST))
        plot_sessions(plan, records, traces, files.plot)


def _count(rules: HouseRules, wagers: tuple[str, ...], plan: str) -> tuple[tuple[int, ...], int]:
    if plan != "by-count":
        return (), 0
    if len(wagers) != 1 or wagers[0] not in rules.wagers:
        raise UsageError(
            f"a plan by count bets on one wager; choose from {', '.join(rules.wagers)}"
        )
    return count_for(rules, wagers[0])


@contextmanager
def _own_errors(own: str | None) -> Iterator[None]:
    """Say in a sentence why a plan of the user's own cannot be played."""
    if own is None:
        yield
        return
    from numba.core.errors import NumbaError  # noqa: PLC0415 - an extra

    try:
        with user_errors(OwnPlanError, about=f"{own} ended with an error"):
            yield
    except NumbaError as error:
        hint = "a plan returns two whole numbers, the wager's place and the stake"
        sys.stderr.write(f"{_numba_words(str(error))}\n")
        raise UsageError(
            f"{own} cannot be compiled; numba's message is above "
            f"(a hint: {hint}; see docs/simulator.md)"
        ) from None


def _numba_words(message: str) -> str:
    """What the compiler says of the plan, without colours, blank lines and lines on our kernel."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    ends = r'This error may have been caused|During: resolving callee|File "[^"]*session_kernel.py"'
    plain = re.split(ends, plain)[0]
    return "\n".join(line.rstrip() for line in plain.splitlines() if line.strip())


def _played(plan: SessionPlan) -> str:
    """What was played, defaults included."""
    write = plan.rules.settings.currency.write
    plan_name = "your own plan" if plan.own else plan.staking.value
    return (
        f"{plan.rules.book.title}: {', '.join(plan.wagers)}, {plan_name}, stakes from "
        f"{write(plan.base)}, {write(plan.bankroll)} brought, "
        f"{how_many(plan.coups, 'coup')} at most"
    )


def _show(
    plan: SessionPlan,
    results: SessionResults,
    run: dict[str, Any],
    files: Files,
    notes: tuple[str, ...],
) -> None:
    currency = plan.rules.settings.currency
    page = {"book": plan.rules.book.name, **run, **results.form(currency)}
    dealt = (
        f"{how_many(results.sessions, 'session')}, {how_many(results.coups, 'coup')}, "
        f"seed {run['seed']}, in {run['seconds']:.1f} s: "
        f"{results.coups / max(run['seconds'], 1e-9) / 1e6:,.1f} million coups a second "
        f"({run['engine']})"
    )
    write_answer(files.form, page, [results.frame(currency, _played(plan), (dealt,))], notes)
