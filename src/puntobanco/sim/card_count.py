"""A card counter's tags for a wager, from the exact effects of removal."""

from __future__ import annotations

import math
from fractions import Fraction

from puntobanco.base.cards import Rank
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.counting import best_count
from puntobanco.odds.pricing import pricer_of
from puntobanco.rules.book import HouseRules

_HIGHEST = 99


def count_for(rules: HouseRules, wager: str) -> tuple[tuple[int, ...], int]:
    """Whole tags for the ranks A 2 ... K, and the count per deck left at which the edge turns.

    A running count r with n cards left stands for an edge of
    full edge - r * most / 99 * (N - 1) / n; solved for r * 52 / n.
    """
    start = full_shoe(rules.decks)
    count = best_count(pricer_of(rules), wager, start)
    tags = count.whole_tags(_HIGHEST)
    most = max(map(abs, count.tags.values()))
    turn = count.full_edge * 52 * _HIGHEST / (most * (start.cards - 1)) if most else Fraction(2**40)
    return tuple(tags[rank.value] for rank in Rank), math.ceil(turn)
