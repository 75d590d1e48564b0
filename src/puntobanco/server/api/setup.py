"""Setting tables up: tried out, added, changed, stopped and released."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from puntobanco.house import tables
from puntobanco.house.events import TableAdded, TableChanged, TableClosing
from puntobanco.house.house import HouseEvents, HouseTable
from puntobanco.house.permissions import Act
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import conflict, rules_of, setup_of
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.doing import in_house, json
from puntobanco.server.api.handling.errors import answers, changed, not_found
from puntobanco.server.api.handling.guard import Caller, permitted
from puntobanco.server.casino.excluding import send_excluded_away
from puntobanco.views.table_form import made_table_form
from puntobanco.wire import bodies as b
from puntobanco.wire.house import HouseTableForm, SetupCheckForm
from puntobanco.wire.messages import refusal_form

router = APIRouter(prefix="/api/tables", tags=["setting tables up"])
Stopper = Annotated[Caller, Depends(permitted(Act.TABLE_STOP))]
Releaser = Annotated[Caller, Depends(permitted(Act.TABLE_RELEASE))]
Closer = Annotated[Caller, Depends(permitted(Act.TABLE_CLOSE))]

Adder = Annotated[Caller, Depends(permitted(Act.TABLE_ADD))]
Changer = Annotated[Caller, Depends(permitted(Act.TABLE_CHANGE))]
_DONE = changed(404, 409)


def _added(body: b.CheckTable, by: str) -> TableAdded:
    return TableAdded(by=by, **body.model_dump(exclude={"id"}))


def adding(house_log: HouseLog, wanted: TableAdded) -> HouseEvents | Refusal:
    """A new table, where its book permits it and the other tables do."""
    house = house_log.house
    events = tables.add_table(house, wanted)
    rules = rules_of(HouseTable.of(wanted), house_log)
    if isinstance(events, Refusal):
        return events
    if isinstance(rules, Refusal):
        return rules
    return conflict(rules, house.tables.values(), house_log) or events


def changing(house_log: HouseLog, wanted: TableChanged) -> HouseEvents | Refusal:
    """Other settings, where the table's book permits them."""
    house = house_log.house
    events = tables.change_table(house, wanted)
    if isinstance(events, Refusal):
        return events
    entry = msgspec.structs.replace(
        house.tables[wanted.table],
        settings=wanted.settings,
        betting_seconds=wanted.betting_seconds,
    )
    rules = rules_of(entry, house_log)
    return rules if isinstance(rules, Refusal) else events


@router.post(
    "/check",
    summary="Check a table before adding it",
    responses=answers("SetupCheckForm", "Whether the table is possible"),
)
async def check(caller: Adder, body: b.CheckTable) -> Response:
    """Whether options and settings fit together, and what the table would be; nothing is done."""
    wanted = _added(body, caller.name)
    outcome = adding(caller.casino.house_log, wanted)
    if isinstance(outcome, Refusal):
        form = SetupCheckForm(accepted=False, refusal=refusal_form(outcome), table=None)
        return json(form)
    entry = HouseTable.of(wanted)
    rules = rules_of(entry, caller.casino.house_log)
    assert isinstance(rules, HouseRules), rules
    table = await asyncio.to_thread(made_table_form, rules, setup_of(entry))
    return json(SetupCheckForm(accepted=True, refusal=None, table=table))


@router.post("", summary="Add a table", responses=changed(409))
async def add(caller: Adder, body: b.AddTable) -> Response:
    """A new table; when this answers, it is there."""
    wanted = _added(body, caller.name)
    house_log = caller.casino.house_log
    done = await in_house(caller, body.id, lambda house, now: adding(house_log, wanted))
    await caller.casino.settled()
    return done


@router.get(
    "/{table}/setup",
    summary="How a table was set up",
    responses=answers("HouseTableForm", "As the house has it", 404),
)
async def setup(caller: Changer, table: q.TableName) -> Response:
    """Options and settings in the words in which they were given."""
    return json(msgspec.convert(_known(caller, table), HouseTableForm, from_attributes=True))


def _known(caller: Caller, table: str) -> HouseTable:
    entry = caller.casino.house_log.house.tables.get(table)
    if entry is None:
        raise not_found(say("error.no-table", table=table))
    return entry


@router.patch("/{table}", summary="Change a table's settings", responses=_DONE)
async def change(caller: Changer, table: q.TableName, body: b.ChangeTable) -> Response:
    """All settings anew, from the next coup on."""
    _known(caller, table)
    wanted = TableChanged(table=table, by=caller.name, **body.model_dump(exclude={"id"}))
    house_log = caller.casino.house_log
    return await in_house(caller, body.id, lambda house, now: changing(house_log, wanted))


@router.post("/{table}/stop", summary="Stop a table", responses=_DONE)
async def stop(caller: Stopper, table: q.TableName, body: b.WithReason) -> Response:
    """Nothing more is taken at a table."""
    _known(caller, table)
    return await in_house(
        caller,
        body.id,
        lambda house, now: tables.stop_table(house, table, caller.name, body.reason),
    )


@router.post("/{table}/release", summary="Release a table", responses=_DONE)
async def release(caller: Releaser, table: q.TableName, body: b.WithReason) -> Response:
    """A stopped table goes on, without those who were excluded meanwhile."""
    _known(caller, table)
    done = await in_house(
        caller,
        body.id,
        lambda house, now: tables.release_table(house, table, caller.name, body.reason),
    )
    running = caller.casino.running_tables.get(table)
    if running is not None:
        await send_excluded_away(caller.casino, running, body.id)
    return done


@router.post("/{table}/close", summary="Close a table after its coup", responses=_DONE)
async def close(caller: Closer, table: q.TableName, body: b.WithReason) -> Response:
    """Call no further coup: the open one is played out, chips are cashed, then the table closes."""
    return await _close(caller, table, body, lifted=False)


@router.post("/{table}/open", summary="Call coups again", responses=_DONE)
async def reopen(caller: Closer, table: q.TableName, body: b.WithReason) -> Response:
    """Let a table that closes, or has closed, call its coups again."""
    return await _close(caller, table, body, lifted=True)


async def _close(caller: Caller, table: str, body: b.WithReason, *, lifted: bool) -> Response:
    _known(caller, table)
    wanted = TableClosing(table=table, by=caller.name, reason=body.reason, lifted=lifted)
    return await in_house(caller, body.id, lambda house, now: tables.close_table(house, wanted))
