"""The terminal drawing and the picture show every mark, in its place and not by colour alone."""

from __future__ import annotations

import re
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from puntobanco.views.roads.history import NOT_A_FORECAST
from puntobanco.views.roads.shoe_roads import Bead, beads, roads
from puntobanco.views.roads.svg import DARK, LIGHT, Theme, svg_roads
from puntobanco.views.roads.text import draw_roads

SHOE = (
    Bead("T", player_pair=True, total=6),
    Bead("T", total=0),
    Bead("B", banker_pair=True, natural=True, total=9),
    Bead("B", total=7),
    Bead("P", banker_pair=True, player_pair=True, total=8),
    Bead("P", total=6),
    Bead("P", natural=True, total=8),
    Bead("T", total=3),
    Bead("B", total=1),
)
SVG = "{http://www.w3.org/2000/svg}"

PLAIN = """\
Bead Plate
 Tp  P * .   .   .   .   .   .   .   .   .   .
 T   T   .   .   .   .   .   .   .   .   .   .
bB * B   .   .   .   .   .   .   .   .   .   .
 B   .   .   .   .   .   .   .   .   .   .   .
bPp  .   .   .   .   .   .   .   .   .   .   .
 P   .   .   .   .   .   .   .   .   .   .   .

Big Road
B2P B . . . . . . . . . . . . . . . . . . . . .
B P . . . . . . . . . . . . . . . . . . . . . .
. P/. . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . .

Big Eye Boy                Small Road
rb......................   ........................
.b......................   ........................
........................   ........................
........................   ........................
........................   ........................
........................   ........................

Cockroach Pig              So far
........................   Coups     9        naturals 2
........................   Player    3   33%  longest 3  pairs 2
........................   Tie       3   33%
........................   Banker    3   33%  longest 2  pairs 2
........................   Streaks   3
........................   Last streak: Banker 1

If Player   Big Eye Boy b   Small Road b   Cockroach Pig -
If Banker   Big Eye Boy r   Small Road r   Cockroach Pig -

Bead Plate: P Player, B Banker, T Tie; b, p a pair of that hand; * natural.
Big Road: / one tie, a number for more.
Other roads: r red, b blue.
Roads are history, not a forecast.
"""


def test_the_plain_drawing_is_letters_alone() -> None:
    drawing = draw_roads(SHOE, plain=True)
    assert drawing.plain + "\n" == PLAIN
    assert drawing.plain.isascii()
    assert not drawing.spans


def test_pairs_and_naturals_are_not_counted_where_only_results_are_known() -> None:
    text = draw_roads(beads("BPT"), plain=True).plain
    assert "pairs" not in text
    assert "naturals" not in text


def test_waiting_ties_and_many_ties_have_room() -> None:
    assert "\n 3. . " in draw_roads(beads("TTT"), plain=True).plain
    assert "\nB12P  .  " in draw_roads(beads("T" * 12 + "BP"), plain=True).plain


def test_shapes_are_told_as_history() -> None:
    text = draw_roads(beads("BBBB"), plain=True).plain
    assert f"The last streaks made: long Banker.\n{NOT_A_FORECAST}" in text


def on_terminal(shoe: tuple[Bead, ...], columns: int) -> str:
    out = StringIO()
    console = Console(file=out, force_terminal=True, color_system="truecolor", width=columns)
    console.print(draw_roads(shoe, columns))
    return out.getvalue()


def painted(text: str, glyph: str) -> list[str]:
    """The colours in which a glyph occurs, in order."""
    found = []
    for codes, words in re.findall(r"\x1b\[([0-9;]*)m([^\x1b]*)", text):
        found += re.findall(r"38;2;(\d+;\d+;\d+)", codes) * words.count(glyph)
    return found


RED, BLUE = "255;123;123", "125;184;255"


def test_the_terminal_shows_rings_discs_and_strokes_in_their_colours() -> None:
    # A1 B1 C1 D2: Big Road four streaks; Big Eye r r b, Small r b, Pig b; asked marks follow.
    text = on_terminal(beads("BPBPP"), 80)
    rings, discs, strokes = (painted(text, glyph) for glyph in "\u25cb\u25cf\u2571")
    # Rows from the top: Big Road B P B P, then P below; Big Eye Boy r b, then r below.
    assert rings[:5] == [RED, BLUE, RED, BLUE, BLUE]
    assert rings[5:8] == [RED, BLUE, RED]
    assert discs[:2] == [RED, BLUE]
    assert strokes[:1] == [BLUE]
    # If Player, straight down: red in all three; if Banker, D2 against C1, B1, A1: blue.
    assert [rings[-2:], discs[-2:], strokes[-2:]] == [[RED, BLUE]] * 3


