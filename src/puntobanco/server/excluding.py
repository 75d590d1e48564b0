"""Whoever is excluded is at no table: sent away at once, or when a stopped table goes on."""

from __future__ import annotations

from contextlib import suppress

from puntobanco.server.casino import Casino
from puntobanco.server.station import Station
from puntobanco.server.two_people import approval_id
from puntobanco.server.wishes import TableStoppedError


async def send_away(casino: Casino, name: str, request_id: str) -> None:
    """Have somebody leave every table where he is; a repeat finds him gone."""
    for station in casino.stations.values():
        # A stopped table takes no bet and not even this; he is sent away when it goes on.
        with suppress(TableStoppedError):
            await station.send_away(name, _leaving(name, request_id))


async def send_excluded_away(casino: Casino, station: Station, request_id: str) -> None:
    """Have everybody leave a table who was excluded while it was stopped."""
    for name, patron in tuple(station.desk.table.patrons.items()):
        if not patron.present:
            continue
        account = await casino.accounts.fetch(name)
        if account.is_excluded(casino.clock()):
            with suppress(TableStoppedError):
                await station.send_away(name, _leaving(name, request_id))


def _leaving(name: str, request_id: str) -> str:
    """The id under which somebody leaves: two people's requests may have the same."""
    return f"excluded-{approval_id(name, request_id)}"
