"""The roads drawn as one SVG picture, dark or light, complete and uncut.

Colours are written out rather than taken from a style sheet, so that the file looks the same in a
browser, an editor and a printer. Sizes of the marks are in cells, as everywhere in the product.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puntobanco.base.nouns import how_many
from puntobanco.views.roads import shoe_roads as r
from puntobanco.views.roads.history import (
    NOT_A_FORECAST,
    GoodRoad,
    Statistics,
    good_roads,
    statistics,
)
from puntobanco.wire.forms import StatisticsForm

_FONT = (
    "-apple-system, 'Segoe UI', Roboto, Inter, 'Noto Sans', Arial, 'Noto Sans CJK SC', sans-serif"
)

_CELL = 24
"""Pixels of a Big Road cell; the derived roads have the same grid with four marks in a cell."""
_BEAD = 27
_PAD, _GAP, _TITLE, _ASK = 16, 16, 28, 44
_SMALL = ' font-size="12"'


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture: `DARK` and `LIGHT`."""

    felt: str
    board: str
    newest: str
    line: str
    grid: str
    ink: str
    soft: str
    on_colour: str
    banker: str
    player: str
    tie: str
    gold: str

    def of(self, letter: str) -> str:
        """The colour of a result, or of a derived mark."""
        return {"T": self.tie, "P": self.player, "b": self.player}.get(letter, self.banker)


_COLOURS = {
    "felt": ("#10241B", "#F8F6F0"),
    "board": ("#0C1A14", "#FFFFFF"),
    "newest": ("#203C2F", "#F1EDE4"),
    "line": ("#2F4A3D", "#DAD4C7"),
    "grid": ("#22362C", "#E4E0D6"),
    "ink": ("#F2EFE6", "#19231E"),
    "soft": ("#93A79B", "#5F6B64"),
    "on_colour": ("#0E1F17", "#FFFFFF"),
    "banker": ("#FF7B7B", "#C62828"),
    "player": ("#7DB8FF", "#1565C0"),
    "tie": ("#5FD38D", "#2E7D32"),
    "gold": ("#F2C14E", "#8A5A00"),
}
DARK, LIGHT = (Theme(**{name: pair[which] for name, pair in _COLOURS.items()}) for which in (0, 1))


