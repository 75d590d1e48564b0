"""What one card more or less in the shoe does to every wager."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from puntobanco.base.cards import DECK, Card
from puntobanco.odds.composition import Composition
from puntobanco.odds.frame import Frame, Value, share, text
from puntobanco.odds.pricing import Pricer

Effects: TypeAlias = Mapping[Card, Fraction]
"""By card, how much the edge grows when one such card leaves the shoe unplayed."""


def removal_effects(
    pricer: Pricer, shoe: Composition, *, progress: Callable[[], None] = lambda: None
) -> dict[str, dict[Card, Fraction]]:
    """The effect on every wager's edge of removing each card that the shoe has.

    >>> from puntobanco.base.cards import card
    >>> from puntobanco.books.mbs import BOOK
    >>> from puntobanco.odds.composition import full_shoe
    >>> pricer = Pricer(BOOK.tableau, [case.thing for case in BOOK.wagers])
    >>> effects = removal_effects(pricer, full_shoe(8))
    >>> f"{float(effects['player'][card('4s')]):+.4%}"
    '+0.0120%'
    """
    before = pricer.price(shoe)
    found: dict[str, dict[Card, Fraction]] = {name: {} for name in before}
    for each in DECK:
        progress()
        if shoe.counts[each.number]:
            after = pricer.price(shoe.without([each]))
            for name, odds in after.items():
                found[name][each] = odds.edge - before[name].edge
    return found


def by_rank(effects: Effects) -> dict[str, Fraction]:
    """The mean effect for each rank, over the suits that the shoe has."""
    found: dict[str, list[Fraction]] = {}
    for each, effect in effects.items():
        found.setdefault(each.rank.value, []).append(effect)
    return {rank: sum(some, Fraction(0)) / len(some) for rank, some in found.items()}


def removal_frame(effects: Mapping[str, Effects]) -> Frame:
    """By rank, what the removal of one card does to each wager."""
    ranks = {name: by_rank(some) for name, some in effects.items()}
    columns = [text("rank"), *(share(name, name, 5) for name in ranks)]
    rows: list[list[Value]] = [
        [rank, *(each[rank] for each in ranks.values())] for rank in next(iter(ranks.values()))
    ]
    note = "Change of the edge, in per cent of the stake, when one card of the rank is removed."
    return Frame(columns, rows, "Effect of removal", (note,))
