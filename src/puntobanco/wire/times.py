"""Times as people write them: microseconds since 1970, or a date and time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EXAMPLE = "2026-11-15T12:00:00Z"
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def read_time(text: str) -> int:
    """Microseconds since 1970; UTC where the text does not say otherwise. Else a ValueError.

    >>> read_time("5"), read_time("1970-01-01T00:00:01"), read_time("1970-01-01T01:00:01+01:00")
    (5, 1000000, 1000000)
    """
    if text.isdecimal():
        return int(text)
    found = datetime.fromisoformat(text)
    found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return max((found - _BEGINNING) // timedelta(microseconds=1), 0)


def written_minute(time: int) -> str:
    """A time to the minute, in UTC.

    >>> written_minute(1_800_000_000_000_000)
    '2027-01-15 08:00'
    """
    return f"{_BEGINNING + timedelta(microseconds=time):%Y-%m-%d %H:%M}"
