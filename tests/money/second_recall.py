"""A second recall: what one patron may read of a coup, told from the raw events of it.

Written from what the form of a patron's history promises, without the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_MOVED = {"cards-rebuilt", "card-carried", "waiting-ordered", "cards-discarded"}
"""Cards that lie elsewhere than they were dealt: their places are not told from events alone."""


def recall(events: Iterable[dict[str, Any]], patron: str) -> dict[str, Any]:
    """The payments that stand, the Ante, the commission, and whether the coup is void."""
    lines: dict[tuple[int, str], dict[str, Any]] = {}
    ante, voided = 0, False
    for event in events:
        kind = event["event"]
        if kind in ("coup-voided", "coup-settled"):
            voided = kind == "coup-voided"
        if event.get("patron") != patron:
            continue
        match kind:
            case "stake-settled":
                lines[event["place"], event["wager"]] = event
            case "settlement-reversed":
                del lines[event["place"], event["wager"]]
            case "ante-collected":
                ante += event["amount"]
            case "ante-reversed":
                ante -= event["amount"]
            case _:
                pass
    paid = list(lines.values())
    taken = [line.get("commission", 0) + line.get("owed", 0) for line in paid]
    profit = [line["profit"] - line.get("owed", 0) for line in paid]
    return {
        "voided": voided,
        "lines": [(line["place"], line["wager"], line["stake"], line["result"]) for line in paid],
        "ante": ante,
        "commission": sum(taken),
        "net": sum(profit) - ante,
    }


def hands(events: Iterable[dict[str, Any]]) -> tuple[list[str | None], list[str | None]] | None:
    """Both hands as they were dealt, turned and corrected; None where cards were moved."""
    found: dict[str, str | None] = {}
    for event in events:
        match event["event"]:
            case "card-dealt":
                if event.get("slot") is None:
                    return None
                found[event["slot"]] = event.get("card")
            case "card-corrected" if event.get("coup") is not None:
                pass  # a card of an earlier coup
            case "card-turned" | "card-corrected":
                found[event["slot"]] = event["card"]
            case kind if kind in _MOVED:
                return None
            case _:
                pass
    if found and "P1" not in found:  # a card that had waited lies there
        return None
    player, banker = (
        [found[f"{letter}{place}"] for place in (1, 2, 3) if f"{letter}{place}" in found]
        for letter in "PB"
    )
    return player, banker
