"""From a message to the table and back: permitted, answered once, counted."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Protocol

from msgspec.structs import asdict, replace

from puntobanco.house.permissions import permission_of
from puntobanco.play.requests import OpenBetting
from puntobanco.sayings.saying import SaidError, say
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Answer, Command, ReplyCallback, TableStoppedError, awaited
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.seat import known_as
from puntobanco.wire.messages import AnswerMessage, Reply, Viewer, told_to

COMMAND_SECONDS = 0.001
"""How long deciding, recording and telling a command keeps the process busy, all threads together;
its asker is charged for it."""


class NotPermittedError(SaidError):
    """Nothing was asked of the table: the asker may not, or not under this name."""


class Asker(Protocol):
    """A person with a name and roles."""

    @property
    def name(self) -> str:
        """The account."""

    def may(self, permission: str, table: str) -> bool:
        """Whether they have a permission at a table."""

    def viewer(self, running: RunningTable) -> Viewer:
        """The names under which they act there."""


def put(
    casino: Casino,
    running: RunningTable,
    asker: Asker,
    viewer: Viewer,
    command: Command,
    told: ReplyCallback,
) -> None:
    """Put a message to a table, if the asker may; they are told its durable answer."""
    message = command.message
    if not asker.may(permission_of(type(message)), running.entry.table):
        raise NotPermittedError(say("error.not-permitted-at", table=running.entry.table))
    if message.by not in viewer.acts_as:
        names = ", ".join(viewer.acts_as) or "-"
        raise NotPermittedError(say("error.not-your-name", name=message.by[:40], names=names))
    casino.pace.of(asker.name).charge(COMMAND_SECONDS, COMMAND_SECONDS)
    commands, began = casino.metrics.commands, monotonic()

    def count(answer: Answer) -> None:
        if isinstance(answer, Exception):
            outcome = "failed"
        else:
            reply, repeated = answer
            granted = "accepted" if reply.accepted else "refused"
            outcome = "repeated" if repeated else granted
        commands.count(outcome, monotonic() - began)
        told(answer)

    if running.parking and isinstance(message, OpenBetting):
        count(TableStoppedError(say("error.house-closing")))
    else:
        running.desk.submit(command, count)


async def ask(
    casino: Casino, running: RunningTable, asker: Asker, command: Command
) -> AnswerMessage:
    """Put a message to a table; the answer is durable when it comes."""
    viewer = asker.viewer(running)
    reply, repeated = await awaited(lambda told: put(casino, running, asker, viewer, command, told))
    return for_viewer(running, asker.name, answered(command.id, reply, repeated=repeated))


def answered(request_id: str, reply: Reply, *, repeated: bool) -> AnswerMessage:
    """A reply as it is sent."""
    fields = asdict(reply)
    del fields["by"]  # only the asker and staff come here
    return AnswerMessage(id=request_id, repeated=repeated, **fields)


def why_nothing(answer: AnswerMessage) -> str:
    """Why a command led to nothing new: it had come before, or the reason of its refusal."""
    return "repeated" if answer.refusal is None or answer.repeated else answer.refusal.reason


def for_viewer(running: RunningTable, viewer: str, answer: AnswerMessage) -> AnswerMessage:
    """An answer for one reader: a refusal names no other patron."""
    if answer.refusal is None:
        return answer
    name = partial(known_as, running.desk.reading)
    return replace(answer, refusal=told_to(answer.refusal, viewer, name))
