"""What chance gives at a table, to hold against what happened: returns, results, first cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.odds import full_shoe, odds, weigh
from puntobanco.odds.wager_odds import profit_of
from puntobanco.record.envelope import rules_digest
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import CardMatch, HandOutcome, Outcome, OutcomeClass, outcome
from puntobanco.rules.slots import Hand
from puntobanco.rules.tableau import Tableau

_VALUES = {0: 16 / 52, **dict.fromkeys(range(1, 10), 4 / 52)}


@dataclass(frozen=True)
class Chances:
    """What chance gives at one table."""

    returns: dict[str, float]
    """By wager: what a unit staked gains on average, less than nothing."""
    results: dict[str, float]
    """By `player`, `banker`, `tie`: how often a coup ends so."""
    knowing: dict[tuple[Hand, int], dict[str, float]]
    """By the first card of a hand: how much more each main wager brings if it is known."""

    @classmethod
    def of(cls, rules: HouseRules) -> Chances:
        """From the exact odds of a full shoe; what a first card tells, from endless ones."""
        shoe = full_shoe(rules.decks)
        found = odds(rules, shoe)
        weights = weigh(shoe, rules.tableau)
        results: dict[str, float] = defaultdict(float)
        for number, weight in weights.as_mapping().items():
            results[_winner(number)] += weight / weights.total
        returns = {name: -float(found[name].edge) for name in rules.wagers}
        return cls(returns, dict(results), _knowing(rules))


_KNOWN: dict[str, Chances] = {}


def chances_of(rules: HouseRules) -> Chances:
    """What chance gives at a table with these rules; worked out once."""
    digest = rules_digest(rules)
    if digest not in _KNOWN:
        _KNOWN[digest] = Chances.of(rules)
    return _KNOWN[digest]


def _winner(number: OutcomeClass) -> str:
    ended = outcome(number)
    margin = ended.player.total - ended.banker.total
    return "tie" if not margin else "player" if margin > 0 else "banker"


def _knowing(rules: HouseRules) -> dict[tuple[Hand, int], dict[str, float]]:
    mains = {name: wager for name, wager in rules.wagers.items() if wager.kind.is_main}
    worth = {
        (player, banker): {
            name: sum(
                chance * float(profit_of(wager.verdict(number).end))
                for chance, number in _ends(rules.tableau, player, banker)
            )
            for name, wager in mains.items()
        }
        for player in range(10)
        for banker in range(10)
    }
    totals: dict[int, float] = defaultdict(float)
    for one, chance in _VALUES.items():
        for two, other in _VALUES.items():
            totals[(one + two) % 10] += chance * other
    found: dict[tuple[Hand, int], dict[str, float]] = {}
    for name in mains:
        mean = sum(
            totals[player] * totals[banker] * worth[player, banker][name]
            for player in range(10)
            for banker in range(10)
        )
        for hand in Hand:
            for first in _VALUES:
                known = 0.0
                for second, chance in _VALUES.items():
                    mine = (first + second) % 10
                    for theirs in range(10):
                        both = (mine, theirs) if hand is Hand.PLAYER else (theirs, mine)
                        known += chance * totals[theirs] * worth[both][name]
                found.setdefault((hand, first), {})[name] = known - mean
    return found


def _ends(tableau: Tableau, player: int, banker: int) -> Iterator[tuple[float, OutcomeClass]]:
    """How a coup ends whose first two cards have these totals; pairs are left aside."""
    if player >= 8 or banker >= 8:
        yield 1.0, _number(player, 2, banker, 2)
        return
    thirds = _VALUES.items() if tableau.player_draws[player] else ((None, 1.0),)
    for third, chance in thirds:
        mine = player if third is None else (player + third) % 10
        cards = 2 if third is None else 3
        if not tableau.banker_draws[banker][10 if third is None else third]:
            yield chance, _number(mine, cards, banker, 2)
            continue
        for drawn, other in _VALUES.items():
            yield chance * other, _number(mine, cards, (banker + drawn) % 10, 3)


def _number(player: int, cards: int, banker: int, others: int) -> OutcomeClass:
    hands = (
        HandOutcome(player, cards, CardMatch.NONE),
        HandOutcome(banker, others, CardMatch.NONE),
    )
    return Outcome(*hands).number
