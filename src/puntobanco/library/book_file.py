"""Reads a book file: TOML that says what differs from another edition, or everything.

The base's canonical form is changed by what the file says, and the result is read like any other
edition; so a file can say whatever the canonical form can, in the same words. Wagers, options and
clauses, which most authors write, have shorter forms. A file never runs code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puntobanco.library.errors import BadBookFileError, FileFinding, WrongError
from puntobanco.library.file_reader import FileReader, FindBase, Own, Unreadable
from puntobanco.library.places import KeyPlaces, Path, Place
from puntobanco.library.toml_text import read_toml
from puntobanco.library.type_errors import edition_problem
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import BadEditionError, read_edition

Source = Callable[[Path], Path]
"""From a key of the canonical form to the key of the file that wrote it."""


class BookFile:
    """A book that was read from a file, and where in the file its parts stand."""

    def __init__(
        self,
        book: RuleBook,
        places: KeyPlaces,
        own: Own,
        source: Source,
        base: RuleBook | None = None,
        wrong: Sequence[FileFinding] = (),
    ) -> None:
        self.book, self.places, self.own, self._source = book, places, own, source
        self.base = base
        """What the file extends."""
        self.wrong = wrong
        """Errors; the book is made without the parts that have them."""

    @classmethod
    def of_edition(cls, book: RuleBook, places: KeyPlaces) -> BookFile:
        """A book that was read from its canonical text."""
        return cls(book, places, Own(), lambda path: ("book", *path))

    def place(self, path: Path) -> Place:
        """Where in the file a key of the canonical form was written, or would be."""
        return self.places.key(self._source(path))


def read_book_file(data: bytes, file: str, find_base: FindBase) -> BookFile:
    """Read a book file; where no book can be made of it, a BadBookFileError says why."""
    text, found = read_toml(data, file)
    places = KeyPlaces(text)
    reader = FileReader(found, find_base)
    try:
        book = reader.book()
    except Unreadable:
        raise BadBookFileError(file, *_placed(reader.wrong, places)) from None
    wrong = _placed([*reader.wrong, *_unreadable(book, reader.source)], places)
    return BookFile(book, places, reader.own, reader.source, reader.base, wrong)


def _unreadable(book: RuleBook, source: Source) -> Iterator[WrongError]:
    """What keeps the canonical text from being read again.

    It can be longer than what its author wrote: `player_total < 6` is kept as
    `~(player_total >= 6)`.
    """
    try:
        read_edition(book.text, RuleBook)
    except BadEditionError as error:
        path, sentence, _ = edition_problem(error, RuleBook)
        yield WrongError(f"as the house would keep it, {sentence}", source(path[1:]))


def _placed(wrong: Sequence[WrongError], places: KeyPlaces) -> list[FileFinding]:
    """What is wrong, in the order of the lines, everything once."""

    def place(each: WrongError) -> Place:
        if each.column is None:
            return places.key(each.path)
        return places.value(each.path, each.column)

    return sorted({FileFinding(place(each), each.sentence) for each in wrong})
