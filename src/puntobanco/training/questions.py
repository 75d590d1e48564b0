"""Questions as values: a coup to draw, a stake to pay, an irregularity to rule on."""

from __future__ import annotations

from enum import Enum, unique
from typing import TypeAlias

import msgspec

from puntobanco.base.money import Units
from puntobanco.rules.coup import DealtCoup
from puntobanco.rules.rulings import Irregularity, Step


@unique
class Kind(Enum):
    """What is practised."""

    DRAW = "draw"
    PAYOUT = "payout"
    RULING = "ruling"


KINDS = tuple(Kind)


@unique
class Asks(Enum):
    """What is asked of a coup."""

    PLAYER_DRAWS = "player-draws"
    BANKER_DRAWS = "banker-draws"
    WINNER = "winner"


class DrawQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Cards as they lie: does a hand draw, or who has won?"""

    number: int
    asks: Asks
    coup: DealtCoup

    @property
    def topic(self) -> str:
        """What to practise after a wrong answer."""
        return self.asks.value


class PayoutQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A finished coup and a stake: what is paid, or (no wager) which Ante is collected?"""

    number: int
    coup: DealtCoup
    wager: str
    stake: Units
    ante: bool = False
    """Whether the Ante is asked for that goes with the stake."""

    @property
    def topic(self) -> str:
        """What to practise after a wrong answer."""
        return "ante" if self.ante else self.wager


class RulingQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Something went wrong: what does the book order?"""

    number: int
    irregularity: Irregularity
    facts: dict[str, bool]
    """What decides, in the order in which the book asks."""
    choices: tuple[tuple[Step, ...], ...]
    """Rulings of this book, one of them the right one."""

    @property
    def topic(self) -> str:
        """What to practise after a wrong answer."""
        return self.irregularity.value


Question: TypeAlias = DrawQuestion | PayoutQuestion | RulingQuestion

_KINDS = {
    DrawQuestion: Kind.DRAW,
    PayoutQuestion: Kind.PAYOUT,
    RulingQuestion: Kind.RULING,
}


def kind_of(question: Question) -> Kind:
    """What a question practises."""
    return _KINDS[type(question)]
