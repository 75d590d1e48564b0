"""Keeps the canonical texts of the books under tests/golden/editions: `make clauses` calls it.

An edition that `released.txt` names stays as it is for ever. Any other is replaced by what the
book says now. The tutorial shows the digest of a book that extends one of them.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import msgspec

from puntobanco.books import BOOKS
from puntobanco.library.finding import find_book, read_brought
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import default_of, grammar, has_default, plain
from puntobanco.rules.text.edition_names import field_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden" / "editions"
RELEASED = FOLDER / "released.txt"
TUTORIAL = ROOT / "docs" / "tutorials" / "rule-book.md"
DEFAULTS = FOLDER / "defaults.json"


def file_name(book: RuleBook) -> str:
    """Where an edition is kept: by its name and digest."""
    return f"{book.name}.{book.digest()}.json"


def released() -> set[str]:
    """The digests of the editions that were released."""
    lines = RELEASED.read_text("utf-8").splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def defaults() -> dict[str, object]:
    """By class and field of the format: what holds where the field is left out."""
    return {
        f"{name}.{field_name(kind, field.name)}": plain(default_of(field))
        for name, kind in grammar(RuleBook).items()
        for field in fields(kind)
        if field.compare and has_default(field)
    }


def rewrite_tutorial() -> None:
    """Have the tutorial show the digest that its book file has now."""
    text = TUTORIAL.read_text("utf-8")
    file, shown = re.search(r"```toml\n(.*?)```", text, re.DOTALL), re.search(r"[0-9a-f]{64}", text)
    assert file is not None
    assert shown is not None
    digest = read_brought(file[1].encode(), "the tutorial", find_book).book.digest()
    for size in (64, 12):
        text = text.replace(shown[0][:size], digest[:size])
    TUTORIAL.write_text(text, "utf-8")


def main() -> None:
    """Write every edition, what the format's defaults are, and the tutorial's digest."""
    FOLDER.mkdir(exist_ok=True)
    kept = released()
    for path in FOLDER.glob("*.*.json"):
        if path.name.split(".")[1] not in kept:
            path.unlink()
    for book in BOOKS.values():
        (FOLDER / file_name(book)).write_bytes(book.text)
    text = msgspec.json.format(msgspec.json.encode(defaults(), order="sorted"), indent=1)
    DEFAULTS.write_bytes(text + b"\n")
    rewrite_tutorial()


if __name__ == "__main__":
    main()
