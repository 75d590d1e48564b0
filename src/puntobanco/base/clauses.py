"""References to the numbered sentences of a rule document, and to our own defaults."""

from __future__ import annotations

import re
from typing import NewType, TypeAlias

ClauseId = NewType("ClauseId", str)
"""A clause as its document prints it (`5.1(a)(i)`); `X[name]` is one row or paragraph inside X.

`default:3` is no clause but the third of our own numbered defaults, for what a document leaves
open (docs/decisions). The document is known from the book at hand.
"""
Clauses: TypeAlias = tuple[ClauseId, ...]


def c(*names: str) -> Clauses:
    """Clauses by their printed numbers; the one short name here, because books are full of it."""
    return tuple(ClauseId(name) for name in names)


def is_default(clause: ClauseId) -> bool:
    """Whether this cites a default of ours rather than a document."""
    return clause.startswith("default:")


def clause_order(clause: ClauseId) -> tuple[tuple[int, int, str], ...]:
    """A sort key that puts 5.9 before 5.10 and 11.3 before 11A.1.

    >>> sorted(c("5.10", "5.9", "11A.1", "11.3"), key=clause_order)
    ['5.9', '5.10', '11.3', '11A.1']
    """
    parts = re.findall(r"\d+|[^\d]+", clause)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
