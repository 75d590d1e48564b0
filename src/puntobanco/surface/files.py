"""Writing a par sheet from Python."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.odds.composition import full_shoe
from puntobanco.odds.files import SHEETS, check_path, write_bytes
from puntobanco.odds.sheets.page import write_sheet
from puntobanco.odds.sheets.pdf import par_pdf

if TYPE_CHECKING:
    from puntobanco.surface.books import Rules


def write_par_sheet(rules: Rules, path: str | PathLike[str]) -> None:
    """Write the par sheet of a table as .html or .pdf."""
    out = Path(path)
    check_path(out, SHEETS)
    if out.suffix.lower() == ".pdf":
        write_bytes(out, par_pdf(rules.core, full_shoe(rules.decks), rules.changes))
    else:
        write_bytes(out, write_sheet(rules.core, changes=rules.changes).encode())
