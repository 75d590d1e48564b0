"""The roads of one shoe: Bead Plate, Big Road, the three derived roads and both questions.

Everything is computed from all coups of the shoe, never from what a screen happens to show, and
from the lengths of the streaks, never from the drawing: a dragon tail would falsify both. A void
coup is no bead; a free hand is one. After a correction the roads are computed again.

>>> road = roads(beads("BBPPPT"))
>>> road.big_eye_boy.marks, [(cell.column, cell.row, cell.ties) for cell in road.big_road][-1]
('rb', (1, 2, 1))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args

Result: TypeAlias = Literal["B", "P", "T"]
Side: TypeAlias = Literal["B", "P"]
Colour: TypeAlias = Literal["r", "b"]
"""Red or blue. Red says that the shoe repeats itself; it does not say Banker."""

ROWS = 6
DERIVED_DISTANCES = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
"""How many streaks to the left each derived road looks for its neighbour."""

_RESULTS: dict[str, Result] = {letter: letter for letter in get_args(Result)}
NAMES = {"B": "Banker", "P": "Player", "T": "Tie"}


@dataclass(frozen=True, slots=True)
class Bead:
    """One coup as the roads see it.

    `total` is the winning one (a tie's common one), None where nothing but the result is known.
    """

    outcome: Result
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False
    total: int | None = None


@dataclass(frozen=True, slots=True)
class _Cell:
    """A place of a road; column and row count from 0 at the top left."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class BeadCell(_Cell):
    """A bead in its place."""

    bead: Bead


@dataclass(frozen=True, slots=True)
class BigRoadCell(_Cell):
    """A win in its place, and the ties written on it.

    `win` is None while the shoe has only ties: they wait in the first cell for the first win. The
    pairs of a tie are on the Bead Plate only, because this cell belongs to another coup.
    """

    win: Bead | None
    ties: int


@dataclass(frozen=True, slots=True)
class MarkCell(_Cell):
    """A mark of a derived road in its place."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class DerivedRoad:
    """Big Eye Boy, Small Road or Cockroach Pig, in order of play."""

    cells: tuple[MarkCell, ...]

    @property
    def marks(self) -> str:
        """The colours alone, such as "rrb"."""
        return "".join([cell.colour for cell in self.cells])


@dataclass(frozen=True, slots=True)
class RoadQuestion:
    """The cells that one more win for a side would add; None where a derived road has not begun.

    An answer to "if Banker" or "if Player" about the drawing. It forecasts nothing.
    """

    bead_plate: BeadCell
    big_road: BigRoadCell
    big_eye_boy: MarkCell | None
    small_road: MarkCell | None
    cockroach_pig: MarkCell | None

    @property
    def derived(self) -> tuple[MarkCell | None, ...]:
        """The cells of the three derived roads."""
        return self.big_eye_boy, self.small_road, self.cockroach_pig


@dataclass(frozen=True, slots=True)
class ShoeRoads:
    """Every road of one shoe, each in order of play."""

    bead_plate: tuple[BeadCell, ...]
    big_road: tuple[BigRoadCell, ...]
    big_eye_boy: DerivedRoad
    small_road: DerivedRoad
    cockroach_pig: DerivedRoad
    next_banker: RoadQuestion
    next_player: RoadQuestion


class UnreadableResultError(ValueError):
    """A text that holds something other than B, P and T."""

    def __init__(self, text: str, index: int) -> None:
        self.column = index + 1
        super().__init__(
            f"{text[index]!r} in column {self.column} is not an outcome; "
            "write B, P or T for each coup, such as BPPTB"
        )


def beads(text: str) -> tuple[Bead, ...]:
    """Read one bead from each letter B, P or T."""
    for index, letter in enumerate(text):
        if letter not in _RESULTS:
            raise UnreadableResultError(text, index)
    return tuple([Bead(_RESULTS[letter]) for letter in text])


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive wins of one side; ties do not break it. One logical column of the Big Road."""

    side: Side
    length: int


def streaks(some: Iterable[Bead]) -> tuple[Streak, ...]:
    """The streaks of a shoe in order; the last one may still grow."""
    found: list[tuple[Side, int]] = []
    for bead in some:
        if bead.outcome == "T":
            continue
        if found and found[-1][0] == bead.outcome:
            found[-1] = (bead.outcome, found[-1][1] + 1)
        else:
            found.append((bead.outcome, 1))
    return tuple([Streak(side, length) for side, length in found])


class _Pen:
    """Where the next mark of a road goes: the one place that knows how streaks turn."""

    __slots__ = ("column", "free", "letter", "row", "taken", "turned")

    def __init__(self) -> None:
        self.letter = ""
        self.column = self.row = 0
        self.turned = False
        self.free = 0
        """The leftmost free cell of the top row."""
        self.taken: set[tuple[int, int]] = set()

    def look(self, letter: str) -> tuple[int, int]:
        """The cell that this letter would take."""
        if letter != self.letter:
            return self.free, 0
        below = (self.column, self.row + 1)
        # A streak that has turned never drops again, even past the end of the tail that stopped it.
        if not self.turned and self.row + 1 < ROWS and below not in self.taken:
            return below
        beside = (self.column + 1, self.row)
        # An earlier tail in this row would have passed through the turning point too.
        assert beside not in self.taken, beside
        return beside

    def put(self, letter: str) -> tuple[int, int]:
        """Take the cell for this letter."""
        cell = column, row = self.look(letter)
        self.turned = letter == self.letter and column > self.column
        self.letter, self.column, self.row = letter, column, row
        self.taken.add(cell)
        if row == 0:
            self.free = column + 1
        return cell


def mark(lengths: Sequence[int], distance: int, streak: int, place: int) -> Colour | None:
    """The mark of a derived road for win number `place` of a streak, None before the road begins.

    Streaks count from 0, places from 1. Only the lengths of earlier streaks are read, so both may
    point one past the end.
    """
    if streak - distance < (1 if place == 1 else 0):
        return None
    if place == 1:
        return "r" if lengths[streak - 1] == lengths[streak - 1 - distance] else "b"
    # Two and more below the neighbour's end is red again: only the first missing neighbour is blue.
    return "b" if place == lengths[streak - distance] + 1 else "r"


def bead_plate(some: Iterable[Bead]) -> tuple[BeadCell, ...]:
    """Every coup, ties included, down the rows and then the next column."""
    return tuple([BeadCell(*divmod(index, ROWS), bead) for index, bead in enumerate(some)])


def _big_road(some: Iterable[Bead], pen: _Pen) -> tuple[BigRoadCell, ...]:
    wins: list[tuple[int, int, Bead]] = []
    ties = [0]
    for bead in some:
        if bead.outcome == "T":
            ties[-1] += 1
            continue
        if wins:
            ties.append(0)
        wins.append((*pen.put(bead.outcome), bead))
    if not wins:
        return (BigRoadCell(0, 0, None, ties[0]),) if ties[0] else ()
    return tuple(
        [BigRoadCell(column, row, win, n) for (column, row, win), n in zip(wins, ties, strict=True)]
    )


def _derived_road(lengths: Sequence[int], distance: int, pen: _Pen) -> DerivedRoad:
    cells = []
    for streak in range(distance, len(lengths)):
        for place in range(1, lengths[streak] + 1):
            colour = mark(lengths, distance, streak, place)
            if colour is not None:
                cells.append(MarkCell(*pen.put(colour), colour))
    return DerivedRoad(tuple(cells))


def roads(some: Sequence[Bead]) -> ShoeRoads:
    """Compute every road of a shoe, and what one more win for either side would add."""
    runs = streaks(some)
    lengths = [run.length for run in runs]
    big_pen = _Pen()
    big = _big_road(some, big_pen)
    pens = {name: _Pen() for name in DERIVED_DISTANCES}
    derived = {
        name: _derived_road(lengths, distance, pens[name])
        for name, distance in DERIVED_DISTANCES.items()
    }

    def ask(side: Side) -> RoadQuestion:
        win = Bead(side)
        waiting_ties = big[0].ties if big and big[0].win is None else 0
        continues = bool(runs) and runs[-1].side == side
        streak = len(lengths) - continues
        place = lengths[-1] + 1 if continues else 1
        marks = {}
        for name, distance in DERIVED_DISTANCES.items():
            colour = mark(lengths, distance, streak, place)
            marks[name] = MarkCell(*pens[name].look(colour), colour) if colour else None
        return RoadQuestion(
            bead_plate=BeadCell(*divmod(len(some), ROWS), win),
            big_road=BigRoadCell(*big_pen.look(side), win, waiting_ties),
            **marks,
        )

    return ShoeRoads(
        bead_plate=bead_plate(some),
        big_road=big,
        **derived,
        next_banker=ask("B"),
        next_player=ask("P"),
    )


CellT = TypeVar("CellT", bound=_Cell)


def width(cells: Iterable[_Cell]) -> int:
    """How many columns a road takes; a tail may reach further right than its newest cell."""
    return max((cell.column for cell in cells), default=-1) + 1


def window(cells: Sequence[CellT], columns: int) -> tuple[int, tuple[CellT, ...]]:
    """Cut a road to its last whole columns: the first column shown, and the cells as they are.

    Where a long tail has run away from it, the newest cell is kept in sight instead.
    """
    if not cells:
        return 0, ()
    first = min(max(0, width(cells) - columns), cells[-1].column)
    return first, tuple([cell for cell in cells if first <= cell.column < first + columns])


def cells_of(drawing: ShoeRoads) -> dict[str, Any]:
    """The roads as plain lists, in order of play; columns and rows count from 0.

    Ties before the first win are one Big Road cell with the letter T.
    """

    def derived(road: DerivedRoad) -> dict[str, Any]:
        cells = [[cell.column, cell.row, cell.colour] for cell in road.cells]
        return {"marks": road.marks, "cells": cells}

    def asked(answer: RoadQuestion) -> dict[str, str | None]:
        cells = {name: getattr(answer, name) for name in DERIVED_DISTANCES}
        return {name: cell.colour if cell else None for name, cell in cells.items()}

    plate = [[cell.column, cell.row, cell.bead.outcome] for cell in drawing.bead_plate]
    big = [
        [cell.column, cell.row, cell.win.outcome if cell.win else "T", cell.ties]
        for cell in drawing.big_road
    ]
    return {
        "bead_plate": {"cells": plate},
        "big_road": {"cells": big},
        **{name: derived(getattr(drawing, name)) for name in DERIVED_DISTANCES},
        "next_banker": asked(drawing.next_banker),
        "next_player": asked(drawing.next_player),
    }
