"""Tables over HTTP: what a socket does, for those who have none."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.description.schemas import json_body
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.asking import answered, ask, for_viewer, why_nothing
from puntobanco.server.api.handling.endpoints import FormRouter, check_own_id, json
from puntobanco.server.api.handling.errors import changed, not_found
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn, somewhere
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.server.api.sockets import seat_of
from puntobanco.server.commands import Command, Message
from puntobanco.server.tables.lobby import lobby_form
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.seat import PUBLIC, STAFF, news_for
from puntobanco.wire import messages as m
from puntobanco.wire.house import LobbyForm

router = FormRouter(prefix="/api/tables", tags=["tables"])


@router.shows("", "Lobby", "Every table at a glance", somewhere(Act.VIEW_PUBLIC))
async def lobby(caller: SignedIn) -> LobbyForm:
    """Every table of the house that you may look at, with its roads."""
    return lobby_form(caller.casino.clock(), caller.tables(Act.VIEW_PUBLIC), caller.name)


@router.shows("/{table}", "View", "The view of this caller", Act.VIEW_PUBLIC)
async def view(caller: SignedIn, running: AtTable) -> m.Welcome:
    """Everything you may see of a table now."""
    seat = seat_of(caller, running)
    return m.Welcome(
        table=running.entry.table,
        sequence=running.desk.table.sequence,
        time=caller.casino.clock(),
        viewer=seat.viewer,
        view=running.audience.view(seat),
    )


@router.post("/{table}/requests", openapi_extra=json_body("AskBody"), responses=changed(404, 409))
async def make_request(caller: SignedIn, running: AtTable, request: Request) -> Response:
    """Ask something of a table; a refusal is an answer too."""
    body = m.read_ask(await request.body())
    answer = await put_to_table(caller, running, body.id, body.request, body.expected)
    return _said(request, answer)


@router.post("/{table}/reports", openapi_extra=json_body("TellBody"), responses=changed(404, 409))
async def make_report(caller: SignedIn, running: AtTable, request: Request) -> Response:
    """Say what happened at a table."""
    body = m.read_tell(await request.body())
    return _said(request, await put_to_table(caller, running, body.id, body.report))


def _said(request: Request, answer: m.AnswerMessage) -> Response:
    if answer.repeated or answer.refusal is not None:
        turned_away(request, why_nothing(answer))
    return json(answer)


async def put_to_table(
    caller: Caller,
    running: RunningTable,
    request_id: str,
    message: Message,
    expected: int | None = None,
) -> m.AnswerMessage:
    """Put a request or report to a table; what stands against it is an error."""
    check_own_id(request_id)
    command = Command(request_id, caller.name, message, m.meaning(message, expected), expected)
    return await ask(caller.casino, running, caller, command)


@router.shows("/{table}/answers/{request_id}", "Answer", "The answer to this id", Act.VIEW_PUBLIC)
async def answer(caller: SignedIn, running: AtTable, request_id: q.ThingId) -> m.AnswerMessage:
    """What a request was answered; only its asker and staff can read it."""
    table = running.entry.table
    receipt = await caller.casino.store.answered(table, request_id)
    reply = None if receipt is None else m.read_reply(receipt.answer)
    if reply is None or not (reply.by == caller.name or caller.may(Act.VIEW_STAFF, table)):
        raise not_found(say("error.no-answer"))
    answer = answered(request_id, reply, repeated=True)
    return for_viewer(running, caller.name, answer)


@router.shows("/{table}/events", "Events", "What happened, in order", Act.VIEW_PUBLIC)
async def events(
    caller: SignedIn,
    running: AtTable,
    after: q.After = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> m.NewsListForm:
    """What happened at a table since a sequence, as far as you may know it."""
    kept = await caller.casino.store.read(running.entry.table, after, limit)
    seat = seat_of(caller, running)
    viewer = STAFF if seat.is_staff else seat.patron or PUBLIC
    reading = running.desk.reading
    told = (
        news_for(reading, each.event, each.sequence, each.envelope.time, viewer)  # type: ignore[arg-type]
        for each in kept
    )
    news = tuple(each for each in told if each is not None)
    last = kept[-1].sequence if kept else after
    return m.NewsListForm(after=after, last=last, news=news)
