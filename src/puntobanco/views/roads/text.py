"""The roads drawn for a terminal: a coloured board, or letters alone for a pipe.

A terminal cell is too small for pair dots on the Big Road; they are on the Bead Plate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from rich.text import Text

from puntobanco.views.roads import shoe_roads as r
from puntobanco.views.roads.history import NOT_A_FORECAST, Statistics, good_roads, statistics
from puntobanco.views.roads.svg import DARK

Block: TypeAlias = list[Text]
"""Lines of equal length."""

_BOARD = f"on {DARK.board}"
_INK, _SOFT = DARK.ink, DARK.soft
_GLYPHS = {"Big Eye Boy": "\u25cb", "Small Road": "\u25cf", "Cockroach Pig": "\u2571"}
_GAP = 3
_LEGEND = (
    "Bead Plate: P Player, B Banker, T Tie; b, p a pair of that hand; * natural.",
    "Big Road: / one tie, a number for more.",
)
_LETTERS = "Other roads: r red, b blue."
"""Where there is no colour."""


@dataclass(frozen=True, slots=True)
class _Brush:
    """How things look: on a coloured board, or plain, where letters stand for the colours."""

    plain: bool

    def text(self, words: str, style: str = _INK) -> Text:
        return Text(words) if self.plain else Text(words, style=f"{style} {_BOARD}")

    def empty(self, cell: str) -> Text:
        """An empty cell; its dot shows where the rows and columns are."""
        return self.text(cell if self.plain else cell.replace(".", "\u00b7"), DARK.line)

    def bead(self, cell: r.BeadCell) -> Text:
        """Banker pair left of the letter, Player pair right of it, a natural outside."""
        bead = cell.bead
        pill = f"{'b' if bead.banker_pair else ' '}{bead.outcome}{'p' if bead.player_pair else ' '}"
        natural = self.text("*" if bead.natural else " ", DARK.gold)
        style = "" if self.plain else f"bold {DARK.on_colour} on {DARK.of(bead.outcome)}"
        return Text.assemble(Text(pill, style=style), natural)

    def big(self, cell: r.BigRoadCell) -> Text:
        """A ring, then the ties on it: a stroke for one, a number for more."""
        ties = ("", "/")[cell.ties] if cell.ties < 2 else str(cell.ties)
        stroke = self.text(ties, f"bold {DARK.tie}")
        if cell.win is None:
            return Text.assemble(self.text(" "), stroke)
        letter = cell.win.outcome
        ring = self.text(letter if self.plain else "\u25cb", f"bold {DARK.of(letter)}")
        return Text.assemble(ring, stroke)

    def mark(self, road: str, colour: r.Colour) -> Text:
        """A ring, a disc or a stroke; plain, the first letter of its colour."""
        return self.text(colour if self.plain else _GLYPHS[road], DARK.of(colour))

    def padded(self, block: Block, columns: int) -> Block:
        """The lines, all of them as long as so many columns."""
        return [
            Text.assemble(line, self.text(" " * (columns - line.cell_len)))
            if line.cell_len < columns
            else line
            for line in block
        ]

    def board(
        self, cells: Sequence[r.CellT], columns: int, empty: str, draw: Callable[[r.CellT], Text]
    ) -> Block:
        """Six lines of cells; the oldest columns are cut where there are more than fit."""
        first, shown = r.window(cells, columns)
        texts = self.padded([draw(cell) for cell in shown], len(empty))
        places = [(cell.column - first, cell.row) for cell in shown]
        drawn = dict(zip(places, texts, strict=True))
        nothing = self.empty(empty)
        return [
            Text.assemble(*(drawn.get((column, row), nothing) for column in range(columns)))
            for row in range(r.ROWS)
        ]

    def titled(self, title: str, block: Block) -> Block:
        """A block under its title."""
        lines = [self.text(title, f"bold {_INK}"), *block]
        return self.padded(lines, max(line.cell_len for line in lines))

    def beside(self, left: Block, right: Block) -> Block:
        """Two blocks in the same lines."""
        gap = self.text(" " * _GAP)
        return [Text.assemble(one, gap, other) for one, other in zip(left, right, strict=True)]

    def counts(self, facts: Statistics) -> Block:
        """Player first, Tie between, Banker last, as everywhere."""
        counts, now = facts.counts, facts.current

        def line(name: str, count: int, percent: int, more: str = "") -> Text:
            figures = f"{name:<7}{count:>4}{percent:>5}%"
            return Text.assemble(self.text(figures, DARK.of(name[0])), self.text(more))

        def side(longest: int, pairs: int) -> str:
            return f"  longest {longest}{'' if facts.results_only else f'  pairs {pairs}'}"

        naturals = "" if facts.results_only else f"{'':<8}naturals {counts.naturals}"
        player = side(counts.longest_player, counts.player_pairs)
        banker = side(counts.longest_banker, counts.banker_pairs)
        return [
            self.text(f"Coups  {counts.coups:>4}{naturals}"),
            line("Player", counts.player, counts.player_percent, player),
            line("Tie", counts.tie, counts.tie_percent),
            line("Banker", counts.banker, counts.banker_percent, banker),
            self.text(f"Streaks{facts.streaks:>4}"),
            self.text(f"Last streak: {r.NAMES[now.side]} {now.length}" if now else "No streak yet"),
        ]

    def question(self, name: str, asked: r.RoadQuestion, *, brief: bool) -> Text:
        """The three marks that a win for one side would add, a dash where a road has not begun.

        The brief form leaves the names of the roads out; the order is always the same.
        """
        line = Text.assemble(self.text(f"If {name}", f"bold {_INK}"))
        for road, cell in zip(_GLYPHS, asked.derived, strict=True):
            line.append_text(self.text("  " if brief else f"   {road} ", _SOFT))
            line.append_text(self.mark(road, cell.colour) if cell else self.text("-", _SOFT))
        return line

    def blocks(self, some: Sequence[r.Bead], columns: int | None) -> list[Block]:
        """The roads and the counts, one block under the other."""
        drawing = r.roads(some)
        # Two derived roads share a line where both still have room for most of a shoe.
        in_pairs = columns is None or columns >= 78
        brief = columns is not None and columns < 60
        room = None if columns is None else (columns - _GAP) // 2 if in_pairs else columns

        tie_digits = max((len(str(cell.ties)) for cell in drawing.big_road), default=1)

        def road(
            title: str,
            cells: Sequence[r.CellT],
            draw: Callable[[r.CellT], Text],
            empty: str,
            least: int,
        ) -> Block:
            space = columns if len(empty) > 1 else room
            shown = max(r.width(cells), least) if space is None else max(space // len(empty), 1)
            return self.titled(title, self.board(cells, shown, empty, draw))

        def marks(title: str, cells: Sequence[r.MarkCell]) -> Block:
            return road(title, cells, lambda cell: self.mark(title, cell.colour), ".", 24)

        small = [
            marks("Big Eye Boy", drawing.big_eye_boy.cells),
            marks("Small Road", drawing.small_road.cells),
            marks("Cockroach Pig", drawing.cockroach_pig.cells),
            self.titled("So far", self.counts(statistics(some))),
        ]
        if in_pairs:
            small = [self.beside(small[0], small[1]), self.beside(small[2], small[3])]
        return [
            road("Bead Plate", drawing.bead_plate, self.bead, " .  ", 12),
            road("Big Road", drawing.big_road, self.big, "." + " " * tie_digits, 24),
            *small,
            [
                self.question("Player", drawing.next_player, brief=brief),
                self.question("Banker", drawing.next_banker, brief=brief),
            ],
        ]


def draw_roads(some: Sequence[r.Bead], columns: int | None = None, *, plain: bool = False) -> Text:
    """Draw all roads, the counts and both questions.

    `columns` is the width of the terminal; without it every column is drawn, however wide.
    """
    brush = _Brush(plain)
    margin = 0 if plain else 1
    inside = None if columns is None else max(columns - 2 * margin, 1)
    lines: Block = []
    for block in brush.blocks(some, inside):
        lines += [*block, brush.text("")]
    shapes = ", ".join(shape.value for shape in good_roads(r.streaks(some)))
    made = [f"The last streaks made: {shapes}."] if shapes else []
    for sentence in [*_LEGEND, *([_LETTERS] if plain else []), *made, NOT_A_FORECAST]:
        parts = [sentence] if inside is None else wrap(sentence, inside)
        lines += [brush.text(part, _SOFT) for part in parts]
    if plain:
        for line in lines:
            line.rstrip()
    else:
        edge = brush.text(" " * margin)
        widest = max(inside or 0, *(line.cell_len for line in lines))
        lines = [
            Text.assemble(edge, line, edge)
            for line in brush.padded([brush.text(""), *lines, brush.text("")], widest)
        ]
    return Text("\n").join(lines)
