"""Cards that come out as they went in: the mark of a set that nobody shuffled.

Seven cards in a row that lay together in the shoe before, in the same order or the reverse, that
came a whole pack earlier in this shoe (packs of one order), or that run on in rank and suit as in a
new pack, do not happen by chance: for an eight-deck shoe the odds against it are millions to one.
"""

from __future__ import annotations

from itertools import pairwise

from puntobanco.base.cards import Card

RUN = 7
PACK = 52


def looks_unshuffled(seen: tuple[Card, ...], before: str) -> str | None:
    """Why the last cards look as if they had not been shuffled, or None where they do not."""
    if len(seen) < RUN:
        return None
    last = seen[-RUN:]
    if _follow_each_other(last):
        return f"the last {RUN} cards run on in rank and suit as in a new pack"
    word = order_of(last)
    if word in before:
        return f"the last {RUN} cards lay in the same order in the shoe before"
    if word[::-1] in before:
        return f"the last {RUN} cards lay in the reverse order in the shoe before"
    if last == seen[-RUN - PACK : -PACK]:
        return f"the last {RUN} cards came in the same order a pack earlier in this shoe"
    return None


def order_of(cards: tuple[Card, ...]) -> str:
    """Cards as one letter each, so that a run of them is found as a word in a text."""
    return "".join([chr(each.number + 48) for each in cards])


def _follow_each_other(cards: tuple[Card, ...]) -> bool:
    if any(each.suit is not cards[0].suit for each in cards):
        return False
    step = cards[1].rank.number - cards[0].rank.number
    return step in (1, -1) and all(
        after.rank.number - card.rank.number == step for card, after in pairwise(cards)
    )
