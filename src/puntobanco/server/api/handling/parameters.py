"""What callers name in paths and queries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from puntobanco.wire.patterns import ID_PATTERN, NAME_PATTERN, TABLE_PATTERN

PersonName = Annotated[str, Path(pattern=NAME_PATTERN)]
TableName = Annotated[str, Path(pattern=TABLE_PATTERN)]
ThingId = Annotated[str, Path(pattern=ID_PATTERN)]
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
"""Of a coup or a shoe; 0 is what a view has before the first, and there is none of it."""
Before = Annotated[int, Query(ge=1, le=2**53)]
After = Annotated[int, Query(ge=0, le=2**53)]
"""A sequence that a page ends before or begins after."""
BeforeNumber = Annotated[int, Query(ge=1, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=500)]
"""How many entries a page has at most."""
QueryId = Annotated[str, Query(alias="id", pattern=ID_PATTERN)]
