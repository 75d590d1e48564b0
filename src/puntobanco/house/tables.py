"""The tables of the house: added, changed, stopped, released, closed.

Whether options and settings make sense together, the book says when the table is configured.
"""

from __future__ import annotations

from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.names import bad_name, no_reason, taken
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say

CARDS = ("random", "physical")
PACES = ("clock", "dealer")
BETTING_SECONDS_MAX = 600


def add_table(house: House, wanted: e.TableAdded) -> HouseEvents | Refusal:
    """A new table, as wanted."""
    refusal = bad_name(wanted.table) or taken(wanted.table, house.tables)
    if refusal is not None:
        return refusal
    if wanted.cards not in CARDS:
        said = say("refused.cards-kind", cards=", ".join(CARDS), given=wanted.cards[:40])
        return Refusal(Reason.BAD_SETTING, said)
    if wanted.pace not in PACES:
        said = say("refused.pace-kind", paces=", ".join(PACES), given=wanted.pace[:40])
        return Refusal(Reason.BAD_SETTING, said)
    return _bad_seconds(wanted.pace, wanted.betting_seconds) or (wanted,)


def change_table(house: House, wanted: e.TableChanged) -> HouseEvents | Refusal:
    """Other settings for a table, from its next coup on."""
    refusal = unknown_table(house, wanted.table) or no_reason(wanted.reason)
    if refusal is not None:
        return refusal
    return _bad_seconds(house.tables[wanted.table].pace, wanted.betting_seconds) or (wanted,)


def stop_table(house: House, table: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Take nothing more at a table."""
    refusal = unknown_table(house, table) or no_reason(reason)
    if refusal is not None:
        return refusal
    if house.tables[table].stopped:
        return Refusal(Reason.ALREADY_SO, say("refused.stopped-already", table=table))
    return (e.TableStopped(table=table, by=by, reason=reason),)


def release_table(house: House, table: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Let a stopped table go on."""
    refusal = unknown_table(house, table) or no_reason(reason)
    if refusal is not None:
        return refusal
    if not house.tables[table].stopped:
        return Refusal(Reason.ALREADY_SO, say("refused.not-stopped", table=table))
    return (e.TableReleased(table=table, by=by, reason=reason),)


def close_table(house: House, wanted: e.TableClosing) -> HouseEvents | Refusal:
    """Call no further coup at a table, or call them again."""
    refusal = unknown_table(house, wanted.table) or no_reason(wanted.reason)
    if refusal is not None:
        return refusal
    if bool(house.tables[wanted.table].closing) is not wanted.lifted:
        code = "refused.calls-coups" if wanted.lifted else "refused.closing-already"
        return Refusal(Reason.ALREADY_SO, say(code, table=wanted.table))
    return (wanted,)


def hand_over(house: House, table: str, dealer: str, *, comes: bool) -> HouseEvents | Refusal:
    """Take over the dealing of a table, or hand it over; a dealer already there just stays."""
    refusal = unknown_table(house, table)
    if refusal is not None:
        return refusal
    before = house.tables[table].dealer
    if comes:
        came = e.DealerCame(table=table, dealer=dealer, before=before)
        return () if before == dealer else (came,)
    return (e.DealerWent(table=table, dealer=dealer),) if before == dealer else ()


def unknown_table(house: House, table: str) -> Refusal | None:
    """Why nothing can be done at a table: the house has none of this name."""
    if table in house.tables:
        return None
    return Refusal(Reason.UNKNOWN_TABLE, say("refused.no-table", table=table[:40]))


def _bad_seconds(pace: str, seconds: int) -> Refusal | None:
    """Why betting is not open for so long; zero is for a dealer, who closes it."""
    least = 0 if pace == "dealer" else 1
    if least <= seconds <= BETTING_SECONDS_MAX:
        return None
    said = say("refused.betting-seconds", least=least, most=BETTING_SECONDS_MAX, seconds=seconds)
    acceptable = least if seconds < least else BETTING_SECONDS_MAX
    return Refusal(Reason.BAD_SETTING, said, (), seconds, acceptable)
