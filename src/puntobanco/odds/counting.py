"""The best linear count of the cards seen, for one wager, and what it is worth.

The tags are the exact effects of removal, which is the linear estimate with the least squared
error over all shoes of a size; how well it does, and how often and by how much a wager favours
the patron, is then read off shuffled shoes with the exact edge before every coup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.base.cards import Card
from puntobanco.odds.along import along, shuffled
from puntobanco.odds.composition import Composition
from puntobanco.odds.kernel import compiled_kernel
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.removal import by_rank, removal_effects
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.wagers import Wager


@dataclass(frozen=True, slots=True)
class Count:
    """A linear count: what each card that leaves the shoe adds to the patron's prospects."""

    wager: str
    start: Composition
    full_edge: Fraction
    tags: dict[str, Fraction]
    """By rank: the advantage that a unit on the wager gains when such a card is gone."""

    def whole_tags(self, highest: int = 9) -> dict[str, int]:
        """The tags in whole numbers up to `highest`, for use in the head."""
        most = max(map(abs, self.tags.values()))
        return {rank: round(tag / most * highest) if most else 0 for rank, tag in self.tags.items()}

    def estimate(self, running: Fraction, left: int) -> Fraction:
        """The edge that the count expects, from the sum of the tags seen and the cards left."""
        return self.full_edge - running * Fraction(self.start.cards - 1, left)


@dataclass(frozen=True, slots=True)
class CountStudy:
    """What a count proved worth on shuffled shoes."""

    count: Count
    shoes: int
    coups: int
    correlation: float
    """Between the edge that the count expects and the exact one."""
    favourable: int
    """Coups at which the exact edge was the patron's."""
    advantage: Fraction
    """The patron's mean exact advantage at those coups; 0 where there were none."""
    found: int
    """Coups at which the count expected an advantage."""
    found_advantage: Fraction
    """The patron's mean exact advantage at these, negative where the count errs."""


def best_count(pricer: Pricer, wager: str, start: Composition) -> Count:
    """The best linear count for a wager: its tags are the effects of removal."""
    effects = by_rank(removal_effects(pricer, start)[wager])
    tags = {rank: -effect for rank, effect in effects.items()}
    return Count(wager, start, pricer.price(start)[wager].edge, tags)


def study_count(
    tableau: Tableau,
    wager: Wager,
    start: Composition,
    *,
    cut: int,
    shoes: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> CountStudy:
    """Try the best count of one wager on shuffled shoes, dealt to `cut` cards from the end."""
    compiled_kernel()  # thousands of compositions follow
    pricer = Pricer(tableau, [wager])
    count = best_count(pricer, wager.name, start)
    pairs: list[tuple[Fraction, Fraction]] = []
    for shoe in range(shoes):
        cards = shuffled(start, seed * 1_000_003 + shoe)
        pairs += _estimates(pricer, tableau, count, cards, cut)
        progress(shoe + 1)
    favourable = [exact for _, exact in pairs if exact < 0]
    found = [exact for expected, exact in pairs if expected < 0]
    return CountStudy(
        count,
        shoes,
        len(pairs),
        _correlation([(float(one), float(two)) for one, two in pairs]),
        len(favourable),
        _mean_advantage(favourable),
        len(found),
        _mean_advantage(found),
    )


def _estimates(
    pricer: Pricer, tableau: Tableau, count: Count, cards: list[Card], cut: int
) -> Iterator[tuple[Fraction, Fraction]]:
    """The expected and the exact edge before each coup of a shoe."""
    running = Fraction(0)
    for situation in along(pricer, tableau, count.start, cards, cut=cut):
        yield (
            count.estimate(running, situation.unseen.cards),
            situation.odds[count.wager].edge,
        )
        for each in (*situation.coup.player, *situation.coup.banker):
            running += count.tags[each.rank.value]


def _mean_advantage(edges: list[Fraction]) -> Fraction:
    return -sum(edges, Fraction(0)) / len(edges) if edges else Fraction(0)


def _correlation(pairs: list[tuple[float, float]]) -> float:
    """Pearson's coefficient; 0 where one side never varies."""
    if not pairs:
        return 0.0
    mean_one = math.fsum(one for one, _ in pairs) / len(pairs)
    mean_two = math.fsum(two for _, two in pairs) / len(pairs)
    both = math.fsum((one - mean_one) * (two - mean_two) for one, two in pairs)
    ones = math.fsum((one - mean_one) ** 2 for one, _ in pairs)
    twos = math.fsum((two - mean_two) ** 2 for _, two in pairs)
    return both / math.sqrt(ones * twos) if ones and twos else 0.0
