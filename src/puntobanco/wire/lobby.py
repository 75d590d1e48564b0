"""The forms of the lobby: every table at a glance."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.wire.forms import CellForm, Form, Microseconds, StatisticsForm


class TableLineForm(Form, frozen=True, kw_only=True):
    """What the lobby and the floor both show of a table."""

    table: str
    title: str
    book: str
    book_title: str
    edition: str
    """The digest of the edition that it runs under."""
    cards: str
    continuous: bool
    """Whether a machine takes the cards back and mixes them."""
    pace: str
    stage: str
    line: str
    coup: int
    shoe: int
    closes_at: Microseconds | None
    voided: bool
    halted: bool
    """Whether it waits for a ruling."""
    stopped: str
    digits: int
    minimum: Units
    maximum: Units
    places: int
    watching: int


class LobbyTableForm(TableLineForm, frozen=True, kw_only=True):
    """One table in the lobby."""

    options: dict[str, str]
    """What the book leaves to the house, as it is here."""
    wagers: int
    taken: int
    sits: bool
    """Whether the person who asks is at this table."""
    big_road: tuple[CellForm, ...]
    """The newest columns, counted from the first shown."""
    statistics: StatisticsForm
    good_roads: tuple[str, ...]
    """Shapes of the past; no forecast."""


class LobbyForm(Form, frozen=True, kw_only=True):
    """The tables of the house."""

    time: int
    tables: tuple[LobbyTableForm, ...]
