"""Finds the clauses that a rule cites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from puntobanco.base.clauses import ClauseId


@cache
def _parts(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a class, each with whether it cites; none for what is no dataclass."""
    if not is_dataclass(kind):
        return ()
    return tuple((each.name, each.name.endswith("clauses")) for each in fields(kind))


def references_in(value: Any) -> Iterator[ClauseId]:
    """Every clause cited anywhere inside a value: in fields whose name ends in `clauses`."""
    if isinstance(value, tuple):
        for each in value:
            yield from references_in(each)
        return
    kind: Any = type(value)
    for name, cites in _parts(kind):
        inside = getattr(value, name)
        if cites:
            yield from inside
        elif type(inside) is not str:
            yield from references_in(inside)
