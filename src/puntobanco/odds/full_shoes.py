"""The weights of full shoes, kept in a file so that the common question needs no kernel.

In a shoe of d complete decks every card is there d times, and the kernel only adds, subtracts and
multiplies counts; so the weight of each class is a polynomial in d with whole coefficients, of
degree six at most and without a constant term. `full_shoes.txt.gz` has one line for each
different polynomial: its coefficients of d, d**2 ... d**6, a colon, and the classes it belongs to.
The first line is the tableau it was made for. `benchmarks/odds_full_shoes.py` writes it, a test
compares it with the kernel.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

DEGREE = 6


class FullShoes(NamedTuple):
    """The tableau, the classes it can reach in order, and a polynomial for each."""

    tableau: str
    classes: tuple[int, ...]
    polynomials: tuple[tuple[int, ...], ...]

    def weights(self, decks: int) -> list[int]:
        """The weight of every class for a full shoe."""
        powers = [decks**power for power in range(1, DEGREE + 1)]
        known: dict[tuple[int, ...], int] = {}
        found = []
        for each in self.polynomials:
            if each not in known:
                known[each] = sum(map(int.__mul__, each, powers))
            found.append(known[each])
        return found


def write(tableau: str, classes: Sequence[int], polynomials: Sequence[tuple[int, ...]]) -> bytes:
    """The content of the file."""
    members: dict[tuple[int, ...], list[int]] = {}
    for number, each in zip(classes, polynomials, strict=True):
        members.setdefault(each, []).append(number)
    lines = [tableau]
    lines += [
        f"{' '.join(map(str, each))} : {' '.join(map(str, numbers))}"
        for each, numbers in members.items()
    ]
    return gzip.compress("\n".join(lines).encode("ascii"), mtime=0)


@cache
def full_shoes() -> FullShoes:
    """Read the file."""
    packed = files("puntobanco.odds").joinpath("full_shoes.txt.gz").read_bytes()
    tableau, *lines = gzip.decompress(packed).decode("ascii").split("\n")
    found: dict[int, tuple[int, ...]] = {}
    for line in lines:
        coefficients, _, numbers = line.partition(" : ")
        each = tuple(map(int, coefficients.split()))
        for number in numbers.split():
            found[int(number)] = each
    classes = tuple(sorted(found))
    return FullShoes(tableau, classes, tuple(found[number] for number in classes))
