"""Every script of a clause runs, and shows the clause that its first line claims."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.base.clauses import ClauseId
from puntobanco.books import BOOKS, register_of
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError, read_script

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*/*.play"))
READINGS = sorted(HERE.glob("*/readings/*.play"))
"""Scripts of the numbered readings: how a doubtful point of a document was decided."""
SITUATIONS = sorted(HERE.glob("*/situations/*.play"))
"""Scripts of situations in which several rules meet, decided from the document."""

_CLAIM = re.compile(r"# (?P<clause>\S.*?): (?P<sentence>\S.*)")
_READING = re.compile(r"# reading (?P<number>\d+), (?P<clause>\S.*?): (?P<sentence>\S.*)")


def name_of(script: Path) -> str:
    return script.relative_to(HERE).as_posix()


def claim_of(script: Path) -> ClauseId:
    """The clause that a script's first line names."""
    first = script.read_text("utf-8").partition("\n")[0]
    claim = _CLAIM.fullmatch(first)
    assert claim, f"{name_of(script)} begins {first!r}; write `# <clause id>: <sentence>`"
    return ClauseId(claim["clause"])


def slug(clause: ClauseId) -> str:
    """A clause's name as that of a file."""
    return re.sub(r"[^A-Za-z0-9.()-]", "_", clause)


def books_played(script: Path) -> Iterator[str]:
    for line in read_script(script.read_text("utf-8")):
        if line.verb.text == "book" and line.words:
            yield line.words[0].text


def test_there_are_scripts_to_run() -> None:
    assert SCRIPTS, f"no script was found below {HERE}"


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_a_script_shows_the_clause_it_claims(script: Path) -> None:
    book, clause, text = script.parent.name, claim_of(script), script.read_text("utf-8")
    assert book in BOOKS, f"{name_of(script)} lies in no book's folder; they are {list(BOOKS)}"
    assert clause in register_of(book).clauses, (
        f"{name_of(script)} claims {clause}, which the register of {book} does not list"
    )
    assert script.stem == slug(clause), (
        f"{name_of(script)} claims {clause}; its file should be called {slug(clause)}.play"
    )
    others = set(books_played(script)) - {book}
    assert not others, f"{name_of(script)} plays {', '.join(sorted(others))}, not {book} alone"
    assert any(clause in line.clauses for line in read_script(text)), (
        f"{name_of(script)} claims {clause}, but no line expects it; write [{clause}] at the end "
        "of the line where the table cites it"
    )
    difference = None
    try:
        run_script(text, BOOKS)
    except ScriptError as error:
        difference = str(error)
    assert difference is None, f"{name_of(script)}, {difference}"


def test_no_two_scripts_claim_the_same_clause() -> None:
    claimed: dict[tuple[str, ClauseId], list[str]] = defaultdict(list)
    for script in SCRIPTS:
        claimed[script.parent.name, claim_of(script)].append(script.name)
    twice = [
        f"{book} {clause} is claimed by {' and '.join(names)}"
        for (book, clause), names in claimed.items()
        if len(names) > 1
    ]
    assert not twice, "; ".join(twice)


@pytest.mark.parametrize("script", READINGS, ids=name_of)
def test_a_script_shows_the_reading_it_claims(script: Path) -> None:
    """A reading's script is called by its number, and a line of it expects the clause it names."""
    text, book = script.read_text("utf-8"), script.parents[1].name
    first = text.partition("\n")[0]
    claim = _READING.fullmatch(first)
    assert claim, f"{name_of(script)} begins {first!r}; write `# reading N, <clause>: <sentence>`"
    assert script.stem.split("-")[0] == claim["number"], f"{name_of(script)} claims another number"
    assert set(books_played(script)) == {book}, f"{name_of(script)} plays other books than {book}"
    clause = ClauseId(claim["clause"])
    assert clause in register_of(book).clauses, f"{book} has no clause {clause}"
    assert any(clause in line.clauses for line in read_script(text)), (
        f"{name_of(script)} claims {clause}, but no line expects it"
    )
    run_script(text, BOOKS)


@pytest.mark.parametrize("script", SITUATIONS, ids=name_of)
def test_a_script_shows_the_situation_it_claims(script: Path) -> None:
    """The first line of a situation names the clause that decides it, and a line expects it."""
    text, book, clause = script.read_text("utf-8"), script.parents[1].name, claim_of(script)
    assert set(books_played(script)) == {book}, f"{name_of(script)} plays other books than {book}"
    assert any(clause in line.clauses for line in read_script(text)), (
        f"{name_of(script)} claims {clause}, but no line expects it"
    )
    run_script(text, BOOKS)
