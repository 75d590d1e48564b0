"""Events in the making: each is folded in at once, so that the next sees what it did."""

from __future__ import annotations

from puntobanco.play.events import Event, Events
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table


class Draft:
    """A table and the events that will have brought it there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._events: list[Event] = []

    def add(self, *events: Event) -> None:
        """Record events, in order."""
        for event in events:
            self.table = evolve(self.table, event)
            self._events.append(event)

    @property
    def events(self) -> Events:
        """What was recorded."""
        return tuple(self._events)
