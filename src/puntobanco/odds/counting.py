"""The best linear count of the cards seen, for one wager, and what it is worth.

The tags are the exact effects of removal, which is the linear estimate with the least squared
error over all shoes of a size; how well it does, and how often and by how much a wager favours
the patron, is then read off shuffled shoes with the exact edge before every coup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
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

_GOOD = 0.96
_STEPS = 4000


@dataclass(frozen=True, slots=True)
class SimpleCount:
    """Whole-number tags by rank, and their correlation with the exact effects of removal."""

    tags: dict[str, int]
    correlation: float


@dataclass(frozen=True, slots=True)
class LinearCount:
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

    def simple_tags(self) -> SimpleCount:
        """The smallest balanced whole-number tags that come near the exact effects.

        Tags up to 1, then up to 2 and so on are tried, until their correlation with the effects
        reaches 0.96; balanced tags sum to zero over a deck.
        """
        effects = {rank: float(tag) for rank, tag in self.tags.items()}
        found = [_scaled(effects, highest) for highest in range(1, 10)]
        known = [each for each in found if each is not None]
        good = (each for each in known if each.correlation >= _GOOD)
        chosen = next(good, max(known, key=lambda each: each.correlation, default=None))
        return chosen or SimpleCount(dict.fromkeys(self.tags, 0), 0.0)

    def trigger(self, tags: Mapping[str, int]) -> int | None:
        """The count per deck left from which the wager favours the patron, by such tags.

        None where no count tells: the tags have nothing to do with the wager.
        """
        squares = sum(tag * tag for tag in tags.values())
        together = sum((tags[rank] * effect for rank, effect in self.tags.items()), Fraction(0))
        if not squares or together <= 0:
            return None
        slope = together / squares * (self.start.cards - 1) / 52
        return math.ceil(self.full_edge / slope)

    def estimate(self, running: Fraction, left: int) -> Fraction:
        """The edge that the count expects, from the sum of the tags seen and the cards left."""
        return self.full_edge - running * Fraction(self.start.cards - 1, left)


@dataclass(frozen=True, slots=True)
class CountStudy:
    """What a count proved worth on shuffled shoes."""

    count: LinearCount
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


def _scaled(effects: Mapping[str, float], highest: int) -> SimpleCount | None:
    """The best balanced tags of which the largest is `highest`, all on one scale."""
    most = max(map(abs, effects.values()))
    best: SimpleCount | None = None
    for step in range(1, _STEPS if most else 0):
        scale = (highest + 0.5) / most * step / _STEPS
        tags = {rank: round(scale * effect) for rank, effect in effects.items()}
        if max(map(abs, tags.values())) == highest and not sum(tags.values()):
            product = math.fsum(tags[rank] * effect for rank, effect in effects.items())
            squares = math.fsum(effect * effect for effect in effects.values())
            norm = math.sqrt(squares * sum(tag * tag for tag in tags.values()))
            found = SimpleCount(tags, product / norm)
            if best is None or found.correlation > best.correlation:
                best = found
    return best


def best_count(pricer: Pricer, wager: str, start: Composition) -> LinearCount:
    """The best linear count for a wager: its tags are the effects of removal."""
    effects = by_rank(removal_effects(pricer, start)[wager])
    tags = {rank: -effect for rank, effect in effects.items()}
    return LinearCount(wager, start, pricer.price(start)[wager].edge, tags)


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
    pricer: Pricer, tableau: Tableau, count: LinearCount, cards: list[Card], cut: int
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
