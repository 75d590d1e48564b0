"""Reports of the tables and of the house between two times."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from puntobanco.audit.table_money import Tally, csv_text, house_csv, total_of
from puntobanco.house.permissions import Act
from puntobanco.house.postings import BALANCE, TABLES
from puntobanco.play.postings import CAGE
from puntobanco.record.logs import kind_of
from puntobanco.record.store import EventStore
from puntobanco.sayings.saying import say
from puntobanco.server.api.description.schemas import json_answer
from puntobanco.server.api.handling.endpoints import json
from puntobanco.server.api.handling.errors import HouseError, responses
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn, only
from puntobanco.server.tables.indexes import steps
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.wire.play import HouseReportForm, TableReportForm
from puntobanco.wire.times import EXAMPLE, read_time

router = APIRouter(prefix="/api/reports", tags=["reports"], dependencies=only(Act.HOUSE_REPORT))
LOOKS = 5
"""How often a running house is looked at to find all its logs at rest together."""
_DAY = (
    r"20[0-9]{2}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    r"|02-(0[1-9]|1[0-9]|2[0-8]))|20([02468][048]|[13579][26])-02-29"
)
_HOUR = r"([01][0-9]|2[0-3]):[0-5][0-9]"
_TIME = rf"^([0-9]{{1,16}}|({_DAY})(T{_HOUR}(:[0-5][0-9](\.[0-9]{{1,6}})?)?(Z|[+-]{_HOUR})?)?)$"
"""Only times that there are: what the description allows is taken."""
_EXAMPLES = ["1763208000000000", EXAMPLE]
From = Annotated[str, Query(alias="from", pattern=_TIME, examples=_EXAMPLES)]
To = Annotated[str | None, Query(alias="to", pattern=_TIME, examples=_EXAMPLES)]
FormName = Annotated[Literal["json", "csv"], Query(alias="form")]


def time_of(text: str) -> int:
    """A time in microseconds, from a number of them or from a date and time, UTC unless said."""
    try:
        return read_time(text)
    except ValueError:
        said = say("error.not-a-time", text=text, example=EXAMPLE)
        raise HouseError(422, "not_understood", said) from None


def _answers(name: str) -> dict[int | str, Any]:
    described = json_answer(name, "To the unit")
    described[200]["content"]["text/csv"] = {"schema": {"type": "string"}}
    return {**responses(404), **described}


def _csv(text: str) -> Response:
    return Response(text, media_type="text/csv; charset=utf-8")


async def table_report(
    caller: Caller, running: RunningTable, begins: int, ends: int
) -> TableReportForm:
    """One table's report."""
    casino, table = caller.casino, running.entry.table
    index = await casino.indexes.of(running)
    mark = index.before_time(begins)
    before, tally = Tally(Counter(mark.ledger)), None
    async for step in steps(casino.store, table, mark.sequence + 1, index.sequence):
        if step.time >= ends:
            break
        if step.time < begins:
            before.take(step)
            continue
        tally = tally or Tally(Counter(before.ledger))
        tally.take(step)
    tally = tally or Tally(Counter(before.ledger))
    digits = running.desk.rules.settings.currency.digits
    return tally.form(table, digits, begins, ends)


@router.get("/tables/{table}", summary="One table's report", responses=_answers("TableReportForm"))
async def of_table(
    caller: SignedIn, running: AtTable, begins: From = "0", ends: To = None, form: FormName = "json"
) -> Response:
    """Drop, win, commission, Ante, breakage of a table between two times."""
    until = caller.casino.clock() if ends is None else time_of(ends)
    report = await table_report(caller, running, time_of(begins), until)
    return json(report) if form == "json" else _csv(csv_text([report]))


@router.get("/house", summary="The house's report", responses=_answers("HouseReportForm"))
async def of_house(
    caller: SignedIn, begins: From = "0", ends: To = None, form: FormName = "json"
) -> Response:
    """Every table between two times, and the cage against the accounts to the unit."""
    casino = caller.casino
    until = casino.clock() if ends is None else time_of(ends)
    since = time_of(begins)
    seen = caller.tables(Act.HOUSE_REPORT)
    tables = [await table_report(caller, running, since, until) for running in seen]
    total = total_of(tables, since, until)
    report = HouseReportForm(
        digits=total.digits,
        begins=since,
        ends=until,
        tables=tuple(tables),
        total=total,
        **await _sides(casino.store),
    )
    return json(report) if form == "json" else _csv(house_csv(report))


async def _sides(store: EventStore) -> dict[str, int]:
    """What accounts and tables say of each other, at one moment: no log moved while it was read."""
    sides: dict[str, int] = {}
    for _ in range(LOOKS):
        heads = await store.heads()
        sides = {"accounts": 0, "balances": 0, "accounts_at_tables": 0, "tables_from_accounts": 0}
        for log in heads:
            if kind_of(log) == "account":
                held = await store.balances(log)
                sides["accounts"] += 1
                sides["balances"] += held.get(BALANCE, 0)
                sides["accounts_at_tables"] += held.get(TABLES, 0)
            elif kind_of(log) == "table":
                sides["tables_from_accounts"] -= (await store.balances(log)).get(CAGE, 0)
        sides["difference"] = sides["accounts_at_tables"] - sides["tables_from_accounts"]
        if await store.heads() == heads or not sides["difference"]:
            break
    return sides
