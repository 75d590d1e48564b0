"""Copies of the running house."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from puntobanco.house.permissions import Act
from puntobanco.server.api.description.schemas import json_answer
from puntobanco.server.api.handling.doing import json
from puntobanco.server.api.handling.errors import HouseError, responses
from puntobanco.server.api.handling.guard import Caller, permitted
from puntobanco.server.operations.backups import FOLDER, NoBackupError, listed, make
from puntobanco.wire import bodies as b
from puntobanco.wire.house import BackupsForm

router = APIRouter(prefix="/api/backups", tags=["backups"])
Keeper = Annotated[Caller, Depends(permitted(Act.BACKUP))]


@router.post(
    "",
    summary="Copy the house",
    responses={**responses(409), **json_answer("BackupForm", "The copy, with its checksum")},
)
async def back_up(caller: Keeper, body: b.Plain) -> Response:
    """A copy of the database as it stands at one moment, in the house's folder; play goes on."""
    casino = caller.casino
    async with casino.locks["backup"]:
        try:
            form = await make(casino.plan.source, casino.plan.folder, body.id, casino.clock())
        except NoBackupError as error:
            raise HouseError(409, "no_backup", str(error)) from None
        except OSError as error:
            sentence = f"the copy could not be written: {error.strerror}; make room and ask again"
            raise HouseError(503, "no_room", sentence) from None
    return json(form)


@router.get(
    "",
    summary="Every copy",
    responses={**responses(), **json_answer("BackupsForm", "The newest first")},
)
async def backups(caller: Keeper) -> Response:
    """The copies in the house's folder."""
    folder = caller.casino.plan.folder
    some = await asyncio.to_thread(listed, folder)
    return json(BackupsForm(folder=str(folder / FOLDER), backups=some))
