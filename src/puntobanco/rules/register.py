"""A clause register: every numbered sentence of a document, paraphrased, and what became of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType
from typing import Any

from puntobanco.base.clauses import ClauseId


@unique
class ClauseKind(Enum):
    """What a clause speaks of."""

    DEFINITION = "definition"
    DEAL = "deal"
    WAGER = "wager"
    SETTLE = "settle"
    SHOE = "shoe"
    ROLE = "role"
    DISPLAY = "display"
    IRREGULARITY = "irregularity"
    PHYSICAL = "physical"


@unique
class Status(Enum):
    """How far the software carries a clause out."""

    CARRIED_OUT = "carried-out"
    """A test produces an event, a refusal or a settlement line that cites it."""
    REPRESENTED = "represented"
    """A meaning or a state that named code embodies."""
    STAFF = "staff"
    """A gesture of people at the table, with the place where the software represents it."""
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered sentence of a rule document."""

    id: ClauseId
    kind: ClauseKind
    gist: str
    scenario: str
    note: str
    recovered: bool
    """Whether its number had to be inferred from a damaged text."""
    status: Status
    where: tuple[str, ...]
    """The code that carries it out, embodies or represents it, as `room/file.py:name`."""
    tests: tuple[str, ...]
    """The tests in which it is cited or shown."""


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses of one document, in its order."""

    short: str
    title: str
    version: str
    effective: str
    clauses: Mapping[ClauseId, Clause]


def read_register(text: str) -> Register:
    """Read a register from TOML."""
    data = tomllib.loads(text)
    entries = [_clause(entry) for entry in data["clause"]]
    clauses = {entry.id: entry for entry in entries}
    assert len(clauses) == len(entries), "a clause is listed twice"
    document = data["document"]
    return Register(
        short=document["short"],
        title=document["title"],
        version=document["version"],
        effective=document["effective"],
        clauses=MappingProxyType(clauses),
    )


def _clause(entry: dict[str, Any]) -> Clause:
    return Clause(
        id=ClauseId(entry["id"]),
        kind=ClauseKind(entry["kind"]),
        gist=entry["gist"],
        scenario=entry.get("scenario", ""),
        note=entry.get("note", ""),
        recovered=entry.get("recovered", False),
        status=Status(entry.get("status", "open")),
        where=tuple(entry.get("where", ())),
        tests=tuple(entry.get("tests", ())),
    )
