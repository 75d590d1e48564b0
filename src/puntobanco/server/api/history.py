"""What was played: a patron's own coups, and the whole record of one coup."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from typing import Annotated

from fastapi import Query
from msgspec.structs import asdict

from puntobanco.audit.coup_records import RULINGS, CoupFold, own_record
from puntobanco.audit.log_index import LoggedEvent, LogIndex
from puntobanco.house.permissions import Act
from puntobanco.house.watch import video_of
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import not_found
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn, permitted
from puntobanco.server.tables.indexes import steps
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.reading import Reading
from puntobanco.views.seat import STAFF, Viewer, news_for
from puntobanco.wire.play import ActionForm, CoupRecordForm, HistoryForm

router = FormRouter(prefix="/api/tables", tags=["history"])

AT_ONCE = 50
"""So many events are folded before others have their turn."""
ACTIONS_MAX = 500
"""So many actions of a coup are told at once."""
Limit = Annotated[int, Query(ge=1, le=50)]


@router.shows("/{table}/history", "Your coups", "The newest first", Act.HISTORY_OWN)
async def history(
    caller: SignedIn, running: AtTable, before: q.BeforeNumber = 2**31 - 1, limit: Limit = 20
) -> HistoryForm:
    """Coups that one has staked on: cards, stakes, payments, clauses, chips before and after."""
    casino = caller.casino
    index = await casino.indexes.of(running)
    mine = index.own.get(caller.name, ())
    end = bisect_left(mine, before)
    page = mine[max(end - limit, 0) : end]
    records = [
        own_record(await fold_coup(caller, running, index, coup), caller.name)
        for coup in reversed(page)
    ]
    return HistoryForm(
        table=running.entry.table,
        patron=caller.name,
        digits=running.desk.rules.settings.currency.digits,
        coups=tuple(records),
        next=page[0] if end > limit else None,
    )


async def coup_steps(
    caller: Caller, running: RunningTable, index: LogIndex, coup: int
) -> tuple[Reading, list[LoggedEvent]]:
    """The table before a coup, read from the nearest kept state, and what happened in the coup."""
    span = index.span(coup)
    if span is None:
        raise not_found(say("error.no-coup", coup=coup))
    first, last = span
    mark = index.before(first)
    reading, kept = index.reading_from(mark), list[LoggedEvent]()
    async for step in steps(caller.casino.store, running.entry.table, mark.sequence + 1, last):
        if step.sequence < first:
            reading.take(step.event, step.time, step.actor)
        else:
            kept.append(step)
    return reading, kept


async def fold_coup(caller: Caller, running: RunningTable, index: LogIndex, coup: int) -> CoupFold:
    """One coup."""
    reading, kept = await coup_steps(caller, running, index, coup)
    fold = CoupFold(reading.table)
    for number, step in enumerate(kept, start=1):
        fold.take(step)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)  # a long coup is nobody else's trouble
    return fold


@router.shows(
    "/{table}/coups/{coup}",
    "The record of a coup",
    "The part that you may see",
    permitted(Act.HISTORY_ANY, Act.HISTORY_OWN),
)
async def coup_record(
    caller: SignedIn, running: AtTable, coup: q.Number, after: q.After = 0
) -> CoupRecordForm:
    """Cards with their times, stakes, rulings, payments, hashes; a patron's own money only.

    Actions come 500 at a time; `next` says after which sequence to ask on.
    """
    index = await caller.casino.indexes.of(running)
    fold = await fold_coup(caller, running, index, coup)
    whole = caller.may(Act.HISTORY_ANY, running.entry.table)
    return record_form(fold, running, STAFF if whole else caller.name, after)


def record_form(
    fold: CoupFold, running: RunningTable, viewer: Viewer, after: int = 0
) -> CoupRecordForm:
    """A coup's record for staff, or for one patron."""
    whole = viewer is STAFF
    patron = viewer if isinstance(viewer, str) else None
    player_total, banker_total, winner = fold.totals()
    actions, more = _actions(fold, running, viewer, after)
    rulings = {step.sequence for step in fold.steps if isinstance(step.event, RULINGS)}
    first, last = fold.steps[0], fold.steps[-1]
    return CoupRecordForm(
        table=running.entry.table,
        coup=fold.coup,
        shoe=fold.shoe,
        digits=running.desk.rules.settings.currency.digits,
        whole=whole,
        opened_at=first.time,
        closed_at=fold.closed_at,
        ended_at=fold.ended_at,
        video=video_of(running.entry, fold.coup, first.time, fold.ended_at or last.time)
        if whole
        else "",
        voided=fold.voided,
        cards=fold.cards(),
        player_total=player_total,
        banker_total=banker_total,
        winner=winner,
        stakes=fold.recorded_stakes(patron),
        lines=fold.recorded_lines(patron),
        rulings=tuple(each for each in actions if each.sequence in rulings),
        actions=actions,
        next=more,
        first=first.sequence,
        last=last.sequence,
        first_hash=_hash(first, viewer),
        last_hash=_hash(last, viewer),
    )


def _hash(step: LoggedEvent, viewer: Viewer) -> str:
    """The hash of an event; for patrons none from before salts: they could try stakes with it."""
    return step.hash if viewer is STAFF or step.is_salted else ""


def _actions(
    fold: CoupFold, running: RunningTable, viewer: Viewer, after: int
) -> tuple[tuple[ActionForm, ...], int | None]:
    """The events that the viewer may know, told as people were at the end of the coup.

    A page of them, and the last sequence of it where more follow.
    """
    live = running.desk.reading
    reading = Reading.restored(live.rules, live.setup, fold.table, live.state())
    found = list[ActionForm]()
    for step in fold.steps:
        if step.sequence <= after:
            continue
        if len(found) == ACTIONS_MAX:
            return tuple(found), found[-1].sequence
        told = news_for(reading, step.event, step.sequence, step.time, viewer)
        if told is not None:
            found.append(
                ActionForm(
                    actor=step.actor if viewer is STAFF else "",
                    hash=_hash(step, viewer),
                    **asdict(told),
                )
            )
    return tuple(found), None
