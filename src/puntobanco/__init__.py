"""Run, settle, referee and analyse casino baccarat under four real rule books.

>>> import puntobanco as pb
>>> rules = pb.book("mbs").rules()
>>> pb.coup("9s 2h 4d 3c Kd", rules).settle(banker=100).net
Decimal('95.00')
>>> rules.odds()["player-pair"].edge
Fraction(43, 415)

Everything here is loaded when it is first used, so that the import itself costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.base.cards import Card
    from puntobanco.base.usage import UsageError
    from puntobanco.odds.pricing import Odds
    from puntobanco.odds.wager_odds import WagerOdds
    from puntobanco.rules.refusals import RefusedError
    from puntobanco.surface.books import Book, Rules, book, books
    from puntobanco.surface.counts import Count
    from puntobanco.surface.coups import Coup, Settlement, coup
    from puntobanco.surface.games import Game, Replay, replay
    from puntobanco.surface.roads import Roads, roads
    from puntobanco.surface.shoes import Shoe, shoe
    from puntobanco.surface.simulations import Simulation, simulate
    from puntobanco.surface.table_win import TableWin
    from puntobanco.surface.words import cards

__all__ = [
    "Book",
    "Card",
    "Count",
    "Coup",
    "Game",
    "Odds",
    "RefusedError",
    "Replay",
    "Roads",
    "Rules",
    "Settlement",
    "Shoe",
    "Simulation",
    "TableWin",
    "UsageError",
    "WagerOdds",
    "book",
    "books",
    "cards",
    "coup",
    "replay",
    "roads",
    "shoe",
    "simulate",
]

_PLACES = {
    "Book": "surface.books",
    "Card": "base.cards",
    "Count": "surface.counts",
    "Coup": "surface.coups",
    "Game": "surface.games",
    "Odds": "odds.pricing",
    "RefusedError": "rules.refusals",
    "Replay": "surface.games",
    "Roads": "surface.roads",
    "Rules": "surface.books",
    "Settlement": "surface.coups",
    "Shoe": "surface.shoes",
    "Simulation": "surface.simulations",
    "TableWin": "surface.table_win",
    "UsageError": "base.usage",
    "WagerOdds": "odds.wager_odds",
    "book": "surface.books",
    "books": "surface.books",
    "cards": "surface.words",
    "coup": "surface.coups",
    "replay": "surface.games",
    "roads": "surface.roads",
    "shoe": "surface.shoes",
    "simulate": "surface.simulations",
}


if not TYPE_CHECKING:  # a type checker names what is not there

    def __getattr__(name: str) -> object:
        place = _PLACES.get(name)
        if place is None:
            raise AttributeError(f"puntobanco has no {name!r}; it offers {', '.join(__all__)}")
        found: object = getattr(import_module(f"puntobanco.{place}"), name)
        return found


def __dir__() -> list[str]:
    return sorted(__all__)


class _Books(ModuleType):
    """The room `puntobanco.books`, which answers `puntobanco.books()` too: one name, two uses."""

    def __call__(self) -> list[Book]:
        listed: list[Book] = import_module("puntobanco.surface.books").books()
        return listed


class _Top(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        if name == "books" and isinstance(value, ModuleType):
            value.__class__ = _Books
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Top
