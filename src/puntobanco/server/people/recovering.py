"""A way in for a person whose password is lost, for those who have the machine itself.

The house is closed meanwhile, or in a database that others may serve: no table is taken up, so that
no clause is applied to a coup for it.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from puntobanco.house import people
from puntobanco.record.clock import SteadyClock
from puntobanco.record.names import own_id
from puntobanco.record.opening import is_address, opened
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.operations.approved import must_be_approved
from puntobanco.server.people.credentials import Credentials

AT_THE_MACHINE = "system"
"""Who the log says has done it: nobody of the house, and no name that a person can have."""


class NotRecoveredError(Exception):
    """No password was made; the sentence says why."""


async def new_password(folder: Path, person: str, database: str) -> str:
    """A password for one use; the log says that there is one, and every session of theirs ends."""
    source = database or str(folder / "house.db")
    if not is_address(source) and not Path(source).is_file():
        raise NotRecoveredError(
            f"{folder} has no house.db; name the folder that `punto serve` was given"
        )
    must_be_approved(folder)
    async with opened(source) as store:
        clock = SteadyClock()
        house_log, credentials = HouseLog(store, clock), Credentials(store, clock)
        reply, _ = await house_log.change(
            own_id("recover", secrets.token_hex(8)),
            AT_THE_MACHINE,
            b"",
            lambda house, now: people.make_password(house, person, AT_THE_MACHINE),
        )
        if reply.refusal is not None:
            raise NotRecoveredError(reply.refusal.sentence)
        password = secrets.token_urlsafe(12)
        await credentials.set_password(person, password, once=True)
        await credentials.forgive(person)
        return password
