"""Folding events into the table's state: no rules, no conditions on the book."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving import betting, dealing, paying, people, rulings, shoe
from puntobanco.play.evolving.parts import Steps
from puntobanco.play.table import Table


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event that the doors returned."""
    table = _STEPS[type(event)](table, event)
    return replace(table, sequence=table.sequence + 1)


def evolve_all(table: Table, events: Iterable[e.Event]) -> Table:
    """The table after several events."""
    for event in events:
        table = evolve(table, event)
    return table


def states(table: Table, events: Iterable[e.Event]) -> tuple[Table, ...]:
    """The table after each of several events."""
    return tuple(accumulate(events, evolve, initial=table))[1:]


def _unchanged(table: Table, event: e.Event) -> Table:
    return table


_STEPS: Steps = {
    **people.STEPS,
    **shoe.STEPS,
    **betting.STEPS,
    **dealing.STEPS,
    **paying.STEPS,
    **rulings.STEPS,
    **dict.fromkeys(e.TOLD_ONLY, _unchanged),
}
