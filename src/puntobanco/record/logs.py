"""Which logs a house has, told by their names, and which events each kind of them holds.

A table's log has the table's name, the log of its random shoes `shoe:` before it, an account's log
`account:` before the person's name, and the house's own log is `house`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeGuard, get_args

from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.events import Event

LogKind: TypeAlias = Literal["table", "shoe", "account", "house"]

HOUSE_LOG = "house"
_SHOE = "shoe:"
_ACCOUNT = "account:"
_KIND_OF_EVENT: dict[type, LogKind] = {
    **dict.fromkeys(get_args(Event), "table"),
    **dict.fromkeys(get_args(ShoeEvent), "shoe"),
    **dict.fromkeys(get_args(AccountEvent), "account"),
    **dict.fromkeys(get_args(HouseEvent), "house"),
}


def shoe_log(table: str) -> str:
    """The log of a table's random shoes."""
    return f"{_SHOE}{table}"


def account_log(name: str) -> str:
    """The log of a person's account."""
    return f"{_ACCOUNT}{name}"


def kind_of(log: str) -> LogKind:
    """Which kind of log a name is.

    >>> kind_of("T1"), kind_of("shoe:T1"), kind_of("account:Ann"), kind_of("house")
    ('table', 'shoe', 'account', 'house')
    """
    if ":" not in log:
        return "house" if log == HOUSE_LOG else "table"
    if log.startswith(_ACCOUNT):
        return "account"
    return "shoe" if log.startswith(_SHOE) else "table"


def owner_of(log: str) -> str:
    """The person of an account's log, the table of a shoe's; any other log's own name."""
    return log.partition(":")[2] if kind_of(log) in ("account", "shoe") else log


def in_words(log: str) -> str:
    """A log for people.

    >>> in_words("T1"), in_words("account:Ann")
    ('table T1', 'account Ann')
    """
    return "the house" if log == HOUSE_LOG else f"{kind_of(log)} {owner_of(log)}"


def belongs_to(event: AnyEvent) -> LogKind:
    """The kind of log that an event is written into."""
    return _KIND_OF_EVENT[type(event)]


def is_table_event(event: AnyEvent) -> TypeGuard[Event]:
    """Whether an event is one of a table."""
    return _KIND_OF_EVENT[type(event)] == "table"


def is_account_event(event: AnyEvent) -> TypeGuard[AccountEvent]:
    """Whether an event is one of an account."""
    return _KIND_OF_EVENT[type(event)] == "account"
