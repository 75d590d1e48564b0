"""JSON forms of events, requests and reports, both ways; a card is its two letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from puntobanco.base.cards import CARDS_BY_TEXT, Card, card
from puntobanco.base.usage import UsageError
from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.play.events import Event
from puntobanco.play.evolve import evolve
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.play.table import Table

AnyEvent: TypeAlias = Event | HouseEvent | AccountEvent | ShoeEvent
"""Whatever a log of a house may hold: of a table, of the house, of an account, of a shoe."""


def write_card(value: Any) -> str:
    """How msgspec writes what it does not know by itself: a card, and nothing else."""
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} has no written form")


def read_card(kind: type, value: Any) -> Any:
    """How msgspec reads it back; whatever is no card raises ValueError with why."""
    if kind is not Card:
        raise NotImplementedError(f"{kind.__name__} has no written form")
    known = CARDS_BY_TEXT.get(value) if type(value) is str else None
    if known is not None:
        return known
    if not isinstance(value, str):
        raise ValueError("a card is written as text, such as 9h")
    found = card(value)
    if found.text != value:
        raise ValueError(f"`{value}` is written {found.text}: rank A 2-9 T J Q K, suit s h d c")
    return found


_encoder = msgspec.json.Encoder(enc_hook=write_card)
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent, dec_hook=read_card)
_table_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=read_card)
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request, dec_hook=read_card)
_reports: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report, dec_hook=read_card)


def encode(value: AnyEvent | Request | Report) -> bytes:
    """One event, request or report as a line of JSON, without a newline."""
    return _encoder.encode(value)


def decode_event(line: bytes | str) -> AnyEvent:
    """Read an event of any log back."""
    return _events.decode(line)


def decode_table_event(line: bytes | str) -> Event:
    """Read an event of a table back; one of another log is none."""
    return _table_events.decode(line)


def decode_log(text: str, name: object) -> list[Event]:
    """The events of a game's log, a line each; a broken line is named."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(decode_table_event(line))
        except (msgspec.DecodeError, ValueError) as error:
            raise UsageError(f"{name}, line {number} is not an event: {error}") from None
    return found


def follow_log(events: Iterable[Event], name: object) -> None:
    """Play the log through, so that a damaged one is not told as if it were whole."""
    table = Table()
    for number, event in enumerate(events, start=1):
        try:
            table = evolve(table, event)
        except (AssertionError, KeyError, StopIteration, ValueError, IndexError):
            tag = event.__struct_config__.tag
            raise UsageError(
                f"{name}, line {number}: {tag} does not follow from what came before; "
                "the log is damaged, or its beginning is missing"
            ) from None


def decode_request(line: bytes | str) -> Request:
    """Read a request back."""
    return _requests.decode(line)


def decode_report(line: bytes | str) -> Report:
    """Read a report back."""
    return _reports.decode(line)
