"""What is said of the house's own events and of its shoe port's, as their logs are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from puntobanco.fair import events as f
from puntobanco.house import events as h
from puntobanco.house.roles import EVERYWHERE
from puntobanco.sayings.saying import Saying, Value, known, say

DIGEST_SHOWN = 12
"""So much of a digest is told; the event has all of it."""


def house_said(event: Any) -> Saying | None:
    """What is said of an event of the house or of its shoes; None where nobody knows it."""
    say_it = _SAID.get(type(event))
    return None if say_it is None else say_it(event)


def _filled(code: str, *names: str) -> Callable[[Any], Saying]:
    """A saying that is filled with fields of the event as they stand."""
    return lambda event: Saying(code, {name: getattr(event, name) for name in names})


def _where(table: str) -> Value:
    return say("where.every-table") if table == EVERYWHERE else table or say("person.house")


def _role(code: str) -> Callable[[Any], Saying]:
    return lambda event: Saying(
        code,
        {
            "by": event.by,
            "person": event.person,
            "role": known("role", event.role),
            "where": _where(event.table),
        },
    )


def _added(event: h.PersonAdded) -> Saying:
    code = "house.device-added" if event.is_device else "house.person-added"
    return Saying(code, {"by": event.by, "person": event.person})


def _book(code: str, *names: str) -> Callable[[Any], Saying]:
    """The same, with the beginning of the edition's digest."""
    return lambda event: Saying(
        code,
        {**{name: getattr(event, name) for name in names}, "edition": event.edition[:DIGEST_SHOWN]},
    )


def _closing(event: h.TableClosing) -> Saying:
    code = "house.table-opening" if event.lifted else "house.table-closing"
    return Saying(code, {"by": event.by, "table": event.table, "reason": event.reason})


_SAID: dict[type[msgspec.Struct], Callable[[Any], Saying]] = {
    h.PersonAdded: _added,
    h.PersonSuspended: _filled("house.person-suspended", "by", "person", "reason"),
    h.PersonRestored: _filled("house.person-restored", "by", "person"),
    h.RoleGiven: _role("house.role-given"),
    h.RoleTaken: _role("house.role-taken"),
    h.PasswordMade: _filled("house.password-made", "by", "person"),
    h.TokenMade: _filled("house.token-made", "by", "person"),
    h.TokensEnded: _filled("house.tokens-ended", "by", "person"),
    h.BookAdded: _book("house.book-added", "by", "book"),
    h.BookRemoved: _book("house.book-removed", "by", "book", "reason"),
    h.TableAdded: _filled("house.table-added", "by", "table", "book"),
    h.TableChanged: _filled("house.table-changed", "by", "table", "reason"),
    h.TableEdition: lambda event: say(
        "house.table-edition",
        by=event.by,
        table=event.table,
        book=event.book,
        after=event.after[:DIGEST_SHOWN],
    ),
    h.TableWatched: _filled("house.table-watched", "by", "table"),
    h.TableStopped: _filled("house.table-stopped", "by", "table", "reason"),
    h.TableReleased: _filled("house.table-released", "by", "table", "reason"),
    h.TableClosing: _closing,
    h.DealerCame: _filled("house.dealer-came", "dealer", "table"),
    h.DealerWent: _filled("house.dealer-went", "dealer", "table"),
    h.ApprovalAsked: _filled("house.approval-asked", "by"),
    h.ApprovalGiven: _filled("house.approval-given", "by"),
    h.ApprovalRefused: _filled("house.approval-refused", "by", "reason"),
    h.AlertRaised: lambda event: say("house.alert-raised", where=_where(event.table)),
    h.AlertAcknowledged: _filled("house.alert-acknowledged", "by"),
    f.ShoeCommitted: _filled("shoe.committed", "shoe", "size"),
    f.ShoeCut: _filled("shoe.cut", "by", "shoe", "position"),
    f.ShoeRevealed: _filled("shoe.revealed", "shoe", "used"),
}
