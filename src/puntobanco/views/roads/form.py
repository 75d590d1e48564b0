"""The roads of the shoe as a form; they are computed anew only when a result comes or goes."""

from __future__ import annotations

from puntobanco.views.reading import Memory, Reading
from puntobanco.views.roads import shoe_roads as r
from puntobanco.views.roads.history import good_roads, statistics
from puntobanco.wire import forms as f


def roads_form(reading: Reading) -> f.RoadsForm:
    """Every road of the shoe, both questions and its counts."""
    if reading.roads_form is None:
        reading.roads_form = _made(reading.memory)
    return reading.roads_form


def _made(memory: Memory) -> f.RoadsForm:
    some = tuple(memory.beads.values())
    drawn = r.roads(some)
    return f.RoadsForm(
        shoe=memory.shoe,
        bead_plate=tuple([_bead(cell) for cell in drawn.bead_plate]),
        big_road=tuple([_big(cell) for cell in drawn.big_road]),
        big_eye_boy=_derived(drawn.big_eye_boy),
        small_road=_derived(drawn.small_road),
        cockroach_pig=_derived(drawn.cockroach_pig),
        next_banker=_asked(drawn.next_banker),
        next_player=_asked(drawn.next_player),
        statistics=statistics(some).counts,
        good_roads=tuple([shape.value for shape in good_roads(r.streaks(some))]),
        last=memory.last,
    )


def _marked(column: int, row: int, bead: r.Bead, ties: int = 0) -> f.CellForm:
    return f.CellForm(
        column=column,
        row=row,
        mark=bead.outcome,
        ties=ties,
        banker_pair=bead.banker_pair,
        player_pair=bead.player_pair,
        natural=bead.natural,
        total=bead.total,
    )


def _bead(cell: r.BeadCell) -> f.CellForm:
    return _marked(cell.column, cell.row, cell.bead)


def _big(cell: r.BigRoadCell) -> f.CellForm:
    if cell.win is None:
        return f.CellForm(column=cell.column, row=cell.row, mark="", ties=cell.ties)
    return _marked(cell.column, cell.row, cell.win, cell.ties)


def _derived(road: r.DerivedRoad) -> tuple[f.CellForm, ...]:
    return tuple([_mark(cell) for cell in road.cells])


def _mark(cell: r.MarkCell) -> f.CellForm:
    return f.CellForm(column=cell.column, row=cell.row, mark=cell.colour)


def _asked(asked: r.RoadQuestion) -> f.AskedForm:
    eye, small, pig = (_mark(cell) if cell else None for cell in asked.derived)
    return f.AskedForm(
        bead_plate=_bead(asked.bead_plate),
        big_road=_big(asked.big_road),
        big_eye_boy=eye,
        small_road=small,
        cockroach_pig=pig,
    )
