"""A clause register: every numbered sentence of a document, paraphrased, and what became of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from functools import cached_property
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
    """One numbered sentence of a rule document: its law, and what this program made of it.

    What the program made of it is no part of the edition, and is not compared.
    """

    id: ClauseId
    kind: ClauseKind
    gist: str
    scenario: str = field(default="", compare=False)
    note: str = field(default="", compare=False)
    recovered: bool = field(default=False, compare=False)
    """Whether its number had to be inferred from a damaged text."""
    status: Status = field(default=Status.OPEN, compare=False)
    where: tuple[str, ...] = field(default=(), compare=False)
    """The code that carries it out, embodies or represents it, as `room/file.py:name`."""
    tests: tuple[str, ...] = field(default=(), compare=False)
    """The tests in which it is cited or shown."""


@dataclass(frozen=True)
class RegisterText:
    """What a register says: all clauses of one document, in its order."""

    effective: str = ""
    """The day from which the document holds, as it prints it."""
    clauses: tuple[Clause, ...] = ()


class Register:
    """The clause register of a book; its text is read when it is first asked for."""

    def __init__(self, read: Callable[[], RegisterText]) -> None:
        self._read = read

    @classmethod
    def of(cls, text: RegisterText) -> Register:
        """A register that was read already."""
        return cls(lambda: text)

    @cached_property
    def text(self) -> RegisterText:
        """What it says."""
        return self._read()

    @property
    def effective(self) -> str:
        """The day from which the document holds, as it prints it."""
        return self.text.effective

    @cached_property
    def clauses(self) -> Mapping[ClauseId, Clause]:
        """Every clause by its id, in the document's order."""
        return MappingProxyType({clause.id: clause for clause in self.text.clauses})

    def named(self, number: str) -> Clause | None:
        """The clause with this number, whatever the case of its letters."""
        wanted = number.lower()
        return next((each for each in self.text.clauses if str(each.id).lower() == wanted), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Register) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Register.of({self.text!r})"


def read_register(text: str) -> RegisterText:
    """Read a register from TOML."""
    data = tomllib.loads(text)
    entries = tuple(_clause(entry) for entry in data["clause"])
    assert len({entry.id for entry in entries}) == len(entries), "a clause is listed twice"
    return RegisterText(data["document"]["effective"], entries)


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
