"""The roads of the shoe as a form; they are computed anew only when a result comes or goes."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.views.reading import LastCoup, Reading
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
    if last is None:
        return None
    cards = tuple(CardForm(slot=slot, card=card, held_by="") for slot, card in last.cards)
    return LastCoupForm(
        coup=last.coup,
        cards=cards,
        winner=last.winner,
        player_total=last.player_total,
        banker_total=last.banker_total,
        natural=last.natural,
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
