"""The command `punto roads`: the roads of a shoe from its outcomes alone."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

from cyclopts import App, Parameter
from rich.console import Console

from puntobanco.cli.errors import UserError
from puntobanco.cli.plain import is_plain
from puntobanco.views.roads import (
    DERIVED_DISTANCES,
    Asked,
    Bead,
    DerivedRoad,
    Roads,
    UnreadableResultError,
    beads,
    roads,
)
from puntobanco.views.roads_svg import DARK, LIGHT, svg_roads
from puntobanco.views.roads_text import draw_roads

_Flag: TypeAlias = Annotated[bool, Parameter(negative=(), show_default=False)]

app = App(name="roads", help="Draw the roads of a shoe. They are history, not a forecast.")


def roads_form(drawing: Roads) -> dict[str, Any]:
    """The roads as plain lists, in order of play; columns and rows count from 0.

    Ties before the first win are one Big Road cell with the letter T.
    """

    def derived(road: DerivedRoad) -> dict[str, Any]:
        cells = [[cell.column, cell.row, cell.colour] for cell in road.cells]
        return {"marks": road.marks, "cells": cells}

    def asked(answer: Asked) -> dict[str, str | None]:
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


def _refuse(sentence: str) -> NoReturn:
    raise UserError(sentence)


@app.default
def draw(
    outcomes: str,
    /,
    *,
    json: _Flag = False,
    svg: Path | None = None,
    theme: Literal["dark", "light"] = "dark",
) -> None:
    """Draw the roads of a shoe. They are history, not a forecast.

    With --plain, or where nobody sits at a terminal, marks are letters without colour.

    Examples:
        punto roads BBPPTBPB

        punto roads BBPPTBPB --svg roads.svg --theme light

    Args:
        outcomes: One letter for each coup in order: B, P or T, such as BBPTB.
        json: Print the cells of every road for a program to read.
        svg: Write a picture to this file.
        theme: The colours of the picture.
    """
    try:
        coups = beads(outcomes)
    except UnreadableResultError as error:
        _refuse(str(error))
    if svg is not None:
        try:
            svg.write_text(svg_roads(coups, LIGHT if theme == "light" else DARK), encoding="utf-8")
        except OSError as error:
            _refuse(f"{svg} cannot be written ({error.strerror}); name a file in a folder that can")
    if json:
        sys.stdout.write(json_text.dumps(roads_form(roads(coups))) + "\n")
    elif svg is not None:
        sys.stdout.write(f"The roads are drawn in {svg}.\n")
    else:
        _show(coups, Console(), plain=is_plain(sys.stdout))


def _show(coups: Sequence[Bead], console: Console, *, plain: bool) -> None:
    """Draw for a terminal; without colour the marks become letters, so that none is lost."""
    columns = console.width if console.is_terminal else None
    colourless = console.no_color or console.color_system is None
    if plain or colourless or not console.is_terminal:
        console.file.write(f"{draw_roads(coups, columns, plain=True).plain}\n")
    else:
        console.print(draw_roads(coups, columns))
