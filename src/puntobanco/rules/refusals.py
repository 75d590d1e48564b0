"""Refusals as values: what was wrong, by which clause, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units


@unique
class Reason(Enum):
    """Why something was refused, in the order in which things are checked."""

    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_VALUE = "unknown_value"
    OUT_OF_RANGE = "out_of_range"
    EXCLUDED_COMBINATION = "excluded_combination"
    BAD_SETTING = "bad_setting"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A wish that was not granted; nothing has changed."""

    reason: Reason
    sentence: str
    """What was wrong and what would be right, for a person."""
    clauses: tuple[ClauseId, ...] = ()
    offending: Units | None = None
    acceptable: Units | None = None
