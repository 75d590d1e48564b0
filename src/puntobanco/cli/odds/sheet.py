"""`punto odds sheet`: a par sheet as a page or a PDF."""

from __future__ import annotations

import sys
from typing import Literal

from puntobanco.base.usage import UsageError
from puntobanco.cli.odds.words import ShoeWords
from puntobanco.cli.options import Book, Option, OutFile
from puntobanco.cli.output import check_file
from puntobanco.cli.progress import progress_bar
from puntobanco.cli.wager_words import WagerWords
from puntobanco.cli.words import read_rules
from puntobanco.odds.files import SHEETS
from puntobanco.odds.sheets.par_sheet import Paper
from puntobanco.surface.books import Rules
from puntobanco.surface.files import write_par_sheet


def sheet(
    book: Book,
    *options: Option,
    out: OutFile = None,
    paper: Literal["a4", "letter"] = "a4",
    shoe: ShoeWords = ShoeWords(),
    wagers: WagerWords = WagerWords(),
) -> None:
    """Write a par sheet: every wager with its events, payoffs, combinations, return and risk.

    Examples:
        punto odds sheet rws-wins-on -o wins-on.html
        punto odds sheet mbs --pay tie=9 --wager tie --paper letter -o sheet.pdf

    Args:
        out: The file to write: .html or .pdf.
        paper: What it is printed on.
    """
    choice = wagers.read(read_rules(book, options))
    if out is None:
        raise UsageError(f"name the file to write: punto odds sheet {book} -o sheet.html")
    check_file(out, SHEETS)
    rules = Rules(choice.only(), choice.changes)
    with progress_bar("cards", 52) as advance:
        write_par_sheet(rules, out, shoe.read(rules.core), Paper(paper), advance)
    sys.stdout.write(f"{out}\n")
