"""From somebody's message to the table and back: permitted, answered once, counted."""

from __future__ import annotations

import asyncio
from typing import Protocol

from puntobanco.house.permissions import report_permission, request_permission
from puntobanco.play.reports import ReportBase
from puntobanco.server.casino import Casino
from puntobanco.server.messages import Answered, Reply, Viewer
from puntobanco.server.station import Station
from puntobanco.server.wishes import Message, Wish


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


async def ask(
    casino: Casino,
    station: Station,
    asker: Asker,
    request_id: str,
    message: Message,
    body: bytes,
    expected: int | None = None,
) -> Answered:
    """Put a message to a table; the answer is durable when it comes."""
    permission = (
        report_permission(type(message))
        if isinstance(message, ReportBase)
        else request_permission(type(message))
    )
    if not asker.may(permission, station.entry.table):
        raise NotPermittedError(f"your roles at {station.entry.table} do not permit this")
    names = asker.viewer(station).acts_as
    if message.by not in names:
        known = ", ".join(names) or "nobody"
        raise NotPermittedError(f"you act here as {known}, not as {message.by[:40]}")
    await station.before(message)
    metrics, began = casino.metrics, asyncio.get_running_loop().time()
    try:
        reply, repeated = await station.desk.ask(
            Wish(request_id, asker.name, message, body, expected)
        )
    except Exception:
        metrics.failed.inc()
        raise
    metrics.seconds.observe(asyncio.get_running_loop().time() - began)
    if repeated:
        metrics.repeated.inc()
    elif reply.accepted:
        metrics.accepted.inc()
    else:
        metrics.refused.inc()
    return answered(request_id, reply, repeated=repeated)


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
