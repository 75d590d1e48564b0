"""From somebody's message to the table and back: permitted, answered once, counted."""

from __future__ import annotations

import asyncio
from typing import Protocol

from msgspec.structs import replace

from puntobanco.house.permissions import report_permission, request_permission
from puntobanco.play.reports import ReportBase
from puntobanco.play.requests import OpenBetting
from puntobanco.server.casino import Casino
from puntobanco.server.messages import Answered, Reply, Viewer
from puntobanco.server.station import Station
from puntobanco.server.wishes import TableStoppedError, Wish
from puntobanco.views.seat import without_names


class NotPermittedError(Exception):
    """Nothing was asked of the table: the asker may not, or not under this name."""


class Asker(Protocol):
    """Somebody with a name and roles."""

    @property
    def name(self) -> str:
        """The account."""

    def may(self, permission: str, table: str) -> bool:
        """Whether he has a permission at a table."""

    def viewer(self, station: Station) -> Viewer:
        """The names under which he acts there."""


def put(
    casino: Casino, station: Station, asker: Asker, viewer: Viewer, wish: Wish
) -> asyncio.Future[tuple[Reply, bool]]:
    """Put a message to a table, if the asker may; the future holds the durable answer."""
    message = wish.message
    permission = (
        report_permission(type(message))
        if isinstance(message, ReportBase)
        else request_permission(type(message))
    )
    if not asker.may(permission, station.entry.table):
        raise NotPermittedError(f"your roles at {station.entry.table} do not permit this")
    if message.by not in viewer.acts_as:
        known = ", ".join(viewer.acts_as) or "nobody"
        raise NotPermittedError(f"you act here as {known}, not as {message.by[:40]}")
    loop, wishes = asyncio.get_running_loop(), casino.metrics.wishes
    began = loop.time()

    def count(future: asyncio.Future[tuple[Reply, bool]]) -> None:
        if future.cancelled() or future.exception() is not None:
            outcome = "failed"
        else:
            reply, repeated = future.result()
            granted = "accepted" if reply.accepted else "refused"
            outcome = "repeated" if repeated else granted
        wishes.count(outcome, loop.time() - began)

    if station.parking and isinstance(message, OpenBetting):
        future = loop.create_future()
        future.set_exception(TableStoppedError("the house closes, and opens no further coup"))
    else:
        future = station.desk.submit(wish)
    future.add_done_callback(count)
    return future


async def ask(casino: Casino, station: Station, asker: Asker, wish: Wish) -> Answered:
    """Put a message to a table; the answer is durable when it comes."""
    reply, repeated = await put(casino, station, asker, asker.viewer(station), wish)
    return for_viewer(station, asker.name, answered(wish.id, reply, repeated=repeated))


def answered(request_id: str, reply: Reply, *, repeated: bool) -> Answered:
    """A reply as it is sent."""
    return Answered(
        id=request_id,
        accepted=reply.accepted,
        first=reply.first,
        last=reply.last,
        refusal=reply.refusal,
        approval=reply.approval,
        repeated=repeated,
    )


def for_viewer(station: Station, viewer: str, answer: Answered) -> Answered:
    """An answer as somebody may read it: a refusal names no other patron."""
    if answer.refusal is None:
        return answer
    sentence = without_names(station.desk.reading, answer.refusal.sentence, viewer)
    return replace(answer, refusal=replace(answer.refusal, sentence=sentence))