def _label(x: float, y: float, words: str, fill: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{words}</text>'


@dataclass(frozen=True, slots=True)
class _Painter:
    """Draws marks into a cell whose top left corner is the origin and whose side is 1."""

    theme: Theme

    def _dots(self, bead: r.Bead, *, natural: bool) -> str:
        """Banker pair top left, Player pair bottom right, natural top right, on the rim."""
        theme = self.theme
        places = (
            (bead.banker_pair, 0.16, 0.16, 0.15, theme.banker),
            (bead.player_pair, 0.84, 0.84, 0.15, theme.player),
            (natural and bead.natural, 0.84, 0.16, 0.13, theme.gold),
        )
        return "".join(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{theme.board}"'
            ' stroke-width=".07"/>'
            for present, x, y, radius, fill in places
            if present
        )

    def bead(self, cell: r.BeadCell) -> str:
        """A disc with the winner's letter."""
        bead = cell.bead
        more = ' font-size=".54" font-weight="700" text-anchor="middle"'
        return (
            f'<circle cx=".5" cy=".5" r=".43" fill="{self.theme.of(bead.outcome)}"/>'
            + _label(0.5, 0.69, bead.outcome, self.theme.on_colour, more)
            + self._dots(bead, natural=True)
        )

    def big(self, cell: r.BigRoadCell) -> str:
        """A ring with its pairs; over it the ties, a stroke for one, their number from two."""
        theme = self.theme
        drawn = ""
        if cell.win:
            drawn = (
                f'<circle cx=".5" cy=".5" r=".36" fill="none" stroke-width=".135"'
                f' stroke="{theme.of(cell.win.outcome)}"/>'
            )
        if cell.ties:
            drawn += self._stroke(theme.tie)
        if cell.ties > 1:
            more = (
                f' font-size="{".56" if cell.ties < 10 else ".46"}" font-weight="800"'
                f' text-anchor="middle" stroke="{theme.board}" stroke-width=".16"'
                ' paint-order="stroke"'
            )
            drawn += _label(0.5, 0.7, str(cell.ties), theme.tie, more)
        return drawn + (self._dots(cell.win, natural=False) if cell.win else "")

    def _stroke(self, colour: str) -> str:
        return (
            f'<path d="M.16 .84 .84 .16" stroke="{colour}" stroke-width=".22"'
            ' stroke-linecap="round"/>'
        )

    def ring(self, cell: r.MarkCell) -> str:
        """Big Eye Boy."""
        colour = self.theme.of(cell.colour)
        return f'<circle cx=".5" cy=".5" r=".33" fill="none" stroke="{colour}" stroke-width=".2"/>'

    def disc(self, cell: r.MarkCell) -> str:
        """Small Road."""
        return f'<circle cx=".5" cy=".5" r=".4" fill="{self.theme.of(cell.colour)}"/>'

    def stroke(self, cell: r.MarkCell) -> str:
        """Cockroach Pig."""
        return self._stroke(self.theme.of(cell.colour))


def _panel(x: int, y: int, wide: int, high: int, theme: Theme) -> str:
    return (
        f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{wide - 1}" height="{high - 1}" rx="8"'
        f' fill="{theme.board}" stroke="{theme.line}"/>'
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a road stands: its corner, the grid inside and how many marks one grid side holds."""

    x: int
    y: int
    columns: int
    rows: int
    side: int
    marks_a_side: int = 1

    @property
    def wide(self) -> int:
        return self.columns * self.side + 2 * _PAD

    @property
    def high(self) -> int:
        return self.rows * self.side + _TITLE + _PAD


def _road(
    title: str,
    summary: str,
    cells: Sequence[r.CellT],
    draw: Callable[[r.CellT], str],
    frame: _Frame,
    theme: Theme,
) -> list[str]:
    """A titled panel with a grid and one group of marks; the newest cell is lit from behind."""
    left, top, step = frame.x + _PAD, frame.y + _TITLE, frame.side
    grid = "".join(f"M{i * step + 0.5} 0v{frame.rows * step}" for i in range(frame.columns + 1))
    grid += "".join(f"M0 {i * step + 0.5}h{frame.columns * step}" for i in range(frame.rows + 1))
    lines = [
        f'<g role="img" aria-label="{summary}">',
        _panel(frame.x, frame.y, frame.wide, frame.high, theme),
        _label(left, top - 9, title, theme.ink, ' font-size="12" font-weight="600"'),
        f'<g transform="translate({left} {top})">',
        f'<path d="{grid}" stroke="{theme.grid}" fill="none"/>',
        f'<g transform="scale({step / frame.marks_a_side:g})">',
    ]
    if cells:
        x, y = cells[-1].column, cells[-1].row
        lines.append(f'<rect x="{x}" y="{y}" width="1" height="1" fill="{theme.newest}"/>')
    lines += [
        f'<g transform="translate({cell.column} {cell.row})">{draw(cell)}</g>' for cell in cells
    ]
    return [*lines, "</g></g></g>"]


def _question(
    name: str, asked: r.RoadQuestion, place: tuple[int, int, int], paint: _Painter
) -> list[str]:
    """What a win for one side would add to the derived roads; a dash where one has not begun."""
    x, y, wide = place
    theme = paint.theme
    lines = [
        _panel(x, y, wide, _ASK, theme),
        _label(x + _PAD, y + 27, f"If {name}", theme.ink, ' font-size="14" font-weight="600"'),
    ]
    dash = f'<path d="M.3 .5h.4" stroke="{theme.soft}" stroke-width=".1"/>'
    for index, draw in enumerate((paint.ring, paint.disc, paint.stroke)):
        cell = asked.derived[index]
        at = x + wide - _PAD - 20 - (2 - index) * 30
        mark = draw(cell) if cell else dash
        lines.append(f'<g transform="translate({at} {y + 12}) scale(20)">{mark}</g>')
    return lines


def _shares(facts: StatisticsForm, place: tuple[int, int, int], theme: Theme) -> list[str]:
    """Player left, Tie between, Banker right: three numbers over one bar."""
    x, y, wide = place
    counts = (
        (facts.player, f"Player {facts.player_percent}%", theme.player),
        (facts.tie, f"Tie {facts.tie_percent}%", theme.tie),
        (facts.banker, f"Banker {facts.banker_percent}%", theme.banker),
    )
    gaps = 2 * (sum(count > 0 for count, _, _ in counts) - 1)
    lines = []
    bar = float(x)
    for index, (count, words, colour) in enumerate(counts):
        middle = x + wide * (2 * index + 1) / 6
        centred = ' text-anchor="middle" font-size='
        lines += [
            _label(middle, y + 44, str(count), colour, centred + '"34" font-weight="600"'),
            _label(middle, y + 64, words, theme.ink, centred + '"12"'),
        ]
        if count:
            share = (wide - gaps) * count / facts.coups
            lines.append(
                f'<rect x="{bar:.1f}" y="{y + 76}" width="{share:.1f}" height="8" fill="{colour}"/>'
            )
            bar += share + 2
    return lines


def _counts(
    facts: Statistics, shapes: Sequence[GoodRoad], place: tuple[int, int, int, int], theme: Theme
) -> list[str]:
    """Everything that was counted, and the sentence that it is history."""
    x, y, wide, high = place
    now, counts = facts.current, facts.counts
    rows = [
        ("Coups", str(counts.coups)),
        ("Longest streak", f"Player {counts.longest_player}, Banker {counts.longest_banker}"),
        ("Last streak", f"{r.NAMES[now.side]} {now.length}" if now else "none yet"),
    ]
    if not facts.results_only:
        pairs = f"Player {counts.player_pairs}, Banker {counts.banker_pairs}"
        rows[1:1] = [("Pairs", pairs), ("Naturals", str(counts.naturals))]
    for index, shape in enumerate(shapes):
        rows.append(("" if index else "Last streaks made", shape.value))
    lines = [
        _panel(x, y, wide, high, theme),
        *_shares(counts, (x + _PAD, y, wide - 2 * _PAD), theme),
        _label(x + _PAD, y + high - _PAD, NOT_A_FORECAST, theme.soft, _SMALL),
    ]
    for index, (name, value) in enumerate(rows):
        line = y + 108 + index * 17
        lines += [
            _label(x + _PAD, line, name, theme.soft, _SMALL),
            _label(x + wide - _PAD, line, value, theme.ink, _SMALL + ' text-anchor="end"'),
        ]
    return lines


def _summary(title: str, count: int, what: str, last: str) -> str:
    """A road in words, for a screen reader."""
    many = what if count == 1 else f"{what}s"
    return f"{title}, {count} {many}, last: {last}" if last else f"{title}, empty"


def svg_roads(some: Sequence[r.Bead], theme: Theme = DARK) -> str:
    """Draw all roads of a shoe, the counts and both questions as one SVG document."""
    drawing = r.roads(some)
    facts = statistics(some)
    shapes = good_roads(r.streaks(some))
    paint = _Painter(theme)
    plate, big = drawing.bead_plate, drawing.big_road
    eye, small, pig = (
        road.cells for road in (drawing.big_eye_boy, drawing.small_road, drawing.cockroach_pig)
    )
    # The lower two roads stand side by side; padding and gap between them take two columns.
    columns = max(28, r.width(big), (r.width(eye) + 1) // 2, r.width(small) + 2, r.width(pig) + 2)
    columns += columns % 2
    left = _Frame(_GAP, _GAP, max(14, r.width(plate)), r.ROWS, _BEAD)
    top = _Frame(left.x + left.wide + _GAP, _GAP, columns, r.ROWS, _CELL)
    middle = _Frame(top.x, top.y + top.high + _GAP, columns, r.ROWS // 2, _CELL, 2)
    first = _Frame(top.x, middle.y + middle.high + _GAP, columns // 2 - 1, r.ROWS // 2, _CELL, 2)
    second = replace(first, x=first.x + first.wide + _GAP)
    asks = first.y + first.high + _GAP
    wide, high = top.x + top.wide + _GAP, asks + _ASK + _GAP
    counts = left.y + left.high + _GAP
    run = facts.current
    now = f"{r.NAMES[run.side]} streak of {run.length}" if run else ""
    last = r.NAMES[some[-1].outcome] if some else ""
    plate_words = _summary("Bead Plate", len(some), "coup", last)
    big_words = _summary("Big Road", facts.streaks, "streak", now or last)

    def derived(
        title: str, cells: Sequence[r.MarkCell], draw: Callable[[r.MarkCell], str], frame: _Frame
    ) -> list[str]:
        colour = "" if not cells else "red" if cells[-1].colour == "r" else "blue"
        return _road(title, _summary(title, len(cells), "mark", colour), cells, draw, frame, theme)

    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}">',
        f"<title>Roads of {how_many(len(some), 'coup')}</title><desc>{NOT_A_FORECAST}</desc>",
        f'<rect width="{wide}" height="{high}" fill="{theme.felt}"/>',
        *_road("Bead Plate", plate_words, plate, paint.bead, left, theme),
        *_counts(facts, shapes, (left.x, counts, left.wide, high - _GAP - counts), theme),
        *_road("Big Road", big_words, big, paint.big, top, theme),
        *derived("Big Eye Boy", eye, paint.ring, middle),
        *derived("Small Road", small, paint.disc, first),
        *derived("Cockroach Pig", pig, paint.stroke, second),
        *_question("Player", drawing.next_player, (first.x, asks, first.wide), paint),
        *_question("Banker", drawing.next_banker, (second.x, asks, second.wide), paint),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
