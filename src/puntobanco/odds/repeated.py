"""What many coups in a row come to at one unit each, every coup from the same shoe.

Chances here are floating point, good to about twelve digits: they are drawn, not paid.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from puntobanco.odds.wager_odds import WagerOdds


def repeated(odds: WagerOdds, coups: int) -> dict[Fraction, float]:
    """The chance of each total profit of so many coups, lowest first.

    >>> from puntobanco.books.mbs import BOOK
    >>> from puntobanco.odds.pricing import odds
    >>> two = repeated(odds(BOOK.configure())["tie"], 2)
    >>> {int(profit): round(chance, 4) for profit, chance in two.items()}
    {-2: 0.8187, 7: 0.1722, 16: 0.0091}
    """
    lowest = odds.scale.whole[-1]
    once = np.zeros(odds.scale.whole[0] - lowest + 1)
    for whole, weight in zip(odds.scale.whole, odds.weights, strict=True):
        once[whole - lowest] += weight / odds.total
    found, power = np.ones(1), coups
    while power:
        if power % 2:
            found = np.convolve(found, once)
        once, power = np.convolve(once, once), power // 2
    return {
        Fraction(int(place) + coups * lowest, odds.scale.unit): float(found[place])
        for place in np.flatnonzero(found)
    }
