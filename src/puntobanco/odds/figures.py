"""How odds are written: shares in per cent, exact numbers, what a wager pays."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.rules.wagers import Wager, Win


def percent(share: Fraction, digits: int = 4) -> str:
    """A share of one in per cent, without the %; exact until it is rounded for show.

    >>> percent(Fraction(43, 415)), percent(Fraction(-1, 3), 2), percent(Fraction(-1, 10**6), 2)
    ('10.3614', '-33.33', '0.00')
    """
    scaled = round(share * 100 * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{digits}d}"


def exact(number: Fraction) -> str:
    """An exact number for machines: numerator/denominator."""
    return f"{number.numerator}/{number.denominator}"


def pays(wager: Wager) -> str:
    """What a wager pays, in a few words: its different payoffs, the highest first."""
    wins = {line.end for line in wager.ends() if isinstance(line.end, Win)}
    ranked = sorted(wins, key=lambda win: win.net, reverse=True)
    if len(ranked) <= 2:
        return ", ".join(map(str, ranked))
    return f"{ranked[0].payoff.ratio} ... {ranked[-1].payoff.ratio} to 1"
