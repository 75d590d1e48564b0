"""The dealing kernel in numpy alone: slower than the compiled one, the same shoes card for card.

It serves where numba is not installed, and while the compiled kernel is being compiled. The
comments of kernel.py explain the method; docs/simulator-streams.md the random numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puntobanco.sim.plan import ENDED

LANES = 8192

_Words = npt.NDArray[np.uint32]
_Shorts = npt.NDArray[np.int16]
_Wide = npt.NDArray[np.uint64]
_Lanes = npt.NDArray[np.intp]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def _mixed(value: _Wide) -> _Wide:
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _scrambled(word: _Words) -> _Words:
    word = (word ^ (word >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    word = (word ^ (word >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return word ^ (word >> np.uint32(16))


def _rotated(word: _Words, by: int) -> _Words:
    return (word << np.uint32(by)) | (word >> np.uint32(32 - by))


@dataclass
class _Shoes:
    """Shoes side by side, one to a column."""

    generator: _Words
    keys: _Words
    steps: _Shorts
    cards: _Shorts
    marker: _Shorts
    suits: npt.NDArray[np.uint8]
    alive: npt.NDArray[np.bool_]

    def next_words(self) -> _Words:
        """A word for every shoe, xoshiro128++."""
        s = self.generator
        word: _Words = _rotated(s[0] + s[3], 7) + s[0]
        shifted = s[1] << np.uint32(9)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotated(s[3], 11)
        return word

    def side_words(self, lanes: _Lanes, place: int, number: int) -> _Wide:
        """Side word `number` of `place` for some shoes."""
        counter = np.uint32(((place + (number << 16)) * 0x9E3779B9) & 0xFFFFFFFF)
        word = _scrambled(counter + self.keys[0, lanes])
        return _scrambled(word + self.keys[1, lanes]).astype(np.uint64)

    def below(self, bound: _Wide, lanes: _Lanes, place: int) -> npt.NDArray[np.int64]:
        """Exactly uniform numbers below `bound`, by rejection."""
        product = self.side_words(lanes, place, 0) * bound
        least = (np.uint64(1 << 32) - bound) % bound
        number = 1
        while (again := np.flatnonzero((product & _LOW) < least)).size:
            product[again] = self.side_words(lanes[again], place, number) * bound[again]
            number += 1
        return (product >> _HALF).astype(np.int64)

    def take(self, u: _Shorts) -> _Shorts:
        """Remove the cards that `u` falls on and return their ranks."""
        hit = u < self.steps
        self.steps -= hit
        rank: _Shorts = (12 - hit.sum(axis=0)).astype(np.int16)
        return rank


def _prepared(seed: np.uint64, first: int, shoes: int, setup: npt.NDArray[np.int64]) -> _Shoes:
    decks, burn, cut, _, _, continuous = (int(number) for number in setup)
    numbers = np.arange(first, first + shoes).astype(np.uint64)
    state = _mixed(_mixed(np.array([seed]) + _STEP) ^ numbers)
    words = [_mixed(state + np.uint64(k) * _STEP) for k in np.arange(1, 4, dtype=np.uint64)]
    halves = [half.astype(np.uint32) for word in words for half in (word & _LOW, word >> _HALF)]
    steps = np.repeat(np.arange(1, 13)[:, None] * 4 * decks, shoes, axis=1).astype(np.int16)
    made = _Shoes(
        generator=np.array(halves[:4]),
        keys=np.array(halves[4:]),
        steps=steps,
        cards=np.full(shoes, 52 * decks, np.int16),
        marker=np.full(shoes, cut + (burn == 1), np.int16),
        suits=np.full((shoes, 13, 4), decks, np.uint8),
        alive=np.ones(shoes, np.bool_),
    )
    if burn == 2:
        bound = np.full(shoes, 52 * decks, np.uint64)
        rank = made.take(made.below(bound, np.arange(shoes), 0).astype(np.int16))
        made.marker += np.where(rank > 3, rank - 3, 10).astype(np.int16)
        made.cards -= 1
    if continuous:
        made.marker[:] = -1
    return made


def _random_places(shoes: _Shoes, turn: int) -> list[_Shorts]:
    """Uniform numbers below n, n-1, ... n-5, n the cards left; a word serves two."""
    places: list[_Shorts] = []
    for word in range(3):
        left = shoes.cards.astype(np.uint64) - np.uint64(2 * word)
        fewer = left - np.uint64(1)
        product = shoes.next_words().astype(np.uint64) * left
        first = (product >> _HALF).astype(np.int16)
        product = (product & _LOW) * fewer
        second = (product >> _HALF).astype(np.int16)
        fraction, bound = product & _LOW, left * fewer
        number = 0
        unsure = np.flatnonzero(shoes.alive & (fraction + bound > np.uint64(1 << 32)))
        while unsure.size:
            more = shoes.side_words(unsure, 16 * turn + word, number) * bound[unsure]
            total = fraction[unsure] + (more >> _HALF)
            over = unsure[total > _LOW]
            second[over] += 1
            carried = over[second[over] == fewer[over].astype(np.int16)]
            second[carried] = 0
            first[carried] += 1
            fraction[unsure] = more & _LOW
            still = (total == _LOW) & (fraction[unsure] + bound[unsure] > np.uint64(1 << 32))
            unsure, number = unsure[still], number + 1
        places += [first, second]
    return places


def _value(rank: _Shorts) -> _Shorts:
    return np.maximum(rank - 3, 0).astype(np.int16)


def _deal_coup(shoes: _Shoes, turn: int, limits: _Shorts) -> tuple[npt.NDArray[np.int64], _Shorts]:
    """Deal one coup in every shoe that is alive; returns classes and cards used."""
    idle, alive = np.int16(0x7FFF), shoes.alive
    u = [np.where(alive, place, idle) for place in _random_places(shoes, turn)]
    p1, b1, p2, b2 = (shoes.take(place) for place in u[:4])
    player, banker = (_value(p1) + _value(p2)) % 10, (_value(b1) + _value(b2)) % 10
    undecided = (player < limits[12]) & (banker < limits[12])
    player_draws = undecided & (player <= limits[11])
    stood_draws = undecided & ~player_draws & (banker <= limits[10])
    fifth_drawn = player_draws | stood_draws
    fifth = shoes.take(np.where(fifth_drawn, u[4], idle))
    sixth_drawn = player_draws & (banker <= limits[_value(fifth)])
    sixth = shoes.take(np.where(sixth_drawn, u[5], idle))
    banker_draws, banker3 = stood_draws | sixth_drawn, np.where(sixth_drawn, sixth, fifth)
    player = (player + np.where(player_draws, _value(fifth), 0)) % 10 + 40 * player_draws
    banker = (banker + np.where(banker_draws, _value(banker3), 0)) % 10 + 40 * banker_draws
    classes = player.astype(np.int64) * 90 + banker
    for hand, worth, first, second, third, drew in (
        (0, 900, p1, p2, fifth, player_draws),
        (1, 10, b1, b2, banker3, banker_draws),
    ):
        lanes = np.flatnonzero(alive & (first == second))
        if lanes.size:
            triples = (drew & (third == first))[lanes]
            place = 16 * turn + 6 + hand
            classes[lanes] += worth * _matches(shoes, lanes, first[lanes], triples, place)
    return classes, (4 + fifth_drawn + sixth_drawn).astype(np.int16)


def _draw_suits(left: npt.NDArray[np.uint8], u: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Remove the suits that `u` falls on from rows of four counts."""
    sums = np.cumsum(left, axis=1, dtype=np.int64)
    suit: npt.NDArray[np.int64] = (u[:, None] >= sums[:, :3]).sum(axis=1)
    left[np.arange(len(left)), suit] -= 1
    return suit


