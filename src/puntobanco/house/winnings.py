"""What a patron has won or lost: their chips against the money that they took to tables."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.base.money import Units
from puntobanco.house.account import Account
from puntobanco.play.table import Betting, Dealing, Resolved, Table


def net(tables: Mapping[str, Table], account: Account) -> Units:
    """Won less lost since the account was opened, chips on the layout counted as their own."""
    return sum(
        chips(tables[name], account.account) - taken
        for name, taken in account.at_tables.items()
        if name in tables
    )


def chips_at(tables: Mapping[str, Table], patron: str) -> dict[str, Units]:
    """By table: the chips that a patron has there; only tables where there are any."""
    held = {name: chips(table, patron) for name, table in tables.items()}
    return {name: amount for name, amount in held.items() if amount}


def chips(table: Table, patron: str) -> Units:
    """What a patron has at a table: in their rack and on the layout."""
    known, stage = table.patrons.get(patron), table.stage
    rack = known.rack if known is not None else 0
    if isinstance(stage, Resolved):
        return rack + sum(stake for key, stake in stage.staying.items() if key[0] == patron)
    if not isinstance(stage, Betting | Dealing):
        return rack
    laid = sum(stake for key, stake in stage.stakes.items() if key[0] == patron)
    return rack + laid + stage.antes.get(patron, 0)
