"""Opening many tables: what they are taken up from is read for all of them together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from puntobanco.house.events import AlertRaised
from puntobanco.house.house import HouseTable
from puntobanco.rules.book import HouseRules
from puntobanco.server.administration.table_entries import not_open, rules_of
from puntobanco.server.tables.restoring import KIND
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.server.tables.shared_tools import SharedTools

OPENED_TOGETHER = 50
"""So many tables are read in one go; each is up to date to within the opening of the others."""


async def open_tables(
    entries: Sequence[HouseTable],
    tools: SharedTools,
    after_each: Callable[[], Awaitable[None]] | None = None,
) -> tuple[dict[str, RunningTable], list[AlertRaised]]:
    """Take tables up where their logs end, by name; and why others cannot be opened."""
    ready, unopened = list[tuple[HouseTable, HouseRules]](), list[AlertRaised]()
    for entry in entries:
        rules = rules_of(entry, tools.house_log)
        if isinstance(rules, HouseRules):
            ready.append((entry, rules))
        else:
            unopened.append(not_open(entry, rules.sentence))
    opened: dict[str, RunningTable] = {}
    for begin in range(0, len(ready), OPENED_TOGETHER):
        some = ready[begin : begin + OPENED_TOGETHER]
        names = [entry.table for entry, _ in some]
        points = await tools.store.restart_points(names, KIND)
        group: dict[str, RunningTable] = {}
        for entry, rules in some:
            name = entry.table
            group[name] = await RunningTable.open(entry, rules, tools, points[name])
            if after_each is not None:
                await after_each()
        ends = {name: running.desk.table.sequence for name, running in group.items()}
        for name, balances in (await tools.store.balances_at(ends)).items():
            group[name].compare(balances)
        opened |= group
    return opened, unopened
