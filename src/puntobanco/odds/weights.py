"""Weighs the outcome classes of a composition under a book's drawing rules."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from puntobanco.odds.composition import BadCompositionError, Composition, full_shoe
from puntobanco.odds.full_shoes import full_shoes
from puntobanco.odds.kernel import Integers, Kernel, compiled_kernel, weigh_classes
from puntobanco.rules.outcomes import HANDS, VOID, OutcomeClass
from puntobanco.rules.tableau import Tableau


@dataclass(frozen=True, slots=True)
class Weights:
    """In how many of `total` equally likely orders a coup ends in each class."""

    classes: tuple[OutcomeClass, ...]
    """Every class that this tableau can reach, in order."""
    by_class: Sequence[int]
    """One weight for each of `classes`: a list, or an int64 array."""
    void: int
    """The orders in which the shoe runs out before the coup is complete."""
    total: int

    def as_mapping(self) -> dict[OutcomeClass, int]:
        """The classes that can happen, `VOID` included, with their weights."""
        found = {
            number: int(weight)
            for number, weight in zip(self.classes, self.by_class, strict=True)
            if weight
        }
        return {**found, VOID: self.void} if self.void else found


_PLAIN_MAX = 100
"""How many compositions are counted plainly before the compiler is worth its loading time."""
_counted = itertools.count()


def _kernel_to_use() -> Kernel | None:
    """The compiled kernel where it is loaded, or now worth loading; else None."""
    if compiled_kernel.cache_info().currsize or next(_counted) >= _PLAIN_MAX:
        return compiled_kernel()
    return None


def _kindless(number: int) -> int:
    """The class with the same totals and numbers of cards in which neither hand has a pair."""
    player, banker = (hand % 10 + 40 * (hand >= 40) for hand in divmod(number, HANDS))
    return player * HANDS + banker


def _draws_of(tableau: Tableau) -> list[int]:
    rows = [tableau.player_draws, *tableau.banker_draws]
    return [int(draws) for row in rows for draws in row]


def is_on_file(tableau: Tableau) -> bool:
    """Whether the weights of full shoes are kept for this tableau, so that no kernel is needed."""
    return "".join(map(str, _draws_of(tableau))) == full_shoes().tableau


class Weigher:
    """Weighs compositions under one tableau; what does not change is worked out once.

    Without `kinds`, hands with a pair are counted as hands without, which is faster.
    """

    def __init__(self, tableau: Tableau, *, kinds: bool = True) -> None:
        self._draws = _draws_of(tableau)
        self._kinds = kinds
        self._is_filed = is_on_file(tableau)

    @cached_property
    def classes(self) -> tuple[OutcomeClass, ...]:
        """Every class that some deal ends in; eight decks have six of each card, so all deals."""
        if self._is_filed:
            numbers: Sequence[int] = full_shoes().classes
        else:
            weights = self._run_kernel(full_shoe(8))
            numbers = [number for number in range(VOID) if weights[number]]
        if not self._kinds:
            numbers = sorted({_kindless(number) for number in numbers})
        return tuple(OutcomeClass(number) for number in numbers)

    def weigh(self, composition: Composition) -> Weights:
        """Weigh every class of a composition."""
        total = math.perm(composition.cards, composition.dealt)
        decks = composition.decks
        if decks and self._is_filed:
            return Weights(self.classes, self._look_up(decks), 0, total)
        weights: Any = self._run_kernel(composition)
        void = int(weights[VOID])
        if void == total:
            raise BadCompositionError(
                f"no coup can be completed from these {composition.in_shoe} cards; add some"
            )
        if isinstance(weights, list):
            found = [weights[number] for number in self.classes]
        else:
            found = weights[self._places]
        return Weights(self.classes, found, void, total)

    def _look_up(self, decks: int) -> list[int]:
        weights = full_shoes().weights(decks)
        if self._kinds:
            return weights
        merged = dict.fromkeys(self.classes, 0)
        for number, weight in zip(full_shoes().classes, weights, strict=True):
            merged[OutcomeClass(_kindless(number))] += weight
        return list(merged.values())

    @cached_property
    def _places(self) -> Any:
        return self._numpy.array(self.classes, self._numpy.int64)

    def _run_kernel(self, composition: Composition) -> Integers:
        kernel = _kernel_to_use()
        if kernel is None:
            counts = list(composition.counts)
            return weigh_classes(counts, composition.dealt, *self._lists, self._kinds)
        draws, states, starts = self._arrays
        counts = self._numpy.array(composition.counts, self._numpy.int64)
        return kernel(counts, composition.dealt, draws, states, starts, self._kinds)

    @cached_property
    def _lists(self) -> tuple[list[int], list[int], list[int]]:
        return self._draws, *initial_states(kinds=self._kinds)

    @cached_property
    def _arrays(self) -> Any:
        return tuple(self._numpy.array(each, self._numpy.int64) for each in self._lists)

    @cached_property
    def _numpy(self) -> Any:
        import numpy  # noqa: ICN001, PLC0415  # never needed for a single shoe

        return numpy


def weigh(composition: Composition, tableau: Tableau) -> Weights:
    """Weigh every class of one composition.

    >>> from puntobanco.books.mbs import BOOK
    >>> weigh(full_shoe(8), BOOK.tableau).total
    4998398275503360
    """
    return Weigher(tableau).weigh(composition)


def initial_states(*, kinds: bool) -> tuple[list[int], list[int]]:
    """Initial hands by group, and where each group starts.

    Four numbers a state: kind 0-3, lower and higher value, total. A group is a kind and a total;
    without kinds, pairs are not told apart and every two values are of kind 0.
    """
    shapes = [(0, low, high) for low in range(10) for high in range(low, 10)]
    if kinds:
        shapes = [shape for shape in shapes if shape[1] != shape[2] or shape[1] == 0]
        shapes += [(kind, value, value) for kind in (1, 2, 3) for value in range(10)]
    shapes.sort(key=lambda shape: (shape[0], (shape[1] + shape[2]) % 10, shape))
    states: list[int] = []
    starts: list[int] = []
    for number, (kind, low, high) in enumerate(shapes):
        total = (low + high) % 10
        if not number or (kind, total) != (states[-4], states[-1]):
            starts.append(number)
        states += [kind, low, high, total]
    return states, [*starts, len(shapes)]
