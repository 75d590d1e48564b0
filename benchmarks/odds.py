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

from puntobanco.books import BOOKS
from puntobanco.odds.composition import Composition
from puntobanco.odds.kernel import compile_kernel
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
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for shoe in shoes:
            work(shoe)
        best = min(best, (time.process_time() - start) / len(shoes))
    return best


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


def cold_seconds(*words: str) -> float:
    """CPU seconds of the command in a fresh process, the best of several."""
    code = (
        f"from puntobanco.cli.odds import app; app({list(words)!r}, result_action='return_value')"
    )
    best = float("inf")
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(  # noqa: S603  # our own command
            [sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=os.environ
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def say(what: str, seconds: float) -> None:
    """One line: time, rate, and how many times as fast as the best public solver."""
    print(  # noqa: T201  # a benchmark's output
        f"{what:58} {seconds * 1e6:9.0f} us {1 / seconds:9.0f} /s {PEER_SECONDS / seconds:7.2f} x"
    )


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
    print(  # noqa: T201
        f"{machine()}\n{count} different random compositions, {ROUNDS} rounds, best CPU time; "
        "x = times 3,600/s"
    )
    plain = seconds_each(Weigher(tableau).weigh, shoes[:5])
    say("plain Python, weights of all 3,066 classes", plain)
    if not compile_kernel():
        print("numba is not installed; the compiled kernel is not measured")  # noqa: T201
        return
    say("weights of all 3,066 classes", seconds_each(Weigher(tableau).weigh, shoes))
    say("weights by value", seconds_each(Weigher(tableau, kinds=False).weigh, shoes))
    for rules in (
        table("mbs"),
        table("rws-super-six-plus"),
        table("rws-wins-on"),
        table("nz-division", lucky_match="1", dragon_bonus="1"),
    ):
        pricer = Pricer(tableau, rules.wagers.values())
        what = f"{rules.book.name}, {len(rules.wagers)} wagers: edge win push lose variance"
        say(what, seconds_each(price_everything(pricer), shoes))
    values = value_wagers()
    pricer = Pricer(tableau, values)
    say(f"{len(values)} wagers on values: line weights", seconds_each(pricer.price, shoes))
    say(f"{len(values)} wagers on values: edges", seconds_each(price_edges(pricer), shoes))
    for words in (("mbs",), ("rws-wins-on",), ("mbs", "--seen", "As"), ("removal", "mbs")):
        print(f"cold: odds {' '.join(words):46} {cold_seconds(*words):9.3f} s")  # noqa: T201
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'memory of this process at its highest':58} {most:9} MB")  # noqa: T201


if __name__ == "__main__":
    main()
