"""Betting places: how many a layout has at most."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.clauses import Clauses


@dataclass(frozen=True, slots=True)
class Places:
    """The numbered betting places of a layout."""

    layout: str
    most: int
    clauses: Clauses
    printed: tuple[str, ...] = ()
    """What the drawing of this layout prints beside the areas."""
    shape: str = ""
    """The kind of table whose boxes are drawn, such as `bean` or `mini`; empty where none is."""
