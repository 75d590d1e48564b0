"""The roads against a second, plain and slow way to draw them, and their laws, on random shoes.

The second way is what players do with a pencil: each streak straight down on an endless sheet,
marks by looking at that sheet, and only then a board of six rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TypeAlias

from puntobanco.views.roads.shoe_roads import ShoeRoads, beads, roads, streaks, width, window
from tests.sizes import size_of

Placed: TypeAlias = list[tuple[int, int, str]]

SHOES = size_of("road_shoes")
DERIVED = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}


@cache
def shoes() -> list[str]:
    """Shoes of 0 to 90 coups; many cling to one side, so that tails meet tails."""
    random = Random(20261115)
    made = []
    for _ in range(SHOES):
        tie, stay = random.choice([(0.1, 0.5), (0.1, 0.8), (0.3, 0.5), (0.0, 0.9), (0.05, 0.2)])
        side, text = random.choice("BP"), ""
        for _ in range(random.randrange(91)):
            if random.random() < tie:
                text += "T"
            else:
                side = side if random.random() < stay else "BP"[side == "B"]
                text += side
        made.append(text)
    return made


def pencil_board(letters: str) -> Placed:
    """Lay out run after run: how far down is free, the rest to the right."""
    taken: dict[tuple[int, int], str] = {}
    for run in pencil_runs(letters):
        start = 0
        while (start, 0) in taken:
            start += 1
        depth = 0
        while depth < min(6, len(run)) and (start, depth) not in taken:
            depth += 1
        for row in range(depth):
            taken[start, row] = run[0]
        for step in range(1, len(run) - depth + 1):
            assert (start + step, depth - 1) not in taken
            taken[start + step, depth - 1] = run[0]
    return [(column, row, letter) for (column, row), letter in taken.items()]


def pencil_runs(letters: str) -> list[str]:
    return (
        letters.replace("BP", "B P")
        .replace("PB", "P B")
        .replace("rb", "r b")
        .replace("br", "b r")
        .split()
    )


def pencil_marks(wins: str, distance: int) -> str:
    """Even feet, a neighbour, no neighbour, or straight down: read off the endless sheet."""
    sheet = {
        (column, row) for column, run in enumerate(pencil_runs(wins)) for row in range(len(run))
    }
    feet = Counter(column for column, _ in sheet)

    marks = ""
    for column, run in enumerate(pencil_runs(wins)):
        for row in range(len(run)):
            if row == 0:
                if column - 1 - distance >= 0:
                    even = feet[column - 1] == feet[column - 1 - distance]
                    marks += "r" if even else "b"
            elif column - distance >= 0:
                neighbour = (column - distance, row) in sheet
                above_it = (column - distance, row - 1) in sheet
                marks += "r" if neighbour or not above_it else "b"
    return marks


def every_road() -> Iterator[tuple[str, ShoeRoads]]:
    return ((text, computed(text)) for text in shoes())


@cache
def computed(text: str) -> ShoeRoads:
    return roads(beads(text))


def placed_wins(drawing: ShoeRoads) -> Placed:
    return [(cell.column, cell.row, cell.win.outcome) for cell in drawing.big_road if cell.win]


def test_the_big_road_is_the_pencilled_one() -> None:
    for text, drawing in every_road():
        assert placed_wins(drawing) == pencil_board(text.replace("T", "")), text


def test_the_derived_roads_are_the_pencilled_ones() -> None:
    for text, drawing in every_road():
        for name, distance in DERIVED.items():
            road = getattr(drawing, name)
            marks = pencil_marks(text.replace("T", ""), distance)
            assert road.marks == marks, (name, text)
            cells = [(cell.column, cell.row, cell.colour) for cell in road.cells]
            assert cells == pencil_board(marks), (name, text)


def test_asking_adds_what_the_win_then_adds() -> None:
    for text, drawing in every_road():
        for side, asked in (("B", drawing.next_banker), ("P", drawing.next_player)):
            then = pencil_board(text.replace("T", "") + side)
            assert (asked.big_road.column, asked.big_road.row, side) == then[-1], text
            assert divmod(len(text), 6) == (asked.bead_plate.column, asked.bead_plate.row)
            for name, distance in DERIVED.items():
                cell = getattr(asked, name)
                before = getattr(drawing, name).marks
                after = pencil_marks(text.replace("T", "") + side, distance)
                assert before + (cell.colour if cell else "") == after, (name, text)
                if cell:
                    assert (cell.column, cell.row, cell.colour) == pencil_board(after)[-1]


def test_both_answers_are_opposite_or_both_absent() -> None:
    answered = 0
    for text, drawing in every_road():
        for name in DERIVED:
            banker, player = getattr(drawing.next_banker, name), getattr(drawing.next_player, name)
            if banker is None or player is None:
                assert banker is player is None, text
            else:
                assert {banker.colour, player.colour} == {"r", "b"}, text
                answered += 1
    assert answered > SHOES


def test_cells_are_distinct_and_inside_six_rows() -> None:
    for text, drawing in every_road():
        derived = [getattr(drawing, name).cells for name in DERIVED]
        for cells in (drawing.bead_plate, drawing.big_road, *derived):
            places = {(cell.column, cell.row) for cell in cells}
            assert len(places) == len(cells), text
            assert all(0 <= row < 6 and column >= 0 for column, row in places), text


def test_every_tie_is_drawn() -> None:
    for text, drawing in every_road():
        assert sum(cell.ties for cell in drawing.big_road) == text.count("T"), text


def test_the_number_of_marks_is_wins_less_the_first_streaks_less_one() -> None:
    for text, drawing in every_road():
        lengths = [run.length for run in streaks(beads(text))]
        for name, distance in DERIVED.items():
            expected = sum(lengths) - sum(lengths[:distance]) - 1 if len(lengths) > distance else 0
            assert len(getattr(drawing, name).cells) == expected, (name, text)


def test_removing_all_ties_and_swapping_the_sides_changes_no_derived_road() -> None:
    swap = str.maketrans("BP", "PB", "T")
    for text, drawing in every_road():
        other = roads(beads(text.translate(swap)))
        for name in DERIVED:
            assert getattr(other, name) == getattr(drawing, name), (name, text)


def test_cells_never_move() -> None:
    random = Random(7)
    for text, drawing in every_road():
        before = roads(beads(text[: random.randrange(len(text) + 1)]))
        assert drawing.bead_plate[: len(before.bead_plate)] == before.bead_plate
        wins = placed_wins(before)
        assert placed_wins(drawing)[: len(wins)] == wins, text
        for name in DERIVED:
            cells = getattr(before, name).cells
            assert getattr(drawing, name).cells[: len(cells)] == cells, (name, text)


def test_a_window_shows_the_newest_cell_and_no_more_columns_than_it_has() -> None:
    for text, drawing in every_road():
        if drawing.big_road:
            first, shown = window(drawing.big_road, 12)
            inside = range(first, first + 12)
            assert shown == tuple(c for c in drawing.big_road if c.column in inside), text
            assert drawing.big_road[-1] in shown, text
            assert inside.stop <= max(12, width(drawing.big_road)), text
