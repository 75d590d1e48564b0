"""Conditions over named facts, as values that can be read, printed and evaluated.

They are kept flat (no `&` directly inside a `&`), so that what is printed reads back as the same
value. They are evaluated with operators alone, so that a fact's value may be one number or a column
of numbers for many coups; the answer is then a column too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import and_, or_


class Condition(ABC):
    """Something that facts satisfy or not; joined with `&`, `|` and `~`."""

    __slots__ = ()

    @abstractmethod
    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts satisfy it."""

    @abstractmethod
    def facts(self) -> Iterator[str]:
        """The facts it asks about."""

    def __and__(self, other: Condition) -> Condition:
        return AllOf((self, other))

    def __or__(self, other: Condition) -> Condition:
        return AnyOf((self, other))

    def __invert__(self) -> Condition:
        return Not(self)


@dataclass(frozen=True, slots=True)
class Is(Condition):
    """A fact has this value; a truth is written without one.

    >>> str(Is("banker_wins") & Is("banker_total", 6) & ~Is("player_pair"))
    'banker_wins & banker_total == 6 & ~player_pair'
    """

    fact: str
    value: int | None = None

    def holds(self, facts: Mapping[str, int]) -> bool:
        return facts[self.fact] == (1 if self.value is None else self.value)

    def facts(self) -> Iterator[str]:
        yield self.fact

    def __str__(self) -> str:
        return self.fact if self.value is None else f"{self.fact} == {self.value}"


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """A fact has this value or a higher one."""

    fact: str
    value: int

    def holds(self, facts: Mapping[str, int]) -> bool:
        return facts[self.fact] >= self.value

    def facts(self) -> Iterator[str]:
        yield self.fact

    def __str__(self) -> str:
        return f"{self.fact} >= {self.value}"


@dataclass(frozen=True, slots=True)
class _Joined(Condition):
    """Several parts, with those of parts of the same kind in their place."""

    parts: tuple[Condition, ...]

    def __post_init__(self) -> None:
        assert len(self.parts) > 1, self.parts
        inside = (each.parts if isinstance(each, type(self)) else (each,) for each in self.parts)
        object.__setattr__(self, "parts", tuple(chain.from_iterable(inside)))

    def facts(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.facts()


@dataclass(frozen=True, slots=True)
class AllOf(_Joined):
    """Every part holds."""

    def holds(self, facts: Mapping[str, int]) -> bool:
        return reduce(and_, (part.holds(facts) for part in self.parts))

    def __str__(self) -> str:
        return " & ".join(
            f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class AnyOf(_Joined):
    """At least one part holds."""

    def holds(self, facts: Mapping[str, int]) -> bool:
        return reduce(or_, (part.holds(facts) for part in self.parts))

    def __str__(self) -> str:
        return " | ".join(str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The part does not hold."""

    part: Condition

    def holds(self, facts: Mapping[str, int]) -> bool:
        return self.part.holds(facts) ^ True

    def facts(self) -> Iterator[str]:
        yield from self.part.facts()

    def __str__(self) -> str:
        return (
            f"~{self.part}"
            if isinstance(self.part, Is) and self.part.value is None
            else f"~({self.part})"
        )


BANKER_WINS = Is("banker_wins")
TIE = Is("tie")
