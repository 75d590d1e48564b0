"""Events as a verifier needs them, worked out once for every event that is written alike.

A log repeats itself: the same patron bets the same amount, the same card comes to the same place.
So most events need not be read again, and what they move is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from puntobanco.base.accounts import Posting
from puntobanco.house.events import MoneyFromTable, MoneyToTable
from puntobanco.notation.codec import AnyEvent, decode_event
from puntobanco.play.events import ChipsBought, ChipsCashed
from puntobanco.play.postings import rack
from puntobanco.record.booking import POSTINGS, must_not_be_negative
from puntobanco.record.editions import editions_in
from puntobanco.record.logs import LogKind, belongs_to

REMEMBERED_MAX = 20_000
"""How many different events are remembered, about a kilobyte each."""
MOVING = (ChipsBought, ChipsCashed, MoneyToTable, MoneyFromTable)
"""Events that move money between an account and a table."""


class ReadEvent(msgspec.Struct, frozen=True, gc=False):
    """An event and everything about it that no other event changes."""

    event: AnyEvent
    kind: LogKind
    """The kind of log that it belongs into."""
    postings: tuple[Posting, ...]
    trouble: tuple[str, ...]
    """What is wrong with its postings, in sentences."""
    guarded: tuple[str, ...]
    """The accounts it touches that must not be overdrawn."""
    patron: str | None
    rack: str
    """The account of the patron's chips."""
    editions: tuple[str, ...]
    """The editions that must be kept with the log because of it."""
    reconciled: bool
    """Whether a table and an account both book it."""

    @classmethod
    def of(
        cls, event: AnyEvent, book: Callable[[Any], tuple[Posting, ...]] | None = None
    ) -> ReadEvent:
        """Work out what an event moves, by the postings of its kind of log if none are given."""
        kind = belongs_to(event)
        patron: str | None = getattr(event, "patron", None)
        trouble: tuple[str, ...] = ()
        postings: tuple[Posting, ...] = ()
        try:
            postings = (book or POSTINGS[kind])(event)
        except AssertionError as error:
            trouble = (f"moves money that cannot be moved: {error}",)
        if sum(posting.amount for posting in postings):
            trouble = ("moves money that comes from nowhere",)
        touched = dict.fromkeys(posting.account for posting in postings)
        return cls(
            event=event,
            kind=kind,
            postings=postings,
            trouble=trouble,
            guarded=tuple(account for account in touched if must_not_be_negative(account)),
            patron=patron,
            rack="" if patron is None else rack(patron),
            editions=tuple(editions_in(event)),
            reconciled=isinstance(event, MOVING),
        )


class EventReader:
    """Reads events, each text once."""

    def __init__(self) -> None:
        self._known: dict[bytes, ReadEvent] = {}

    def __reduce__(self) -> tuple[type[EventReader], tuple[()]]:
        """To another process it goes empty."""
        return EventReader, ()

    def read(self, text: bytes) -> ReadEvent:
        """The event that bytes hold; ValueError where they hold none."""
        known = self._known.get(text)
        if known is None:
            known = ReadEvent.of(decode_event(text))
            if len(self._known) >= REMEMBERED_MAX:
                self._known.clear()
            self._known[text] = known
        return known
