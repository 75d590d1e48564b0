"""Every rule of the roads on a shoe drawn by hand.

A drawing is the board itself: a letter where a mark is, a dot where none is.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

import pytest

from puntobanco.views.roads.shoe_roads import (
    Bead,
    BigRoadCell,
    DerivedRoad,
    MarkCell,
    UnreadableResultError,
    beads,
    roads,
    window,
)

DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")


def picture(placed: Iterable[tuple[int, int, str]]) -> str:
    board = {(column, row): letter for column, row, letter in placed}
    columns = max(column for column, _ in board) + 1
    rows = max(row for _, row in board) + 1
    lines = ("".join(board.get((c, r), ".") for c in range(columns)) for r in range(rows))
    return "\n".join(lines) + "\n"


def big_picture(text: str) -> str:
    cells = roads(beads(text)).big_road
    return picture((c.column, c.row, c.win.outcome) for c in cells if c.win)


def marks_picture(road: DerivedRoad) -> str:
    return picture((cell.column, cell.row, cell.colour) for cell in road.cells)


def marks(text: str) -> list[str]:
    drawing = roads(beads(text))
    return [getattr(drawing, name).marks for name in DERIVED]


def drawn(text: str) -> str:
    return dedent(text).removeprefix("\n")


def test_bead_plate_takes_every_coup_down_and_then_right() -> None:
    cells = roads(beads("BPTBPTTB")).bead_plate
    expected = drawn("""
        BT
        PB
        T.
        B.
        P.
        T.
        """)
    assert picture((cell.column, cell.row, cell.bead.outcome) for cell in cells) == expected


BIG_ROADS = {
    "down while one side wins, right of it when the other does": (
        "BBPBPPP",
        """
        BPBP
        B..P
        ...P
        """,
    ),
    "ties take no cell and break no streak": (
        "BTBTTPT",
        """
        BP
        B.
        """,
    ),
    "the sixth row is the last, then a tail; the next streak starts above it": (
        "BBBBBBBBP",
        """
        BP.
        B..
        B..
        B..
        B..
        BBB
        """,
    ),
    "exactly six have no tail": (
        "PPPPPPB",
        """
        PB
        P.
        P.
        P.
        P.
        P.
        """,
    ),
    "a streak turns above a tail": (
        "BBBBBBBB" + "PPPPPP",
        """
        BP.
        BP.
        BP.
        BP.
        BPP
        BBB
        """,
    ),
    "and keeps right although the tail below it has ended": (
        "BBBBBBB" + "PPPPPPP",
        """
        BP..
        BP..
        BP..
        BP..
        BPPP
        BB..
        """,
    ),
    "it turns above its own colour too": (
        "BBBBBBBB" + "P" + "BBBBBBB",
        """
        BPB..
        B.B..
        B.B..
        B.B..
        B.BBB
        BBB..
        """,
    ),
    "a staircase of tails reaches the top row, which then is run along": (
        "B" * 12 + "P" * 10 + "B" * 8 + "P" * 6 + "B" * 4 + "P" * 3 + "B",
        """
        BPBPBPPPB
        BPBPBBB..
        BPBPPPP..
        BPBBBBB..
        BPPPPPP..
        BBBBBBB..
        """,
    ),
}


@pytest.mark.parametrize("rule", BIG_ROADS)
def test_big_road_is_laid_out_as_drawn(rule: str) -> None:
    text, expected = BIG_ROADS[rule]
    assert big_picture(text) == drawn(expected)


@pytest.mark.parametrize(
    ("text", "ties"),
    [
        ("BT", [1]),
        ("BTT", [2]),
        ("BTBTTPT", [1, 2, 1]),
        ("TB", [1]),
        ("TTB", [2]),
        ("TTBT", [3]),
        ("TTBPT", [2, 1]),
    ],
)
def test_ties_are_written_on_the_last_win_and_waiting_ones_on_the_first(
    text: str, ties: list[int]
) -> None:
    assert [cell.ties for cell in roads(beads(text)).big_road] == ties


def test_ties_alone_wait_in_the_first_cell() -> None:
    drawing = roads(beads("TTT"))
    assert drawing.big_road == (BigRoadCell(0, 0, None, 3),)
    assert drawing.next_player.big_road == BigRoadCell(0, 0, Bead("P"), 3)
    assert [len(getattr(drawing, name).cells) for name in DERIVED] == [0, 0, 0]


def test_an_empty_shoe_has_empty_roads_and_the_first_cells_to_ask_for() -> None:
    drawing = roads(())
    assert drawing.bead_plate == ()
    assert drawing.big_road == ()
    for asked, side in ((drawing.next_banker, "B"), (drawing.next_player, "P")):
        assert (asked.bead_plate.column, asked.bead_plate.row) == (0, 0)
        assert asked.big_road == BigRoadCell(0, 0, Bead(side), 0)  # type: ignore[arg-type]
        assert [getattr(asked, name) for name in DERIVED] == [None, None, None]


def test_pairs_and_naturals_stay_with_their_own_coup() -> None:
    shoe = (
        Bead("T", player_pair=True),
        Bead("B", banker_pair=True, natural=True, total=9),
        Bead("T", player_pair=True, total=3),
        Bead("P", player_pair=True, total=7),
        Bead("T", banker_pair=True, player_pair=True, natural=True, total=8),
        Bead("T"),
    )
    drawing = roads(shoe)
    assert tuple(cell.bead for cell in drawing.bead_plate) == shoe
    assert [(cell.win, cell.ties) for cell in drawing.big_road] == [(shoe[1], 2), (shoe[3], 2)]


# What each derived road gains: the shoe, then Big Eye Boy, Small Road and Cockroach Pig.
FIRST_MARKS = [
    ("BBBP", "", "", ""),  # one cell in B is not enough
    ("BPP", "b", "", ""),  # Big Eye Boy begins at B2
    ("BPB", "r", "", ""),  # or at C1
    ("BPBB", "rb", "b", ""),  # Small Road begins at C2
    ("BPBP", "rr", "r", ""),  # or at D1
    ("BPBPP", "rrb", "rb", "b"),  # Cockroach Pig begins at D2
    ("BPBPB", "rrr", "rr", "r"),  # or at E1
]

# The rows of the table for each distance: A has two cells, the streak that looks at A grows.
TABLE = [
    ("BBPP", 0, "r"),  # m = 2, neighbour present
    ("BBPPP", 0, "rb"),  # m = 3, first without neighbour
    ("BBPPPPP", 0, "rbrr"),  # two and more below its end: red again
    ("BBPPB", 0, "rr"),  # new column after equal lengths
    ("BBPB", 0, "b"),  # new column after unequal lengths
    ("BBPBB", 1, "r"),
    ("BBPBBB", 1, "rb"),
    ("BBPBBBBB", 1, "rbrr"),
    ("BBPBBP", 1, "rr"),
    ("BBPBP", 1, "b"),
    ("BBPPBP", 1, "b"),  # C against A; B against A would be even
    ("BBPBPP", 2, "r"),
    ("BBPBPPP", 2, "rb"),
    ("BBPBPPPPP", 2, "rbrr"),
    ("BBPBPPB", 2, "rr"),
    ("BBPBPB", 2, "b"),
    ("BBPPBBPB", 2, "b"),  # D against A; the other three are even
]


@pytest.mark.parametrize(("text", "eye", "small", "pig"), FIRST_MARKS)
def test_derived_roads_begin_where_they_may(text: str, eye: str, small: str, pig: str) -> None:
    assert marks(text) == [eye, small, pig]


@pytest.mark.parametrize(("text", "road", "expected"), TABLE)
def test_derived_marks_follow_the_table(text: str, road: int, expected: str) -> None:
    assert marks(text)[road] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A3 B1 C2 D3: C1 b C2 b D1 b D2 r D3 b; C2 r D1 b D2 b D3 r; D2 r D3 r
        ("BBBPBBPPP", ["bbbrb", "rbbr", "rr"]),
        # A8 B7 with tails: 7 beside 8 is even all the way down, and C1 finds 7 against 8
        ("BBBBBBBBPPPPPPPB", ["rrrrrrb", "", ""]),
        # A7 B9: B8 is the first without neighbour although both run in tails there
        ("BBBBBBBPPPPPPPPP", ["rrrrrrbr", "", ""]),
        ("BPBPBPBP", ["rrrrrr", "rrrrr", "rrrr"]),
        ("BBPPBBPP", ["rrrrr", "rrr", "r"]),
    ],
)
def test_derived_marks_come_from_lengths_not_from_the_drawing(
    text: str, expected: list[str]
) -> None:
    assert marks(text) == expected


def test_derived_roads_are_laid_out_as_the_big_road() -> None:
    # Ten new columns, eight of them after even ones: red. J2 has no neighbour: blue. J3: red.
    drawing = roads(beads("BPBPBPBPBPPP"))
    assert drawing.big_eye_boy.marks == "rrrrrrrrbr"
    assert marks_picture(drawing.big_eye_boy) == drawn("""
        rbr
        r..
        r..
        r..
        r..
        rrr
        """)


def test_asking_shows_the_cell_that_a_win_would_add() -> None:
    drawing = roads(beads("BPBPBPBPBPPP"))
    more, other = drawing.next_player, drawing.next_banker
    assert (more.bead_plate.column, more.bead_plate.row) == (2, 0)
    assert (more.big_road.column, more.big_road.row) == (9, 3)
    assert (other.big_road.column, other.big_road.row) == (10, 0)
    assert more.big_eye_boy == MarkCell(2, 1, "r")
    assert other.big_eye_boy == MarkCell(3, 0, "b")


def test_a_dealt_shoe_is_drawn_as_on_the_sign_above_its_table() -> None:
    drawing = roads(beads("TTTBBPPBPBBBPPTPBPTBPBPPPPPPPPBPPPBPBBBBPBTTBPBBBPP"))
    assert picture((c.column, c.row, c.win.outcome) for c in drawing.big_road if c.win) == drawn("""
        BPBPBPBPBPBPBPBPBPBPBP
        BP..BP.....P.P..B.B.BP
        ....BP.....P.P..B...B.
        ...........P....B.....
        ...........P..........
        ...........PPP........
        """)
    assert [c.ties for c in drawing.big_road if c.ties] == [3, 1, 1, 2]
    assert marks_picture(drawing.big_eye_boy) == drawn("""
        rbrbrbrbrbrbrbrbrbrbr
        r.....r.r.rb.b..rb...
        ......r.r.rb.....b...
        ........r.r......b...
        ..........r......b...
        ..........r......b...
        """)
    assert marks_picture(drawing.small_road) == drawn("""
        brbrbrbrbrbrbrbrbrb
        b.b.br.r.r..br.r.rb
        b...br.r.r........b
        .......r...........
        .......r...........
        .......r...........
        """)
    assert marks_picture(drawing.cockroach_pig) == drawn("""
        brbrbrbrbrbrbrbrbrbrbr
        ..b...br.r....brb.b...
        ..b......r.....r..b...
        .........r........b...
        .........r............
        .........r............
        """)


def test_a_whole_shoe_of_eighty_coups() -> None:
    drawing = roads(
        beads("BPPTBPBPPTTTBBTPBPTBBBTBBBBBBPBBPBPBPBPBBTPBPPBBPBBBPBTTPPTPBBBPPPBBBBBPPPTPPTPP")
    )
    assert picture((c.column, c.row, c.win.outcome) for c in drawing.big_road if c.win) == drawn("""
        BPBPBPBPBPBPBPBPBPBPBPBPBPBPBPBPBP.
        .P...PB...B.B.......B..PB.B..PBPBP.
        ..........B...............B..PBPBP.
        ..........B.....................BP.
        ..........B.....................BP.
        ..........BBBB...................PP
        """)
    ties = [(cell.column, cell.row, cell.ties) for cell in drawing.big_road if cell.ties]
    assert ties == [
        (1, 1, 1),
        (5, 1, 3),
        (6, 1, 1),
        (9, 0, 1),
        (10, 2, 1),
        (20, 1, 1),
        (28, 0, 2),
        (29, 1, 1),
        (33, 2, 1),
        (33, 4, 1),
    ]
    assert marks_picture(drawing.big_eye_boy) == drawn("""
        brbrbrbrbrbrbrbrbrbrbrbrbrbr
        brbr.r.rbrb.brb.b....r...r..
        b......rbrb..........r...r..
        .......rbr...........r...r..
        .......rbr...........r......
        .......rrr...........rrr....
        """)
    assert marks_picture(drawing.small_road) == drawn("""
        rbrbrbrbrbrbrbrbrbrbrbrbrbrbrbr
        ...b..r.r...rb.b.b.b.b..r...r.r
        ...b..r.....r..b........r.....r
        ...b..r.....r..b........r......
        ...b..r.....r..b........r......
        ...b..rr.......b...............
        """)
    assert marks_picture(drawing.cockroach_pig) == drawn("""
        rbrbrbrbrbrbrbrbrbrbrbrbrbrbr
        .b.br..b..rbrbrbr..b..r...r.r
        .b.br..b..r.r..br...........r
        .b..r.....r.r...r............
        .b..r........................
        ....rr.......................
        """)


def test_a_window_only_cuts_whole_columns_from_the_left() -> None:
    cells = roads(beads("BPBBPBPP")).big_road
    assert window(cells, 6) == (0, cells)
    first, shown = window(cells, 3)
    assert first == 3
    assert shown == tuple(cell for cell in cells if cell.column >= 3)
    assert window((), 3) == (0, ())


def test_a_window_keeps_the_newest_cell_in_sight_of_a_long_tail() -> None:
    cells = roads(beads("B" * 16 + "P")).big_road  # the tail ends in column 10, P is in column 1
    first, shown = window(cells, 4)
    assert first == 1
    assert cells[-1] in shown
    assert {cell.column for cell in shown} == {1, 2, 3, 4}


def test_beads_are_read_from_letters_and_a_wrong_one_is_named_with_its_column() -> None:
    assert beads("BPT") == (Bead("B"), Bead("P"), Bead("T"))
    for text, letter, column in (("BPX", "X", 3), ("bP", "b", 1), ("B P", " ", 2)):
        with pytest.raises(UnreadableResultError) as caught:
            beads(text)
        assert caught.value.column == column
        assert f"{letter!r} in column {column} " in str(caught.value)
