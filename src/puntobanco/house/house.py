"""The house: who is in it, its tables, what waits for a second person or to be looked at.

Here is what its log adds up to. What may be done is in `house/people.py`, `house/tables.py` and
`house/approvals.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from puntobanco.house import events as e
from puntobanco.house.roles import EVERYWHERE, Role, role_named

HouseEvents: TypeAlias = tuple[e.HouseEvent, ...]


class Person(msgspec.Struct, frozen=True):
    """A person or device that may sign in."""

    name: str
    is_device: bool = False
    suspended: bool = False
    roles: tuple[tuple[Role, str], ...] = ()
    """Each with its table, or `*`, in the order they were given."""


class HouseTable(e.TableSetup, frozen=True):
    """A table as the house set it up."""

    stopped: str = ""
    """Why nothing is taken at it; empty when it goes on."""
    closing: str = ""
    """Why no further coup is called at it; empty when they are."""
    dealer: str = ""
    """Who took over the dealing last and has not handed over."""
    dealer_since: int = 0
    alerts: dict[str, int] = msgspec.field(default_factory=dict)
    """By kind, where the floor has chosen: from where on it alerts."""
    video: str = ""
    """Where its pictures are found."""
    edition: str = ""
    """The digest of the edition that it runs under."""

    @classmethod
    def of(cls, event: e.TableAdded) -> Self:
        """The table as it was added."""
        return msgspec.convert(event, cls, from_attributes=True)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Other settings of a table: who, when, why, and what they were before."""

    changed_at: int
    by: str
    reason: str
    before: dict[str, str]
    """Names and values as `.play` scripts write them, with the time for bets among them."""
    after: dict[str, str]


class HouseBook(e.BookEntry, frozen=True, kw_only=True):
    """A rule book that the house offers."""

    added_at: int


