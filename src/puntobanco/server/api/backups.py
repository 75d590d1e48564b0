"""Copies of the running house."""

from __future__ import annotations

import asyncio

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import HouseError
from puntobanco.server.api.handling.guard import SignedIn
from puntobanco.server.operations.backups import FOLDER, listed, make
from puntobanco.wire import bodies as b
from puntobanco.wire.house import BackupForm, BackupsForm

router = FormRouter(prefix="/api/backups", tags=["backups"])


@router.shows("", "Copy the house", "The copy, with its checksum", Act.BACKUP, 409, method="POST")
async def back_up(caller: SignedIn, body: b.Plain) -> BackupForm:
    """A copy of the database as it stands at one moment, in the house's folder; play goes on."""
    casino = caller.casino
    async with casino.locks["backup"]:
        try:
            form = await make(casino.plan.source, casino.plan.folder, body.id, casino.clock())
        except OSError as error:
            said = say("error.no-room", why=str(error.strerror))
            raise HouseError(503, "no_room", said) from None
    return form


@router.shows("", "Every copy", "The newest first", Act.BACKUP)
async def backups(caller: SignedIn) -> BackupsForm:
    """The copies in the house's folder."""
    folder = caller.casino.plan.folder
    some = await asyncio.to_thread(listed, folder)
    return BackupsForm(folder=str(folder / FOLDER), backups=some)
