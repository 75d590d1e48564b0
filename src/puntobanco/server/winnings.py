"""What a patron has won or lost: the chips before him against the money that he took to tables."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.house.account import Account
from puntobanco.play.table import Betting, Dealing, Resolved
from puntobanco.server.casino import Casino
from puntobanco.server.station import Station


def net(casino: Casino, account: Account) -> Units:
    """Won less lost since the account was opened, chips on the layout counted as his own."""
    return sum(
        chips(casino.stations[table], account.account) - taken
        for table, taken in account.at_tables.items()
        if table in casino.stations
    )


def chips(station: Station, patron: str) -> Units:
    """What somebody has at a table: in his rack and on the layout."""
    table = station.desk.table
    known, stage = table.patrons.get(patron), table.stage
    rack = known.rack if known is not None else 0
    if isinstance(stage, Resolved):
        return rack + sum(stake for key, stake in stage.staying.items() if key[0] == patron)
    if not isinstance(stage, Betting | Dealing):
        return rack
    laid = sum(stake for key, stake in stage.stakes.items() if key[0] == patron)
    return rack + laid + stage.antes.get(patron, 0)
