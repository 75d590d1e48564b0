"""A law of the table, and how a broken one is told."""

from __future__ import annotations

from typing import NoReturn, TypeAlias

from puntobanco.play import reports as p
from puntobanco.play import requests as r

Wish: TypeAlias = r.Request | p.Report


class BrokenLawError(AssertionError):
    """Something happened that never may."""


def broken(sentence: str) -> NoReturn:
    """Say which law was broken."""
    raise BrokenLawError(sentence)


def law(holds: object, sentence: str) -> None:
    """Demand that something holds."""
    if not holds:
        broken(sentence)
