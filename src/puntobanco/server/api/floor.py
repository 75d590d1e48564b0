"""All tables as the floor sees them: game, money, cards, and what waits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from puntobanco.base.money import Units
from puntobanco.house.house import House
from puntobanco.house.permissions import Act
from puntobanco.house.roles import EVERYWHERE
from puntobanco.play.postings import ANTE, BREAKAGE, CAGE, COMMISSION, FLOAT
from puntobanco.rules.wagers import WagerKind
from puntobanco.rules.words import WHAT_WENT_WRONG
from puntobanco.sayings.saying import say, sentence
from puntobanco.server.api.handling.doing import json
from puntobanco.server.api.handling.errors import answers
from puntobanco.server.api.handling.guard import Caller, permitted_somewhere
from puntobanco.server.tables.lobby import table_line
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.layout_forms import stakes_form
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.sections import public_section
from puntobanco.views.table_form import table_form
from puntobanco.wire.forms import PhaseForm
from puntobanco.wire.house import FloorForm, FloorTableForm

router = APIRouter(prefix="/api", tags=["floor"])
Overseer = Annotated[Caller, Depends(permitted_somewhere(Act.VIEW_FLOOR))]


@router.get(
    "/floor", summary="All tables", responses=answers("FloorForm", "Every table you oversee")
)
async def floor(caller: Overseer) -> Response:
    """Every table you oversee: game, money, cards, alerts, viewers."""
    casino = caller.casino
    await casino.house_log.catch_up()
    house = casino.house_log.house
    seen = [
        each for name, each in casino.running_tables.items() if caller.may(Act.VIEW_FLOOR, name)
    ]
    tables = [_table(each, await casino.store.balances(each.entry.table), caller) for each in seen]
    return json(
        FloorForm(
            time=casino.clock(),
            tables=tuple(tables),
            alerts=sum(_concerns(caller, each.table) for each in house.alerts.values()),
            approvals=sum(_concerns(caller, each.table) for each in house.approvals.values()),
        )
    )


def _concerns(caller: Caller, table: str) -> bool:
    """Whether something at a table, or of the whole house, is within sight."""
    return caller.may(Act.VIEW_FLOOR, table or EVERYWHERE)


def _table(running: RunningTable, balances: dict[str, Units], caller: Caller) -> FloorTableForm:
    entry, rules, house = running.entry, running.desk.rules, caller.casino.house_log.house
    reading = running.desk.reading
    table, moment = reading.table, running.audience.moment()
    post = house.tables[entry.table]
    phase = public_section(reading, "phase", moment)
    assert isinstance(phase, PhaseForm), phase
    stakes = stakes_form(reading)
    ties = [name for name, wager in rules.wagers.items() if wager.kind is WagerKind.TIE]
    devices = _devices(house, entry.table)
    present = [each for each in table.patrons.values() if each.present]
    ruling, latest = ruling_form(reading), reading.memory.latest
    went_wrong = say("sentence", words=WHAT_WENT_WRONG[latest.irregularity]) if latest else None
    asked = ruling if ruling is not None and phase.halted else None
    return FloorTableForm(
        **table_line(running),
        waits_for=asked.post if asked else "",
        asks=asked.asks if asked else "",
        asks_said=asked.asks_said if asked else None,
        ruled=sentence(went_wrong) if went_wrong else "",
        ruled_said=went_wrong,
        ruled_at=latest.time if latest else None,
        ruled_coup=latest.coup if latest else 0,
        dealer=post.dealer or phase.dealer,
        dealer_since=post.dealer_since if post.dealer else None,
        seated=sum(each.place is not None for each in present),
        standing=sum(each.place is None for each in present),
        devices=len(devices),
        devices_on=len(devices & running.audience.names()),
        staked=stakes.total,
        on_player=stakes.player_side,
        on_tie=sum(stakes.spots[each].amount for each in ties if each in stakes.spots),
        on_banker=stakes.banker_side,
        differential=table_form(reading).differential,
        coups_per_hour=reading.coups_per_hour(moment.now),
        racks=sum(each.rack for each in table.patrons.values()),
        drop=-balances.get(CAGE, 0),
        win=sum(balances.get(each, 0) for each in (FLOAT, COMMISSION, ANTE, BREAKAGE)),
        shoe_size=table.shoe.size,
        cards_out=table.shoe.out,
        marker_from_back=0 if rules.continuous else rules.settings.shoe.marker_from_back,
        alerts=sum(each.table == entry.table for each in house.alerts.values()),
        approvals=sum(each.table == entry.table for each in house.approvals.values()),
    )


def _devices(house: House, table: str) -> set[str]:
    """The scanners and signs of one table; what may look at every table belongs to none."""
    return {
        name
        for name, person in house.people.items()
        if person.is_device
        and not person.suspended
        and any(where == table for _, where in person.roles)
    }
