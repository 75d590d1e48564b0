"""How fast exact odds are: ratios taken in one run, CPU time, the best of several rounds.

python benchmarks/odds.py [COMPOSITIONS]; needs numba for the figures worth having.
"""

from __future__ import annotations

import os
import platform
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from results import Figure, keep

from puntobanco.books import BOOKS
from puntobanco.odds.composition import Composition
from puntobanco.odds.kernel import compiled_kernel
from puntobanco.odds.pricing import Pricer, looks_at_kinds
from puntobanco.odds.weights import Weigher
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import Wager

ROUNDS = 5
PEER_SECONDS = 1 / 3600
"""The best public solver found: nine bets in floating point, 3,600 compositions a second."""


def random_compositions(count: int, seed: int = 1) -> list[Composition]:
    """Different shoes of 1 to 16 decks, dealt down to somewhere between 6 cards and all."""
    chance = random.Random(seed)  # noqa: S311  # a benchmark that can be repeated
    found = []
    for _ in range(count):
        decks = chance.randint(1, 16)
        left = chance.sample(range(52 * decks), chance.randint(6, 52 * decks))
        counts = [0] * 52
        for card in left:
            counts[card % 52] += 1
        found.append(Composition(tuple(counts), len(left)))
    return found


def table(book: str, **options: str) -> HouseRules:
    """A table's rules; underscores stand for hyphens."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = BOOKS[book].configure(chosen)
    assert isinstance(rules, HouseRules), rules
    return rules


def value_wagers() -> list[Wager]:
    """Player, Banker, Tie, Wins On, Dragon Bonus, Super Six Plus and 2 to 1: values only."""
    tables = (
        table("rws-wins-on"),
        table("rws-super-six-plus"),
        table("nz-division", dragon_bonus="1", two_to_one="on"),
    )
    return [
        replace(wager, name=f"{rules.book.name} {wager.name}")
        for rules in tables
        for wager in rules.wagers.values()
        if not looks_at_kinds(wager)
    ]


def seconds_each(work: Callable[[Composition], object], shoes: Sequence[Composition]) -> float:
    """CPU seconds for one composition, the best of several rounds over all of them."""
    return min(rounds_of(work, shoes))


def rounds_of(work: Callable[[Composition], object], shoes: Sequence[Composition]) -> list[float]:
    """CPU seconds for one composition, in each round over all of them."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for shoe in shoes:
            work(shoe)
        found.append((time.process_time() - start) / len(shoes))
    return found


def price_everything(pricer: Pricer) -> Callable[[Composition], object]:
    """Edge, win, push, lose and variance of every wager, as reduced fractions."""

    def work(shoe: Composition) -> object:
        odds = pricer.price(shoe).values()
        return [(each.edge, each.win, each.push, each.lose, each.variance) for each in odds]

    return work


def price_edges(pricer: Pricer) -> Callable[[Composition], object]:
    """The edge of every wager, as a reduced fraction."""

    def work(shoe: Composition) -> object:
        return [each.edge for each in pricer.price(shoe).values()]

    return work


def cold_seconds(*words: str) -> tuple[float, float]:
    """CPU and wall seconds of the command in a fresh process, the best of several."""
    run = f"app({list(words)!r}, result_action='return_value')"
    code = f"from puntobanco.cli.odds.command import app; {run}"
    cpu = wall = float("inf")
    for _ in range(ROUNDS):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(  # noqa: S603  # our own command
            [sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=os.environ
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall = min(wall, time.perf_counter() - start)
        cpu = min(cpu, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return cpu, wall


class Lines:
    """Writes one line a figure: time, rate, and two ratios."""

    def __init__(self, plain: float) -> None:
        self._plain = plain
        print(f"{'':58} {'CPU us':>8} {'/s':>8} {'x plain':>8} {'x peer':>8}")
        self.write("plain Python, weights of all 3,066 classes", plain)

    def write(self, what: str, seconds: float) -> None:
        """`x plain` is against the plain kernel in this run, `x peer` against 3,600 a second."""
        ratios = f"{self._plain / seconds:8.1f} {PEER_SECONDS / seconds:8.2f}"
        print(f"{what:58} {seconds * 1e6:8.0f} {1 / seconds:8.0f} {ratios}")


def machine() -> str:
    """The processor and the Python, in words."""
    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main() -> None:
    """Print every figure."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    shoes = random_compositions(count)
    tableau = BOOKS["mbs"].tableau
    what = f"{count} different random compositions, {ROUNDS} rounds, the best CPU time"
    print(f"{machine()}\n{what}")
    lines = Lines(seconds_each(Weigher(tableau).weigh, shoes[:5]))
    if compiled_kernel() is None:
        print("numba is not installed; the compiled kernel is not measured")
        return
    lines.write("weights of all 3,066 classes", seconds_each(Weigher(tableau).weigh, shoes))
    by_value = Weigher(tableau, kinds=False)
    lines.write("weights by value", seconds_each(by_value.weigh, shoes))
    for rules in (
        table("mbs"),
        table("rws-super-six-plus"),
        table("rws-wins-on"),
        table("nz-division", lucky_match="1", dragon_bonus="1"),
    ):
        work = price_everything(Pricer(tableau, rules.wagers.values()))
        what = f"{rules.book.name}, {len(rules.wagers)} wagers: edge win push lose variance"
        lines.write(what, seconds_each(work, shoes))
    values = value_wagers()
    pricer = Pricer(tableau, values)
    lines.write(f"{len(values)} wagers on values: chances", seconds_each(pricer.price, shoes))
    lines.write(f"{len(values)} wagers on values: edges", seconds_each(price_edges(pricer), shoes))
    for words in (("mbs",), ("rws-wins-on",), ("mbs", "--seen", "As"), ("removal", "mbs")):
        cpu, wall = cold_seconds(*words)
        print(f"cold: odds {' '.join(words):46} {cpu:8.3f} s CPU {wall:8.3f} s wall")
    wins_on = table("rws-wins-on")
    everything = price_everything(Pricer(tableau, wins_on.wagers.values()))
    figures = []
    for name, work, most_us in (
        (f"`rws-wins-on`, {len(wins_on.wagers)} wagers, everything exact", everything, 1000.0),
        (f"{len(values)} wagers on values, edges", price_edges(pricer), 200.0),
    ):
        rounds = [(1e6 * seconds, most_us) for seconds in rounds_of(work, shoes)]
        figures.append(Figure(name, "CPU us a shoe", "at most", 1.0, rounds, less_is_better=True))
    keep("odds", figures)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'memory of this process at its highest':58} {most:8} MB")


if __name__ == "__main__":
    main()
