"""Turns the name of a book into the book: the one function behind every command and page.

A name is that of a book of the program, or the path of a file: a book file (TOML) or an edition
(canonical JSON).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from puntobanco.base.reasons import reason_of
from puntobanco.books import BOOKS
from puntobanco.library.book_file import BookFile, read_book_file
from puntobanco.library.checking import errors_in, local_errors_in
from puntobanco.library.errors import (
    FINDINGS_MAX,
    BadBookFileError,
    BookNotFoundError,
    FileFinding,
)
from puntobanco.library.file_reader import FindBase
from puntobanco.library.places import KeyPlaces, Place, place_of
from puntobanco.library.toml_text import BYTE_ORDER_MARK, SIZE_MAX
from puntobanco.library.type_errors import edition_problem, listed
from puntobanco.rules.book import RuleBook
from puntobanco.rules.configure import closest
from puntobanco.rules.text.canonical import BadEditionError, read_edition

_DIGEST = re.compile(r"[0-9a-f]{8,64}")


def is_path(name: str) -> bool:
    """Whether a name is that of a file."""
    return name.endswith((".toml", ".json")) or "/" in name or "\\" in name


def is_digest(name: str) -> bool:
    """Whether a name is that of an edition, or the beginning of one."""
    return _DIGEST.fullmatch(name) is not None


def find_book(name: str) -> RuleBook:
    """Return the book that a user named: a book of the program, its digest, or a file.

    >>> find_book("mbs").title
    'MBS Baccarat'
    """
    if name in BOOKS:
        return BOOKS[name]
    if is_path(name):
        return _Finder(()).file(Path(name)).book
    if is_digest(name):
        by_digest = [book for book in BOOKS.values() if book.digest().startswith(name)]
        if len(by_digest) == 1:
            return by_digest[0]
        many = "More than one edition begins" if by_digest else "No edition of the program begins"
        raise BookNotFoundError(f"{many} with {name}; `punto book list` shows them")
    sentence = f"there is no book {name!r}; {closest(name, BOOKS)}"
    ended = sentence if sentence.endswith("?") else f"{sentence}."
    stem = Path(name).stem or "own"
    raise BookNotFoundError(f"{ended} A file is named with its ending: ./{stem}.toml")


class Library(Mapping[str, RuleBook]):
    """Every book by its name, for who looks books up: the program's, and files by their path."""

    def __getitem__(self, name: str) -> RuleBook:
        if name in BOOKS or is_path(name):
            return find_book(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(BOOKS)

    def __len__(self) -> int:
        return len(BOOKS)


def read_book(path: Path) -> BookFile:
    """A book file with where its parts stand; its errors are raised, all of them together."""
    return _Finder(()).file(path)


def read_brought(data: bytes, file: str, find_base: FindBase) -> BookFile:
    """A book that came as bytes; what it extends is found among books, never among files."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    if data[:1] == b"{":
        return without_errors(edition_in(data, file), file)
    return without_errors(read_book_file(data, file, find_base), file)


def without_errors(found: BookFile, file: str) -> BookFile:
    """The same book, if a table can be opened by it; everything that is wrong is raised."""
    problems = local_errors_in(found.book) if found.wrong else errors_in(found.book)
    wrong = {FileFinding(found.place(where), said) for where, said in problems[:FINDINGS_MAX]}
    if wrong or found.wrong:
        raise BadBookFileError(file, *sorted({*wrong, *found.wrong}))
    return found


@dataclass(frozen=True)
class _Finder:
    """Finds what a file extends, and knows which files led here."""

    chain: tuple[Path, ...]

    def file(self, path: Path) -> BookFile:
        return without_errors(self._read(path), str(path))

    def _read(self, path: Path) -> BookFile:
        try:
            with path.open("rb") as file:
                data = file.read(SIZE_MAX + 1)
        except OSError as error:
            raise BookNotFoundError(f"{path} cannot be read: {reason_of(error)}") from None
        data = data.removeprefix(BYTE_ORDER_MARK)
        if data[:1] == b"{":
            return edition_in(data, str(path))
        inside = _Finder((*self.chain, path.resolve()))
        return read_book_file(data, str(path), lambda name: inside.base(name, path.parent))

    def base(self, name: str, folder: Path) -> RuleBook:
        """What a file in this folder extends."""
        if not is_path(name):
            return find_book(name)
        path = folder / name
        if path.resolve() in self.chain:
            names = " extends ".join(each.name for each in (*self.chain, path))
            raise BookNotFoundError(f"it extends itself: {names}")
        if not path.exists():
            where = path.parent.resolve()
            raise BookNotFoundError(
                f"there is no file {path.name} in {where}; a path begins in the folder of this "
                f"file, and the books of the program are {listed(BOOKS, 'and')}"
            )
        return self.file(path).book


def edition_in(data: bytes, file: str) -> BookFile:
    """A canonical text as a file with places."""
    if len(data) > SIZE_MAX:
        sentence = f"it has more than {SIZE_MAX:,} bytes, which no book has"
        raise BadBookFileError(file, FileFinding(Place(1, 1), sentence))
    text = data.rstrip(b"\n")
    try:
        book = read_edition(text, RuleBook)
    except BadEditionError as error:
        shown = text.decode("utf-8", "replace")
        if error.byte is not None:
            before = text if error.byte < 0 else text[: error.byte]
            place = place_of(shown, len(before.decode("utf-8", "replace")))
            raise BadBookFileError(file, FileFinding(place, error.sentence)) from None
        wrong = edition_problem(error, RuleBook)
        place = KeyPlaces(shown, is_json=True).key(wrong.path)
        raise BadBookFileError(file, FileFinding(place, wrong.sentence)) from None
    places = KeyPlaces(text.decode("utf-8"), is_json=True)
    known = next((each for each in BOOKS.values() if each.digest() == book.digest()), None)
    return BookFile.of_edition(known or book, places)
