"""The roads as a picture of dots, where SVG cannot be shown; the marks are those of the SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from puntobanco.odds.sheets import pictures
from puntobanco.views.roads import shoe_roads as r
from puntobanco.views.roads.history import NOT_A_FORECAST
from puntobanco.views.roads.svg import Theme

_SIDE = 0.26
"""Inches of a cell."""
_COLUMNS_LEAST = 12

_Mark = Callable[[Any, Any], None]


def picture_of_roads(coups: Sequence[r.Bead], theme: Theme, path: Path) -> None:
    """Write Bead Plate, Big Road and the derived roads of a shoe to a .png file."""
    plt = pictures.pyplot()
    drawn, draw = r.roads(coups), _Marks(theme)
    upper: list[tuple[str, Sequence[Any], _Mark]] = [
        ("Bead Plate", drawn.bead_plate, draw.bead),
        ("Big Road", drawn.big_road, draw.big),
    ]
    lower: list[tuple[str, Sequence[Any], _Mark]] = [
        ("Big Eye Boy", drawn.big_eye_boy.cells, draw.ring),
        ("Small Road", drawn.small_road.cells, draw.disc),
        ("Cockroach Pig", drawn.cockroach_pig.cells, draw.stroke),
    ]
    bands = [upper, lower]
    columns = [[max(r.width(cells), _COLUMNS_LEAST) for _, cells, _ in band] for band in bands]
    wide_all = max(sum(each) + len(each) - 1 for each in columns) + 2
    high_all = 2 * r.ROWS + 5
    figure = plt.figure(figsize=(wide_all * _SIDE, high_all * _SIDE), facecolor=theme.felt)
    for place, (band, widths) in enumerate(zip(bands, columns, strict=True)):
        left = 1.0
        for (title, cells, mark), across in zip(band, widths, strict=True):
            low = (r.ROWS + 2.2) * (1 - place) + 1.2
            box = (left / wide_all, low / high_all, across / wide_all, r.ROWS / high_all)
            axis = figure.add_axes(box)
            _board(axis, title, across, theme)
            for cell in cells:
                mark(axis, cell)
            left += across + 1
    figure.text(0.5, 0.02, NOT_A_FORECAST, color=theme.soft, fontsize=7, ha="center")
    pictures.save(figure, path)


def _board(axis: Any, title: str, columns: int, theme: Theme) -> None:
    axis.set_xlim(0, columns)
    axis.set_ylim(r.ROWS, 0)
    axis.set_facecolor(theme.board)
    axis.set_xticks(range(columns + 1), [])
    axis.set_yticks(range(r.ROWS + 1), [])
    axis.tick_params(length=0)
    axis.grid(visible=True, axis="both", color=theme.grid, linewidth=0.5)
    for side in axis.spines.values():
        side.set_visible(True)
        side.set_color(theme.line)
    axis.set_title(title, fontsize=8, color=theme.ink, pad=3)


def _letters(axis: Any, cell: Any, words: str, colour: str, **more: Any) -> None:
    style = {"ha": "center", "va": "center", "fontsize": 7, "fontweight": "bold", **more}
    axis.text(cell.column + 0.5, cell.row + 0.54, words, color=colour, **style)


class _Marks:
    """Draws into the cell of a mark, whose side is 1."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def _circle(self, axis: Any, cell: Any, radius: float, colour: str, *, hollow: bool) -> None:
        from matplotlib.patches import Circle  # noqa: PLC0415  # an extra, loaded by now

        style = {"fill": False, "linewidth": 1.6} if hollow else {"linewidth": 0}
        middle = (cell.column + 0.5, cell.row + 0.5)
        axis.add_patch(Circle(middle, radius, color=colour, clip_on=False, **style))

    def _dot(self, axis: Any, cell: Any, place: tuple[float, float], colour: str) -> None:
        x, y = place
        axis.plot(
            [cell.column + x], [cell.row + y], "o", color=colour, markersize=3.2,
            markeredgecolor=self._theme.board, markeredgewidth=0.4, zorder=4,
        )  # fmt: skip

    def _pairs(self, axis: Any, cell: Any, bead: r.Bead) -> None:
        if bead.banker_pair:
            self._dot(axis, cell, (0.16, 0.16), self._theme.banker)
        if bead.player_pair:
            self._dot(axis, cell, (0.84, 0.84), self._theme.player)

    def bead(self, axis: Any, cell: r.BeadCell) -> None:
        """A disc with the winner's letter."""
        theme, bead = self._theme, cell.bead
        self._circle(axis, cell, 0.43, theme.of(bead.outcome), hollow=False)
        _letters(axis, cell, bead.outcome, theme.on_colour)
        self._pairs(axis, cell, bead)
        if bead.natural:
            self._dot(axis, cell, (0.84, 0.16), theme.gold)

    def big(self, axis: Any, cell: r.BigRoadCell) -> None:
        """A ring with its pairs; over it the ties, a stroke for one, their number from two."""
        theme = self._theme
        if cell.win:
            self._circle(axis, cell, 0.36, theme.of(cell.win.outcome), hollow=True)
        if cell.ties:
            self._line(axis, cell, theme.tie)
        if cell.ties > 1:
            behind = {"facecolor": theme.board, "edgecolor": "none", "pad": 0.2}
            _letters(axis, cell, str(cell.ties), theme.tie, bbox=behind)
        if cell.win:
            self._pairs(axis, cell, cell.win)

    def _line(self, axis: Any, cell: Any, colour: str) -> None:
        x, y = [cell.column + 0.16, cell.column + 0.84], [cell.row + 0.84, cell.row + 0.16]
        axis.plot(x, y, color=colour, linewidth=2, solid_capstyle="round", zorder=3)

    def ring(self, axis: Any, cell: r.MarkCell) -> None:
        """Big Eye Boy."""
        self._circle(axis, cell, 0.33, self._theme.of(cell.colour), hollow=True)

    def disc(self, axis: Any, cell: r.MarkCell) -> None:
        """Small Road."""
        self._circle(axis, cell, 0.4, self._theme.of(cell.colour), hollow=False)

    def stroke(self, axis: Any, cell: r.MarkCell) -> None:
        """Cockroach Pig."""
        self._line(axis, cell, self._theme.of(cell.colour))
