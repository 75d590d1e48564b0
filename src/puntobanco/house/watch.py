"""The alerts of a table by itself, and where the pictures of a coup are found."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puntobanco.base.money import UNITS_MAX
from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents, HouseTable
from puntobanco.house.tables import unknown_table
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say

LARGE_BET, DIFFERENTIAL, LATE_ANSWER = "large-bet", "differential", "late-answer"
UNDONE, TYPED = "undone", "typed"
VOIDED_ALONE = "voided-alone"
"""Always told: a fact of cards waits for nobody, so one person can void a coup by naming a card
that there cannot be."""
ALERTS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        LARGE_BET: (0, UNITS_MAX),  # units that a patron has on one area
        DIFFERENTIAL: (0, 100),  # per cent of the Differential between the sides
        LATE_ANSWER: (60, 3_600),  # seconds of waiting for a member of staff
        UNDONE: (3, 100),  # voids, payments taken back and cards corrected in one shoe
        TYPED: (0, 500),  # cards that were typed in, in one shoe, although there is a scanner
    }
)
"""By kind: from where on it alerts unless the floor says otherwise, 0 for never; and at most."""

PLACES = ("table", "coup", "from", "to")
"""What an address of pictures has places for; times are milliseconds since 1970, UTC."""


def threshold(table: HouseTable, kind: str) -> int:
    """From where on a kind alerts at a table.

    >>> threshold(HouseTable("T1", "", "", {}, {}, "", "", 0, alerts={"undone": 0}), "undone")
    0
    """
    return table.alerts.get(kind, ALERTS[kind][0])


def thresholds(table: HouseTable) -> dict[str, int]:
    """By kind: from where on it alerts at a table."""
    return {kind: threshold(table, kind) for kind in ALERTS}


def watch_table(house: House, wanted: e.TableWatched) -> HouseEvents | Refusal:
    """Change the alerts of a table."""
    refusal = unknown_table(house, wanted.table) or _bad_address(wanted.video)
    if refusal is not None:
        return refusal
    for kind, value in wanted.alerts.items():
        if kind not in ALERTS:
            said = say("refused.no-alert-kind", kind=kind[:40], kinds=", ".join(ALERTS))
            return Refusal(Reason.UNKNOWN_VALUE, said)
        most = ALERTS[kind][1]
        if not 0 <= value <= most:
            said = say("refused.alert-range", kind=kind, most=most, value=value)
            return Refusal(Reason.BAD_SETTING, said, (), value, most if value > most else 0)
    return (wanted,)


def _bad_address(video: str) -> Refusal | None:
    if not video or (video.startswith(("https://", "http://")) and _filled(video, {}) is not None):
        return None
    known = ", ".join(f"{{{each}}}" for each in PLACES)
    said = say("refused.video-address", known=known)
    return Refusal(Reason.BAD_SETTING, said)


def video_of(table: HouseTable, coup: int, began: int, ended: int) -> str:
    """Where the pictures of a coup are found; empty where nobody said so.

    >>> film = HouseTable("T1", "", "", {}, {}, "", "", 0, video="https://v/{table}?at={from}")
    >>> video_of(film, 3, 5_000_000, 9_000_000)
    'https://v/T1?at=5000'
    """
    times = {"from": str(began // 1000), "to": str(ended // 1000)}
    return _filled(table.video, {"table": table.table, "coup": str(coup), **times}) or ""


def _filled(address: str, values: Mapping[str, str]) -> str | None:
    """An address with its places filled; None where it has one that nobody knows."""
    for place in PLACES:
        address = address.replace(f"{{{place}}}", values.get(place, ""))
    return None if "{" in address or "}" in address else address
