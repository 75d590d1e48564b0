"""Finds the clauses that a rule cites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from puntobanco.base.clauses import ClauseId


def references_in(value: Any) -> Iterator[ClauseId]:
    """Every clause cited anywhere inside a value: in fields whose name ends in `clauses`."""
    if isinstance(value, tuple):
        for each in value:
            yield from references_in(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            inside = getattr(value, each.name)
            if each.name.endswith("clauses"):
                yield from inside
            else:
                yield from references_in(inside)
