"""Reading what patrons bet at a table, and for how long it is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from puntobanco.base.money import UnreadableAmountError
from puntobanco.base.nouns import how_many
from puntobanco.odds.house_win import BadMixError, Group, MixedBet
from puntobanco.rules.book import HouseRules

MIX = "6x banker=200@50% player=200@40% tie=20@10%"
"""Bets for example."""


def periods_of(coups_per_hour: int, hours: int, shifts: int, days: int) -> dict[str, int]:
    """The hours of each period, the longest last: hours of a shift, shifts a day, days a month."""
    for name, value, most in (
        ("coups an hour", coups_per_hour, 1000),
        ("hours of a shift", hours, 24),
        ("shifts of a day", shifts, 24),
        ("days of a month", days, 366),
    ):
        if not isinstance(value, int) or not 1 <= value <= most:
            raise BadMixError(f"{name} must be a whole number from 1 to {most}, not {value}")
    day = hours * shifts
    if day > 24:
        words = f"{how_many(shifts, 'shift')} of {how_many(hours, 'hour')}"
        raise BadMixError(f"{words} are longer than a day; give fewer")
    return {"hour": 1, "shift": hours, "day": day, "month": day * days}


def _share(words: str) -> Fraction:
    """A percentage as a part of one; without its sign, 0.5 could be meant for a half."""
    if not re.fullmatch(r"\d{1,3}(?:\.\d{1,9})?%", words, re.ASCII):
        raise BadMixError(f"`{words}` is not a percentage; write 50% or 0.1%")
    return Fraction(words.removesuffix("%")) / 100


def read_risk(words: str) -> Fraction:
    """A chance of ruin such as 1%."""
    risk = _share(words)
    if not 0 < risk < 1:
        raise BadMixError(
            f"a risk of {words} is not possible; give more than 0 % and less than 100 %"
        )
    return risk


def read_groups(
    rules: HouseRules, words: Sequence[str], named: Callable[[str], str]
) -> Iterator[Group]:
    """Groups of patrons from words such as 6x banker=200@50% tie=20@10%.

    `named` gives the wager that a user means.
    """
    patrons, bets = 1, list[MixedBet]()
    for word in (part for each in words for part in each.split()):
        if counted := re.fullmatch(r"(\d{1,6})[x\u00d7]", word.lower(), re.ASCII):
            if bets:
                yield Group(patrons, tuple(bets))
            patrons, bets = int(counted[1]), []
        else:
            bets.append(_bet(rules, word, named))
    if not bets:
        raise BadMixError(f"say what the patrons bet, for example {MIX}")
    yield Group(patrons, tuple(bets))


def _bet(rules: HouseRules, word: str, named: Callable[[str], str]) -> MixedBet:
    wager, equals, rest = word.rpartition("=")
    amount, at, part = rest.partition("@")
    if not equals:
        raise BadMixError(
            f"`{word}` is not a bet; write WAGER=AVERAGE@SHARE, such as banker=200@50%, "
            "after a number of patrons such as 6x"
        )
    try:
        average = rules.settings.currency.read(amount)
    except UnreadableAmountError as error:
        raise BadMixError(f"`{word}`: {error}") from None
    return MixedBet(named(wager), average, _share(part) if at else Fraction(1))
