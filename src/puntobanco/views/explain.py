"""A log told in plain words: what happened, what was irregular, what ruled, who was paid."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Currency
from puntobanco.play import events as e
from puntobanco.rules.citing.defaults import with_clauses
from puntobanco.sayings.saying import Saying, Value, known, sentence
from puntobanco.views.event_table import EVENTS


class Teller:
    """Turns events into sentences, with the clauses behind each.

    Where a default of ours is cited for the first time, its sentence follows.
    """

    def __init__(self, currency: Currency) -> None:
        self._write = currency.show
        self._told: set[ClauseId] = set()

    def tell(self, event: e.Event) -> str:
        """One sentence for an event and its clauses."""
        told = with_clauses(sentence(self.said(event)), event.clauses, self._told)
        self._told.update(event.clauses)
        return told

    def said(self, event: e.Event) -> Saying:
        """What is said of an event, with all people named."""
        return EVENTS[type(event)].tell(event, self._write, by_name)


def by_name(who: str) -> Value:
    """A person by name; staff by their post."""
    return known("post", who)


def coups_in(events: Iterable[e.Event]) -> dict[int, list[e.Event]]:
    """The events of each coup, from its opening call to the next; 0 is what came before."""
    coups: dict[int, list[e.Event]] = {0: []}
    current = 0
    for event in events:
        if isinstance(event, e.BettingOpened):
            current = event.coup
            coups[current] = []
        coups[current].append(event)
    return coups
