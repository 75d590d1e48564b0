"""What a dealer says to the house: that the floor is to come, that they come or go."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from puntobanco.house.approvals import raise_alert
from puntobanco.house.events import AlertRaised
from puntobanco.house.permissions import permission_of
from puntobanco.house.tables import hand_over
from puntobanco.play.reports import Noticed
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.api.handling.doing import in_house
from puntobanco.server.api.handling.errors import changed
from puntobanco.server.api.handling.guard import AtTable, Caller, permitted
from puntobanco.server.api.tables import put_to_table
from puntobanco.server.casino.two_people import approval_id
from puntobanco.wire import bodies as b

KIND = "call"
"""The kind of the alert that a call raises."""

router = APIRouter(prefix="/api/tables", tags=["floor"])
Conducting = Annotated[Caller, Depends(permitted(permission_of(Noticed)))]


@router.post("/{table}/call", summary="Call the floor", responses=changed(404, 409))
async def call(caller: Conducting, running: AtTable, body: b.FloorCall) -> Response:
    """Call the floor to a table: nothing is dealt or paid until it has answered.

    The alert stays until it is acknowledged. A stopped table stands still as it is.
    """
    if not running.desk.stopped:
        by = caller.viewer(running).acts_as[0]
        called = Noticed(by=by, irregularity=Irregularity.FLOOR_CALLED, note=body.sentence)
        await put_to_table(caller, running, body.id, called)
    wanted = AlertRaised(
        alert=approval_id(caller.name, body.id),
        table=running.entry.table,
        kind=KIND,
        sentence=f"{caller.name}: {body.sentence}",
    )
    return await in_house(caller, body.id, lambda house, now: raise_alert(house, wanted))


@router.post("/{table}/post", summary="Take over, hand over", responses=changed(404, 409))
async def post(caller: Conducting, running: AtTable, body: b.DealingChange) -> Response:
    """Take the dealing of a table over, or hand it over: the house's log has who and when."""
    table = running.entry.table
    return await in_house(
        caller, body.id, lambda house, now: hand_over(house, table, caller.name, comes=body.comes)
    )
