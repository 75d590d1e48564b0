"""Every table at a glance: what one sees before sitting down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.sections import public_section
from puntobanco.wire.forms import CellForm, PhaseForm, RoadsForm
from puntobanco.wire.house import LobbyForm, LobbyTableForm

MINIATURE_COLUMNS = 30
"""Of the Big Road, the newest."""


def lobby_form(time: int, running_tables: Iterable[RunningTable], viewer: str) -> LobbyForm:
    """The lobby with these tables, as one person sees it."""
    return LobbyForm(time=time, tables=tuple(_table(each, viewer) for each in running_tables))


def table_line(running: RunningTable) -> dict[str, Any]:
    """The fields that the lobby and the floor share."""
    entry, rules = running.entry, running.desk.rules
    moment = running.audience.moment()
    phase = public_section(running.desk.reading, "phase", moment)
    assert isinstance(phase, PhaseForm), phase
    limit = rules.settings.limits.hand
    shown = ("stage", "line", "coup", "shoe", "closes_at", "voided", "halted", "stopped")
    return {
        **{name: getattr(phase, name) for name in shown},
        **{name: getattr(entry, name) for name in ("table", "title", "cards", "pace")},
        "book": rules.book.name,
        "book_title": rules.book.title,
        "edition": rules.book.digest(),
        "continuous": rules.continuous,
        "digits": rules.settings.currency.digits,
        "minimum": limit.minimum,
        "maximum": limit.maximum,
        "places": rules.seats,
        "watching": moment.watching,
    }


def _table(running: RunningTable, viewer: str) -> LobbyTableForm:
    reading = running.desk.reading
    roads = public_section(reading, "roads", running.audience.moment())
    assert isinstance(roads, RoadsForm), roads
    own = reading.table.patrons.get(viewer)
    return LobbyTableForm(
        **table_line(running),
        options=dict(running.desk.rules.options),
        wagers=len(running.desk.rules.wagers),
        taken=sum(bool(each.present and each.place) for each in reading.table.patrons.values()),
        sits=own is not None and own.present,
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
