"""What went wrong on the user's side: one sentence, exit code 2, no traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from puntobanco.base.nouns import how_many
from puntobanco.base.reasons import reason_of
from puntobanco.base.usage import UsageError
from puntobanco.rules.citing.defaults import with_clauses
from puntobanco.rules.refusals import Refusal
from puntobanco.text_file import decoded, read_text

if TYPE_CHECKING:
    from puntobanco.views.roads.recorded_shoe import Problem


@contextmanager
def user_errors(*kinds: type[Exception], about: str = "") -> Iterator[None]:
    """Turn errors of these kinds into the one sentence that the user reads."""
    try:
        yield
    except kinds as error:
        raise UsageError(f"{about}: {error}" if about else str(error)) from None


def within(option: str, number: int, least: int, most: int | None = None, of: str = "") -> int:
    """The number that an option was given, if it lies within its bounds."""
    if number < least or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most:,}{of}"
        raise UsageError(f"{option} must be {bounds}, not {number}")
    return number


@contextmanager
def file_errors(path: Path, done: str = "read") -> Iterator[None]:
    """Say why a file cannot be read, written or otherwise used."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path} cannot be {done}: {reason_of(error)}") from None


def new_file(path: Path) -> TextIO:
    """Open a file to write that must not exist yet."""
    try:
        return path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise UsageError(f"{path} is already there; name a new file") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {reason_of(error)}") from None


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Say what to install where the package of an extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = f"{what} the package {error.name}; install puntobanco[{extra}]"
        raise UsageError(sentence) from None


def say(sentence: str) -> None:
    """Tell the user something apart from the results."""
    sys.stderr.write(f"punto: {sentence}\n")


def read_words(name: str) -> str:
    """The text of a file; `-` is the standard input, whatever the locale says."""
    if name != "-":
        return read_text(name)
    raw = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if raw is None else decoded(raw.read(), "the standard input")


def end_if_impossible(problems: Sequence[Problem]) -> None:
    """Exit with 1 and a sentence if something in a recorded shoe cannot have happened."""
    if problems:
        first = problems[0]
        say(
            f"{how_many(len(problems), 'problem')} in this shoe, which is shown as written; "
            f"the first is in row {first.row}: {first.reason}"
        )
        sys.exit(1)


def refused(refusal: Refusal) -> UsageError:
    """A refusal as an error for the user."""
    return UsageError(with_clauses(refusal.sentence, refusal.clauses))
