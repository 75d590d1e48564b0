"""Finds the clauses that a rule cites."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from puntobanco.base.clauses import ClauseId


@cache
def _parts(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a class, each with whether it cites; none for what is no dataclass."""
    if not is_dataclass(kind):
        return ()
    return tuple((each.name, each.name.endswith("clauses")) for each in fields(kind))


def references_in(value: Any) -> set[ClauseId]:
    """Every clause cited anywhere inside a value: in fields whose name ends in `clauses`."""
    found: set[ClauseId] = set()
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, tuple):
            left += each
            continue
        kind: Any = type(each)
        for name, cites in _parts(kind):
            inside = getattr(each, name)
            if cites:
                found.update(inside)
            elif type(inside) is not str:
                left.append(inside)
    return found
