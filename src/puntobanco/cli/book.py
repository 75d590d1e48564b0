"""`punto book`: the rule books as readable pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import Console, RenderableType
from rich.text import Text

from puntobanco.base.forms import form_of
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.books import BOOKS
from puntobanco.cli.json_output import write_json
from puntobanco.cli.lazy import add_commands
from puntobanco.cli.options import Book, JsonOrPage, Option
from puntobanco.cli.screen import console, framed, grid, tell
from puntobanco.cli.words import read_book, read_rules
from puntobanco.odds.frame import Frame, sentences, text, whole
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.citing.defaults import cite
from puntobanco.rules.citing.register import Clause, ClauseKind, Status
from puntobanco.rules.configure import nearest
from puntobanco.rules.tableau import Tableau
from puntobanco.surface.books import book_form, rules_form

app = App(name="book")
add_commands(app, "book")


@app.command(name="list")
def list_books(*, json: JsonOrPage = False) -> None:
    """Name every book with its edition, its number of clauses and its fingerprint.

    Examples:
        punto book list
    """
    rows = [
        (book.name, book.title, book.edition, len(book.register.clauses), book.digest()[:12])
        for book in BOOKS.values()
    ]
    columns = [
        text("book"),
        sentences("title"),
        text("edition", spare=1),
        whole("clauses"),
        text("digest", spare=2),
    ]
    listed = framed(Frame(columns, rows), "--json shows all.")
    tell([book_form(book) for book in BOOKS.values()], listed, json=json)


@app.command
def show(book: Book, *options: Option, json: JsonOrPage = False) -> None:
    """Show a whole book: the drawing rules, every wager with payoffs and clauses, the options.

    Examples:
        punto book show mbs
        punto book show nz-division dragon-bonus=1 tie=9
    """
    rules = read_rules(book, options)
    page = (*_heading(rules), *_tableau_page(rules.tableau), *_wagers_page(rules))
    tell(rules_form(rules), *page, *_options_page(rules), json=json)


def _heading(rules: HouseRules) -> Iterator[RenderableType]:
    yield Text(rules.book.title, style="bold")
    force = rules.book.register.effective
    since = f", in force from {force}" if force[:1].isdigit() else ""
    size = f"{how_many(rules.seats, 'place')}, {how_many(rules.decks, 'deck')}"
    yield f"{rules.book.edition}{since}; {size}"


def _tableau_page(tableau: Tableau) -> Iterator[RenderableType]:
    yield ""
    yield Text("Drawing rules", style="bold")
    natural = cite(tableau.natural_clauses)
    yield f"8 or 9 on two cards, in either hand, ends the drawing. {natural}"
    player = (
        (row.totals, "draws" if row.draws(0) else "stands", cite(row.clauses))
        for row in tableau.player
    )
    yield grid("Player has", "", "", rows=player)
    yield ""
    columns = [str(value) for value in range(10)]
    banker = grid("Banker has", *columns, "none", "(Player's third card)")
    alone = {total: row for row in tableau.banker_alone for total in row.span}
    for row in tableau.banker:
        letters = [_letter(row.draws(column)) for column in range(10)]
        none = alone[row.span[0]]
        clauses = dict.fromkeys((*row.clauses, *none.clauses))
        banker.add_row(row.totals, *letters, _letter(none.draws(0)), cite(clauses))
    yield banker
    yield Text("D draws, S stands", style="dim")


def _letter(draws: bool) -> Text:  # noqa: FBT001  one letter for one answer
    return Text("D", style="green") if draws else Text("S", style="dim")


def _wagers_page(rules: HouseRules) -> Iterator[RenderableType]:
    yield ""
    rows = (
        (
            "" if place else Text(wager.name, style="bold"),
            *(line.label, str(line.end), cite(line.clauses)),
        )
        for wager in rules.wagers.values()
        for place, line in enumerate(wager.ends())
    )
    yield grid("wager", "when", "pays", "clauses", rows=rows, title="Wagers")


def _options_page(rules: HouseRules) -> Iterator[RenderableType]:
    yield ""
    rows = (
        (each.name, rules.options[each.name], each.expected, each.meaning, cite(each.clauses))
        for each in rules.book.options
    )
    headings = ("option", "here", "may be", "what it decides", "clauses")
    yield grid(*headings, rows=rows, title="Options")
    if rules.book.exclusions:
        yield ""
    for exclusion in rules.book.exclusions:
        yield f"- {exclusion.sentence} {cite(exclusion.clauses)}"


@app.command
def clause(
    book: Book,
    *numbers: str,
    run: bool = False,
    json: JsonOrPage = False,
) -> None:
    """Show a clause: what it says in short, what became of it, the code and script that show it.

    Examples:
        punto book clause nz-division 9.4
        punto book clause mbs 3.2

    Args:
        numbers: The clauses, by the numbers that the document prints.
        run: Run the scripts that show it; they are in the source of this project.
    """
    read = read_book(book)
    if not numbers:
        raise UsageError(f"which clause? `punto book clauses {book}` lists them")
    found = [_clause_named(read, book, number) for number in numbers]
    if json:
        write_json([_clause_form(each) for each in found])
        return
    out = console()
    for each in found:
        out.print(Text(f"{read.name} {each.id}", style="bold"))
        out.print(each.gist)
        rows = [("kind", each.kind.value), ("status", each.status.value)]
        rows += [("note", each.note)] if each.note else []
        rows += [("code", place) for place in each.where]
        rows += [("shown by", place) for place in each.tests]
        out.print(grid("", "", rows=rows, header=False))
        if run:
            _run_scripts(out, each)


def _clause_named(read: RuleBook, book: str, number: str) -> Clause:
    if found := read.register.named(number):
        return read.clauses[found.id]
    known = list(map(str, read.clauses))
    inside = [each for each in known if each.startswith((f"{number}(", f"{number}.", f"{number}["))]
    if inside:
        hint = f"it has {', '.join(inside[:8])}"
    elif near := nearest(number, known):
        hint = f"did you mean {near}?"
    else:
        hint = f"`punto book clauses {book}` lists them"
    raise UsageError(f"{read.name} has no clause {number}; {hint}")


def _run_scripts(out: Console, shown: Clause) -> None:
    scripts = [place for place in shown.tests if place.endswith(".play")]
    if not scripts:
        out.print("No script shows this clause.")
    for place in scripts:
        path = Path(place)
        if not path.is_file():
            raise UsageError(f"{place} is not here; run this in a checkout of the project")
        from puntobanco.notation.runner import run_script  # noqa: PLC0415  only here

        played = run_script(path.read_text("utf-8"), BOOKS)
        out.print(f"{place}: as written, {how_many(len(played.log), 'event')}")


@app.command
def clauses(
    book: Book,
    *numbers: str,
    kind: ClauseKind | None = None,
    gaps: bool = False,
    json: JsonOrPage = False,
) -> None:
    """List a book's clauses with what became of each; totals by kind.

    Examples:
        punto book clauses mbs
        punto book clauses nz-division --kind settle
        punto book clauses rws-super-six-plus --gaps

    Args:
        numbers: None: `punto book clause` shows single clauses.
        kind: Only clauses of this kind.
        gaps: Only clauses that are still open.
    """
    if numbers:
        words = " ".join(numbers)
        raise UsageError(
            f"Unexpected argument `{words}`. To read one clause: punto book clause {book} {words}"
        )
    found = read_book(book).clauses.values()
    chosen = [each for each in found if kind in (None, each.kind)]
    if gaps:
        chosen = [each for each in chosen if each.status is Status.OPEN]
    rows = [
        (each.id, each.kind.value, each.status.value, each.gist, ", ".join(each.where))
        for each in chosen
    ]
    columns = [text("clause"), text("kind"), text("status"), sentences("gist")]
    frame = Frame([*columns, text("where", spare=1)], rows)
    listed = (framed(frame, f"`punto book clause {book} CLAUSE` shows all."), "")
    nothing = ("No clause of that kind is open." if gaps else "There is no such clause.",)
    form = [_clause_form(clause) for clause in chosen]
    tell(form, *(listed if chosen else nothing), _totals(found), json=json)


def _clause_form(clause: Clause) -> dict[str, Any]:
    return form_of(clause, "id", "kind", "status", "gist", "where", "tests")


def _totals(clauses: Collection[Clause]) -> Any:
    rows = []
    for kind in (*ClauseKind, None):
        counted = [c for c in clauses if kind is None or c.kind is kind]
        by_status = [sum(c.status is status for c in counted) for status in Status]
        name = kind.value if kind else "all"
        rows.append((name, *(str(n) if n else "" for n in by_status), str(len(counted))))
    return grid("kind", *(f"{status.value}>" for status in Status), "all>", rows=rows)
