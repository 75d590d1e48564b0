"""What the house says of a table and its log does not: how it is run, and how things stand now."""

from __future__ import annotations

import msgspec


class Setup(msgspec.Struct, frozen=True):
    """How the house runs a table; changes only when the operator changes it."""

    table: str
    title: str
    cards: str
    """`random` or `physical`."""
    pace: str
    """`clock` or `dealer`."""
    betting_seconds: int
    closing: bool = False
    """No further coup is called."""


class Moment(msgspec.Struct, frozen=True):
    """What only the running house knows when a view is built. No card is in it."""

    now: int
    """Microseconds since 1970, UTC, by the server's clock."""
    closes_at: int | None = None
    """When betting closes; None where a dealer closes."""
    stopped: str = ""
    """Why the house has stopped the table; empty when it has not."""
    watching: int = 0
    offered_until: int | None = None
    """When a hand on offer goes to the dealer."""
    asking_until: int | None = None
    """Until when a patron who bet can ask to turn a hand: then the first card comes."""
    squeeze_until: int | None = None
    """When a hand that is with its handler is turned for them."""
