"""`punto admin book`: the rule books that a house adds to those of the program."""

from __future__ import annotations

import sys
from typing import Any

from cyclopts import App

from puntobanco.base.usage import UsageError
from puntobanco.cli.book_file import differences_shown
from puntobanco.cli.house.admin_cage import waiting_for_another
from puntobanco.cli.house.client import HERE, At, line
from puntobanco.cli.options import BookFile, Reason
from puntobanco.cli.screen import grid
from puntobanco.cli.words import edition_of, read_book
from puntobanco.wire.times import written_minute

app = App(name="book")


@app.command
def add(file: BookFile, *, at: At = HERE) -> None:
    """Bring the house a rule book from a file; it keeps the text, new tables may have it.

    The file, and whatever it extends, is read here. Changing it afterwards changes nothing in the
    house.

    Examples:
        punto admin book add examples/books/ez.toml
    """
    name = str(file)
    if file.suffix not in (".toml", ".json"):
        raise UsageError(f"{name} is not a book file; its name ends in .toml or .json")
    book = read_book(name)
    digest, text = book.digest(), book.text.decode()
    at.post("/books", {"file": f"{file.stem}.json", "text": text, "digest": digest})
    added = {"book": book.name, "title": book.title, "edition": digest}
    at.tell(added, f"Added {book.name} ({book.title}), edition {digest}.")


@app.command(name="list")
def list_(*, at: At = HERE) -> None:
    """List every edition that the house offers or some table runs under.

    Examples:
        punto admin book list
    """
    found = at.get("/editions")
    rows = []
    for each in found["books"]:
        when = "" if each["added_at"] is None else written_minute(each["added_at"])
        words = each["problem"] or each["edition"]
        unnamed = "the program" if each["offered"] else "no longer offered"
        by, tables = each["by"] or unnamed, ", ".join(each["tables"])
        rows.append((each["book"], each["title"], words, each["digest"][:12], by, when, tables))
    headings = ("book", "title", "edition", "digest", "added by", "at", "tables")
    at.tell(found, grid(*headings, rows=rows))


@app.command
def export(book: str, *, at: At = HERE) -> None:
    """Write the canonical text of a book as the house keeps it; its SHA-256 is the digest.

    Examples:
        punto admin book export ez > ez.json

    Args:
        book: Its name, its digest, or the path of the file that was added.
    """
    with line(at) as house:
        sys.stdout.write(house.text(f"/books/{edition_of(book)}/text"))


@app.command
def adopt(before: str, after: str, *, reason: Reason, at: At = HERE) -> None:
    """Ask that every table under one edition adopts another; shows what would change.

    Nothing happens before another person has agreed. A table with an open coup adopts it when
    that coup is over.

    Examples:
        punto admin book adopt mbs ez --reason "the December rules"

    Args:
        before: The edition that gives way: its name, the path of its file, or its digest or the
            beginning of one.
        after: The edition to adopt, said in the same way.
    """
    with line(at) as house:
        books = house.get("/editions")["books"]
        old = _one([each for each in books if each["tables"]], before, "is in use at a table")
        new = _one([each for each in books if not each["problem"]], after, "is in the house")
        found = house.get(f"/books/{new['digest']}/differences", **{"from": old["digest"]})
        body = {"before": old["digest"], "reason": reason}
        asked = house.post(f"/books/{new['digest']}/adoption", body)
    changes = differences_shown(found["differences"])
    at.tell(
        asked, changes, f"At {', '.join(old['tables'])}.", waiting_for_another(asked["approval"])
    )


@app.command
def remove(book: str, *, reason: Reason, at: At = HERE) -> None:
    """Offer a book of the house to new tables no more; its tables go on, its text is kept.

    Examples:
        punto admin book remove ez --reason "replaced by the December rules"

    Args:
        book: Its name, the path of its file, or its digest or the beginning of one.
    """
    with line(at) as house:
        books = house.get("/editions")["books"]
        found = _one([each for each in books if each["by"]], book, "was added by the house")
        house.delete(f"/books/{found['digest']}", reason=reason)
    removed = {"book": found["book"], "edition": found["digest"], "removed": True}
    at.tell(removed, f"Removed {found['book']}, edition {found['digest'][:12]}.")


def _one(books: list[dict[str, Any]], name: str, what: str) -> dict[str, Any]:
    """The one edition that is meant, among those of which something holds."""
    edition = edition_of(name)
    fitting = [each for each in books if each["book"] == name or each["digest"].startswith(edition)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        known = ", ".join(dict.fromkeys(each["book"] for each in books)) or "none"
        raise UsageError(f"No edition of {name!r} {what}. Possible: {known}.")
    digests = ", ".join(each["digest"][:12] for each in fitting)
    raise UsageError(
        f"More than one edition is meant by {name!r}; name one by its digest: {digests}"
    )
