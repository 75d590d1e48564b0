"""Seeds: the number that repeats what was shuffled, the same for every command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from cyclopts import Parameter, Token

from puntobanco.cli.errors import UserError

_MOST = 2**64 - 1


def _seed(_: object, tokens: Sequence[Token]) -> int:
    """Read a seed: any whole number that 64 bits hold."""
    text = tokens[0].value
    digits = text.isascii() and text.isdigit() and len(text) < 40
    if not digits or int(text) > _MOST:
        raise UserError(f"`{text}` is not a seed; give a whole number from 0 to {_MOST}")
    return int(text)


Seed: TypeAlias = Annotated[int, Parameter(converter=_seed)]
MaybeSeed: TypeAlias = Annotated[int | None, Parameter(converter=_seed)]
