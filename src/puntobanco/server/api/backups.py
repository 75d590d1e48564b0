"""Copies of the running house."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.doing import json
from puntobanco.server.api.handling.errors import HouseError, answers
from puntobanco.server.api.handling.guard import Caller, permitted
from puntobanco.server.operations.backups import FOLDER, listed, make
from puntobanco.wire import bodies as b
from puntobanco.wire.house import BackupsForm

router = APIRouter(prefix="/api/backups", tags=["backups"])
Keeper = Annotated[Caller, Depends(permitted(Act.BACKUP))]


@router.post(
    "",
    summary="Copy the house",
    responses=answers("BackupForm", "The copy, with its checksum", 409),
)
async def back_up(caller: Keeper, body: b.Plain) -> Response:
    """A copy of the database as it stands at one moment, in the house's folder; play goes on."""
    casino = caller.casino
    async with casino.locks["backup"]:
        try:
            form = await make(casino.plan.source, casino.plan.folder, body.id, casino.clock())
        except OSError as error:
            said = say("error.no-room", why=str(error.strerror))
            raise HouseError(503, "no_room", said) from None
    return json(form)


@router.get("", summary="Every copy", responses=answers("BackupsForm", "The newest first"))
async def backups(caller: Keeper) -> Response:
    """The copies in the house's folder."""
    folder = caller.casino.plan.folder
    some = await asyncio.to_thread(listed, folder)
    return json(BackupsForm(folder=str(folder / FOLDER), backups=some))
