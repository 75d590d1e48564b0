"""Money in whole units, payoffs as exact ratios, rounding as a stated choice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction
from typing import TypeAlias

from puntobanco.base.usage import UsageError

Units: TypeAlias = int
"""An amount in the table's smallest money unit, a cent unless its currency says otherwise."""

UNITS_MAX: Units = 10**15
"""The greatest amount read: far above any table, and still exact in every JSON reader."""


class UnreadablePayoffError(UsageError):
    """A text that is no payoff."""


class UnreadableAmountError(UsageError):
    """A text that is no amount of money that could be staked."""


@dataclass(frozen=True, slots=True)
class Currency:
    """How a table writes money: with so many digits after the point.

    >>> Currency().read("12.5"), Currency().write(1250), Currency(digits=0).read("12")
    (1250, '12.50', 12)
    """

    digits: int = 2

    @property
    def units_per_one(self) -> Units:
        """How many units make one of the currency."""
        return int(10**self.digits)

    @property
    def smallest(self) -> str:
        """One unit, written."""
        return self.write(1)

    def read(self, text: str) -> Units:
        """Read an amount above zero; every other text is refused with what is wrong with it."""
        match = re.fullmatch(r"([+-]?)(\d{0,40})(?:\.(\d{1,40}))?", text.strip(), re.ASCII)
        if match is None or not (match[2] or match[3]):
            example = self.write(100 * self.units_per_one)
            raise UnreadableAmountError(
                f"{text!r} is not an amount; write digits such as {example}"
            )
        sign, whole, fraction = match[1], match[2] or "0", (match[3] or "").rstrip("0")
        if len(fraction) > self.digits:
            raise UnreadableAmountError(
                f"{text!r} is finer than the smallest unit {self.smallest}; use a multiple of it"
            )
        amount = int(whole) * self.units_per_one + int(fraction.ljust(self.digits, "0") or "0")
        if sign == "-" or amount == 0:
            raise UnreadableAmountError(
                f"{text!r} is not above zero; the smallest amount is {self.smallest}"
            )
        if amount > UNITS_MAX:
            raise UnreadableAmountError(
                f"{text!r} is too large; the greatest amount is {self.write(UNITS_MAX)}"
            )
        return amount

    def write(self, amount: Units) -> str:
        """An amount, negative ones included, in its one canonical form."""
        sign = "-" if amount < 0 else ""
        whole, fraction = divmod(abs(amount), self.units_per_one)
        return f"{sign}{whole}.{fraction:0{self.digits}d}" if self.digits else f"{sign}{whole}"

    def show(self, amount: Units) -> str:
        """An amount as people read it, its thousands set apart.

        >>> Currency().show(175000), Currency(digits=0).show(-1234567)
        ('1,750.00', '-1,234,567')
        """
        whole, point, fraction = self.write(amount).partition(".")
        return f"{int(whole):,}{point}{fraction}"


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a win pays on top of the stake: `gain` to `stake`.

    >>> str(Payoff(8)), str(Payoff(1, 2)), Payoff(1, 2).on(5)
    ('8 to 1', '1 to 2', Fraction(5, 2))
    """

    gain: int
    stake: int = 1

    def __post_init__(self) -> None:
        assert self.gain > 0, self
        assert self.stake > 0, self

    def __str__(self) -> str:
        return f"{self.gain} to {self.stake}"

    @property
    def ratio(self) -> Fraction:
        """The payoff per unit staked."""
        return Fraction(self.gain, self.stake)

    def on(self, stake: Units) -> Fraction:
        """What a stake wins, exactly, in units and parts of a unit."""
        return Fraction(stake * self.gain, self.stake)


def read_payoff(text: str) -> Payoff:
    """Read a payoff: 25, 0.95, 1/2, 1:2 or "1 to 2".

    >>> str(read_payoff("25")), str(read_payoff("1:2")), str(read_payoff("0.95"))
    ('25 to 1', '1 to 2', '19 to 20')
    """
    text = text.strip()
    if re.fullmatch(r"\d{0,9}\.\d{1,9}", text, re.ASCII) and (ratio := Fraction(text)):
        return Payoff(ratio.numerator, ratio.denominator)
    match = re.fullmatch(r"(\d{1,9})(?:(?:/|:| to )(\d{1,9}))?", text, re.ASCII)
    if match is None or not int(match[1]) or (match[2] and not int(match[2])):
        raise UnreadablePayoffError(f"`{text}` is not a payoff; write 25, 0.95 or 1/2")
    return Payoff(int(match[1]), int(match[2] or "1"))


@unique
class Direction(Enum):
    """Which way an amount is rounded that cannot be paid exactly."""

    DOWN = "down"
    NEAREST = "nearest"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Rounding:
    """The table's choice for amounts it cannot pay exactly: to a multiple, in a direction.

    >>> Rounding(to=50).apply(Fraction(95)), Rounding(50, Direction.NEAREST).apply(Fraction(75))
    (50, 100)
    """

    to: Units = 1
    direction: Direction = Direction.DOWN

    def __post_init__(self) -> None:
        assert self.to > 0, self

    def apply(self, exact: Fraction) -> Units:
        """Round an exact amount to one that can be paid; a half goes up."""
        steps, rest = divmod(exact, self.to)
        match self.direction:
            case Direction.DOWN:
                up = False
            case Direction.NEAREST:
                up = 2 * rest >= self.to
            case Direction.UP:
                up = rest > 0
        return (steps + up) * self.to
