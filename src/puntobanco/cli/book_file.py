"""`punto book check`, `new`, `diff` and `export`: books as files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from puntobanco.base.forms import form_of
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import new_file
from puntobanco.cli.json_output import write_json
from puntobanco.cli.options import BookFile, JsonOrPage
from puntobanco.cli.screen import grid, tell
from puntobanco.cli.words import read_book
from puntobanco.library.comparing import differences
from puntobanco.library.doubts import findings_in
from puntobanco.library.errors import BadBookFileError, FileFinding
from puntobanco.library.finding import is_path
from puntobanco.library.finding import read_book as read_file
from puntobanco.library.writing import book_toml, start_of_file


def check(file: BookFile, *, json: bool = False) -> None:
    """Check a book file like a compiler: every error with line and column, or every doubt.

    Where a file is not TOML, the first such place is shown.

    Examples:
        punto book check examples/books/ez.toml

    Args:
        json: Write JSON instead of text.
    """
    try:
        found = read_file(file)
        findings = findings_in(found)
        digest = found.book.digest()
    except BadBookFileError as error:
        # what a file extends may be the one with the error
        named, findings, digest = error.file, list(error.findings), ""
    else:
        named = str(file)
    if json:
        write_json({"file": named, "digest": digest, "findings": [_form(f) for f in findings]})
    else:
        sys.stdout.writelines(f"{each.told(named)}\n" for each in findings)
        if digest:
            sys.stdout.write(f"{named}: {found.book.title}, edition {digest}\n")
    if any(each.is_error for each in findings):
        raise SystemExit(1)


def _form(finding: FileFinding) -> dict[str, Any]:
    where = form_of(finding.place, "line", "column")
    return {**where, "error": finding.is_error, "sentence": finding.sentence}


def new(file: Path, *, start: Annotated[str, Parameter(name="--from")] = "mbs") -> None:
    """Write a commented start of a book file that extends another book.

    Examples:
        punto book new house-rules.toml --from mbs

    Args:
        file: The file to write; it must not be there yet.
        start: The book it extends: a name, a path or a digest.
    """
    base = read_book(start)
    if file.suffix != ".toml":
        raise UsageError(f"{file} does not end in .toml; name it {file.stem}.toml")
    extends = start
    if is_path(start):  # a path in a file is seen from the file
        extends = os.path.relpath(Path(start).resolve(), file.parent.resolve())
        extends = extends if "/" in extends else f"./{extends}"
    with new_file(file) as written:
        written.write(start_of_file(base, file.stem.lower(), extends))
    sys.stdout.write(f"Wrote {file}. To check it: punto book check {file}\n")


def diff(before: str, after: str, *, json: JsonOrPage = False) -> None:
    """Show in which clauses and wagers two editions differ, with the change in edge.

    Examples:
        punto book diff mbs examples/books/ez.toml

    Args:
        before: A book: a name, a path or a digest.
        after: Another one.
    """
    one, two = read_book(before), read_book(after)
    found = [{"change": each.change, **asdict(each)} for each in differences(one, two)]
    form = {"before": one.digest(), "after": two.digest(), "differences": found}
    same = f"Both are edition {one.digest()}."
    tell(form, differences_shown(found) if found else same, json=json)


def differences_shown(found: Iterable[Mapping[str, str]]) -> Table:
    """What is new, gone and changed, a line each."""
    rows = (
        (
            {"new": "+", "gone": "-", "changed": "~"}[each["change"]],
            *(each[name] for name in ("part", "name", "before", "after")),
            *(f"{each[edge]} %" if each[edge] else "" for edge in ("edge_before", "edge_after")),
        )
        for each in found
    )
    headings = ("", "part", "name", "before", "after", "edge before>", "edge after>")
    return grid(*headings, rows=rows)


def export(book: str, *, toml: bool = False) -> None:
    """Write a book's canonical text, whose SHA-256 is its digest; or all of it as a book file.

    Examples:
        punto book export mbs
        punto book export mbs --toml

    Args:
        book: A book: a name, a path or a digest.
        toml: Write the readable form instead.
    """
    found = read_book(book)
    if toml:
        sys.stdout.write(book_toml(found))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(found.text)
        sys.stdout.buffer.flush()
