"""The house's own reports, held against those that a second program makes from its exported log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from puntobanco.server.api.reports import of_house
from puntobanco.server.casino.running import Casino
from tests.money.second_reports import report, sides
from tests.properties.watched import law


async def _at_once(work: Callable[..., Any], *given: Any) -> Any:
    """Do it here: a thread takes its own time, and a world's time is its seed's."""
    return work(*given)


async def check_reports(casino: Casino, lines: Sequence[str]) -> int:
    """Compare the whole life of every table, two shifts of it, and the sum; how many there were."""
    logs: dict[str, list[str]] = {}
    times: dict[str, list[int]] = {}
    for line in lines:
        found = json.loads(line)
        if "event" in found and "sequence" in found:
            logs.setdefault(found["table"], []).append(line)
            times.setdefault(found["table"], []).append(found["time"])
    end = min(times[name][-1] for name in casino.running_tables)  # tables may have gone on since
    before = sorted(time for name in casino.running_tables for time in times[name] if time < end)
    middle = before[len(before) // 2]
    tables = list(casino.running_tables.values())
    caller: Any = SimpleNamespace(casino=casino, tables=lambda permission: tables)
    held, compared = sides(line for log in logs.values() for line in log), 0
    for begins, ends in ((0, end), (0, middle), (middle, end)):
        with patch.object(asyncio, "to_thread", _at_once):
            answer = await of_house(caller, str(begins), str(ends), "json")
        told = json.loads(bytes(answer.body))
        for each in told["tables"]:
            name = each.pop("table")
            each.pop("digits")
            second = report(logs.get(name, []), begins, ends)
            wrong = {key: (each[key], second[key]) for key in second if each[key] != second[key]}
            law(not wrong, f"the report of {name} from {begins} to {ends}: {wrong}")
            compared += 1
        for name, amount in held.items():
            law(told[name] == amount, f"{name} is {told[name]} in the report, not {amount}")
        for name in ("drop", "win", "commission", "voids", "coups"):
            summed = sum(each[name] for each in told["tables"])
            law(told["total"][name] == summed, f"the tables' {name} do not make the house's")
        law(told["difference"] == told["total"]["difference"] == 0, "the reports do not add up")
    return compared
