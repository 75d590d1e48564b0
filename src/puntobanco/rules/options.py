"""What a book leaves to the operator, and things that depend on the operator's choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from puntobanco.base.clauses import Clauses

OptionValues: TypeAlias = Mapping[str, str]
"""A value for every option of a book, by name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with a few named values; the first is the default."""

    name: str
    values: tuple[str, ...]
    meaning: str
    clauses: Clauses

    @property
    def default(self) -> str:
        """What holds when nobody says otherwise."""
        return self.values[0]

    @property
    def expected(self) -> str:
        """The values it takes, for people."""
        return ", ".join(self.values)


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option that is a whole number within a range."""

    name: str
    low: int
    high: int
    default: str
    meaning: str
    clauses: Clauses

    @property
    def expected(self) -> str:
        """The values it takes, for people."""
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Sum:
    """An option that is an amount of money, or off."""

    name: str
    meaning: str
    clauses: Clauses
    default: str = "off"

    @property
    def expected(self) -> str:
        """The values it takes, for people."""
        return "off or an amount such as 10.00"


Option: TypeAlias = Choice | NumberOption | Sum


def value_meant(option: Option, value: str) -> str:
    """The value that a person means, whatever its case; what is none stays as it is."""
    known = option.values if isinstance(option, Choice) else (option.default,)
    return next((each for each in known if each.lower() == value.lower()), value)


@dataclass(frozen=True, slots=True)
class Given:
    """A condition on the operator's choices: each named option has one of some values."""

    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __post_init__(self) -> None:
        for name, values in self.choices:
            assert values, self
            assert not any(set(word) & set(" =|") or not word for word in (name, *values)), self

    def holds(self, options: OptionValues) -> bool:
        """Whether the options satisfy it."""
        return all(options[name] in values for name, values in self.choices)

    def __str__(self) -> str:
        return " ".join(f"{name}={'|'.join(values)}" for name, values in self.choices)


@dataclass(frozen=True, slots=True)
class ForbiddenChoices:
    """A combination of choices that the book forbids."""

    when: Given
    sentence: str
    clauses: Clauses


ALWAYS = Given()


def given(**choices: str) -> Given:
    """A condition on options; values are separated by blanks, underscores stand for hyphens.

    >>> str(given(perfect_pair="1 2", style="B"))
    'perfect-pair=1|2 style=B'
    """
    return Given(
        tuple((name.replace("_", "-"), tuple(values.split())) for name, values in choices.items())
    )


def read_given(text: str) -> Given:
    """Read a condition on options as it prints itself.

    >>> read_given("perfect-pair=1|2 style=B") == given(perfect_pair="1 2", style="B")
    True
    """
    choices = []
    for word in text.split():
        name, _, values = word.partition("=")
        if not name or not all(values.split("|")):
            raise ValueError(f"{word!r} is not an option with its values; write style=B or tie=8|9")
        choices.append((name, tuple(values.split("|"))))
    return Given(tuple(choices))


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Case(Generic[Thing]):
    """Something that holds when the operator chose so."""

    thing: Thing
    when: Given = ALWAYS


def holding(cases: Iterable[Case[Thing]], options: OptionValues) -> tuple[Thing, ...]:
    """The things whose condition the options satisfy, in order."""
    return tuple(case.thing for case in cases if case.when.holds(options))


@dataclass(frozen=True, slots=True)
class HouseWide:
    """An option that must have one value on all tables of a house that use it."""

    option: str
    clauses: Clauses
