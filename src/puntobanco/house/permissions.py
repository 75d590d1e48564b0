"""Who may do what: the one table of permissions. What is not in it is refused.

A permission is a name: `request:` and `report:` followed by the tag of what is sent to a table, or
one of `Act`. Being permitted lets a request through to the table, which still asks what the book
demands: a dealer may answer where the book leaves the answer to the dealer, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, unique
from functools import cache
from typing import TypeAlias, get_args

from puntobanco.house.roles import GUESTS, RANKS, Role
from puntobanco.play import events as e
from puntobanco.play.reports import Report, ReportBase
from puntobanco.play.requests import Request, RequestBase
from puntobanco.play.table import Dealing, Table

Permission: TypeAlias = str
"""Such as `request:place-stake`; every `Act` is one."""


@unique
class Act(StrEnum):
    """What can be seen, and what can be done outside the tables."""

    VIEW_PUBLIC = "view:public"
    VIEW_OWN = "view:own"
    VIEW_STAFF = "view:staff"
    VIEW_FLOOR = "view:floor"
    VIEW_AUDIT = "view:audit"
    VIEW_METRICS = "view:metrics"
    ACCOUNT_READ_OWN = "account:read-own"
    ACCOUNT_LIMIT_OWN = "account:limit-own"
    ACCOUNT_EXCLUDE_OWN = "account:exclude-own"
    ACCOUNT_OPEN = "account:open"
    ACCOUNT_PAY_IN = "account:pay-in"
    ACCOUNT_PAY_OUT = "account:pay-out"
    ACCOUNT_READ_ANY = "account:read-any"
    ACCOUNT_ADJUST = "account:adjust"
    """To ask for it; a second person agrees."""
    ACCOUNT_EXCLUDE_ANY = "account:exclude-any"
    ACCOUNT_END_EXCLUSION = "account:end-exclusion"
    """To ask for it; a second person agrees."""
    APPROVE = "approve"
    ALERT_ACKNOWLEDGE = "alert:acknowledge"
    BOOKS_MANAGE = "books:manage"
    TABLE_ADD = "table:add"
    TABLE_CHANGE = "table:change"
    TABLE_WATCH = "table:watch"
    TABLE_STOP = "table:stop"
    TABLE_RELEASE = "table:release"
    TABLE_CLOSE = "table:close"
    PEOPLE_READ = "people:read"
    PEOPLE_MANAGE = "people:manage"
    ROLES_MANAGE = "roles:manage"
    TOKENS_MANAGE = "tokens:manage"
    LOG_READ = "log:read"
    LOG_VERIFY = "log:verify"
    BACKUP = "backup"
    HISTORY_OWN = "history:own"
    HISTORY_ANY = "history:any"
    HOUSE_REPORT = "house:report"


@cache
def permission_of(kind: type[RequestBase | ReportBase]) -> Permission:
    """What it takes to send a request or a report of this kind.

    >>> from puntobanco.play.requests import PlaceStake
    >>> permission_of(PlaceStake)
    'request:place-stake'
    """
    door = "request" if issubclass(kind, RequestBase) else "report"
    return f"{door}:{kind.__struct_config__.tag}"


REQUESTS = tuple(permission_of(kind) for kind in get_args(Request))
REPORTS = tuple(permission_of(kind) for kind in get_args(Report))
PERMISSIONS: tuple[Permission, ...] = (*REQUESTS, *REPORTS, *Act)
"""Every permission there is."""

_ALL = frozenset(Role)
_PATRON = frozenset({Role.PATRON})
_CONDUCTS = frozenset(RANKS)
_FLOOR = _CONDUCTS - {Role.DEALER}
_MANAGES = _FLOOR - {Role.SUPERVISOR}
_CAGE = frozenset({Role.CASHIER})
_WATCHES = frozenset({Role.SURVEILLANCE})
_ADMINISTERS = frozenset({Role.ADMINISTRATOR})
_SCANNER = frozenset({Role.SCANNER})
_SHIFT = frozenset({Role.SHIFT_MANAGER})

TABLE: dict[Permission, frozenset[Role]] = {
    # the table itself
    "request:open-table": _CONDUCTS,
    "request:close-table": _CONDUCTS,
    "request:change-option": _FLOOR,
    "request:adopt-edition": _FLOOR,
    # patrons and those who act for them
    "request:take-place": _PATRON,
    "request:leave": _PATRON,
    "request:buy-in": _PATRON,
    "request:cash-out": _PATRON,
    "request:name-nominee": _FLOOR | _PATRON,
    "request:approve-nominee": _FLOOR,
    "request:announce-nominee": _FLOOR,
    "request:end-nominee": _FLOOR,
    "request:bar-nominees": _FLOOR,
    # the cards before play; a cut is a patron's step of preparing them
    "request:receive-cards": _CONDUCTS,
    "request:prepare": _CONDUCTS | _PATRON,
    "request:decline-cut": _CONDUCTS | _PATRON,
    "request:object-to-cards": _PATRON,
    "request:order-new-cards": _FLOOR,
    "request:view-burnt-card": _PATRON,
    # betting: nobody who works here moves a patron's chips
    "request:open-betting": _CONDUCTS,
    "request:place-stake": GUESTS,
    "request:take-stake": GUESTS,
    "request:move-stake": GUESTS,
    "request:place-ante": GUESTS,
    "request:extend-betting": _CONDUCTS,
    "request:close-betting": _CONDUCTS,
    "request:reopen-betting": _FLOOR,
    # the hands
    "request:answer-offer": GUESTS,
    "request:ask-to-squeeze": _PATRON,
    "request:ask-house": _PATRON,
    "request:answer-patron": _CONDUCTS,
    "request:keep-hand": _CONDUCTS,
    "request:turn-banker-first": _FLOOR,
    "request:draw-card": _CONDUCTS,
    "request:pass-hand": _CONDUCTS,
    "request:pass-card": _CONDUCTS | GUESTS,
    "request:let-turn": _FLOOR,
    "request:turn-hand": _CONDUCTS | GUESTS,
    # the end of a coup; a patron answers whether to go on or take back
    "request:settle": _CONDUCTS,
    "request:collect-commission": _CONDUCTS,
    "request:answer": _CONDUCTS | _PATRON,
    # what happened
    "report:card-left-shoe": _CONDUCTS | _SCANNER,
    "report:cards-left-together": _CONDUCTS | _SCANNER,
    "report:card-was-turned": _CONDUCTS | _SCANNER,
    "report:card-misread": _CONDUCTS,
    "report:card-handed": _CONDUCTS,
    "report:cards-loaded": _CONDUCTS,
    "report:marker-left-shoe": _CONDUCTS | _SCANNER,
    "report:shoe-ran-dry": _CONDUCTS | _SCANNER,
    "report:total-called": _CONDUCTS,
    "report:result-called": _CONDUCTS,
    "report:payment-made": _CONDUCTS,
    "report:chips-laid": _CONDUCTS,
    "report:noticed": _CONDUCTS,
    "report:choice-time-over": _CONDUCTS,
    # what is seen
    Act.VIEW_PUBLIC: _ALL,
    Act.VIEW_OWN: GUESTS,
    Act.VIEW_STAFF: _CONDUCTS | _WATCHES,
    Act.VIEW_FLOOR: _FLOOR | _WATCHES,
    Act.VIEW_AUDIT: _SHIFT | _WATCHES,
    Act.VIEW_METRICS: _MANAGES | _WATCHES | _ADMINISTERS,
    # money
    Act.ACCOUNT_READ_OWN: _PATRON,
    Act.ACCOUNT_LIMIT_OWN: _PATRON,
    Act.ACCOUNT_EXCLUDE_OWN: _PATRON,
    Act.ACCOUNT_OPEN: _CAGE,
    Act.ACCOUNT_PAY_IN: _CAGE,
    Act.ACCOUNT_PAY_OUT: _CAGE,
    Act.ACCOUNT_READ_ANY: _CAGE | _MANAGES | _WATCHES,
    Act.ACCOUNT_ADJUST: _CAGE,
    Act.ACCOUNT_EXCLUDE_ANY: _MANAGES,
    Act.ACCOUNT_END_EXCLUSION: _MANAGES,
    # the floor
    Act.APPROVE: _FLOOR,
    Act.ALERT_ACKNOWLEDGE: _FLOOR,
    Act.TABLE_ADD: _ADMINISTERS,
    Act.TABLE_CHANGE: _MANAGES | _ADMINISTERS,
    Act.TABLE_STOP: _FLOOR,
    Act.TABLE_RELEASE: _MANAGES,
    Act.TABLE_CLOSE: _FLOOR,
    Act.TABLE_WATCH: _FLOOR,
    # the house
    Act.BOOKS_MANAGE: _ADMINISTERS,
    Act.PEOPLE_READ: _MANAGES | _WATCHES | _ADMINISTERS,
    Act.PEOPLE_MANAGE: _ADMINISTERS,
    Act.ROLES_MANAGE: _ADMINISTERS,
    Act.TOKENS_MANAGE: _ADMINISTERS,
    Act.LOG_READ: _SHIFT | _WATCHES,
    Act.LOG_VERIFY: _SHIFT | _WATCHES | _ADMINISTERS,
    Act.BACKUP: _ADMINISTERS,
    Act.HISTORY_OWN: _PATRON,
    Act.HISTORY_ANY: _FLOOR | _WATCHES,
    Act.HOUSE_REPORT: _MANAGES | _WATCHES,
}
"""By permission: the roles that have it."""


def allowed(roles: Iterable[Role], permission: Permission) -> bool:
    """Whether any of these roles has a permission; one that is not in the table nobody has.

    >>> allowed([Role.PATRON], "request:place-stake"), allowed([Role.DEALER], "request:place-stake")
    (True, False)
    >>> allowed(Role, "request:something-new")
    False
    """
    return not TABLE.get(permission, frozenset()).isdisjoint(roles)


def needs_second(table: Table, events: Iterable[e.Event]) -> bool:
    """Whether these events take two people at a table as it is.

    They do where a coup is void, where a payment is taken back, where another card than the one
    just seen is put right, where a table adopts another edition, where staff say on their own word
    that another person may lay a patron's chips, and where the dealer asks for more time for bets.

    >>> needs_second(Table(), [e.CoupVoided(coup=1)]), needs_second(Table(), [])
    (True, False)
    """
    return any(
        isinstance(event, e.CoupVoided | e.SettlementReversed | e.EditionAdopted)
        or (isinstance(event, e.CardCorrected) and not _was_just_seen(table, event))
        or (isinstance(event, e.NomineeNamed) and event.by != "")
        or (isinstance(event, e.BettingExtended) and event.by == "dealer")
        for event in events
    )


def _was_just_seen(table: Table, corrected: e.CardCorrected) -> bool:
    """Whether no card was seen since, nothing was paid, and no other card here has that face."""
    lying = [each.card for each in table.stage.tape] if isinstance(table.stage, Dealing) else []
    return table.shoe.seen[-1:] == (corrected.was,) and lying.count(corrected.was) == 1
