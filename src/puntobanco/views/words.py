"""Words that several windows share: places of cards, hands, steps of a preparation, people."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.slots import Hand, Slot

PLACES = {
    slot: f"{slot.hand.value.capitalize()}'s {('first', 'second', 'third')[slot.number - 1]} card"
    for slot in Slot
}

STEPS = {
    "shuffle": "shuffle the cards",
    "wash": "wash the cards",
    "riffle": "riffle the cards",
    "cut": "cut the cards",
    "marker": "place the cut card",
    "second-marker": "place the second cut card",
    "load": "load the shoe",
}
"""By step: what is done, where its name does not say it."""


def hand_words(hand: Hand) -> str:
    """A hand as people say it: `Player`."""
    return hand.value.capitalize()


def outcome_sentence(coup: Coup) -> str:
    """How a finished coup ended."""
    ended = "a tie" if coup.winner is Winner.TIE else f"{coup.winner.value.capitalize()} wins"
    return f"Player {coup.player_total}, Banker {coup.banker_total}: {ended}"


def person(rules: HouseRules, table: Table, left: Mapping[str, int], name: str) -> str:
    """Somebody at the table without his name: a post's title, a place, or that he stands."""
    nominee = table.nominees.get(name)
    if nominee is not None and name not in table.patrons:
        return f"the nominee of {person(rules, table, left, nominee.patron)}"
    patron = table.patrons.get(name)
    if patron is None:
        posts = rules.book.posts
        return f"the {posts.title(name)}" if posts.knows(name) else "the house"
    place = patron.place or left.get(name)
    return f"place {place}" if place else "a standing patron"
