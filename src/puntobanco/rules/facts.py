"""The named facts of a finished coup: the whole vocabulary in which wagers are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from puntobanco.rules.outcomes import CardMatch, Outcome, OutcomeClass, outcome

Facts: TypeAlias = Mapping[str, int]
"""A value for each fact; truth values are 0 and 1. The values may be columns of many coups."""

FACTS: Mapping[str, Callable[[Outcome], int]] = MappingProxyType(
    {
        "player_total": lambda seen: seen.player.total,
        "banker_total": lambda seen: seen.banker.total,
        "player_cards": lambda seen: seen.player.cards,
        "banker_cards": lambda seen: seen.banker.cards,
        "player_match": lambda seen: int(seen.player.match),
        "banker_match": lambda seen: int(seen.banker.match),
        "player_wins": lambda seen: int(seen.player.total > seen.banker.total),
        "banker_wins": lambda seen: int(seen.banker.total > seen.player.total),
        "tie": lambda seen: int(seen.player.total == seen.banker.total),
        "player_margin": lambda seen: seen.player.total - seen.banker.total,
        "banker_margin": lambda seen: seen.banker.total - seen.player.total,
        "player_natural": lambda seen: int(seen.player.is_natural),
        "banker_natural": lambda seen: int(seen.banker.is_natural),
        "player_pair": lambda seen: int(seen.player.match is not CardMatch.NONE),
        "banker_pair": lambda seen: int(seen.banker.match is not CardMatch.NONE),
    }
)
"""Every fact by name; `*_match` is 0 none, 1 mixed, 2 coloured, 3 perfect pair, 4 suited triple."""

TRUTHS = frozenset(
    {"player_wins", "banker_wins", "tie", "player_natural", "banker_natural"}
    | {"player_pair", "banker_pair"}
)
"""The facts that are either so or not so."""


@cache  # at most 8,100 entries
def facts_of(number: OutcomeClass) -> Facts:
    """Every fact of an outcome class."""
    seen = outcome(number)
    return MappingProxyType({name: fact(seen) for name, fact in FACTS.items()})
