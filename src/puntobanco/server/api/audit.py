"""Surveillance: logs with hashes, verification, replays, cards and money counted, patterns."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import StringConstraints
from starlette.responses import StreamingResponse

from puntobanco.audit.log_pages import envelopes, log_line
from puntobanco.audit.replaying import replayed
from puntobanco.audit.shoe_records import promises, shoe_audit
from puntobanco.house.permissions import Act
from puntobanco.house.watch import video_of
from puntobanco.play.postings import CAGE, FELT, rack
from puntobanco.record.audit import audit_store
from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.record.envelope import Kept
from puntobanco.record.opening import opened
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from puntobanco.sayings.saying import say, sentence
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import HouseError, not_found, responses
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn, only, somewhere
from puntobanco.server.api.history import coup_steps
from puntobanco.server.api.shoes import fold_shoe_at
from puntobanco.server.operations.exporting import MEDIA_TYPE, LogExport, WantedLogs
from puntobanco.server.tables.indexes import CHUNK, step_of
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.surveillance import drift
from puntobanco.surveillance.drift import HouseWatch
from puntobanco.surveillance.patterns import RULES, Patterns
from puntobanco.surveillance.seen_coups import CoupWatch
from puntobanco.views.seat import PUBLIC, STAFF, Viewer
from puntobanco.wire import audit as f
from puntobanco.wire import bodies as b
from puntobanco.wire.patterns import NAME_PATTERN, TABLE_PATTERN

router = FormRouter(prefix="/api/audit", tags=["audit"])
RACK = rack("")
PATTERN_EVENTS = 50_000
"""How far back patterns are looked for at each table."""

LOG_PATTERN = r"^(shoe:|account:)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
LogName = Annotated[str, Path(pattern=LOG_PATTERN)]
LogNames = Annotated[
    list[Annotated[str, StringConstraints(pattern=LOG_PATTERN)]],
    Query(max_length=500, examples=[["T1", "account:guest1"]]),
]


@router.shows("/logs", "Every log", "By name", Act.LOG_READ)
async def logs(
    caller: SignedIn, after: Annotated[str, Query(max_length=72)] = "", limit: q.Limit = 100
) -> f.LogsForm:
    """Where each log ends, with its hash and the house's last signed word about it."""
    store = caller.casino.store
    heads = await store.heads()
    names = sorted(name for name in heads if name > after)
    lines = [log_line(name, heads[name], await store.checkpoints(name)) for name in names[:limit]]
    more = names[limit - 1] if len(names) > limit else None
    return f.LogsForm(clock=_clock(caller.casino.clock), logs=tuple(lines), next=more)


def _clock(clock: Clock) -> f.ClockForm | None:
    if not isinstance(clock, SteadyClock):
        return None
    watched = clock.watched()
    return f.ClockForm(since=watched.since, drift=watched.drift, steps=watched.steps)


@router.shows("/logs/{log}", "Part of a log", "In order", Act.LOG_READ)
async def log_page(
    caller: SignedIn, log: LogName, after: q.After = 0, limit: q.Limit = 100
) -> f.LogPageForm:
    """Envelopes with their hashes, and whether each follows the one before it."""
    store = caller.casino.store
    head = (await store.heads()).get(log)
    if head is None:
        raise not_found(say("error.no-log", log=log))
    page = await store.read(log, after, limit)
    before = await store.read(log, after - 1, 1) if after else []
    some = envelopes(before[0] if before else None, page)
    return f.LogPageForm(
        log=log,
        after=after,
        last=page[-1].sequence if page else after,
        ends_at=head.sequence,
        holds=all(each.holds for each in some),
        envelopes=some,
    )


_LINES = {MEDIA_TYPE: {"schema": {"type": "string"}}}


