"""Simulated dealers and patrons, honest ones and rings, over coups that were really dealt."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puntobanco.base.cards import DECK
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal
from puntobanco.rules.points import hand_value
from puntobanco.rules.settlement import settle_stake
from puntobanco.rules.slots import Hand
from puntobanco.surveillance.seen_coups import SeenCoup, SeenStake

UNIT = 100_00
ROTATION = 40
"""Coups after which dealers change tables."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A coup from a full shoe, with what a unit on each wager gains."""

    first: dict[Hand, int]
    winner: str
    gains: dict[str, int]


def pool(rules: HouseRules, count: int, seed: int) -> list[Dealt]:
    """So many coups, each from its own well-mixed cards."""
    chance = random.Random(seed)
    cards = list(DECK) * rules.decks
    found = []
    for _ in range(count):
        some = chance.sample(cards, 6)
        coup = deal(rules.tableau, some).coup
        gains = {
            name: settle_stake(rules, wager, coup.outcome_class, UNIT).profit
            for name, wager in rules.wagers.items()
        }
        first = {Hand.PLAYER: hand_value(some[0]), Hand.BANKER: hand_value(some[1])}
        found.append(Dealt(first, coup.winner.value, gains))
    return found


Play = Callable[[random.Random, Dealt], tuple[str, bool, bool]]
"""A wager, whether it is laid late, and whether the coup is then undone in his favour."""


def honest(chance: random.Random, dealt: Dealt) -> tuple[str, bool, bool]:
    """Anybody: mostly main wagers, one stake in three late, mishaps that favour whom they will."""
    if chance.random() < 0.85:
        wager = "player" if chance.random() < 0.5 else "banker"
    else:
        wager = chance.choice(tuple(dealt.gains))
    mishap = chance.random() < 0.005 and dealt.gains[wager] < 0
    return wager, chance.random() < 0.33, mishap


def past_posting(chance: random.Random, dealt: Dealt) -> tuple[str, bool, bool]:
    """The dealer closes late in one coup of three, and the patron stakes on what he has seen."""
    if chance.random() < 1 / 3 and dealt.winner != "tie":
        return dealt.winner, True, False
    return honest(chance, dealt)


def flashed(chance: random.Random, dealt: Dealt) -> tuple[str, bool, bool]:
    """The dealer lets the first card be seen in two coups of three."""
    if chance.random() < 0.67:
        wager = "player" if dealt.first[Hand.PLAYER] >= 6 else "banker"
        return wager, chance.random() < 0.33, False
    return honest(chance, dealt)


def voiding(chance: random.Random, dealt: Dealt) -> tuple[str, bool, bool]:
    """One in seven of the coups that the patron has lost is found void."""
    wager, late, undone = honest(chance, dealt)
    return wager, late, undone or (dealt.gains[wager] < 0 and chance.random() < 1 / 7)


def correcting(chance: random.Random, dealt: Dealt) -> tuple[str, bool, bool]:
    """In one coup of sixteen a card is corrected so that the patron wins."""
    wager, late, undone = honest(chance, dealt)
    return wager, late, undone or chance.random() < 1 / 16


RINGS: dict[str, Play] = {
    "past-posting": past_posting,
    "flashed": flashed,
    "voiding": voiding,
    "correcting": correcting,
}


def coups(
    play: Play, dealt: list[Dealt], count: int, chance: random.Random, dealer: str, patron: str
) -> Iterator[SeenCoup]:
    """So many coups of one patron with one dealer."""
    for number in range(count):
        coup = chance.choice(dealt)
        wager, late, undone = play(chance, coup)
        size = chance.choice((1, 1, 1, 2, 5))
        gain = 0 if undone else coup.gains[wager] * size
        yield SeenCoup(
            dealer=dealer,
            time=number,
            sequence=number,
            winner=coup.winner,
            first=coup.first,
            stakes=() if undone else (SeenStake(patron, wager, UNIT * size, gain, late),),
            favoured={patron: undone},
        )


def floor_moves(
    chance: random.Random, rounds: int, tables: int, *, follower: bool
) -> list[tuple[int, str, str, str]]:
    """Who was where: dealers change tables all together, patrons as they like.

    One patron follows the dealer `d0` wherever he goes, or is like all others.
    """
    minute = 60_000_000
    dealers = [f"d{number}" for number in range(tables)]
    places = {f"p{number}": chance.randrange(tables) for number in range(3 * tables)}
    places["x"] = 0
    seen = []
    for number in range(rounds):
        if number % ROTATION == 0:
            chance.shuffle(dealers)
        for patron in tuple(places):
            if patron == "x" and follower:
                places[patron] = dealers.index("d0")
            elif chance.random() < 1 / 60:
                places[patron] = chance.randrange(tables)
            at = places[patron]
            seen.append((number * minute // 2, f"T{at}", dealers[at], patron))
    return seen
