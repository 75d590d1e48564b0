"""One canonical text for any value of the rules: to fingerprint it and to find its citations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from puntobanco.base.clauses import ClauseId


def canonical(value: Any) -> str:
    """A text that differs when and only when the value differs."""
    if is_dataclass(value) and not isinstance(value, type):
        inside = ",".join(
            f"{each.name}:{canonical(getattr(value, each.name))}" for each in fields(value)
        )
        return f"{type(value).__name__}{{{inside}}}"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.value}"
    if isinstance(value, tuple):
        return f"[{','.join(canonical(each) for each in value)}]"
    assert value is None or isinstance(value, str | int), f"{value!r} has no canonical form"
    return repr(value)


def digest_of(value: Any) -> str:
    """The SHA-256 of a value's canonical text."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


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