@router.get(
    "/export",
    summary="Export logs",
    response_class=StreamingResponse,
    responses={
        **responses(404),
        200: {"description": "Lines of JSON, to the last", "content": _LINES},
    },
    dependencies=only(Act.LOG_READ),
)
async def export(caller: SignedIn, log: LogNames = []) -> Response:  # noqa: B006 - FastAPI copies it
    """The named logs, or all, as `punto log export` writes them; each person one at a time.

    Each goes up to where it stood at the beginning. Where the last line does not begin with
    `{"end":`, it was cut short: ask again.
    """
    casino, session = caller.casino, caller.session.id
    unknown = set(log) - set(await casino.store.heads())
    if unknown:
        raise not_found(say("error.no-log", log=min(unknown)))
    turn = casino.locks[f"export {caller.name}"]
    if turn.locked():
        raise HouseError(503, "busy", say("error.export-running"))

    async def may_go_on() -> bool:
        known = await casino.credentials.session(session, is_activity=True)
        return known is not None and caller.may(Act.LOG_READ)

    return LogExport(WantedLogs(casino.plan.source, log, may_go_on), turn)


@router.shows(
    "/verify", "Verify every log", "What both verifiers found", Act.LOG_VERIFY, method="POST"
)
async def verify(caller: SignedIn, body: b.Plain) -> f.VerifiedForm:
    """Both verifiers over everything, one run at a time; play goes on."""
    casino = caller.casino
    lock = casino.locks["verify"]
    if lock.locked():
        raise HouseError(503, "busy", say("error.verification-running"))
    async with lock:
        source, key = casino.plan.source, casino.tools.signer.public
        return await asyncio.to_thread(lambda: asyncio.run(verified(body.id, source, key)))


async def verified(request_id: str, source: str, key: str) -> f.VerifiedForm:
    """What both verifiers say of everything that a store holds now."""
    began = monotonic()
    async with opened(source, to_read=True) as store:
        audit = await audit_store(store, Verifier(is_signed, (key,)))
    verifier = audit.verifier
    return f.VerifiedForm(
        id=request_id,
        good=not audit.findings,
        findings=tuple(audit.findings),
        logs=len(verifier.heads),
        events=verifier.events,
        states=verifier.states_compared,
        statements=verifier.statements,
        milliseconds=round((monotonic() - began) * 1000),
    )


@router.shows(
    "/tables/{table}/coups/{coup}",
    "A coup as a viewer saw it",
    "Every event with the view after it",
    Act.VIEW_AUDIT,
)
async def replay(
    caller: SignedIn,
    running: AtTable,
    coup: q.Number,
    audience: Annotated[str, Query(pattern=NAME_PATTERN)] = "staff",
) -> f.ReplayForm:
    """Every event of a coup with what `public`, `staff` or one patron saw of it."""
    index = await caller.casino.indexes.of(running)
    reading, kept = await coup_steps(caller, running, index, coup)
    viewers: dict[str, Viewer] = {"public": PUBLIC, "staff": STAFF}
    viewer = viewers.get(audience, audience)
    made = await asyncio.to_thread(replayed, reading, kept, index.rules_for, viewer)
    patrons = tuple(sorted(reading.table.patrons))
    if viewer == audience and audience not in patrons:
        raise not_found(say("error.no-patron", who=audience))
    return f.ReplayForm(
        table=running.entry.table,
        coup=coup,
        audience=audience,
        patrons=patrons,
        video=video_of(running.entry, coup, kept[0].time, kept[-1].time),
        steps=made,
    )


@router.shows(
    "/tables/{table}/shoes/{shoe}", "A shoe's cards counted", "Whether they add up", Act.VIEW_AUDIT
)
async def shoe_cards(caller: SignedIn, running: AtTable, shoe: q.Number) -> f.ShoeAuditForm:
    """Size, dealt, burnt and left; and whether the faces are those that were promised."""
    index = await caller.casino.indexes.of(running)
    place = index.started.get(shoe)
    if place is None:
        raise not_found(say("error.no-shoe", shoe=shoe))
    fold = await fold_shoe_at(caller, running, place)
    table = running.entry.table
    known = await promises(caller.casino.store, table)
    named = [each for each in known.values() if each.committed.cards == fold.cards]
    return shoe_audit(fold, table, named[-1] if named else None)


