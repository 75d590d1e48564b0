"""What is wrong with a book file, told like a compiler: file, line, column, sentence."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.usage import UsageError
from puntobanco.library.places import Path, Place

FINDINGS_MAX = 50
"""How many things that are wrong with a file are told at once."""
PARTS_MAX = {"wagers": 500, "options": 200, "clauses": 3_000}
"""How many a book may have: far above the largest book of the program, and soon read."""
_SENTENCE_MAX = 1_000


@dataclass(frozen=True, slots=True, order=True)
class FileFinding:
    """One thing that is wrong with a file, or looks wrong."""

    place: Place
    sentence: str
    is_error: bool = True
    """Whether the book cannot be used; otherwise it only deserves a look."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence", _in_a_line(self.sentence))

    def told(self, file: str) -> str:
        """The finding as a compiler writes it."""
        kind = "" if self.is_error else "warning: "
        return f"{file}:{self.place.line}:{self.place.column}: {kind}{self.sentence}"


def _in_a_line(sentence: str) -> str:
    """A sentence that can quote any text of a file: without control characters, and not endless."""
    if len(sentence) > _SENTENCE_MAX:
        half = _SENTENCE_MAX // 2
        sentence = f"{sentence[:half]} ... {sentence[-half:]}"
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in sentence)


class WrongError(Exception):
    """Something wrong at a key of the file, or at a column of its value."""

    def __init__(self, sentence: str, path: Path, column: int | None = None) -> None:
        self.sentence, self.path, self.column = sentence, path, column
        super().__init__(sentence)


class BookNotFoundError(UsageError):
    """No book goes by this name; the message says which do."""


class BadBookFileError(BookNotFoundError):
    """A file that is no book: everything that is wrong with it."""

    def __init__(self, file: str, *findings: FileFinding) -> None:
        self.file, self.findings = file, findings
        super().__init__("\n".join(each.told(file) for each in findings))
