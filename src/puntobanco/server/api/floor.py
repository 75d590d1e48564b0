"""The floor: all its tables, the calls of their dealers, and the alerts of each by itself."""

from __future__ import annotations

from fastapi import Response

from puntobanco.base.money import Units
from puntobanco.house.approvals import raise_alert
from puntobanco.house.events import AlertRaised, TableWatched
from puntobanco.house.house import Change, House
from puntobanco.house.permissions import Act, permission_of
from puntobanco.house.tables import hand_over
from puntobanco.house.watch import thresholds, watch_table
from puntobanco.play.postings import ANTE, BREAKAGE, CAGE, COMMISSION, FLOAT
from puntobanco.play.reports import Noticed
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.wagers import WagerKind
from puntobanco.sayings.saying import sentence
from puntobanco.server.api.handling.endpoints import FormRouter, in_house
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn, somewhere
from puntobanco.server.api.tables import put_to_table
from puntobanco.server.casino.two_people import approval_id
from puntobanco.server.tables.lobby import table_line
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.layout_forms import stakes_form
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.sections import public_section
from puntobanco.views.table_form import table_form
from puntobanco.views.words import went_wrong
from puntobanco.wire import bodies as b
from puntobanco.wire.forms import PhaseForm
from puntobanco.wire.house import ChangedForm, ChangeForm, FloorForm, FloorTableForm, WatchForm

router = FormRouter(prefix="/api", tags=["floor"])
KIND = "call"
"""The kind of the alert that a call raises."""
CONDUCTS = permission_of(Noticed)


@router.shows("/floor", "All tables", "Every table you oversee", somewhere(Act.VIEW_FLOOR))
async def floor(caller: SignedIn) -> FloorForm:
    """Every table you oversee: game, money, cards, alerts, viewers."""
    casino = caller.casino
    house = await casino.house_log.catch_up()
    tables = [
        _table(each, await casino.store.balances(each.entry.table), caller)
        for each in caller.tables(Act.VIEW_FLOOR)
    ]
    return FloorForm(
        time=casino.clock(),
        tables=tuple(tables),
        alerts=sum(caller.may(Act.VIEW_FLOOR, each.table) for each in house.alerts.values()),
        approvals=sum(caller.may(Act.VIEW_FLOOR, each.table) for each in house.approvals.values()),
    )


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
    wrong = went_wrong(latest.irregularity) if latest else None
    asked = ruling if ruling is not None and phase.halted else None
    return FloorTableForm(
        **table_line(running),
        waits_for=asked.post if asked else "",
        asks=asked.asks if asked else "",
        asks_said=asked.asks_said if asked else None,
        ruled=sentence(wrong) if wrong else "",
        ruled_said=wrong,
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


# --- what a dealer says to the house -------------------------------------------------------------


@router.changes("/tables/{table}/call", "Call the floor", CONDUCTS, 404)
async def call(caller: SignedIn, running: AtTable, body: b.FloorCall) -> Response:
    """Call the floor to a table: nothing is dealt or paid until it has answered.

    The alert stays until it is acknowledged. A stopped table stands still as it is.
    """
    if not running.desk.stopped:
        by = caller.viewer(running).acts_as[0]
        called = Noticed(by=by, irregularity=Irregularity.FLOOR_CALLED, note=body.sentence)
        await put_to_table(caller, running, body.id, called)
    wanted = AlertRaised(
        alert=approval_id(caller.name, body.id),
        table=running.entry.table,
        kind=KIND,
        sentence=f"{caller.name}: {body.sentence}",
    )
    return await in_house(caller, body.id, raise_alert, wanted)


@router.changes("/tables/{table}/post", "Take over, hand over", CONDUCTS, 404)
async def post(caller: SignedIn, running: AtTable, body: b.DealingChange) -> Response:
    """Take the dealing of a table over, or hand it over: the house's log has who and when."""
    table = running.entry.table
    return await in_house(caller, body.id, hand_over, table, caller.name, comes=body.comes)


# --- the alerts of a table, and what was changed about it ----------------------------------------


@router.shows(
    "/tables/{table}/watch", "The alerts of a table", "Alerts, pictures, changes", Act.VIEW_FLOOR
)
async def watched(caller: SignedIn, running: AtTable) -> WatchForm:
    """From where on a table alerts, where its pictures are, and every change of its settings."""
    house, name = await caller.casino.house_log.catch_up(), running.entry.table
    entry = house.tables[name]
    changes = tuple(_change(each) for each in reversed(house.changes.get(name, ())))
    return WatchForm(table=name, alerts=thresholds(entry), video=entry.video, changes=changes)


def _change(change: Change) -> ChangeForm:
    before, after = change.before, change.after
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return ChangeForm(
        changed_at=change.changed_at,
        by=change.by,
        reason=change.reason,
        changed=tuple(
            ChangedForm(setting=name, before=before.get(name, ""), after=after.get(name, ""))
            for name in names
        ),
    )


@router.changes("/tables/{table}/watch", "Change the alerts of a table", Act.TABLE_WATCH, 404)
async def watch(caller: SignedIn, running: AtTable, body: b.WatchTable) -> Response:
    """From where on a table alerts from now on, and where its pictures are."""
    wanted = TableWatched(
        table=running.entry.table, alerts=body.alerts, video=body.video, by=caller.name
    )
    return await in_house(caller, body.id, watch_table, wanted)