@router.shows(
    "/tables/{table}/money", "A table's money counted", "Whether it adds up", Act.VIEW_AUDIT
)
async def money(caller: SignedIn, running: AtTable) -> f.MoneyAuditForm:
    """Every account of a table from its events, beside what the store keeps."""
    store, table = caller.casino.store, running.entry.table
    index = await caller.casino.indexes.of(running)
    sequence, counted = index.sequence, {each: n for each, n in index.ledger.items() if n}
    kept = {name: amount for name, amount in (await store.balances(table)).items() if amount}
    at_rest = (await store.heads())[table].sequence == sequence if sequence else not kept
    racks = sum(amount for name, amount in counted.items() if name.startswith(RACK))
    findings = []
    if sum(counted.values()):
        findings.append(f"All accounts together come to {sum(counted.values())}, not to zero.")
    if at_rest:
        findings += [
            f"{name} is kept as {kept.get(name, 0)}, but the events leave {counted.get(name, 0)}."
            for name in sorted({*kept, *counted})
            if kept.get(name, 0) != counted.get(name, 0)
        ]
    return f.MoneyAuditForm(
        table=table,
        digits=running.desk.rules.settings.currency.digits,
        sequence=sequence,
        accounts=counted,
        kept=kept,
        drop=-counted.get(CAGE, 0),
        before_patrons=racks,
        on_layout=counted.get(FELT, 0),
        won=sum(counted.values()) - counted.get(CAGE, 0) - racks - counted.get(FELT, 0),
        findings=tuple(findings),
    )


@router.shows(
    "/patterns", "Unusual patterns", "The most often counted first", somewhere(Act.VIEW_AUDIT), 404
)
async def patterns(
    caller: SignedIn, table: Annotated[str | None, Query(pattern=TABLE_PATTERN)] = None
) -> f.PatternsForm:
    """What simple rules have counted at one table, or at all; it proves nothing by itself."""
    if table is not None and table not in caller.casino.running_tables:
        raise not_found(say("error.no-table", table=table))
    seen = {each.entry.table: each for each in caller.tables(Act.VIEW_AUDIT)}
    names = [name for name in seen if table in (None, name)]
    watch = HouseWatch()
    found = [each for name in names for each in await _patterns(caller, seen[name], watch)]
    found += await asyncio.to_thread(lambda: list(watch.forms()))
    found.sort(key=lambda each: -each.count)
    rules = {**RULES, **drift.RULES}
    words = {kind: sentence(said) for kind, said in rules.items()}
    return f.PatternsForm(tables=tuple(names), patterns=tuple(found), rules=words, rules_said=rules)


async def _patterns(
    caller: Caller, running: RunningTable, watch: HouseWatch
) -> tuple[f.PatternForm, ...]:
    index = await caller.casino.indexes.of(running)
    mark = index.before(max(index.sequence - PATTERN_EVENTS, 1))
    table = running.entry.table
    counted = Patterns(mark.table, mark.rules, index.rules_for)
    coups = CoupWatch(mark.table, mark.rules, index.rules_for)
    after = mark.sequence
    while chunk := await caller.casino.store.read(table, after, CHUNK):
        await asyncio.to_thread(_count, table, counted, coups, watch, chunk)
        after = chunk[-1].sequence
    watch.take(table, coups, coups.last())
    watch.drifts(table, index)
    return counted.forms(table)


def _count(
    table: str, counted: Patterns, coups: CoupWatch, watch: HouseWatch, chunk: list[Kept]
) -> None:
    for kept in chunk:
        step = step_of(kept)
        counted.take(step)
        watch.take(table, coups, coups.take(step))
