"""What went wrong on the user's side: one sentence, exit code 2, no traceback."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.base.clauses import ClauseId
from puntobanco.rules.refusals import Refusal


class UserError(Exception):
    """Something the user asked for cannot be done; the message says what would be right."""


def cite(clauses: Iterable[ClauseId]) -> str:
    """Clauses as people read them: [5.10(b), 5.1(a)(i)]."""
    joined = ", ".join(clauses)
    return f"[{joined}]" if joined else ""


def refused(refusal: Refusal) -> UserError:
    """A refusal as an error for the user."""
    return UserError(f"{refusal.sentence} {cite(refusal.clauses)}".rstrip())
