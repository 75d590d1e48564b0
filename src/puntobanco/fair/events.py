"""What the shoe port recorded of a table's random shoes, in a log of its own.

The table never knows a card before it is shown. This log says what was promised before the first
bet (the root), keeps the order under lock and key (sealed), and opens everything at the end,
whether the shoe was played out or not.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """The base of all events of the shoe port."""


class ShoeCommitted(_Event, frozen=True, kw_only=True, tag="shoe-committed"):
    """A shoe was shuffled and its order promised."""

    shoe: int
    """From 1, counted by the shoe port; a continuous shuffler's every coup is one."""
    cards: str
    """The set's name at the table."""
    size: int
    root: str
    """The Merkle root over all positions, in hexadecimal."""
    sealed: str
    """Order and salts, encrypted; only the shoe port has the key."""


class ShoeCut(_Event, frozen=True, kw_only=True, tag="shoe-cut"):
    """Where the promised order was cut, after the promise: the first card is that position."""

    shoe: int
    position: int
    by: str


class ShoeRevealed(_Event, frozen=True, kw_only=True, tag="shoe-revealed"):
    """Every card and salt of a shoe that is no longer in play."""

    shoe: int
    cards: str
    """Two letters a card, in the promised order."""
    secret: str
    """What every salt is derived from, in hexadecimal."""
    used: int
    """How many cards left it."""
    reason: str
    """`finished`, or why it was given up."""


ShoeEvent: TypeAlias = ShoeCommitted | ShoeCut | ShoeRevealed
