"""Editions as text: written, read, equal, known by one digest; whatever else is refused."""

from __future__ import annotations

from dataclasses import field, fields, is_dataclass, make_dataclass, replace
from random import Random
from time import process_time

import msgspec
import pytest
from tests.rules.grammar import made
from tests.sizes import size_of
from tools.editions import DEFAULTS, FOLDER, defaults, file_name, released

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import BOOKS, book_named
from puntobanco.rules import wagers
from puntobanco.rules.book import RuleBook
from puntobanco.rules.citing.register import Register
from puntobanco.rules.text.canonical import (
    BadEditionError,
    UnknownFormatError,
    digest_of,
    from_plain,
    grammar,
    plain,
    read_edition,
)
from puntobanco.rules.text.edition_names import FORMAT, KINDS
from puntobanco.rules.text.end_text import read_end, write_end
from puntobanco.rules.wagers import Push, Terms, Win

BOOKS_MADE = size_of("editions")


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_is_read_as_it_was_written(name: str) -> None:
    book = book_named(name)
    again = read_edition(book.text, RuleBook)
    assert again == book
    assert again.text == book.text
    assert again.digest() == book.digest() == digest_of(book.text)
    assert b"\n" not in book.text


@pytest.mark.parametrize("seed", range(BOOKS_MADE))
def test_any_book_of_the_grammar_is_read_as_it_was_written(seed: int) -> None:
    book = made(RuleBook, Random(seed))
    again = read_edition(book.text, RuleBook)
    assert again == book
    assert again.digest() == book.digest()


def test_every_class_of_the_grammar_has_a_name_of_its_own() -> None:
    assert len(set(KINDS.values())) == len(KINDS)
    for name, kind in grammar(RuleBook).items():
        assert KINDS[kind.__name__] == name
        assert is_dataclass(kind)


def test_golden_editions_read_and_keep_their_digest() -> None:
    kept = {path.name.split(".")[1]: path for path in FOLDER.glob("*.*.json")}
    assert released() <= set(kept)
    for digest, path in kept.items():
        book = read_edition(path.read_bytes(), RuleBook)
        assert book.digest() == digest_of(path.read_bytes()) == digest


def test_the_books_are_the_golden_ones() -> None:
    kept = {path.name for path in FOLDER.glob("*.*.json")}
    assert {file_name(book) for book in BOOKS.values()} <= kept, "run make clauses"


def test_no_default_of_the_format_ever_changes() -> None:
    """An edition that leaves a field out must mean the same for ever."""
    kept, now = msgspec.json.decode(DEFAULTS.read_bytes()), defaults()
    assert {name: now.get(name, "no longer there") for name in kept} == kept, "run make clauses"


def test_a_new_field_with_a_default_changes_no_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    wider = make_dataclass(
        "Terms",
        [
            *((each.name, tuple[str, ...], field(default=())) for each in fields(Terms)),
            ("shown_clauses", tuple[str, ...], field(default=())),
        ],
        frozen=True,
    )
    book = book_named("mbs")
    wager = book.wagers[0].thing
    with monkeypatch.context() as patched:
        patched.setattr(wagers, "Terms", wider)
        values = {each.name: getattr(wager.terms, each.name) for each in fields(Terms)}
        widened = replace(wager, terms=wider(**values))
        assert plain(widened) == plain(wager)


def test_what_the_program_made_of_a_clause_is_no_part_of_the_edition() -> None:
    book = book_named("mbs")
    first, *rest = book.register.text.clauses
    other = replace(first, where=("rules/other.py",), tests=(), note="a note")
    moved = replace(book.register.text, clauses=(other, *rest))
    assert replace(book, register=Register.of(moved)).digest() == book.digest()
    reworded = replace(book.register.text, clauses=(replace(first, gist="Other."), *rest))
    assert replace(book, register=Register.of(reworded)).digest() != book.digest()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("8 to 1", Win(Payoff(8))),
        ("1 to 2", Win(Payoff(1, 2))),
        ("1 to 1 less 5%", Win(Payoff(1), Payoff(1, 20))),
        ("1 to 1 less 2.5 %", Win(Payoff(1), Payoff(1, 40))),
        ("1 to 1 less 2 in 40", Win(Payoff(1), Payoff(2, 40))),
        ("push", Push()),
    ],
)
def test_ends_are_read_as_people_write_them(text: str, end: wagers.End) -> None:
    assert read_end(text) == end
    assert read_end(write_end(end)) == end


