"""Excluded patrons leave every table: at once, or when a stopped table goes on."""

from __future__ import annotations

import asyncio

from puntobanco.record.names import own_id
from puntobanco.sayings.saying import say
from puntobanco.server.casino.running import AWAY, Casino
from puntobanco.server.casino.two_people import approval_id
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.server.tables.running_table import RunningTable

TRIES = 40
BUSY_SECONDS = 0.05


async def send_away(casino: Casino, name: str, request_id: str) -> None:
    """Have a patron leave every table; a repeat finds them gone.

    The exclusion is durable by now, so that they can sit down nowhere. Where they sat before, the
    table's log says so; a table whose log has grown elsewhere is asked all the same.
    Once they have left, no process can append a bet of theirs: its state would be stale.
    """
    await casino.house_log.catch_up()
    await casino.settled()
    heads = await casino.store.heads()
    for table, running in tuple(casino.running_tables.items()):
        head = heads.get(table)
        is_behind = head is not None and head.sequence > running.desk.table.sequence
        await _send_away(running, name, request_id, is_behind=is_behind)


async def send_excluded_away(casino: Casino, running: RunningTable, request_id: str) -> None:
    """Have the patrons leave a table who were excluded while it was stopped."""
    for name, patron in tuple(running.desk.table.patrons.items()):
        if not patron.present:
            continue
        account = await casino.accounts.fetch(name)
        if account.is_excluded(casino.clock()):
            await _send_away(running, name, request_id)


async def _send_away(
    running: RunningTable, name: str, request_id: str, *, is_behind: bool = False
) -> None:
    """Have a patron leave one table, however many are faster there for a while."""
    leaving = own_id("excluded", approval_id(name, request_id))  # two may ask under one id
    for _ in range(TRIES):
        try:
            await running.send_away(name, leaving, is_behind=is_behind)
            return
        except BusyError:
            pass
        except TableStoppedError:
            # A stopped table takes no bet and not even this; they are sent away when it goes on.
            # One that this process alone holds takes bets in others: it must be waited for.
            if running.desk.stopped != AWAY:
                return
        await asyncio.sleep(BUSY_SECONDS)
    raise BusyError(say("error.still-at-table", who=name, table=running.entry.table))
