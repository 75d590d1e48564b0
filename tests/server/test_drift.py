"""Drift is noticed: shifted chances are found in time, honest years raise no alarm."""

from __future__ import annotations

import numpy as np
import pytest

from puntobanco.audit.chances import Chances
from puntobanco.audit.evidence import ALARM, Drift
from puntobanco.audit.log_index import LogIndex
from puntobanco.books import BOOKS
from puntobanco.odds import odds
from puntobanco.rules.book import HouseRules
from puntobanco.surveillance.drift import DRIFT, HouseWatch
from tests.server.test_folds import steps_of
from tests.sizes import size_of
from tests.views.logs import SETUP, hostile

RUNS = size_of("drifts")
"""How many tables drift, each way."""
YEARS = size_of("table_years")
ROUNDS_A_YEAR = 365 * 24 * 3600 // 27
SEED = 12
RESULTS = ("player", "banker", "tie")


def chances() -> dict[str, float]:
    rules = BOOKS["mbs"].configure()
    assert isinstance(rules, HouseRules)
    return Chances.of(rules).results


def first_alarms(
    before: dict[str, float], now: dict[str, float], runs: int, rounds: int, seed: int
) -> np.ndarray:
    """By run: after how many rounds the same sums as `Drift` come to the alarm; -1: never."""
    random, watch = np.random.default_rng(seed), Drift(before)
    sums = np.zeros((runs, len(watch._steps)))
    alarms = np.full(runs, -1)
    hits = np.array([step[0] for step in watch._steps.values()])
    misses = np.array([step[1] for step in watch._steps.values()])
    names = [name for name, _ in watch._steps]
    table = np.array(
        [[h if n == r else m for n, h, m in zip(names, hits, misses, strict=True)] for r in RESULTS]
    )
    weights = [now[name] for name in RESULTS]
    for begin in range(0, rounds, 1000):
        drawn = random.choice(3, size=(runs, 1000), p=weights).astype(np.int8)
        for number in range(1000):
            np.maximum(sums + table[drawn[:, number]], 0.0, out=sums)
            new = (alarms < 0) & (sums.max(axis=1) >= ALARM)
            alarms[new] = begin + number + 1
        if (alarms >= 0).all():
            break
    return alarms


def shifted(before: dict[str, float], name: str, by: float) -> dict[str, float]:
    """One result comes more often or more seldom; the others share the rest as before."""
    rest = 1 - before[name]
    return {
        each: before[name] + by if each == name else chance * (rest - by) / rest
        for each, chance in before.items()
    }


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize(("points", "within"), [(0.03, 20_000), (0.02, 40_000)])
def test_a_shift_of_a_main_result_is_found_in_time(
    points: float, within: int, name: str, way: int
) -> None:
    before = chances()
    alarms = first_alarms(before, shifted(before, name, way * points), RUNS, within, SEED)
    found = int((alarms > 0).sum())
    assert found >= RUNS - max(1, RUNS // 100), f"{found} of {RUNS}"


def test_honest_tables_raise_no_alarm_in_a_year() -> None:
    before, tables = chances(), 40 * YEARS
    alarms = first_alarms(before, before, tables, ROUNDS_A_YEAR // 40, SEED)
    assert int((alarms > 0).sum()) <= YEARS


def test_the_sums_are_those_of_the_watch() -> None:
    before = chances()
    now, rounds = shifted(before, "player", 0.03), 15_000
    random = np.random.default_rng(SEED)
    drawn = random.choice(3, size=(1, 1000), p=[now[name] for name in RESULTS])
    watch, count = Drift(before), 0
    while watch.alarm is None and count < rounds:
        if count and count % 1000 == 0:
            drawn = random.choice(3, size=(1, 1000), p=[now[name] for name in RESULTS])
        watch.take(RESULTS[drawn[0, count % 1000]])
        count += 1
    assert watch.alarm == ("player", 1)
    assert first_alarms(before, now, 1, rounds, SEED).tolist() == [count]
    assert sum(watch.counts.values()) == count


@pytest.mark.parametrize("book", BOOKS)
def test_chances_are_those_of_the_exact_odds(book: str) -> None:
    rules = BOOKS[book].configure()
    assert isinstance(rules, HouseRules)
    found, exact = Chances.of(rules).results, odds(rules)
    assert sum(found.values()) == pytest.approx(1)
    assert found["tie"] == pytest.approx(float(exact["tie"].win))
    assert found["player"] == pytest.approx(float(exact["player"].win))


def test_a_log_is_counted_from_its_first_coup_and_told() -> None:
    log = hostile(2, 30)
    index = LogIndex(SETUP, log.rules, lambda digest: None)
    for step in steps_of(log):
        index.take(step)
    assert set(index.drifts) == {"", "Dora"}
    assert 0 < sum(index.drifts[""].counts.values()) <= 30
    for _ in range(400):
        index.drifts[""].take("tie")
    watch = HouseWatch()
    watch.drifts("T1", index)
    (form,) = watch.forms()
    assert (form.kind, form.table, form.who) == (DRIFT, "T1", ())
    assert form.sentence.startswith("Tie occurs more often at this table than chance allows: ")
