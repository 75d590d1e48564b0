"""The command `punto roads`: the roads of a shoe from its outcomes alone."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import end_if_impossible, read_words, say
from puntobanco.cli.output import check_file
from puntobanco.cli.plain import is_plain
from puntobanco.odds.files import write_bytes
from puntobanco.odds.sheets.pictures import NEEDS
from puntobanco.views.roads.recorded_shoe import (
    Problem,
    RecordedShoe,
    UnreadableShoeError,
    read_results,
    read_shoe,
)
from puntobanco.views.roads.shoe_roads import Bead, cells_of, roads
from puntobanco.views.roads.svg import DARK, LIGHT, svg_roads
from puntobanco.views.roads.text import draw_roads


def draw(
    outcomes: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    book: str = "mbs",
    json: bool = False,
    svg: Path | None = None,
    png: Path | None = None,
    theme: Literal["dark", "light"] = "dark",
) -> None:
    """Draw the roads of a shoe. They are history, not a forecast.

    Exit code 1 if a recorded shoe is impossible; `punto replay` lists why.
    With --plain, or without a terminal, marks are letters without colour.

    Examples:
        punto roads BBPPTBPB
        punto roads shoe.csv --png roads.png
        punto roads BBPPTBPB --svg roads.svg --theme light

    Args:
        outcomes: A letter for each coup (BBPTB), a recorded shoe such as shoe.csv, or - for the
            standard input. A record is written as for `punto replay`; of several shoes, the last
            is drawn.
        book: Under which book a shoe with cards was dealt.
        json: Print the cells of every road for a program to read.
        svg: Write a picture to this file.
        png: Write a picture of dots to this file.
        theme: The colours of the picture.
    """
    for file, kind, needs in ((svg, ".svg", ()), (png, ".png", NEEDS)):
        if file is not None:
            check_file(file, (kind,), needs)
    coups, problems = _read(outcomes, book)
    colours = LIGHT if theme == "light" else DARK
    if svg is not None:
        write_bytes(svg, svg_roads(coups, colours).encode())
    if png is not None:
        from puntobanco.views.roads.picture import picture_of_roads  # noqa: PLC0415  # an extra

        picture_of_roads(coups, colours, png)
    drawn = [str(file) for file in (svg, png) if file is not None]
    if json:
        sys.stdout.write(json_text.dumps(cells_of(roads(coups))) + "\n")
    elif drawn:
        sys.stdout.write(f"The roads are drawn in {' and '.join(drawn)}.\n")
    else:
        _show(coups, Console(), plain=is_plain(sys.stdout))
    end_if_impossible(problems)


def _read(outcomes: str, book: str) -> tuple[Sequence[Bead], Sequence[Problem]]:
    """The coups that a user wrote, in the words themselves or in a file, and what is impossible."""
    path = Path(outcomes)
    named = outcomes == "-" or bool(path.suffix) or len(path.parts) > 1
    try:
        if not named and not path.is_file():
            return read_results(outcomes), ()
        words = read_words(outcomes)
        from puntobanco.cli.words import read_rules  # noqa: PLC0415  # loads every book

        rules = read_rules(book, ())
        found = read_shoe(words, rules.tableau, rules.decks)
    except UnreadableShoeError as error:
        where = "standard input: " if outcomes == "-" else f"{outcomes}: "
        raise UsageError(f"{where if named else ''}{error}") from None
    note_last_shoe(found)
    return [each.bead for each in found.shoes[-1]], found.problems


def note_last_shoe(record: RecordedShoe) -> None:
    """Say whose roads are drawn, where a record has several shoes."""
    if len(record.shoes) > 1:
        last = record.coups[-1].shoe
        say(f"this record has {len(record.shoes)} shoes; the roads are of the last, {last}")


def _show(coups: Sequence[Bead], console: Console, *, plain: bool) -> None:
    """Draw for a terminal; without colour the marks become letters, so that none is lost."""
    columns = console.width if console.is_terminal else None
    colourless = console.no_color or console.color_system is None
    if plain or colourless or not console.is_terminal:
        console.file.write(f"{draw_roads(coups, columns, plain=True).plain}\n")
    else:
        console.print(draw_roads(coups, columns))
