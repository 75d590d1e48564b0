"""What a layout offers: wagers as ordered lines, first match rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Payoff
from puntobanco.rules.conditions import Condition
from puntobanco.rules.facts import Facts, facts_of
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.slots import Hand


@dataclass(frozen=True, slots=True)
class Win:
    """The stake wins at a payoff, of which the House may keep a commission.

    >>> Win(Payoff(1), commission=Payoff(1, 20)).net
    Fraction(19, 20)
    """

    payoff: Payoff
    commission: Payoff | None = None
    """The part of the winnings kept, so many to so many: 1 to 20 is 5 %."""

    @property
    def net(self) -> Fraction:
        """What a unit staked wins after commission."""
        kept = self.commission.ratio if self.commission else Fraction(0)
        return self.payoff.ratio * (1 - kept)

    def __str__(self) -> str:
        if self.commission is None:
            return str(self.payoff)
        percent = self.commission.ratio * 100
        return f"{self.payoff} less {percent} %"


@dataclass(frozen=True, slots=True)
class Push:
    """The stake neither wins nor loses."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Lose:
    """The stake is lost."""

    def __str__(self) -> str:
        return "loses"


End: TypeAlias = Win | Push | Lose
"""How a line ends. Never a signed number, so that rounding exists only inside `Win`."""


@unique
class Result(Enum):
    """What became of a stake."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@unique
class Side(Enum):
    """Where the layout draws a wager."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    BOTH = "both"
    """On neither hand's side: in the middle."""


@unique
class WagerKind(Enum):
    """What a wager is to the rest of the rules."""

    PLAYER = "player"
    """On Player's hand: counts in the Differential."""
    BANKER = "banker"
    """On Banker's hand: counts in the Differential."""
    TIE = "tie"
    SIDE = "side"

    @property
    def is_main(self) -> bool:
        """Whether it is a wager on a hand or on a tie."""
        return self is not WagerKind.SIDE

    @property
    def hand(self) -> Hand | None:
        """The hand it backs, where it counts in the Differential."""
        if self is WagerKind.PLAYER:
            return Hand.PLAYER
        return Hand.BANKER if self is WagerKind.BANKER else None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a wager: when it applies, how it ends, which clauses say so."""

    when: Condition
    end: End
    clauses: Clauses
    label: str
    """What happened, in a few words for people."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The last line of every wager: what happens when no other line applies."""

    end: End
    clauses: Clauses
    label: str = "otherwise"


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a wager is taken, where they differ from the main wagers'."""

    offer_clauses: Clauses = ()
    """Offers it."""
    area_clauses: Clauses = ()
    """Gives it its area on the layout."""
    needs_main_clauses: Clauses = ()
    """Orders that it be laid beside a main wager; empty where it may stand alone."""
    late_clauses: Clauses = ()
    limit_clauses: Clauses = ()
    pay_clauses: Clauses = ()
    """Orders that it be paid once the result is announced, and not before."""


@dataclass(frozen=True)
class Wager:
    """A bet that the layout offers; money on it is a stake."""

    name: str
    title: str
    kind: WagerKind
    lines: tuple[Line, ...]
    otherwise: Otherwise
    terms: Terms = Terms()
    side: Side | None = None
    """Where the layout draws it; None: where its kind belongs."""

    @property
    def drawn(self) -> Side:
        """Where the layout draws it."""
        if self.side is not None:
            return self.side
        return Side.BOTH if self.kind is WagerKind.SIDE else Side(self.kind.value)

    def verdict(self, number: OutcomeClass) -> Line | Otherwise:
        """The line that decides this wager for a finished coup."""
        known = self._verdicts.get(number)
        if known is None:
            known = self._verdicts[number] = self.verdict_on(facts_of(number))
        return known

    def verdict_on(self, facts: Facts) -> Line | Otherwise:
        """The line that decides this wager when these are the facts."""
        return next((line for line in self.lines if line.when.holds(facts)), self.otherwise)

    @cached_property
    def commission(self) -> Payoff | None:
        """What the House keeps of its winnings, where it keeps any."""
        kept = (line.end.commission for line in self.lines if isinstance(line.end, Win))
        return next((each for each in kept if each is not None), None)

    @cached_property
    def _verdicts(self) -> dict[OutcomeClass, Line | Otherwise]:
        return {}  # filled as asked: most of the 8,100 classes never are

    def ends(self) -> Iterator[Line | Otherwise]:
        """Every line, the last one included."""
        yield from self.lines
        yield self.otherwise
