"""Tables over HTTP: what a socket does, for those who have none."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.description.schemas import json_body
from puntobanco.server.api.handling.asking import (
    answered,
    ask,
    for_viewer,
    why_nothing,
)
from puntobanco.server.api.handling.doing import check_own_id, json
from puntobanco.server.api.handling.errors import answers, not_found
from puntobanco.server.api.handling.guard import (
    AtTable,
    Caller,
    SignedIn,
    Watcher,
    permitted_somewhere,
)
from puntobanco.server.api.handling.traces import turned_away
from puntobanco.server.api.sockets import seat_of
from puntobanco.server.commands import (
    Command,
    Message,
)
from puntobanco.server.tables.lobby import lobby_form
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.seat import PUBLIC, STAFF, news_for
from puntobanco.wire.messages import (
    AnswerMessage,
    NewsListForm,
    Welcome,
    meaning,
    read_ask,
    read_reply,
    read_tell,
)

router = APIRouter(prefix="/api/tables", tags=["tables"])
Visitor = Annotated[Caller, Depends(permitted_somewhere(Act.VIEW_PUBLIC))]
RequestId = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,64}$")]


@router.get("", responses=answers("LobbyForm", "Every table at a glance"))
async def lobby(caller: Visitor) -> Response:
    """Every table of the house that you may look at, with its roads."""
    casino = caller.casino
    seen = [
        running
        for name, running in casino.running_tables.items()
        if caller.may(Act.VIEW_PUBLIC, name)
    ]
    return json(lobby_form(casino.clock(), seen, caller.name))


@router.get("/{table}", responses=answers("Welcome", "The view of this caller", 404))
async def view(caller: Watcher, running: AtTable) -> Response:
    """Everything you may see of a table now."""
    seat = seat_of(caller, running)
    return json(
        Welcome(
            table=running.entry.table,
            sequence=running.desk.table.sequence,
            time=caller.casino.clock(),
            viewer=seat.viewer,
            view=running.audience.view(seat),
        )
    )


@router.post(
    "/{table}/requests",
    openapi_extra=json_body("AskBody"),
    responses=answers("AnswerMessage", "The answer to this id", 404, 409),
)
async def make_request(caller: SignedIn, running: AtTable, request: Request) -> Response:
    """Ask something of a table; a refusal is an answer too."""
    body = read_ask(await request.body())
    answer = await put_to_table(caller, running, body.id, body.request, body.expected)
    return _said(request, answer)


@router.post(
    "/{table}/reports",
    openapi_extra=json_body("TellBody"),
    responses=answers("AnswerMessage", "The answer to this id", 404, 409),
)
async def make_report(caller: SignedIn, running: AtTable, request: Request) -> Response:
    """Say what happened at a table."""
    body = read_tell(await request.body())
    return _said(request, await put_to_table(caller, running, body.id, body.report))


def _said(request: Request, answer: AnswerMessage) -> Response:
    if answer.repeated or answer.refusal is not None:
        turned_away(request, why_nothing(answer))
    return json(answer)


async def put_to_table(
    caller: Caller,
    running: RunningTable,
    request_id: str,
    message: Message,
    expected: int | None = None,
) -> AnswerMessage:
    """Put a request or report to a table; what stands against it is an error."""
    check_own_id(request_id)
    command = Command(request_id, caller.name, message, meaning(message, expected), expected)
    return await ask(caller.casino, running, caller, command)


@router.get(
    "/{table}/answers/{request_id}",
    responses=answers("AnswerMessage", "The answer to this id", 404),
)
async def answer(caller: Watcher, running: AtTable, request_id: RequestId) -> Response:
    """What a request was answered; only its asker and staff can read it."""
    table = running.entry.table
    receipt = await caller.casino.store.answered(table, request_id)
    reply = None if receipt is None else read_reply(receipt.answer)
    if reply is None or not (reply.by == caller.name or caller.may(Act.VIEW_STAFF, table)):
        raise not_found(say("error.no-answer"))
    answer = answered(request_id, reply, repeated=True)
    return json(for_viewer(running, caller.name, answer))


@router.get("/{table}/events", responses=answers("NewsListForm", "What happened, in order", 404))
async def events(
    caller: Watcher,
    running: AtTable,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
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
    return json(NewsListForm(after=after, last=last, news=news))
