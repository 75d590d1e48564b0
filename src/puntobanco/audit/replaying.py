"""A coup as one viewer saw it: every section that they had, after every event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puntobanco.audit.log_index import LoggedEvent, RulesFor
from puntobanco.play.table import Betting
from puntobanco.views import sections
from puntobanco.views.reading import Reading
from puntobanco.views.seat import STAFF, Viewer, news_for
from puntobanco.views.setup import Moment
from puntobanco.wire.audit import ReplayStepForm

SECOND = 1_000_000


def replayed(
    reading: Reading, steps: Iterable[LoggedEvent], rules_for: RulesFor, viewer: Viewer
) -> tuple[ReplayStepForm, ...]:
    """The steps of a coup; the reading has taken everything before it."""
    found: list[ReplayStepForm] = []
    for step in steps:
        rules = rules_for(step.rules)
        if rules is not None:
            reading.use(rules)
        reading.take(step.event, step.time, step.actor)
        told = news_for(reading, step.event, step.sequence, step.time, viewer)
        tag = type(step.event).__struct_config__.tag
        found.append(
            ReplayStepForm(
                sequence=step.sequence,
                time=step.time,
                event=str(tag),
                sentence="" if told is None else told.sentence,
                said=None if told is None else told.said,
                clauses=step.event.clauses,
                view=_view(reading, step, viewer, whole=not found),
            )
        )
    return tuple(found)


def _view(reading: Reading, step: LoggedEvent, viewer: Viewer, *, whole: bool) -> dict[str, Any]:
    changed = sections.changed_by(step.event)
    moment = _moment(reading, step.time)
    view: dict[str, Any] = {
        name: sections.public_section(reading, name, moment)
        for name in sections.PUBLIC_SECTIONS
        if whole or name in changed
    }
    if isinstance(viewer, str):
        concerned = sections.patrons_changed_by(step.event)
        if whole or concerned is None or viewer in concerned:
            view["me"] = sections.own_section(reading, viewer, moment)
    elif viewer is STAFF and (whole or "staff" in changed):
        view["staff"] = sections.staff_section(reading)
    return view


def _moment(reading: Reading, time: int) -> Moment:
    """What the running house would have told the view then, as far as the log knows."""
    opened, setup = reading.memory.opened_at, reading.setup
    closes = None
    if setup.pace == "clock" and opened is not None and isinstance(reading.table.stage, Betting):
        closes = opened + setup.betting_seconds * SECOND
    return Moment(now=time, closes_at=closes)
