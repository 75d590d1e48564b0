"""What went wrong on the user's side: one sentence, exit code 2, no traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.base.clauses import ClauseId
from puntobanco.base.nouns import how_many
from puntobanco.base.reasons import reason_of
from puntobanco.rules.citing.defaults import cited
from puntobanco.rules.refusals import Refusal

if TYPE_CHECKING:
    from puntobanco.views.roads.recorded_shoe import Problem


class UserError(Exception):
    """Something the user asked for cannot be done; the message says what would be right."""


def read_file(path: Path) -> str:
    """The text of a file; why it cannot be read is told in a sentence."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {reason_of(error)}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} cannot be read: it is not a text file") from None


def read_input() -> str:
    """The whole standard input as UTF-8, whatever the locale says."""
    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:
        return sys.stdin.read()
    try:
        return str(raw.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("the standard input cannot be read: it is not UTF-8 text") from None


def end_if_impossible(problems: Sequence[Problem]) -> None:
    """Exit with 1 and a sentence if something in a recorded shoe cannot have happened."""
    if problems:
        first = problems[0]
        sys.stderr.write(
            f"punto: {how_many(len(problems), 'problem')} in this shoe, which is shown as written; "
            f"the first is in row {first.row}: {first.reason}\n"
        )
        sys.exit(1)


def cite(clauses: Iterable[ClauseId]) -> str:
    """Clauses as people read them: [5.10(b), 5.1(a)(i)]; a default of ours with its sentence."""
    joined = cited(clauses)
    return f"[{joined}]" if joined else ""


def refused(refusal: Refusal) -> UserError:
    """A refusal as an error for the user."""
    return UserError(f"{refusal.sentence} {cite(refusal.clauses)}".rstrip())
