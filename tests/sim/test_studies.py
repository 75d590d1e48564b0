"""Studies: counted by the blocks, checked by hand on small shoes."""

from __future__ import annotations

import numpy as np
import pytest

from puntobanco.books import book_named
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.sim import studies
from puntobanco.sim.counting import CountingRun, Coups
from puntobanco.sim.engines import Engine, best_engine, counted, dealt_shoes
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.plots import _bins, first_returns
from puntobanco.sim.profits import profit_column
from puntobanco.sim.studies import Streaks, cut_shift, hits, winners

_P, _B, _T, _END = 9 * 90 + 1, 1 * 90 + 9, 7 * 90 + 7, 8101


def _rules() -> HouseRules:
    rules = book_named("mbs").configure()
    assert isinstance(rules, HouseRules)
    return rules


def test_streaks_pass_over_ties_and_end_with_the_shoe() -> None:
    codes = np.array([[_P, _T], [_T, _B], [_P, _B], [_B, _END], [_P, _END]], np.int16)
    found = Streaks()
    found.add(codes)
    assert found.player[:4].tolist() == [0, 1, 1, 0]
    assert found.banker[:4].tolist() == [0, 1, 1, 0]
    assert found.longest[:4].tolist() == [0, 0, 2, 0]
    assert found.columns_per_shoe == 2
    assert found.coups.tolist() == [2, 3, 3, 2]


def test_streaks_of_many_shoes_add_up() -> None:
    found = studies.streaks(shoe_plan(_rules()), 5, 1000)
    lengths = np.arange(studies.STREAK_MOST + 1)
    assert (lengths * found.player).sum() == found.coups[1]
    assert (lengths * found.banker).sum() == found.coups[2]
    assert found.longest.sum() == found.shoes == 1000
    assert sum(found.expected_share("banker", length) for length in range(1, 200)) == pytest.approx(
        1
    )


def test_hits_are_the_wins_of_the_same_shoes() -> None:
    rules, shoes = _rules(), 600
    plan = shoe_plan(rules)
    both = counted(plan, 5, 0, shoes, Engine.COMPILED).sum(axis=0)
    for name, found in hits(rules, plan, 5, shoes).items():
        wins = int(both[profit_column(rules.wagers[name]).whole > 0].sum())
        assert found.mean == pytest.approx(wins / shoes)


def test_winners_are_told_by_the_totals() -> None:
    assert winners(np.array([[_P, _B, _T, _END]], np.int16)).tolist() == [[1, 2, 3, 0]]


def test_blocks_hold_every_shoe_once() -> None:
    plan = shoe_plan(_rules())
    blocks = list(dealt_shoes(plan, 5, 0, 1100, best_engine()))
    assert sum(block.shape[1] for block in blocks) == 1100
    coups = sum(int((block != _END).sum()) for block in blocks)
    assert coups == counted(plan, 5, 0, 1100, Engine.COMPILED).sum()


def test_a_deep_cut_shifts_nothing_that_can_be_seen() -> None:
    rules = _rules()
    counts = counted(shoe_plan(rules), 5, 0, 20_000, Engine.COMPILED)
    for name in ("player", "banker", "tie"):
        exact = float(-odds(rules)[name].edge)
        shift = cut_shift(profit_column(rules.wagers[name]), counts, exact)
        assert abs(shift.shift) < 4 * shift.error
    assert (
        cut_shift(profit_column(rules.wagers["tie"]), counts * np.array([[1], [0]]), 0.0).error == 0
    )


def test_a_picture_of_convergence_ends_with_the_return_of_the_run() -> None:
    """The first coups that a picture deals again are those of the run."""
    rules = _rules()
    columns = [profit_column(wager) for wager in rules.wagers.values()]
    run = CountingRun(shoe_plan(rules), 7)
    counts = run.go_on(Coups(5_000), LocalThreads(1), lambda: Engine.NUMPY).sum(axis=0)
    history = first_returns(run.plan, 7, columns, 5_000)
    assert [place for place, _ in history][:: len(history) - 1] == [500, 5_000]
    for column in columns:
        assert history[-1][1][column.wager.name] == pytest.approx(float(column.mean(counts)))


def test_bins_follow_the_grid_of_the_results() -> None:
    bins = _bins(np.array([0.0, 5_000, 11_000]), 200)
    assert set(np.diff(bins)) == {400}
    assert bins[0] == 0
    assert bins[-1] > 11_000
    assert len(_bins(np.array([5_000.0, 5_000]), 200)) >= 2
