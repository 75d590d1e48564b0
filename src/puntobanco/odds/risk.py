"""Chances that follow from a mean and a variance: of a loss, and of ruin.

These are the only figures of the odds that are approximations, and floats. A sum of many coups is
taken as normal, and a bankroll on its way as a diffusion with the same mean and variance; both
take coups as independent. Wagers that win seldom and much need many coups before that is near.
"""

from __future__ import annotations

import math
from fractions import Fraction

_ROOT_TWO = math.sqrt(2)
_STEPS = 200


def loss_chance(mean: Fraction, variance: Fraction, coups: Fraction) -> float:
    """The chance that so many coups together lose money, by the normal approximation.

    >>> round(loss_chance(Fraction(1), Fraction(100), Fraction(100)), 4)
    0.1587
    """
    if not variance:
        return 0.0 if mean >= 0 else 1.0
    return _below(-float(mean) * math.sqrt(coups / variance))


def ruin_chance(
    mean: Fraction, variance: Fraction, bankroll: Fraction, coups: Fraction | None = None
) -> float:
    """The chance that a bankroll is lost within so many coups, or ever, as a diffusion.

    >>> round(ruin_chance(Fraction(1), Fraction(100), Fraction(230)), 4)
    0.0101
    """
    if not variance:
        return 0.0 if mean >= 0 else 1.0
    reflected = -2 * float(mean) * float(bankroll) / float(variance)
    if coups is None:
        return math.exp(min(reflected, 0.0))
    spread = math.sqrt(coups * variance)
    drift = float(mean * coups)
    direct = _below((-float(bankroll) - drift) / spread)
    back = reflected + _log_below((-float(bankroll) + drift) / spread)
    return min(direct + math.exp(min(back, 0.0)), 1.0)


def bankroll_for(
    risk: Fraction, mean: Fraction, variance: Fraction, coups: Fraction | None = None
) -> Fraction | None:
    """The least bankroll whose chance of ruin is no higher than `risk`; None where none is enough.

    >>> round(float(bankroll_for(Fraction(1, 100), Fraction(1), Fraction(100)) or 0), 2)
    230.26
    """
    assert 0 < risk < 1, risk
    if not variance:
        return Fraction(0)
    if coups is None:
        if mean <= 0:
            return None
        return Fraction(math.log(1 / risk)) * variance / (2 * mean)
    low, high = Fraction(0), Fraction(1)
    while ruin_chance(mean, variance, high, coups) > risk:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if high - low <= high / 10**12:
            break
        if ruin_chance(mean, variance, middle, coups) > risk:
            low = middle
        else:
            high = middle
    return high


def _below(deviations: float) -> float:
    """The chance that a normal number is so many deviations from its mean, or lower."""
    return math.erfc(-deviations / _ROOT_TWO) / 2


def _log_below(deviations: float) -> float:
    """Its logarithm, also where the chance itself is too small for a float."""
    if deviations > -30:
        return math.log(_below(deviations))
    tail = 1 - 1 / deviations**2
    return -(deviations**2) / 2 - math.log(-deviations * math.sqrt(2 * math.pi)) + math.log(tail)
