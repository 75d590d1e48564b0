"""The alerts of a table by itself, and what was changed about it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from puntobanco.house.events import TableWatched
from puntobanco.house.house import Change
from puntobanco.house.permissions import Act
from puntobanco.house.watch import thresholds, watch_table
from puntobanco.server.api.handling.doing import in_house, json
from puntobanco.server.api.handling.errors import answers, changed
from puntobanco.server.api.handling.guard import AtTable, Caller, permitted
from puntobanco.wire import bodies as b
from puntobanco.wire.house import ChangedForm, ChangeForm, WatchForm

router = APIRouter(prefix="/api/tables", tags=["floor"])
Overseer = Annotated[Caller, Depends(permitted(Act.VIEW_FLOOR))]
WatchSetter = Annotated[Caller, Depends(permitted(Act.TABLE_WATCH))]


@router.get(
    "/{table}/watch",
    summary="The alerts of a table",
    responses=answers("WatchForm", "Alerts, pictures, changes", 404),
)
async def watched(caller: Overseer, running: AtTable) -> Response:
    """From where on a table alerts, where its pictures are, and every change of its settings."""
    await caller.casino.house_log.catch_up()
    house, name = caller.casino.house_log.house, running.entry.table
    entry = house.tables[name]
    changes = tuple(_change(each) for each in reversed(house.changes.get(name, ())))
    return json(WatchForm(table=name, alerts=thresholds(entry), video=entry.video, changes=changes))


def _change(change: Change) -> ChangeForm:
    before = {**change.before, "betting-seconds": str(change.seconds_before)}
    after = {**change.after, "betting-seconds": str(change.seconds_after)}
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return ChangeForm(
        changed_at=change.changed_at,
        by=change.by,
        reason=change.reason,
        changed=tuple(
            ChangedForm(setting=name, before=before.get(name, ""), after=after.get(name, ""))
            for name in names
        ),
    )


@router.post("/{table}/watch", summary="Change the alerts of a table", responses=changed(404, 409))
async def watch(caller: WatchSetter, running: AtTable, body: b.WatchTable) -> Response:
    """From where on a table alerts from now on, and where its pictures are."""
    wanted = TableWatched(
        table=running.entry.table, alerts=body.alerts, video=body.video, by=caller.name
    )
    return await in_house(caller, body.id, lambda house, now: watch_table(house, wanted))
