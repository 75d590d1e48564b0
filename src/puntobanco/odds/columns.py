"""Facts of all outcome classes side by side, so that a condition is asked once for all of them.

A set of classes is the bits of one integer. The conditions of the rules are written with
operators alone, so they take these columns as they take single numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from puntobanco.rules.conditions import Condition
from puntobanco.rules.facts import FACTS
from puntobanco.rules.outcomes import Outcome, OutcomeClass, outcome


class ClassSet:
    """Some of the classes in view: bit n stands for the n-th."""

    __slots__ = ("bits", "everything")

    def __init__(self, bits: int, everything: int) -> None:
        self.bits = bits
        self.everything = everything

    def __and__(self, other: ClassSet) -> ClassSet:
        return ClassSet(self.bits & other.bits, self.everything)

    def __or__(self, other: ClassSet) -> ClassSet:
        return ClassSet(self.bits | other.bits, self.everything)

    def __xor__(self, other: ClassSet | bool) -> ClassSet:
        bits = other.bits if isinstance(other, ClassSet) else self.everything * other
        return ClassSet(self.bits ^ bits, self.everything)

    def __invert__(self) -> ClassSet:
        return ClassSet(self.bits ^ self.everything, self.everything)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __iter__(self) -> Iterator[int]:
        """The places of its members, in order."""
        written = f"{self.bits:b}"[::-1]
        place = written.find("1")
        while place >= 0:
            yield place
            place = written.find("1", place + 1)


class FactColumn:
    """One fact's value for every class in view."""

    __hash__ = None  # type: ignore[assignment]  # equality answers for each class, not for all

    def __init__(self, values: Sequence[int]) -> None:
        self._everything = (1 << len(values)) - 1
        written: dict[int, list[str]] = {value: ["0"] * len(values) for value in set(values)}
        for place, value in enumerate(values):
            written[value][-1 - place] = "1"
        self._bits = {value: int("".join(digits), 2) for value, digits in written.items()}

    def __eq__(self, value: object) -> ClassSet:  # type: ignore[override]  # a column of answers
        bits = self._bits.get(value, 0) if isinstance(value, int) else 0
        return ClassSet(bits, self._everything)

    def __ge__(self, value: int) -> ClassSet:
        bits = sum(bits for each, bits in self._bits.items() if each >= value)
        return ClassSet(bits, self._everything)


class FactColumns(Mapping[str, FactColumn]):
    """A column for each fact, made when first asked for."""

    def __init__(self, classes: Sequence[OutcomeClass]) -> None:
        self._outcomes: list[Outcome] = [outcome(number) for number in classes]
        self._made: dict[str, FactColumn] = {}
        self.everything = ClassSet((1 << len(classes)) - 1, (1 << len(classes)) - 1)

    def __getitem__(self, fact: str) -> FactColumn:
        if fact not in self._made:
            ask: Callable[[Outcome], int] = FACTS[fact]
            self._made[fact] = FactColumn([ask(each) for each in self._outcomes])
        return self._made[fact]

    def __iter__(self) -> Iterator[str]:
        return iter(FACTS)

    def __len__(self) -> int:
        return len(FACTS)

    def where(self, condition: Condition) -> ClassSet:
        """The classes that satisfy a condition."""
        answer: object = condition.holds(cast("Mapping[str, int]", self))
        return cast("ClassSet", answer)


def split(sets: Sequence[ClassSet], everything: ClassSet) -> list[ClassSet]:
    """The smallest parts of which all these sets are made up."""
    parts = [everything] if everything else []
    for each in sets:
        parts = [part for old in parts for part in (old & each, old & ~each) if part]
    return parts
