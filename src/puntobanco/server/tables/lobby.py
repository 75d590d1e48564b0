"""Every table at a glance: what one sees before sitting down."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.sections import public_section
from puntobanco.wire.forms import CellForm, PhaseForm, RoadsForm
from puntobanco.wire.lobby import LobbyForm, LobbyTableForm

MINIATURE_COLUMNS = 30
"""Of the Big Road, the newest."""


def lobby_form(time: int, running_tables: Iterable[RunningTable], viewer: str) -> LobbyForm:
    """The lobby with these tables, as one person sees it."""
    return LobbyForm(time=time, tables=tuple(_table(each, viewer) for each in running_tables))


def _table(running: RunningTable, viewer: str) -> LobbyTableForm:
    reading, rules = running.desk.reading, running.desk.rules
    moment = running.audience.moment()
    phase = public_section(reading, "phase", moment)
    roads = public_section(reading, "roads", moment)
    assert isinstance(phase, PhaseForm), phase
    assert isinstance(roads, RoadsForm), roads
    limit = rules.settings.limits.hand
    own = reading.table.patrons.get(viewer)
    seated = [each for each in reading.table.patrons.values() if each.present and each.place]
    return LobbyTableForm(
        table=running.entry.table,
        title=running.entry.title,
        book=rules.book.name,
        book_title=rules.book.title,
        edition=rules.book.digest(),
        options=dict(rules.options),
        cards=running.entry.cards,
        pace=running.entry.pace,
        stage=phase.stage,
        line=phase.line,
        coup=phase.coup,
        shoe=phase.shoe,
        closes_at=phase.closes_at,
        voided=phase.voided,
        halted=phase.halted,
        stopped=phase.stopped,
        digits=rules.settings.currency.digits,
        minimum=limit.minimum,
        maximum=limit.maximum,
        wagers=len(rules.wagers),
        places=rules.seats,
        taken=len(seated),
        sits=own is not None and own.present,
        watching=moment.watching,
        big_road=_newest(roads.big_road),
        statistics=roads.statistics,
        good_roads=roads.good_roads,
    )


def _newest(cells: tuple[CellForm, ...]) -> tuple[CellForm, ...]:
    first = max((cell.column for cell in cells), default=0) + 1 - MINIATURE_COLUMNS
    if first <= 0:
        return cells
    return tuple(
        msgspec.structs.replace(cell, column=cell.column - first)
        for cell in cells
        if cell.column >= first
    )
