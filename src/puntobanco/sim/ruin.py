"""The exact chance that flat betting ruins a bankroll, where coups do not depend on each other."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from puntobanco.base.money import Units


def ruin_chance(
    profits: Mapping[Units, Fraction], bankroll: Units, least: Units, coups: int
) -> Fraction:
    """The chance that fewer than `least` units are left at some time within so many coups.

    `profits` has the chance of each profit of a coup. It holds for a continuous shuffler, which
    deals every coup from the full shoe.

    >>> even = {1: Fraction(1, 2), -1: Fraction(1, 2)}
    >>> ruin_chance(even, bankroll=1, least=1, coups=3)
    Fraction(5, 8)
    """
    playing: dict[Units, Fraction] = {bankroll: Fraction(1)}
    ruined = Fraction(0)
    for _ in range(coups):
        after: dict[Units, Fraction] = {}
        for held, chance in playing.items():
            for profit, part in profits.items():
                left = held + profit
                if left < least:
                    ruined += chance * part
                else:
                    after[left] = after.get(left, Fraction(0)) + chance * part
        playing = after
    return ruined
