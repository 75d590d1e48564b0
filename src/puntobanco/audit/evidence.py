"""Evidence that grows coup by coup, and may be looked at after every coup.

Ordinary tests are made for one look. These two may be watched for ever: what is honest raises a
false alarm with a known chance (`Evidence`) or after a known time (`Drift`), however often one
looks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

RATES = (0.003, 0.01, 0.03, 0.1, 0.3, 0.8)
"""What shares of their fortunes the gamblers risk: small for rare events, large for common ones."""


class Evidence:
    """What gamblers made of one unit by betting that a patron is luckier than chance.

    Each bets a fixed share of their money on every surprise. If surprises are zero on average, or
    less, their common fortune is expected to stay at one, and the chance that it ever comes to N is
    at most 1 / N (Ville's inequality), whatever the distribution.
    """

    __slots__ = ("_fortunes",)

    def __init__(self) -> None:
        self._fortunes = [1 / len(RATES)] * len(RATES)

    def take(self, surprise: float) -> None:
        """The next surprise: nothing on average if all is honest, and never below -1."""
        assert surprise >= -1, surprise
        self._fortunes = [
            fortune * (1 + rate * surprise)
            for fortune, rate in zip(self._fortunes, RATES, strict=True)
        ]

    def happened(self, chance: float, *, hit: bool) -> None:
        """Something happened, or did not, that happens by chance no more often than this."""
        self.take(1 / chance - 1 if hit else -1)

    @property
    def fortune(self) -> float:
        """What they have now."""
        return sum(self._fortunes)


SHIFT = 0.02
"""The shift of a chance that the watch over it is made for; a greater one is found sooner."""
ALARM = 11.0
"""How far the sums of a drift go before it is told."""


@dataclass
class Drift:
    """Watches how often things happen whose chances are known (a cumulative sum each way).

    Each sum adds the logarithm of how much likelier the result would be after a shift, and begins
    again at nothing; so a drift is found as soon after a good year as after a good day. A sum of
    honest results comes to `ALARM` once in some tens of millions of results.
    """

    chances: dict[str, float]
    sums: dict[tuple[str, int], float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    alarm: tuple[str, int] | None = None
    """What happens too often (1) or too seldom (-1); it stays until the count is reset."""

    def __post_init__(self) -> None:
        self._steps = {}
        for name, chance in self.chances.items():
            self.counts.setdefault(name, 0)
            for way in (1, -1):
                other = chance + way * SHIFT
                self._steps[name, way] = (
                    math.log(other / chance),
                    math.log((1 - other) / (1 - chance)),
                )
                self.sums.setdefault((name, way), 0.0)

    def take(self, result: str) -> None:
        """The next result."""
        self.counts[result] += 1
        for key, (hit, miss) in self._steps.items():
            total = max(0.0, self.sums[key] + (hit if key[0] == result else miss))
            self.sums[key] = total
            if total >= ALARM and self.alarm is None:
                self.alarm = key
