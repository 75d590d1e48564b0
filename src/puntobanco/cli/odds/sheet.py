"""`punto odds sheet`: a par sheet as a page or a PDF."""

from __future__ import annotations

import sys
from typing import Literal

from puntobanco.cli.errors import UserError, user_errors
from puntobanco.cli.odds.words import ShoeWords, odds_errors
from puntobanco.cli.options import Book, Option, OutFile
from puntobanco.cli.output import check_file
from puntobanco.cli.progress import progress_bar
from puntobanco.cli.wager_words import WagerWords
from puntobanco.cli.words import read_rules
from puntobanco.odds.files import SHEETS, CannotWriteError, write_bytes
from puntobanco.odds.sheets.page import write_sheet
from puntobanco.odds.sheets.par_sheet import Paper
from puntobanco.odds.sheets.pdf import par_pdf

_NO_SHOE = ShoeWords()
_ALL = WagerWords()


def sheet(
    book: Book,
    *options: Option,
    out: OutFile = None,
    paper: Literal["a4", "letter"] = "a4",
    shoe: ShoeWords = _NO_SHOE,
    wagers: WagerWords = _ALL,
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
        raise UserError(f"name the file to write: punto odds sheet {book} -o sheet.html")
    check_file(out, SHEETS)
    rules = choice.only()
    composition = shoe.read(rules)
    with odds_errors(), progress_bar("cards", 52) as advance:
        if out.suffix.lower() == ".pdf":
            page = par_pdf(rules, composition, choice.changes, paper=Paper(paper))
        else:
            page = write_sheet(
                rules, composition, choice.changes, paper=Paper(paper), progress=advance
            ).encode()
    with user_errors(CannotWriteError):
        write_bytes(out, page)
    sys.stdout.write(f"{out}\n")
