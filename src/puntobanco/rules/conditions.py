"""Conditions over named facts, as values that can be read, printed and evaluated.

They are evaluated with operators alone, so that a fact's value may be one number or a column of
numbers for many coups; the answer is then a column too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Condition: TypeAlias = "Is | AtLeast | All | Any | Not"


class _Combinable:
    """Lets conditions be joined with `&`, `|` and `~`."""

    __slots__ = ()

    def __and__(self: Condition, other: Condition) -> Condition:
        return All((self, other))

    def __or__(self: Condition, other: Condition) -> Condition:
        return Any((self, other))

    def __invert__(self: Condition) -> Condition:
        return Not(self)


@dataclass(frozen=True, slots=True)
class Is(_Combinable):
    """A fact has this value; a truth is written without one.

    >>> str(Is("banker_wins") & Is("banker_total", 6) & ~Is("player_pair"))
    'banker_wins & banker_total == 6 & ~player_pair'
    """

    fact: str
    value: int | None = None

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""
        return facts[self.fact] == (1 if self.value is None else self.value)

    def facts(self) -> Iterator[str]:
        """The facts it asks about."""
        yield self.fact

    def __str__(self) -> str:
        return self.fact if self.value is None else f"{self.fact} == {self.value}"


@dataclass(frozen=True, slots=True)
class AtLeast(_Combinable):
    """A fact has this value or a higher one."""

    fact: str
    value: int

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""
        return facts[self.fact] >= self.value

    def facts(self) -> Iterator[str]:
        """The facts it asks about."""
        yield self.fact

    def __str__(self) -> str:
        return f"{self.fact} >= {self.value}"


@dataclass(frozen=True, slots=True)
class All(_Combinable):
    """Every part holds."""

    parts: tuple[Condition, ...]

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""
        result = self.parts[0].holds(facts)
        for part in self.parts[1:]:
            result = result & part.holds(facts)
        return result

    def facts(self) -> Iterator[str]:
        """The facts it asks about."""
        for part in self.parts:
            yield from part.facts()

    def __str__(self) -> str:
        return " & ".join(
            f"({part})" if isinstance(part, Any) else str(part) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class Any(_Combinable):
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""
        result = self.parts[0].holds(facts)
        for part in self.parts[1:]:
            result = result | part.holds(facts)
        return result

    def facts(self) -> Iterator[str]:
        """The facts it asks about."""
        for part in self.parts:
            yield from part.facts()

    def __str__(self) -> str:
        return " | ".join(str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not(_Combinable):
    """The part does not hold."""

    part: Condition

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""
        return self.part.holds(facts) ^ True

    def facts(self) -> Iterator[str]:
        """The facts it asks about."""
        yield from self.part.facts()

    def __str__(self) -> str:
        return (
            f"~{self.part}"
            if isinstance(self.part, Is) and self.part.value is None
            else f"~({self.part})"
        )


PLAYER_WINS = Is("player_wins")
BANKER_WINS = Is("banker_wins")
TIE = Is("tie")
