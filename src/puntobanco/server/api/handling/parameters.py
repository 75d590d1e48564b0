"""What callers name in paths and queries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from puntobanco.wire.bodies import ID_PATTERN, NAME_PATTERN, TABLE_PATTERN

PersonName = Annotated[str, Path(pattern=NAME_PATTERN)]
TableName = Annotated[str, Path(pattern=TABLE_PATTERN)]
ThingId = Annotated[str, Path(pattern=ID_PATTERN)]
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
"""Of a coup or a shoe; 0 is what a view has before the first, and there is none of it."""
QueryId = Annotated[str, Query(alias="id", pattern=ID_PATTERN)]
