"""The odds before every coup of a shoe, real or shuffled here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from puntobanco.base.cards import DECK, Card, write_cards
from puntobanco.base.nouns import how_many
from puntobanco.odds.composition import BadCompositionError, Composition
from puntobanco.odds.frame import Frame, Value, share, text, whole
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.rules.coup import DealtCoup, deal
from puntobanco.rules.tableau import Tableau


@dataclass(frozen=True, slots=True)
class Situation:
    """What could be known before one coup of a shoe, and the coup that followed."""

    number: int
    """Which coup of the shoe it is, counting from 1."""
    unseen: Composition
    odds: Odds
    coup: DealtCoup

    @property
    def form(self) -> dict[str, Any]:
        """The coup for programs."""
        return {
            "coup": self.number,
            "unseen": self.unseen.cards,
            "player": [each.text for each in self.coup.player],
            "banker": [each.text for each in self.coup.banker],
            "edges": {name: each.edge for name, each in self.odds.items()},
        }


def along(
    pricer: Pricer, tableau: Tableau, start: Composition, cards: Sequence[Card], *, cut: int = 0
) -> Iterator[Situation]:
    """Deal the cards coup by coup; before each, price all wagers for what is still unseen.

    `start` is what the shoe is made of, or may be: where it has more cards than are given, the
    others were burnt unseen and stay among the unseen. Coups begin while more than `cut` cards,
    and at least six, are left.
    """
    if len(cards) > start.cards:
        raise BadCompositionError(
            f"{how_many(len(cards), 'card')} cannot come from a shoe of {start.cards}; give fewer"
        )
    unseen, place, number = start.holding(len(cards)), 0, 1
    while len(cards) - place > max(cut, 5):
        dealt = deal(tableau, cards[place : place + 6])
        yield Situation(number, unseen, pricer.price(unseen), dealt.coup)
        used = (*dealt.coup.player, *dealt.coup.banker)
        place += len(used)
        number += 1
        if len(cards) - place > max(cut, 5):
            unseen = unseen.without(used)


def shuffled(start: Composition, seed: int, *, burnt: int = 0) -> list[Card]:
    """The cards of a shoe in an order that the seed decides, less some burnt from the front."""
    cards = [each for each in DECK for _ in range(start.counts[each.number])]
    random.Random(seed).shuffle(cards)  # noqa: S311  # a study that can be repeated, no stakes
    return cards[burnt:]


def along_frame(situations: Sequence[Situation], wagers: Iterable[str]) -> Frame:
    """Each wager's edge before every coup, with the cards that came."""
    columns = [whole("coup"), whole("unseen"), text("cards")]
    columns += [share(name, f"{name} %", 4) for name in wagers]
    rows: list[list[Value]] = [
        [
            each.number,
            each.unseen.cards,
            f"{write_cards(each.coup.player)} - {write_cards(each.coup.banker)}",
            *(odds.edge for odds in each.odds.values()),
        ]
        for each in situations
    ]
    return Frame(columns, rows, "Edge before each coup")
