"""A call for the floor from a table: no irregularity, only somebody who is to come and look."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import ConfigDict, Field

from puntobanco.house.approvals import raise_alert
from puntobanco.house.events import AlertRaised
from puntobanco.house.permissions import report_permission
from puntobanco.play.reports import Noticed
from puntobanco.record.store import RequestReusedError
from puntobanco.server.api.errors import HouseError, refused, responses
from puntobanco.server.api.guard import AtTable, Caller, permitted
from puntobanco.server.api.session import Body

KIND = "call"
"""The kind of the alert that a call raises."""

router = APIRouter(prefix="/api/tables", tags=["tables"])
Conducting = Annotated[Caller, Depends(permitted(report_permission(Noticed)))]


class Call(Body):
    """What the floor is called for."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"id": "6f1c2f", "sentence": "Chips are short."}]}
    )

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
    sentence: Annotated[str, Field(min_length=1, max_length=200)]


@router.post("/{table}/call", status_code=204, responses=responses(404, 409))
async def call(body: Call, caller: Conducting, station: AtTable) -> None:
    """Call the floor to a table; an alert stays until somebody has acknowledged it."""
    table = station.entry.table
    wanted = AlertRaised(
        alert=f"{table}-{body.id}",
        table=table,
        kind=KIND,
        sentence=f"{caller.name}: {body.sentence}",
    )
    try:
        reply, _ = await caller.casino.office.change(
            f"call-{table}-{body.id}",
            caller.name,
            body.model_dump_json().encode(),
            lambda house, now: raise_alert(house, wanted),
        )
    except RequestReusedError as error:
        raise HouseError(409, "id_reused", str(error)) from None
    if reply.refusal is not None:
        raise refused(reply.refusal)