@pytest.mark.parametrize(
    "text", ["", "win", "0 to 1", "1 to 1 less", "1 to 1 less 100%", "8 less 0%"]
)
def test_other_ends_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a payoff|no percentage|keeps nothing"):
        read_end(text)


def test_another_format_is_named() -> None:
    text = book_named("mbs").text.replace(b'"format":1', b'"format":2')
    with pytest.raises(UnknownFormatError, match=f"format 2 is not known here; .* reads {FORMAT}"):
        read_edition(text, RuleBook)


@pytest.mark.parametrize(
    ("key", "value", "sentence", "path"),
    [
        ("edition", 7, "Expected 'str', got 'int'", ("edition",)),
        ("edition", None, "Expected 'str', got nothing", ("edition",)),
        ("extra", 1, "unknown field 'extra'", ()),
        ("void-clauses", ["1", 2], "Expected 'str', got 'int'", ("void-clauses", 1)),
    ],
)
def test_what_is_wrong_is_named_with_its_key(
    key: str, value: object, sentence: str, path: tuple[str | int, ...]
) -> None:
    with pytest.raises(BadEditionError) as caught:
        from_plain({**plain(book_named("mbs")), key: value}, RuleBook)
    assert sentence in str(caught.value)
    assert caught.value.path == path


def test_a_condition_that_cannot_be_read_is_named_with_its_key() -> None:
    written = plain(book_named("mbs"))
    written["wagers"][2]["thing"]["lines"][0]["when"] = "tie & moon"
    with pytest.raises(BadEditionError, match="there is no fact 'moon'") as caught:
        from_plain(written, RuleBook)
    assert caught.value.path == ("wagers", 2, "thing", "lines", 0, "when")


def test_a_text_that_says_the_same_in_another_form_is_refused() -> None:
    book = book_named("mbs")
    with pytest.raises(BadEditionError, match="not in canonical form"):
        read_edition(msgspec.json.format(book.text, indent=1), RuleBook)
    said = {**plain(book), "house-wide": []}
    with pytest.raises(BadEditionError, match="not in canonical form"):
        read_edition(msgspec.json.encode({"book": said, "format": 1}, order="sorted"), RuleBook)


@pytest.mark.parametrize("other", [b"8", b"8.0", b"8/1", b"8:1", b"08 to 1", b" 8 to 1"])
def test_a_payoff_in_another_form_is_refused(other: bytes) -> None:
    text = book_named("mbs").text
    assert b'"8 to 1"' in text
    with pytest.raises(BadEditionError, match="not in canonical form"):
        read_edition(text.replace(b'"8 to 1"', b'"%b"' % other, 1), RuleBook)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[" * 100_000,
        b'{"book":' + b'{"a":' * 100_000,
        b'{"format":1,"book":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b"\xff\xfe",
        b'{"format":1}',
        b'{"format":"1","book":{}}',
        b'{"format":1,"book":"\xff"}',
    ],
    ids=range(8),
)
def test_a_hostile_text_is_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(BadEditionError):
        read_edition(text, RuleBook)


def test_clauses_are_known_by_their_ids() -> None:
    assert list(book_named("mbs").register.clauses)[:2] == list(c("1.1", "1.1.1"))


@pytest.mark.long
@pytest.mark.parametrize("name", BOOKS)
def test_an_edition_is_read_within_20_milliseconds(name: str) -> None:
    taken = []
    for _ in range(20):
        began = process_time()
        read_edition(BOOKS[name].text, RuleBook)
        taken.append(process_time() - began)
    assert min(taken) <= 0.020
