"""The forms of what a dealer looks up: the cards of the shoe counted, the hand card by card."""

from __future__ import annotations

from puntobanco.sayings.saying import Saying
from puntobanco.wire.forms import Form, Microseconds


class FaceForm(Form, frozen=True, kw_only=True):
    """One face of a pack, and how often it was seen."""

    card: str
    seen: int
    held: int
    """How often the packs hold it."""


class ShoeCountForm(Form, frozen=True, kw_only=True):
    """The cards of the shoe in use, as far as they were seen."""

    shoe: int
    cards: str
    size: int
    seen: int
    unseen: int
    """Out of the shoe, and never shown: burnt face down, or lying so."""
    inside: int
    """Still in the shoe."""
    behind_marker: int
    """Cards behind the cut card."""
    over: bool
    continuous: bool
    """Cards go back: they are counted since the last coup was called."""
    adds_up: bool
    """Whether no face was seen too often and no card is missing."""
    faces: tuple[FaceForm, ...]


class LyingForm(Form, frozen=True, kw_only=True):
    """A card where it lay; None: face down."""

    slot: str
    card: str | None


class HandStepForm(Form, frozen=True, kw_only=True):
    """A card of the coup that moved, and how the hands lay then."""

    sequence: int
    time: Microseconds
    actor: str
    how: str
    """`scanned` by a device, `entered` by a person, `drawn` from a shoe of the server's."""
    sentence: str
    said: Saying
    cards: tuple[LyingForm, ...]
    player_total: int | None
    banker_total: int | None


class HandForm(Form, frozen=True, kw_only=True):
    """The present coup card by card, from the record."""

    coup: int
    steps: tuple[HandStepForm, ...]