def _matches(
    shoes: _Shoes,
    lanes: _Lanes,
    rank: _Shorts,
    triples: npt.NDArray[np.bool_],
    place: int,
) -> npt.NDArray[np.int64]:
    """Draw the suits of pairs: 1 mixed, 2 coloured, 3 perfect, 4 a suited triple."""
    left = shoes.suits[lanes, rank]
    others = left.sum(axis=1, dtype=np.int64) - 1
    u = shoes.below((others * (others + 1)).astype(np.uint64), lanes, place)
    one = _draw_suits(left, u // others)
    two = _draw_suits(left, u % others)
    match: npt.NDArray[np.int64] = np.array([3, 1, 1, 2])[one ^ two]
    third = np.flatnonzero((match == 3) & triples)
    if third.size:
        bound = (others[third] - 1).astype(np.uint64)
        rest = left[third]
        three = _draw_suits(rest, shoes.below(bound, lanes[third], place + 2))
        left[third] = rest
        match[third] += three == one[third]
    shoes.suits[lanes, rank] = left
    return match


def deal_block(
    seed: np.uint64,
    first: int,
    shoes: int,
    setup: npt.NDArray[np.int64],
    limits: npt.NDArray[np.int16],
) -> npt.NDArray[np.int16]:
    """Deal shoes side by side: a row for each coup, `ENDED` where a shoe had ended."""
    made = _prepared(seed, first, shoes, setup)
    decks, _, _, extra, most, continuous = (int(number) for number in setup)
    rows: list[npt.NDArray[np.int16]] = []
    while len(rows) < most and made.alive.any():
        if continuous:
            made.steps[:] = np.arange(1, 13)[:, None] * 4 * decks
            made.cards[:], made.suits[:] = 52 * decks, decks
        classes, used = _deal_coup(made, len(rows) + 1, limits)
        rows.append(np.where(made.alive, classes, ENDED).astype(np.int16))
        before = made.cards.copy()
        made.cards -= np.where(made.alive, used, 0).astype(np.int16)
        made.alive &= (before if extra else made.cards + 1) > made.marker
    return np.array(rows, np.int16).reshape(len(rows), shoes)


def count_shoes(
    seed: np.uint64,
    first: int,
    shoes: int,
    setup: npt.NDArray[np.int64],
    limits: npt.NDArray[np.int16],
    head: int,
    counts: npt.NDArray[np.int64],
) -> None:
    """Deal shoes first to first + shoes - 1 and add their classes to `counts`."""
    with np.errstate(over="ignore"):
        for start in range(first, first + shoes, LANES):
            lanes = min(LANES, first + shoes - start)
            codes = deal_block(seed, start, lanes, setup, limits)
            for part, rows in enumerate((codes[:head], codes[head:])):
                counts[part] += np.bincount(rows.ravel(), minlength=ENDED + 1)[:ENDED]
