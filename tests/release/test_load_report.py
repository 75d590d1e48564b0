"""The report of a load run: its figures, its plots, and the same again from what was kept."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).resolve().parents[2] / "benchmarks" / "report.py"


@pytest.fixture(scope="module")
def load() -> ModuleType:
    """The program, which lies beside the package."""
    spec = importlib.util.spec_from_file_location("load_report", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_report_has_figures_and_plots(load: ModuleType, tmp_path: Path) -> None:
    chance = random.Random(1)
    report = load.Report()
    for path, spread in (("bare path", 0.01), ("embedded house", 0.05)):
        report.moments = [place / 200 for place in range(400)]
        took = [0.001 + chance.expovariate(1 / spread) for _ in range(400)]
        report.add_bets(path, took, 2.0, 0.1)
    report.add_viewers(9_000, 21.5)
    report.add_deliveries([chance.random() / 10 for _ in range(300)], [0.081, 0.093, 0.087], 7.5)
    page = report.write(tmp_path)
    text = page.read_text("utf-8")
    assert "| embedded house | 400 | 200 |" in text
    assert re.search(r"\| 9,000 \| 21.5 \| \d+ \| \d+ \| 93 \| \d+ \| 7.5 \|", text)
    for name in ("latency.svg", "rate.svg", "delay.svg", "memory.svg"):
        assert f"({name})" in text
        assert (tmp_path / name).read_text("utf-8").lstrip().startswith("<?xml")
    assert load.Report.read(tmp_path).write(tmp_path / "again").read_text("utf-8") == text


def test_what_was_not_measured_is_not_drawn(load: ModuleType, tmp_path: Path) -> None:
    text = load.Report().write(tmp_path).read_text("utf-8")
    assert "svg" not in text
    assert load.at([], 0.5) == 0.0
    assert load.at([3.0, 1.0, 2.0], 1.0) == 3.0
