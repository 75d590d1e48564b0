"""Pictures that are read: labels apart from one another, a scale below every column of panels."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli.app import main
from puntobanco.odds.sheets import pictures


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures of a command, kept instead of written."""
    kept: list[Any] = []
    monkeypatch.setattr(pictures, "save", lambda figure, path: kept.append(figure))
    return kept


def _punto(monkeypatch: pytest.MonkeyPatch, words: str, path: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["punto", *words.split(), "--plot", str(path)])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code


def test_labels_of_a_fan_stay_apart_where_half_of_all_are_ruined(
    monkeypatch: pytest.MonkeyPatch, drawn: list[Any], tmp_path: Path
) -> None:
    words = "sim sessions mbs --plan martingale --clamp --sessions 500 --seed 1"
    _punto(monkeypatch, words, tmp_path / "fan.png")
    (figure,) = drawn
    figure.canvas.draw()
    boxes = [each.get_window_extent() for each in figure.axes[0].texts]
    assert len(boxes) > 1
    assert not [pair for pair in itertools.combinations(boxes, 2) if pair[0].overlaps(pair[1])]


def test_every_column_of_panels_has_its_scale(
    monkeypatch: pytest.MonkeyPatch, drawn: list[Any], tmp_path: Path
) -> None:
    _punto(monkeypatch, "sim mbs --coups 2000 --seed 1", tmp_path / "returns.png")
    (figure,) = drawn
    named = [axis.get_title(loc="left").split()[0] for axis in figure.axes if axis.get_xlabel()]
    assert named == ["tie", "player-pair", "banker-pair"]
    figure.canvas.draw()
    assert all(
        any(tick.label1.get_visible() for tick in axis.xaxis.get_major_ticks())
        for axis in figure.axes
        if axis.get_xlabel()
    )
