"""Events in the making: each is folded in at once, so that the next sees what it did."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.cards.tape import Rebuilt
from puntobanco.play.events import StakeKey
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table


class Draft:
    """A table, and the events that bring it there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._events: list[e.Event] = []

    def add(self, *events: e.Event) -> None:
        """Record events, in order."""
        for event in events:
            self.table = evolve(self.table, event)
            self._events.append(event)

    @property
    def events(self) -> e.Events:
        """What was recorded."""
        return tuple(self._events)


def taken(key: StakeKey, amount: Units, by: str, clauses: Clauses) -> e.StakeTaken:
    """A stake, or part of it, handed back to its patron."""
    return e.StakeTaken(
        patron=key[0], place=key[1], wager=key[2], amount=amount, by=by, clauses=clauses
    )


def put_in_order(proper: Rebuilt, clauses: Clauses) -> e.CardsRebuilt:
    """Every card put where it belongs."""
    return e.CardsRebuilt(
        order=proper.order, slots=proper.slots, carried=proper.carried, clauses=clauses
    )
