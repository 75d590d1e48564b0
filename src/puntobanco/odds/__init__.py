"""STUDY. Exact odds: the outcome classes of any shoe, weighed; knows no particular book.

>>> from puntobanco.books import book_named
>>> rules = book_named("rws-super-six-plus").configure({"decks": "8"})
>>> found = odds(rules, full_shoe(8))
>>> found["super-six-plus"].edge
Fraction(47209656769, 282970916865)
>>> found["banker"].variance > found["player"].win
True
"""

from __future__ import annotations

from puntobanco.odds.composition import (
    BadCompositionError,
    Composition,
    composition_of,
    full_shoe,
    read_composition,
)
from puntobanco.odds.portfolio import Portfolio, PortfolioOdds
from puntobanco.odds.pricing import Odds, Pricer, odds
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.odds.weights import Weigher, Weights, weigh

__all__ = [
    "BadCompositionError",
    "Composition",
    "Odds",
    "Portfolio",
    "PortfolioOdds",
    "Pricer",
    "WagerOdds",
    "Weigher",
    "Weights",
    "composition_of",
    "full_shoe",
    "odds",
    "read_composition",
    "weigh",
]