class Approval(e.Proposal, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    asked_at: int


class Decided(msgspec.Struct, frozen=True):
    """What became of something that waited for a second person."""

    given: bool
    by: str
    reason: str = ""
    at: int = 0
    """When; 0 in a state that was kept before this was."""


class Alert(e.Concern, frozen=True, kw_only=True):
    """Something that nobody has looked at yet."""

    raised_at: int
    values: dict[str, str] = msgspec.field(default_factory=dict)


class House(msgspec.Struct, frozen=True):
    """Everything the house must remember beside its tables and accounts."""

    people: dict[str, Person] = {}
    books: dict[str, HouseBook] = {}
    """By digest, in the order in which they were added; two may have one name."""
    tables: dict[str, HouseTable] = {}
    changes: dict[str, tuple[Change, ...]] = {}
    """By table: what was changed about it, the oldest first."""
    approvals: dict[str, Approval] = {}
    """Those that wait."""
    decided: dict[str, Decided] = {}
    """Those that no longer do."""
    alerts: dict[str, Alert] = {}
    """Those that nobody has looked at."""
    acknowledged: dict[str, str] = {}
    """By alert: who has looked at it."""


def roles_at(house: House, person: str, table: str) -> frozenset[Role]:
    """The roles that count at a table; none for a person suspended or unknown.

    With `*`, or for what concerns no table, only roles held everywhere count.
    """
    held = _roles(house, person)
    return frozenset(role for role, where in held if where in (table, EVERYWHERE))


def roles_anywhere(house: House, person: str) -> frozenset[Role]:
    """The roles held at any table; none for a person suspended or unknown."""
    return frozenset(role for role, _ in _roles(house, person))


def _roles(house: House, person: str) -> tuple[tuple[Role, str], ...]:
    known = house.people.get(person)
    return () if known is None or known.suspended else known.roles


def evolve_house(house: House, event: e.HouseEvent, time: int) -> House:
    """The house after an event that was recorded at this time."""
    return _STEPS[type(event)](house, event, time)


# --- people -----------------------------------------------------------------------------------


def _person_added(house: House, event: e.PersonAdded, time: int) -> House:
    return _with_person(house, Person(event.person, is_device=event.is_device))


def _with_person(house: House, person: Person) -> House:
    return replace(house, people={**house.people, person.name: person})


def _person_suspended(house: House, event: e.PersonSuspended, time: int) -> House:
    return _with_person(house, replace(house.people[event.person], suspended=True))


def _person_restored(house: House, event: e.PersonRestored, time: int) -> House:
    return _with_person(house, replace(house.people[event.person], suspended=False))


def _role_given(house: House, event: e.RoleGiven, time: int) -> House:
    person, role = house.people[event.person], role_named(event.role)
    assert role is not None, event
    return _with_person(house, replace(person, roles=(*person.roles, (role, event.table))))


def _role_taken(house: House, event: e.RoleTaken, time: int) -> House:
    person, role = house.people[event.person], role_named(event.role)
    roles = tuple(held for held in person.roles if held != (role, event.table))
    return _with_person(house, replace(person, roles=roles))


def _noted(house: House, event: e.HouseEvent, time: int) -> House:
    """Secrets are no part of what the log adds up to: that they were made is, and by whom."""
    return house


# --- books ------------------------------------------------------------------------------------


def _book_added(house: House, event: e.BookAdded, time: int) -> House:
    added = HouseBook(added_at=time, **asdict(event))
    return replace(house, books={**house.books, event.edition: added})


def _book_removed(house: House, event: e.BookRemoved, time: int) -> House:
    books = {digest: each for digest, each in house.books.items() if digest != event.edition}
    return replace(house, books=books)


# --- tables -----------------------------------------------------------------------------------


def _table_added(house: House, event: e.TableAdded, time: int) -> House:
    return replace(house, tables={**house.tables, event.table: HouseTable.of(event)})


def _table_edition(house: House, event: e.TableEdition, time: int) -> House:
    named = {"book": event.book, "edition": event.after, "options": event.options}
    return _with_table(house, event.table, **named)


def _with_table(house: House, name: str, **changes: Any) -> House:
    return replace(house, tables={**house.tables, name: replace(house.tables[name], **changes)})


def _table_changed(house: House, event: e.TableChanged, time: int) -> House:
    known = house.tables[event.table]
    change = Change(
        changed_at=time,
        by=event.by,
        reason=event.reason,
        before=_with_seconds(known),
        after=_with_seconds(event),
    )
    before = house.changes.get(event.table, ())
    house = replace(house, changes={**house.changes, event.table: (*before, change)})
    return _with_table(
        house, event.table, settings=event.settings, betting_seconds=event.betting_seconds
    )


def _with_seconds(setup: HouseTable | e.TableChanged) -> dict[str, str]:
    return {**setup.settings, "betting-seconds": str(setup.betting_seconds)}


def _table_watched(house: House, event: e.TableWatched, time: int) -> House:
    return _with_table(house, event.table, alerts=event.alerts, video=event.video)


def _table_stopped(house: House, event: e.TableStopped, time: int) -> House:
    return _with_table(house, event.table, stopped=event.reason)


def _table_released(house: House, event: e.TableReleased, time: int) -> House:
    return _with_table(house, event.table, stopped="")


def _table_closing(house: House, event: e.TableClosing, time: int) -> House:
    return _with_table(house, event.table, closing="" if event.lifted else event.reason)


def _dealer_came(house: House, event: e.DealerCame, time: int) -> House:
    return _with_table(house, event.table, dealer=event.dealer, dealer_since=time)


def _dealer_went(house: House, event: e.DealerWent, time: int) -> House:
    return _with_table(house, event.table, dealer="", dealer_since=time)


# --- what waits -------------------------------------------------------------------------------


def _approval_asked(house: House, event: e.ApprovalAsked, time: int) -> House:
    asked = Approval(asked_at=time, **asdict(event))
    return replace(house, approvals={**house.approvals, event.approval: asked})


def _with_decided(house: House, approval: str, decided: Decided) -> House:
    waiting = {name: each for name, each in house.approvals.items() if name != approval}
    return replace(house, approvals=waiting, decided={**house.decided, approval: decided})


def _approval_given(house: House, event: e.ApprovalGiven, time: int) -> House:
    return _with_decided(house, event.approval, Decided(given=True, by=event.by, at=time))


def _approval_refused(house: House, event: e.ApprovalRefused, time: int) -> House:
    decided = Decided(given=False, by=event.by, reason=event.reason, at=time)
    return _with_decided(house, event.approval, decided)


def _alert_raised(house: House, event: e.AlertRaised, time: int) -> House:
    alert = Alert(raised_at=time, **asdict(event))
    return replace(house, alerts={**house.alerts, event.alert: alert})


def _alert_acknowledged(house: House, event: e.AlertAcknowledged, time: int) -> House:
    alerts = {name: each for name, each in house.alerts.items() if name != event.alert}
    acknowledged = {**house.acknowledged, event.alert: event.by}
    return replace(house, alerts=alerts, acknowledged=acknowledged)


_STEPS: dict[type[Any], Callable[[House, Any, int], House]] = {
    e.PersonAdded: _person_added,
    e.PersonSuspended: _person_suspended,
    e.PersonRestored: _person_restored,
    e.RoleGiven: _role_given,
    e.RoleTaken: _role_taken,
    e.PasswordMade: _noted,
    e.TokenMade: _noted,
    e.TokensEnded: _noted,
    e.BookAdded: _book_added,
    e.BookRemoved: _book_removed,
    e.TableAdded: _table_added,
    e.TableEdition: _table_edition,
    e.TableChanged: _table_changed,
    e.TableWatched: _table_watched,
    e.TableStopped: _table_stopped,
    e.TableReleased: _table_released,
    e.TableClosing: _table_closing,
    e.DealerCame: _dealer_came,
    e.DealerWent: _dealer_went,
    e.ApprovalAsked: _approval_asked,
    e.ApprovalGiven: _approval_given,
    e.ApprovalRefused: _approval_refused,
    e.AlertRaised: _alert_raised,
    e.AlertAcknowledged: _alert_acknowledged,
}
