"""`punto odds sheet`: a par sheet as one page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from puntobanco.cli.errors import UserError
from puntobanco.cli.odds_words import ShoeWords, user_errors
from puntobanco.cli.progress import progress_bar
from puntobanco.cli.words import read_rules
from puntobanco.odds.sheet import write_sheet

_NO_SHOE = ShoeWords()


def sheet(
    book: str,
    *options: str,
    out: Annotated[Path, Parameter(name=["-o", "--out"])],
    shoe: ShoeWords = _NO_SHOE,
) -> None:
    """Write a par sheet: one self-contained HTML page with every wager, its tables and plots.

    Examples:
        punto odds sheet rws-wins-on -o wins-on.html

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        out: The file to write.
        shoe: What the coup is dealt from.
    """
    rules = read_rules(book, options)
    composition = shoe.read(rules)
    with user_errors(), progress_bar("cards", 52) as advance:
        page = write_sheet(rules, composition, progress=advance)
    try:
        out.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror}; give another file") from None
    sys.stdout.write(f"{out}\n")
