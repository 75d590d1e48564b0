"""Which wagers are already decided by the cards that can be seen (RWS 5.4).

A wager is decided when every lawful completion of the exposed cards, with any card in any unknown
place, wins it, or every one loses it. A push decides nothing. What the shoe still holds is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from puntobanco.base.cards import Card
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import CardMatch, HandOutcome, Outcome, OutcomeClass, match_of
from puntobanco.rules.points import hand_value
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.wagers import Lose, Wager, Win


def decided(rules: HouseRules, exposed: Mapping[Slot, Card]) -> dict[str, bool]:
    """Wagers on offer that are decided: True won, False lost."""
    open_wagers: dict[str, Wager] = dict(rules.wagers)
    ends: dict[str, bool] = {}
    for number in _completions(rules.tableau, *_known(exposed)):
        for name, wager in tuple(open_wagers.items()):
            end = wager.verdict(number).end
            won = isinstance(end, Win)
            if not isinstance(end, Win | Lose) or ends.setdefault(name, won) != won:
                del open_wagers[name]
        if not open_wagers:
            return {}
    return {name: ends[name] for name in open_wagers}


def is_established(
    rules: HouseRules, exposed: Mapping[Slot, Card], staked: Iterable[str] | None = None
) -> bool:
    """Whether some wager is beyond doubt won or lost: on offer, or only those staked."""
    known = decided(rules, exposed)
    return bool(known) if staked is None else bool(set(known) & set(staked))


class _Hand(NamedTuple):
    """What a hand's exposed cards tell: values, and what two known first cards match to."""

    first: int | None
    second: int | None
    third: int | None
    match: CardMatch | None


def _known(exposed: Mapping[Slot, Card]) -> tuple[_Hand, _Hand]:
    hands = []
    for hand in (Hand.PLAYER, Hand.BANKER):
        cards = [exposed.get(slot) for slot in Slot if slot.hand is hand]
        first, second, _ = cards
        match = match_of((first, second)) if first and second else None
        values = [None if card is None else hand_value(card) for card in cards]
        hands.append(_Hand(values[0], values[1], values[2], match))
    return hands[0], hands[1]


@lru_cache(maxsize=8192)
def _completions(tableau: Tableau, player: _Hand, banker: _Hand) -> tuple[OutcomeClass, ...]:
    return tuple(dict.fromkeys(_complete(tableau, player, banker)))


def _complete(tableau: Tableau, player: _Hand, banker: _Hand) -> Iterator[OutcomeClass]:
    for player_start in _starts(player):
        for banker_start in _starts(banker):
            player_total, banker_total = player_start[0], banker_start[0]
            if player_total >= 8 or banker_total >= 8:
                yield _class(_two(player_start), _two(banker_start))
                continue
            if tableau.player_draws[player_total]:
                thirds: Iterable[int | None] = _values(player.third)
            else:
                thirds = (None,)
            for third in thirds:
                for player_hand in _finished(player_start, third):
                    draws = tableau.banker_draws[banker_total][10 if third is None else third]
                    if not draws:
                        yield _class(player_hand, _two(banker_start))
                        continue
                    for last in _values(banker.third):
                        for banker_hand in _finished(banker_start, last):
                            yield _class(player_hand, banker_hand)


_Start = tuple[int, CardMatch, int]
"""Total of two cards, what they match to, and the value that a third must have to make a triple.

The value is 0 unless they are a perfect pair, so that starts alike in all that follows are one.
"""


def _starts(known: _Hand) -> tuple[_Start, ...]:
    if known.match is not None:
        assert known.first is not None
        assert known.second is not None
        return (_start(known.first, known.second, known.match),)
    starts = []
    for one in _values(known.first):
        for two in _values(known.second):
            matches: tuple[CardMatch, ...] = (CardMatch.NONE,)
            if one == two:  # equal values: a pair is possible, and sure unless they are tens
                pairs = (CardMatch.MIXED, CardMatch.COLOURED, CardMatch.PERFECT)
                matches = pairs if one else (*matches, *pairs)
            starts += [_start(one, two, match) for match in matches]
    return tuple(dict.fromkeys(starts))


def _start(one: int, two: int, match: CardMatch) -> _Start:
    return (one + two) % 10, match, one if match is CardMatch.PERFECT else 0


def _values(known: int | None) -> tuple[int, ...]:
    return tuple(range(10)) if known is None else (known,)


def _two(start: _Start) -> HandOutcome:
    return HandOutcome(start[0], 2, start[1])


def _finished(start: _Start, third: int | None) -> tuple[HandOutcome, ...]:
    if third is None:
        return (_two(start),)
    total, match, value = start
    final = HandOutcome((total + third) % 10, 3, match)
    if match is CardMatch.PERFECT and third == value:
        return final, HandOutcome(final.total, 3, CardMatch.TRIPLE)
    return (final,)


def _class(player: HandOutcome, banker: HandOutcome) -> OutcomeClass:
    return Outcome(player, banker).number
