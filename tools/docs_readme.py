"""Writes the table of the books into README.md: their wagers and what they cost, exactly."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.docs_books import cell, table  # noqa: E402

from puntobanco.books import BOOKS, register_of  # noqa: E402
from puntobanco.odds import odds  # noqa: E402
from puntobanco.odds.figures import percent  # noqa: E402
from puntobanco.rules.book import HouseRules  # noqa: E402

BEGIN, END = "<!-- books: written by tools/docs_readme.py -->\n", "<!-- end of books -->\n"
SIDES = {"perfect-pair": "1", "dragon-bonus": "1"}
"""Scales of side wagers that a book leaves to the operator, for a table that offers many."""


def _rules(name: str) -> HouseRules:
    known = {option.name for option in BOOKS[name].options}
    wanted = {option: value for option, value in SIDES.items() if option in known}
    rules = BOOKS[name].configure({option.replace("-", "_"): v for option, v in wanted.items()})
    assert isinstance(rules, HouseRules), rules
    return rules


def _edges(rules: HouseRules) -> list[str]:
    """The edges of Player, Banker and Tie; then the number of other wagers and their range."""
    edges = {name: percent(each.edge, 2) for name, each in odds(rules).items()}
    main = [edges.pop(name) for name in ("player", "banker", "tie")]
    others = sorted(set(edges.values()), key=float)
    return [
        *main,
        f"{len(edges)}: {others[0]} to {others[-1]}"
        if others[1:]
        else f"{len(edges)}: {others[0]}",
    ]


def books_table() -> str:
    """The books with their clauses and edges."""
    rows = []
    for name, book in BOOKS.items():
        clauses = len(register_of(name).clauses)
        title = cell(f"{book.title}, {book.edition}")
        rows.append([f"`{name}`", title, str(clauses), *_edges(_rules(name))])
    return table("book|document|clauses>|Player>|Banker>|Tie>|other wagers", rows)


def written(text: str) -> str:
    """The README with the table as it is now."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    assert begin, "README.md has no place for the books"
    assert end, "README.md has no end of the books"
    return f"{head}{BEGIN}\n{books_table()}\n{END}{tail}"


if __name__ == "__main__":
    path = ROOT / "README.md"
    path.write_text(written(path.read_text("utf-8")), "utf-8")
