"""Whoever is excluded is at no table: sent away at once, or when a stopped table goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from puntobanco.record.names import own_id
from puntobanco.sayings.saying import say
from puntobanco.server.casino.running import Casino
from puntobanco.server.casino.two_people import approval_id
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.server.tables.running_table import RunningTable

TRIES = 40
BUSY_SECONDS = 0.05


async def send_away(casino: Casino, name: str, request_id: str) -> None:
    """Have somebody leave every table where he is; a repeat finds him gone.

    His exclusion is durable by now, so that he can sit down nowhere. Where he sat before, the
    table's log says so; a table whose log has grown elsewhere is asked though he is not seen there.
    Once he has left, no process can append a bet of his: it would be decided on an older state.
    """
    await casino.house_log.catch_up()
    await casino.settled()
    heads = await casino.store.heads()
    for table, running in tuple(casino.running_tables.items()):
        head = heads.get(table)
        is_behind = head is not None and head.sequence > running.desk.table.sequence
        await _send_away(running, name, request_id, is_behind=is_behind)


async def send_excluded_away(casino: Casino, running: RunningTable, request_id: str) -> None:
    """Have everybody leave a table who was excluded while it was stopped."""
    for name, patron in tuple(running.desk.table.patrons.items()):
        if not patron.present:
            continue
        account = await casino.accounts.fetch(name)
        if account.is_excluded(casino.clock()):
            await _send_away(running, name, request_id)


async def _send_away(
    running: RunningTable, name: str, request_id: str, *, is_behind: bool = False
) -> None:
    """Have somebody leave one table, however many are faster there for a while."""
    for _ in range(TRIES):
        # A stopped table takes no bet and not even this; he is sent away when it goes on.
        with suppress(TableStoppedError):
            try:
                await running.send_away(name, _leaving(name, request_id), is_behind=is_behind)
            except BusyError:
                await asyncio.sleep(BUSY_SECONDS)
                continue
        return
    raise BusyError(say("error.still-at-table", who=name, table=running.entry.table))


def _leaving(name: str, request_id: str) -> str:
    """The id under which somebody leaves: two people's requests may have the same."""
    return own_id("excluded", approval_id(name, request_id))
