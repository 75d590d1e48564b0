"""Numbers with their nouns."""

from __future__ import annotations


def how_many(number: int, noun: str, more: str = "") -> str:
    """A number and its noun: one is singular; `more` is the ending of a plural other than s.

    >>> how_many(1, "coup"), how_many(0, "coup"), how_many(1200, "coup"), how_many(2, "hash", "es")
    ('1 coup', '0 coups', '1,200 coups', '2 hashes')
    """
    return f"{number:,} {noun}{'' if number == 1 else more or 's'}"
