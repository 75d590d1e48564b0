"""The rule books as pages: every clause, what became of it, where, and its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puntobanco.books import BOOKS, register_of
from puntobanco.odds import odds
from puntobanco.odds.figures import pays, percent
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.citing.register import Clause, Register, Status

NOTICE = "<!-- Written by tools/docs.py from the code; not by hand. -->\n\n"
MEANING = {
    Status.CARRIED_OUT: "carried out: a test shows an event, refusal or payment that cites it",
    Status.REPRESENTED: "represented: named code embodies it",
    Status.STAFF: "staff: a gesture of people, with the place where the software represents it",
    Status.OPEN: "open",
}


def pages() -> dict[str, str]:
    """One page a book, and one that names them all."""
    found = {f"books/{name}.md": NOTICE + _book_page(book) for name, book in BOOKS.items()}
    return {"books/index.md": NOTICE + _index(), **found}


def anchor(clause: str) -> str:
    """The place of a clause on its book's page."""
    return "c-" + re.sub(r"[^A-Za-z0-9]+", "-", clause).strip("-").lower()


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return re.sub(r"([|*_<\[\]])", r"\\\1", " ".join(text.split()))


def table(headings: str, rows: list[list[str]]) -> str:
    """A table; headings are separated by bars, one that ends in > is for numbers."""
    names = headings.split("|")
    lines = [
        "| " + " | ".join(name.removesuffix(">") for name in names) + " |",
        "|" + "|".join("---:" if name.endswith(">") else "---" for name in names) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def default_rules(book: RuleBook) -> HouseRules:
    """A table of the book with every choice left as it is."""
    rules = book.configure({})
    assert isinstance(rules, HouseRules)
    return rules


def _index() -> str:
    rows = []
    for name, book in BOOKS.items():
        register = register_of(name)
        counts = [sum(c.status is s for c in register.clauses.values()) for s in MEANING]
        numbers = [str(each) for each in (len(register.clauses), *counts[:3])]
        link = f"[`{name}`]({name}.md)"
        rows.append([link, cell(book.title), cell(book.edition), *numbers])
    return (
        "# The books\n\nFour rule documents, each a value of frozen data with its clauses in it. "
        "A page a book lists every clause in a paraphrase, with what became of it, the code and "
        "the tests.\n\n"
        + table("book|title|edition|clauses>|carried out>|represented>|staff>", rows)
        + "\n"
        + "\n".join(f"- {text}" for status, text in MEANING.items() if status is not Status.OPEN)
        + "\n\nWhere a document is silent the engine cites a numbered default of its own: "
        "[defaults](../decisions/0003-defaults.md). How doubtful clauses were read: "
        "[readings](../decisions/0002-readings.md).\n"
    )


def _book_page(book: RuleBook) -> str:
    register, rules = register_of(book.name), default_rules(book)
    force = f", in force from {register.effective}" if register.effective[:1].isdigit() else ""
    parts = [
        f"# {book.title}\n",
        f"`{book.name}`, {book.edition}{force}; {len(register.clauses)} clauses; digest",
        f"`{book.digest()[:16]}`. `punto book show {book.name}` prints the book.\n",
        "## Wagers\n",
        "Edge with every option left as it is, full shoe, exact to the digits shown.\n",
        wagers_table(rules),
        "## Options\n",
        table("option|may be|what it decides|clauses", list(_options(book, register))),
        "## Clauses\n",
        *(_clause(clause) for clause in register.clauses.values()),
    ]
    return "\n".join(parts)


def wagers_table(rules: HouseRules) -> str:
    """The wagers of a table with what they pay and cost."""
    priced = odds(rules)
    rows = [
        [f"`{name}`", cell(pays(each.wager)), percent(each.win), percent(each.edge)]
        for name, each in priced.items()
    ]
    return table("wager|pays|wins %>|edge %>", rows)


def _options(book: RuleBook, register: Register) -> Iterator[list[str]]:
    for option in book.options:
        cited = ", ".join(
            f"[{cell(each)}](#{anchor(each)})" if each in register.clauses else cell(each)
            for each in option.clauses
        )
        yield [f"`{option.name}`", cell(option.expected), cell(option.meaning), cited]


def _clause(clause: Clause) -> str:
    lines = [
        f"### {cell(clause.id)} {{#{anchor(clause.id)}}}\n",
        f"{cell(clause.gist)}\n",
        f"*{clause.kind.value}; {clause.status.value}*"
        + (" — number inferred from a damaged text" if clause.recovered else "")
        + "\n",
    ]
    if clause.scenario:
        lines.append(f"> {cell(clause.scenario)}\n")
    if clause.note:
        lines.append(f"Note: {cell(clause.note)}\n")
    if clause.where:
        lines.append("Where: " + ", ".join(f"`{place}`" for place in clause.where) + "\n")
    if clause.tests:
        lines.append("Tests: " + ", ".join(f"`{test}`" for test in clause.tests) + "\n")
    return "\n".join(lines)
