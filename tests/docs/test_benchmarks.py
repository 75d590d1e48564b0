"""Figures beside their limits: kept whole, compared with the run before, and the page's table."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _results() -> ModuleType:
    spec = importlib.util.spec_from_file_location("results", ROOT / "benchmarks" / "results.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["results"] = module
    spec.loader.exec_module(module)
    return module


results = _results()


def _figure(*ratios: float, **more: Any) -> Any:
    rounds = [(ratio * 200, 200.0) for ratio in ratios]
    return results.Figure("kernel", "M/s", "C loop", 0.6, rounds, **more)


def test_the_page_shows_what_is_kept() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    assert page == results.page(), "run python benchmarks/results.py"


def test_every_program_that_keeps_figures_has_a_section() -> None:
    programs = {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    keeping = {
        name
        for name in programs
        if f'keep("{name}"' in (ROOT / "benchmarks" / f"{name}.py").read_text("utf-8")
    }
    assert set(results.SECTIONS) == keeping


def test_a_cost_reaches_its_limit_where_it_is_below_it() -> None:
    cost = results.Figure(
        "open", "s", "at most", 1.0, [(0.5, 1.0), (2.0, 1.0)], less_is_better=True
    )
    assert cost.ratios == [0.5, 2.0]
    assert _figure(0.5, 0.7, 0.6).ratio == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("before", "now", "word"),
    [
        ((0.6, 0.62, 0.64), (0.5, 0.52, 0.54), "WORSE by more than the spread: 0.62 before"),
        ((0.5, 0.52, 0.54), (0.6, 0.62, 0.64), "better by more than the spread"),
        ((0.5, 0.6, 0.7), (0.45, 0.52, 0.61), "within the spread"),
    ],
)
def test_a_run_is_compared_with_the_one_before(
    before: tuple[float, ...], now: tuple[float, ...], word: str
) -> None:
    assert results.news(_figure(*before), _figure(*now)).startswith(word)


def test_what_is_kept_is_told_ratio_first_and_compared_the_next_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.json"
    results.keep("sim", [_figure(0.61, 0.65, 0.63)], path)
    results.keep("odds", [_figure(0.9)], path)
    first = capsys.readouterr().out
    assert " 0.63 of 0.60 asked (0.61 to 0.65, 3 rounds): kernel, 126 M/s; C loop: 200" in first
    assert "not measured before" in first
    results.keep("sim", [_figure(0.4, 0.41)], path)
    assert "WORSE by more than the spread: 0.63 before" in capsys.readouterr().out
    page = results.page(path)
    assert "| **0.41** | 0.40 to 0.41, 2 rounds | 0.60 | kernel |" in page
    assert "`benchmarks/odds.py`, 20" in page
    assert "No run of `benchmarks/table.py` is kept yet." in page
