"""Reads the lines of a wager in a book file: when one holds, and what it pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puntobanco.library.errors import WrongError
from puntobanco.library.places import Path
from puntobanco.rules.text.condition_text import BadConditionError, read_condition
from puntobanco.rules.text.end_text import read_end, write_end


def condition_of(row: Mapping[str, Any], where: Path) -> str:
    """The condition of a line, as its author wrote it."""
    when = row.get("when")
    if not isinstance(when, str):
        raise WrongError('a line needs when = "...", such as "tie"', where)
    try:
        read_condition(when)
    except BadConditionError as error:
        raise WrongError(error.sentence, (*where, "when"), error.column) from None
    return when


def push_of(row: Mapping[str, Any], where: Path) -> str:
    """The end of a line under `pushes`."""
    for key in ("pays", "end"):
        if key in row:
            raise WrongError("a push pays nothing; write it under wins", (*where, key))
    return "push"


def payoff_of(row: Mapping[str, Any], where: Path) -> str:
    """What a line pays, as the canonical form writes it."""
    key = "end" if "end" in row and "pays" not in row else "pays"
    pays = row.get(key)
    if isinstance(pays, float):
        raise WrongError(f'a payoff with a point is a text: "{pays}"', (*where, key))
    if not isinstance(pays, str | int) or isinstance(pays, bool):
        raise WrongError('a line needs pays = "...", such as "8 to 1"', where)
    try:
        return write_end(read_end(str(pays)))
    except ValueError as error:
        raise WrongError(str(error), (*where, key), 1) from None
