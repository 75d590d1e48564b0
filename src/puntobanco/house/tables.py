"""The tables of the house: added, changed, stopped, released, closed.

Whether options and settings make sense together, the book says when the table is configured.
"""

from __future__ import annotations

from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.names import bad_name, no_reason, taken
from puntobanco.rules.refusals import Reason, Refusal

CARDS = ("random", "physical")
PACES = ("clock", "dealer")
BETTING_SECONDS_MAX = 600


def add_table(house: House, wanted: e.TableAdded) -> HouseEvents | Refusal:
    """A new table, as wanted."""
    refusal = bad_name(wanted.table) or taken(wanted.table, house.tables)
    if refusal is not None:
        return refusal
    if wanted.cards not in CARDS:
        sentence = f"cards are {' or '.join(CARDS)}, not {wanted.cards!r}"
        return Refusal(Reason.BAD_SETTING, sentence)
    if wanted.pace not in PACES:
        sentence = f"a table goes by its {' or '.join(PACES)}, not by {wanted.pace!r}"
        return Refusal(Reason.BAD_SETTING, sentence)
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
        return Refusal(Reason.ALREADY_SO, f"{table} is stopped already")
    return (e.TableStopped(table=table, by=by, reason=reason),)


def release_table(house: House, table: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Let a stopped table go on."""
    refusal = unknown_table(house, table) or no_reason(reason)
    if refusal is not None:
        return refusal
    if not house.tables[table].stopped:
        return Refusal(Reason.ALREADY_SO, f"{table} is not stopped")
    return (e.TableReleased(table=table, by=by, reason=reason),)


def close_table(house: House, wanted: e.TableClosing) -> HouseEvents | Refusal:
    """Call no further coup at a table, or call them again."""
    refusal = unknown_table(house, wanted.table) or no_reason(wanted.reason)
    if refusal is not None:
        return refusal
    if bool(house.tables[wanted.table].closing) is not wanted.lifted:
        state = "calls its coups" if wanted.lifted else "is closing already"
        return Refusal(Reason.ALREADY_SO, f"{wanted.table} {state}")
    return (wanted,)


def hand_over(house: House, table: str, dealer: str, *, comes: bool) -> HouseEvents | Refusal:
    """Take over the dealing of a table, or hand it over; whoever is there already just stays."""
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
    return Refusal(Reason.UNKNOWN_TABLE, f"there is no table {table}; add it first")


def _bad_seconds(pace: str, seconds: int) -> Refusal | None:
    """Why betting is not open for so long; zero is for a dealer who closes it himself."""
    least = 0 if pace == "dealer" else 1
    if least <= seconds <= BETTING_SECONDS_MAX:
        return None
    sentence = f"betting is open for {least} to {BETTING_SECONDS_MAX} seconds, not {seconds}"
    acceptable = least if seconds < least else BETTING_SECONDS_MAX
    return Refusal(Reason.BAD_SETTING, sentence, (), seconds, acceptable)
