"""Setting tables up: tried out, added, changed, stopped and released."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import Response

from puntobanco.house import tables
from puntobanco.house.events import TableAdded, TableChanged, TableClosing
from puntobanco.house.house import House, HouseEvents, HouseTable, evolve_house
from puntobanco.house.permissions import Act
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import conflict, rules_of, setup_of
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter, in_house
from puntobanco.server.api.handling.errors import not_found
from puntobanco.server.api.handling.guard import Caller, SignedIn
from puntobanco.server.casino.excluding import send_excluded_away
from puntobanco.views.table_form import made_table_form
from puntobanco.wire import bodies as b
from puntobanco.wire.house import HouseTableForm, SetupCheckForm
from puntobanco.wire.messages import refusal_form

router = FormRouter(prefix="/api/tables", tags=["setting tables up"])


def _added(body: b.CheckTable, by: str) -> TableAdded:
    return TableAdded(by=by, **body.model_dump(exclude={"id"}))


def adding(house: House, wanted: TableAdded, house_log: HouseLog) -> HouseEvents | Refusal:
    """A new table, where its book permits it and the other tables do."""
    events = tables.add_table(house, wanted)
    rules = rules_of(HouseTable.of(wanted), house_log)
    if isinstance(events, Refusal):
        return events
    if isinstance(rules, Refusal):
        return rules
    return conflict(rules, house.tables.values(), house_log) or events


def changing(house: House, wanted: TableChanged, house_log: HouseLog) -> HouseEvents | Refusal:
    """Other settings, where the table's book permits them."""
    events = tables.change_table(house, wanted)
    if isinstance(events, Refusal):
        return events
    changed = evolve_house(house, wanted, 0).tables[wanted.table]
    rules = rules_of(changed, house_log)
    return rules if isinstance(rules, Refusal) else events


@router.shows(
    "/check",
    "Check a table before adding it",
    "Whether the table is possible",
    Act.TABLE_ADD,
    method="POST",
)
async def check(caller: SignedIn, body: b.CheckTable) -> SetupCheckForm:
    """Whether options and settings fit together, and what the table would be; nothing is done."""
    wanted = _added(body, caller.name)
    house_log = caller.casino.house_log
    outcome = adding(house_log.house, wanted, house_log)
    if isinstance(outcome, Refusal):
        return SetupCheckForm(accepted=False, refusal=refusal_form(outcome), table=None)
    entry = HouseTable.of(wanted)
    rules = rules_of(entry, house_log)
    assert isinstance(rules, HouseRules), rules
    table = await asyncio.to_thread(made_table_form, rules, setup_of(entry))
    return SetupCheckForm(accepted=True, refusal=None, table=table)


@router.changes("", "Add a table", Act.TABLE_ADD)
async def add(caller: SignedIn, body: b.AddTable) -> Response:
    """A new table; when this answers, it is there."""
    wanted = _added(body, caller.name)
    done = await in_house(caller, body.id, adding, wanted, caller.casino.house_log)
    await caller.casino.settled()
    return done


@router.shows("/{table}/setup", "How a table was set up", "As the house has it", Act.TABLE_CHANGE)
async def setup(caller: SignedIn, table: q.TableName) -> HouseTableForm:
    """Options and settings in the words in which they were given."""
    return msgspec.convert(_known(caller, table), HouseTableForm, from_attributes=True)


def _known(caller: Caller, table: str) -> HouseTable:
    entry = caller.casino.house_log.house.tables.get(table)
    if entry is None:
        raise not_found(say("error.no-table", table=table))
    return entry


@router.changes("/{table}", "Change a table's settings", Act.TABLE_CHANGE, 404, method="PATCH")
async def change(caller: SignedIn, table: q.TableName, body: b.ChangeTable) -> Response:
    """All settings anew, from the next coup on."""
    _known(caller, table)
    wanted = TableChanged(table=table, by=caller.name, **body.model_dump(exclude={"id"}))
    return await in_house(caller, body.id, changing, wanted, caller.casino.house_log)


@router.changes("/{table}/stop", "Stop a table", Act.TABLE_STOP, 404)
async def stop(caller: SignedIn, table: q.TableName, body: b.WithReason) -> Response:
    """Nothing more is taken at a table."""
    _known(caller, table)
    return await in_house(caller, body.id, tables.stop_table, table, caller.name, body.reason)


@router.changes("/{table}/release", "Release a table", Act.TABLE_RELEASE, 404)
async def release(caller: SignedIn, table: q.TableName, body: b.WithReason) -> Response:
    """A stopped table goes on, without those who were excluded meanwhile."""
    _known(caller, table)
    done = await in_house(caller, body.id, tables.release_table, table, caller.name, body.reason)
    running = caller.casino.running_tables.get(table)
    if running is not None:
        await send_excluded_away(caller.casino, running, body.id)
    return done


@router.changes("/{table}/close", "Close a table after its coup", Act.TABLE_CLOSE, 404)
async def close(caller: SignedIn, table: q.TableName, body: b.WithReason) -> Response:
    """Call no further coup: the open one is played out, chips are cashed, then the table closes."""
    return await _close(caller, table, body, lifted=False)


@router.changes("/{table}/open", "Call coups again", Act.TABLE_CLOSE, 404)
async def reopen(caller: SignedIn, table: q.TableName, body: b.WithReason) -> Response:
    """Let a table that closes, or has closed, call its coups again."""
    return await _close(caller, table, body, lifted=True)


async def _close(caller: Caller, table: str, body: b.WithReason, *, lifted: bool) -> Response:
    _known(caller, table)
    wanted = TableClosing(table=table, by=caller.name, reason=body.reason, lifted=lifted)
    return await in_house(caller, body.id, tables.close_table, wanted)
