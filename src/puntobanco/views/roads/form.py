"""The roads of the shoe as a form; they are computed anew only when a result comes or goes."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play.table import coup_of
from puntobanco.views.hands_form import face
from puntobanco.views.reading import LastCoup, Reading
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.history import good_roads, statistics
from puntobanco.views.roads.shoe_roads import (
    Bead,
    BeadCell,
    BigRoadCell,
    DerivedRoad,
    MarkCell,
    RoadQuestion,
    roads,
    streaks,
)
from puntobanco.wire.forms import (
    AskedForm,
    CardForm,
    CellForm,
    LastCoupForm,
    RoadsForm,
    StatisticsForm,
)

_SIDES = {"P": "player", "B": "banker"}


def roads_form(reading: Reading) -> RoadsForm:
    """Every road of the shoe, both questions and its counts."""
    if reading.roads_form is None:
        some = tuple(reading.memory.beads.values())
        made = _made(reading.memory.shoe, some)
        reading.roads_form = replace(made, last=_last(reading.memory.last))
    return reading.roads_form


def _last(last: LastCoup | None) -> LastCoupForm | None:
    coup = coup_of(last.tape) if last is not None else None
    if last is None or coup is None:
        return None
    bead = bead_of(coup, last.result)
    return LastCoupForm(
        coup=last.coup,
        cards=tuple(
            CardForm(slot=each.slot.value, card=face(each), held_by="")
            for each in last.tape
            if each.slot is not None
        ),
        winner=last.result.winner.value if last.result else coup.winner.value,
        player_total=last.result.player_total if last.result else coup.player_total,
        banker_total=last.result.banker_total if last.result else coup.banker_total,
        natural=bead.natural,
    )


def _made(shoe: int, some: tuple[Bead, ...]) -> RoadsForm:
    drawn = roads(some)
    return RoadsForm(
        shoe=shoe,
        bead_plate=tuple([_bead(cell) for cell in drawn.bead_plate]),
        big_road=tuple([_big(cell) for cell in drawn.big_road]),
        big_eye_boy=_derived(drawn.big_eye_boy),
        small_road=_derived(drawn.small_road),
        cockroach_pig=_derived(drawn.cockroach_pig),
        next_banker=_asked(drawn.next_banker),
        next_player=_asked(drawn.next_player),
        statistics=_statistics(some),
        good_roads=tuple([shape.value for shape in good_roads(streaks(some))]),
    )


def _marked(column: int, row: int, bead: Bead, ties: int = 0) -> CellForm:
    return CellForm(
        column=column,
        row=row,
        mark=bead.outcome,
        ties=ties,
        banker_pair=bead.banker_pair,
        player_pair=bead.player_pair,
        natural=bead.natural,
        total=bead.total,
    )


def _bead(cell: BeadCell) -> CellForm:
    return _marked(cell.column, cell.row, cell.bead)


def _big(cell: BigRoadCell) -> CellForm:
    if cell.win is None:
        return CellForm(column=cell.column, row=cell.row, mark="", ties=cell.ties)
    return _marked(cell.column, cell.row, cell.win, cell.ties)


def _derived(road: DerivedRoad) -> tuple[CellForm, ...]:
    return tuple([_mark(cell) for cell in road.cells])


def _mark(cell: MarkCell) -> CellForm:
    return CellForm(column=cell.column, row=cell.row, mark=cell.colour)


def _asked(asked: RoadQuestion) -> AskedForm:
    return AskedForm(
        bead_plate=_bead(asked.bead_plate),
        big_road=_big(asked.big_road),
        big_eye_boy=_mark(asked.big_eye_boy) if asked.big_eye_boy else None,
        small_road=_mark(asked.small_road) if asked.small_road else None,
        cockroach_pig=_mark(asked.cockroach_pig) if asked.cockroach_pig else None,
    )


def _statistics(some: tuple[Bead, ...]) -> StatisticsForm:
    counted = statistics(some)
    return StatisticsForm(
        coups=counted.coups,
        player=counted.player,
        tie=counted.tie,
        banker=counted.banker,
        player_pairs=counted.player_pairs,
        banker_pairs=counted.banker_pairs,
        naturals=counted.naturals,
        player_percent=counted.percent(counted.player),
        tie_percent=counted.percent(counted.tie),
        banker_percent=counted.percent(counted.banker),
        longest_player=counted.longest_player,
        longest_banker=counted.longest_banker,
        streak_side=_SIDES[counted.current.side] if counted.current else "",
        streak_length=counted.current.length if counted.current else 0,
    )