@pytest.mark.parametrize("columns", [40, 50, 61, 62, 79, 80, 120])
def test_the_terminal_drawing_fills_its_width_and_no_more(columns: int) -> None:
    drawing = draw_roads(tuple(SHOE * 9) + beads("BBPPBBPPBBPPPPPP"), columns)
    assert {len(line) for line in drawing.plain.split("\n")} == {columns}


def test_a_narrow_terminal_cuts_the_oldest_columns() -> None:
    rows = draw_roads(beads("BP" * 20 + "PPT"), 24, plain=True).plain.split("\n")
    top = rows[rows.index("Big Road") + 1]
    assert top == "B P B P B P B P B P B P"
    assert rows[rows.index("Big Road") + 3].endswith("P/")


def groups(document: str) -> dict[str, ET.Element]:
    """The drawn roads by title."""
    root = ET.fromstring(document)  # noqa: S314 - our own drawing
    found = [each for each in root.iter(f"{SVG}g") if each.get("role") == "img"]
    return {each.attrib["aria-label"].split(",")[0]: each for each in found}


def cells(group: ET.Element) -> list[tuple[int, int, ET.Element]]:
    """The marks of a road with their places."""
    found = []
    for each in group.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\d+) (\d+)\)", each.get("transform", ""))
        if place and not list(each.iter(f"{SVG}g"))[1:]:
            found.append((int(place[1]), int(place[2]), each))
    return found


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_picture_places_every_mark(theme: Theme) -> None:
    shoe = beads("TBBPTTPPBPPBBPBBBBBBBBPB")
    drawing, drawn = roads(shoe), groups(svg_roads(shoe, theme))
    assert [(x, y) for x, y, _ in cells(drawn["Bead Plate"])] == [
        (cell.column, cell.row) for cell in drawing.bead_plate
    ]
    assert [(x, y) for x, y, _ in cells(drawn["Big Road"])] == [
        (cell.column, cell.row) for cell in drawing.big_road
    ]
    for title, road, colour in (
        ("Big Eye Boy", drawing.big_eye_boy, "stroke"),
        ("Small Road", drawing.small_road, "fill"),
        ("Cockroach Pig", drawing.cockroach_pig, "stroke"),
    ):
        tones = {"r": theme.banker, "b": theme.player}
        assert [(x, y, mark[0].get(colour)) for x, y, mark in cells(drawn[title])] == [
            (cell.column, cell.row, tones[cell.colour]) for cell in road.cells
        ]


def test_the_picture_shows_winners_pairs_naturals_and_ties() -> None:
    plate = cells(groups(svg_roads(SHOE))["Bead Plate"])
    assert [mark.findtext(f"{SVG}text") for _, _, mark in plate] == [bead.outcome for bead in SHOE]
    assert [each.get("fill") for each in plate[2][2]] == [
        DARK.banker,
        DARK.on_colour,
        DARK.banker,
        DARK.gold,
    ]
    big = cells(groups(svg_roads(SHOE))["Big Road"])
    assert [mark.findtext(f"{SVG}text") for _, _, mark in big][:2] == ["2", None]
    dots = [[each.get("fill") for each in mark if each.get("r") == "0.15"] for _, _, mark in big]
    assert dots == [[DARK.banker], [], [DARK.banker, DARK.player], [], [], []]
    assert big[4][2][-1].get("stroke") == DARK.tie


def test_the_picture_speaks() -> None:
    labels = {
        each.attrib["aria-label"]
        for each in ET.fromstring(svg_roads(SHOE)).iter()  # noqa: S314 - our own drawing
        if "aria-label" in each.attrib
    }
    assert labels == {
        "Bead Plate, 9 coups, last: Banker",
        "Big Road, 3 streaks, last: Banker streak of 1",
        "Big Eye Boy, 3 marks, last: blue",
        "Small Road, empty",
        "Cockroach Pig, empty",
    }
    assert NOT_A_FORECAST in svg_roads(SHOE)


@pytest.mark.parametrize(
    ("coups", "times"), [("", 0), ("T", 1), ("T", 12), ("B", 300), ("BP", 200), ("BBPP", 100)]
)
def test_nothing_is_drawn_outside_its_board(coups: str, times: int) -> None:
    text = coups * times
    root = ET.fromstring(svg_roads(beads(text)))  # noqa: S314 - our own drawing
    wide = int(root.attrib["width"])
    panels = list(root.iter(f"{SVG}rect"))[1:]
    assert all(float(each.attrib["x"]) + float(each.attrib["width"]) < wide for each in panels)
    for group in groups(svg_roads(beads(text))).values():
        panel = group.find(f"{SVG}rect")
        frame = next(each for each in group.iter(f"{SVG}g") if "scale" in each.get("transform", ""))
        assert panel is not None
        scale = float(frame.attrib["transform"][6:-1])
        columns = max((column + 1 for column, _, _ in cells(group)), default=0)
        assert columns * scale + 32 <= float(panel.attrib["width"]) + 1
