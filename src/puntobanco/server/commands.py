"""What reaches a table: who wants what under which id, and the append that it becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec

from puntobanco.notation.codec import AnyEvent
from puntobanco.play import reports as p
from puntobanco.play.events import Event
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.play.table import Table
from puntobanco.record.envelope import NO_HASH
from puntobanco.record.store import Append, KeptEdition, Receipt, SequenceConflictError
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import SaidError, Value, say
from puntobanco.wire.messages import Reply, read_reply, refusal_form

Message: TypeAlias = Request | Report

TRIES = 50
"""How often something is decided anew, because others were faster, before its asker is told so."""

FACTS_OF_CARDS = (
    p.CardLeftShoe,
    p.CardsLeftTogether,
    p.CardWasTurned,
    p.MarkerLeftShoe,
)
"""Facts that need no second person. That no card is left is not among them: it voids a coup, and
one person alone could void any coup with it."""


class Command(msgspec.Struct, frozen=True):
    """One request or report, on its way to a table."""

    id: str
    actor: str
    """The account of the person who asks; in the log it stands in the envelope."""
    message: Message
    body: bytes
    """What it says: another body under the same id is another command, and refused."""
    expected: int | None = None
    second: str = ""
    """Who agreed, where two people are needed."""


class CommandOutcome(msgspec.Struct, frozen=True):
    """What a command leads to on a state: everything to append, and the table after it."""

    appends: tuple[Append, ...]
    """The table's own first, then other logs that belong to the same transaction."""
    reply: Reply
    """What the asker is told when it is durable, unless they were told before."""
    events: tuple[Event, ...]
    states: tuple[Table, ...]
    """The table after each event."""
    table: Table


def append_to(
    log: str,
    expected: int,
    events: Sequence[AnyEvent],
    *,
    request: str = "",
    actor: str = "",
    body: bytes = b"",
    answer: bytes = b"",
    editions: tuple[KeptEdition, ...] = (),
) -> Append:
    """What the log of the house, an account or a shoe records, which is under no edition itself.

    In a table's transaction the asker, the id and the answer are those of the table's part.
    """
    return Append(
        table=log,
        expected=expected,
        request=request,
        body=body,
        answer=answer,
        actor=actor,
        edition=NO_HASH,
        rules=NO_HASH,
        events=tuple(events),
        editions=editions,
    )


def reply_to(outcome: Sequence[AnyEvent] | Refusal, sequence: int) -> Reply:
    """The reply to a change of a log that has so many events."""
    if isinstance(outcome, Refusal):
        return Reply(accepted=False, first=0, last=0, refusal=refusal_form(outcome))
    first, last = (sequence + 1, sequence + len(outcome)) if outcome else (0, 0)
    return Reply(accepted=True, first=first, last=last)


async def undisturbed(attempt: Callable[[], Awaitable[Receipt]]) -> tuple[Reply, bool]:
    """The reply to an append, and whether it was given before; again while others are faster."""
    for _ in range(TRIES):
        with suppress(SequenceConflictError):
            receipt = await attempt()
            return read_reply(receipt.answer), receipt.repeated
    raise TimeoutError("the log changed meanwhile; retry with the same id")


Answer: TypeAlias = tuple[Reply, bool] | Exception
"""The durable reply to a command and whether it was given before, or why nothing came of it."""
ReplyCallback: TypeAlias = Callable[[Answer], None]
"""Is called once with the answer: a bet costs no task and no future of its own."""


def future_of(submit: Callable[[ReplyCallback], None]) -> asyncio.Future[tuple[Reply, bool]]:
    """Submit something now; its answer comes later."""
    future: asyncio.Future[tuple[Reply, bool]] = asyncio.get_running_loop().create_future()

    def told(answer: Answer) -> None:
        if future.done():  # the asker has gone away
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    submit(told)
    return future


async def awaited(submit: Callable[[ReplyCallback], None]) -> tuple[Reply, bool]:
    """Submit something and wait for its answer."""
    return await future_of(submit)


class TableStoppedError(SaidError):
    """The table accepts nothing: by order of the house, or because an invariant failed."""

    def __init__(self, why: Value) -> None:
        super().__init__(say("error.table-stopped", why=why))


class BusyError(SaidError):
    """It was not done, or its outcome is unknown: retry with the same id."""


class ReusedIdError(SaidError):
    """The id was used before for something else."""

    def __init__(self, request: str) -> None:
        super().__init__(say("refused.id-used", id=request))
