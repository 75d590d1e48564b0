"""A second reporter: a table's money between two times, from the raw lines of its log.

Written from what the record and the forms of reports promise, without the program: it imports
nothing of it, and keeps one pile of chips a patron and one for the layout.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

_IN = {"chips-bought": "drop", "chips-cashed": "cashed"}
_TO_FELT = {
    "stake-placed": 1,
    "late-stake-laid": 1,
    "ante-placed": 1,
    "stake-taken": -1,
    "stake-reduced": -1,
}
_TO_FELT |= {"ante-returned": -1}


class Chips:
    """Chips before patrons, on the layout and with the House, and what passed between them."""

    def __init__(self) -> None:
        self.racks: Counter[str] = Counter()
        self.layout = 0
        self.sums: Counter[str] = Counter()

    @property
    def out(self) -> int:
        """What patrons have before them and on the layout."""
        return self.layout + sum(self.racks.values())

    def take(self, event: dict[str, Any]) -> None:
        """What one event does to the chips."""
        kind, who, amount = event["event"], event.get("patron", ""), event.get("amount", 0)
        if kind in _IN:
            self.sums[_IN[kind]] += amount
            self.racks[who] += amount if kind == "chips-bought" else -amount
        elif kind in _TO_FELT:
            self.layout += _TO_FELT[kind] * amount
            self.racks[who] -= _TO_FELT[kind] * amount
        elif kind in ("ante-collected", "ante-reversed"):
            sign = 1 if kind == "ante-collected" else -1
            self.layout -= sign * amount
            self.sums["ante"] += sign * amount
        elif kind in ("commission-collected", "commission-returned"):
            sign = 1 if kind == "commission-collected" else -1
            self.racks[who] -= sign * amount
            self.sums["commission"] += sign * amount
            self.sums["collected"] += sign * amount
        elif kind in ("stake-settled", "settlement-reversed"):
            self._settled(event, who, 1 if kind == "stake-settled" else -1)
        elif kind in ("coup-settled", "coup-reopened"):
            self.sums["coups"] += 1 if kind == "coup-settled" else -1
        elif kind == "coup-voided":
            self.sums["voids"] += 1

    def _settled(self, event: dict[str, Any], who: str, sign: int) -> None:
        stake, profit = event["stake"], event["profit"]
        self.sums["staked"] += sign * stake
        if event["result"] == "lose":
            self.layout -= sign * stake
            self.sums["lost"] += sign * stake
            return
        if not event.get("stays", False):
            self.layout -= sign * stake
            self.racks[who] += sign * stake
        back = event.get("taken_back", 0)  # a stake that stayed, was taken, and lies again
        self.layout += back
        self.racks[who] += sign * profit - back
        self.sums["paid"] += sign * profit
        for name in ("commission", "breakage"):
            self.sums[name] += sign * event.get(name, 0)


def report(lines: Iterable[str], begins: int, ends: int) -> dict[str, int]:
    """One table between two times, the first included; every figure of its report."""
    chips, opening = Chips(), 0
    first, last = 0, -1
    for line in lines:
        envelope = json.loads(line)
        if envelope["time"] >= ends:
            break
        if envelope["time"] >= begins and not first:
            opening, chips.sums = chips.out, Counter()
            first = envelope["sequence"]
        if envelope["time"] >= begins:
            last = envelope["sequence"]
        chips.take(envelope["event"])
    if not first:
        opening, chips.sums = chips.out, Counter()
    sums, closing = chips.sums, chips.out
    win = sums["lost"] - sums["paid"] + sums["ante"] + sums["collected"]
    named = ("drop", "cashed", "staked", "lost", "paid", "commission", "ante", "breakage")
    return {
        "begins": begins,
        "ends": ends,
        "opening": opening,
        **{name: sums[name] for name in named},
        "closing": closing,
        "win": win,
        "coups": sums["coups"],
        "voids": sums["voids"],
        "difference": opening + sums["drop"] - sums["cashed"] - win - closing,
        "first": first,
        "last": last,
    }


_TO_BALANCE = {"money-paid-in": 1, "money-paid-out": -1, "money-to-table": -1}
_TO_BALANCE |= {"money-from-table": 1, "balance-adjusted": 1}


def sides(lines: Iterable[str]) -> dict[str, int]:
    """What people have with the house, and what accounts and tables say of each other."""
    found, opened = Counter[str](), set[str]()
    for line in lines:
        envelope = json.loads(line)
        log, event = envelope.get("table", ""), envelope.get("event")
        if not isinstance(event, dict):
            continue
        kind, amount = event["event"], event.get("amount", 0)
        if log.startswith("account:"):
            opened.add(log)
            found["balances"] += _TO_BALANCE.get(kind, 0) * (amount or 0)
            if kind in ("money-to-table", "money-from-table"):
                found["accounts_at_tables"] -= _TO_BALANCE[kind] * amount
        elif kind in _IN:
            found["tables_from_accounts"] += amount if kind == "chips-bought" else -amount
    names = ("balances", "accounts_at_tables", "tables_from_accounts")
    return {"accounts": len(opened), **{name: found[name] for name in names}}
