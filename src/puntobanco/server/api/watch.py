"""What the floor is told about a table by itself, and what was changed about it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from puntobanco.house.events import TableWatched
from puntobanco.house.house import Change
from puntobanco.house.permissions import Act
from puntobanco.house.watch import thresholds, watch_table
from puntobanco.server.api.accounts import ANSWERED
from puntobanco.server.api.description.schemas import json_answer
from puntobanco.server.api.handling.doing import in_house, json
from puntobanco.server.api.handling.errors import responses
from puntobanco.server.api.handling.guard import AtTable, Caller, permitted
from puntobanco.wire import bodies as b
from puntobanco.wire.house import ChangedForm, ChangeForm, WatchForm

router = APIRouter(prefix="/api/tables", tags=["floor"])


@router.get(
    "/{table}/watch",
    summary="What the floor is told about a table",
    responses={**responses(404), **json_answer("WatchForm", "Alerts, pictures, changes")},
)
async def watched(
    caller: Annotated[Caller, Depends(permitted(Act.VIEW_FLOOR))], running: AtTable
) -> Response:
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


@router.post(
    "/{table}/watch",
    summary="Be told of other things about a table",
    responses={**responses(404, 409), **ANSWERED},
)
async def watch(
    caller: Annotated[Caller, Depends(permitted(Act.TABLE_WATCH))],
    running: AtTable,
    body: b.WatchTable,
    request: Request,
) -> Response:
    """From where on a table alerts from now on, and where its pictures are."""
    wanted = TableWatched(
        table=running.entry.table, alerts=body.alerts, video=body.video, by=caller.name
    )
    return await in_house(caller, request, body.id, lambda house, now: watch_table(house, wanted))
