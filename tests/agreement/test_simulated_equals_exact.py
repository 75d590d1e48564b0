"""Every wager of every book, simulated, against the exact odds."""

from __future__ import annotations

import math

import pytest

from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules
from puntobanco.sim.counting import CountingRun, Shoes
from puntobanco.sim.engines import Engine
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.summary import Summary, summarise

_TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("rws-super-six-plus", {}),
    ("rws-super-six-plus", {"decks": "4"}),
    ("rws-wins-on", {"decks": "10"}),
    ("mbs", {}),
    ("nz-division", {"tie": "9", "perfect-pair": "2", "dragon-bonus": "1"}),
    ("nz-division", {"burn": "one-card", "lucky-match": "1", "dragon-bonus": "3", "decks": "4"}),
    ("nz-division", {"two-to-one": "half-on-six", "any-pair": "1"}),
    ("nz-division", {"equipment": "continuous-shuffler", "lucky-match": "2"}),
)


def _summary(book: str, options: dict[str, str]) -> Summary:
    rules = BOOKS[book].configure(options)
    assert isinstance(rules, HouseRules)
    executor = LocalThreads(1)
    run = CountingRun(shoe_plan(rules), seed=20_26)
    counts = run.go_on(Shoes(300_000), executor, lambda: Engine.COMPILED)
    executor.close()
    return summarise(rules, counts)


@pytest.mark.parametrize(("book", "options"), _TABLES)
def test_simulated_returns_are_the_exact_ones(book: str, options: dict[str, str]) -> None:
    summary = _summary(book, options)
    assert summary.wagers
    off = {name: round(wager.z, 2) for name, wager in summary.wagers.items() if abs(wager.z) > 4}
    assert not off
    deviation = math.sqrt(2 * summary.degrees)
    assert abs(summary.chi_square - summary.degrees) < 5 * deviation, summary.chi_square
