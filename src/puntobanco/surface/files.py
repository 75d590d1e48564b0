"""Writing a par sheet."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING

from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.files import SHEETS, check_path, write_bytes
from puntobanco.odds.sheets.page import write_sheet
from puntobanco.odds.sheets.par_sheet import Paper
from puntobanco.odds.sheets.pdf import par_pdf
from puntobanco.surface.words import file_named

if TYPE_CHECKING:
    from puntobanco.surface.books import Rules


def write_par_sheet(
    rules: Rules,
    path: str | PathLike[str],
    shoe: Composition | None = None,
    paper: Paper = Paper.A4,
    progress: Callable[[], None] = lambda: None,
) -> None:
    """Write the par sheet of a table as .html or .pdf, for its full shoe or another."""
    out, core = file_named(path), rules.core
    check_path(out, SHEETS)
    start = shoe or full_shoe(rules.decks)
    if out.suffix.lower() == ".pdf":
        page = par_pdf(core, start, rules.changes, paper=paper)
    else:
        page = write_sheet(core, start, rules.changes, paper=paper, progress=progress).encode()
    write_bytes(out, page)
