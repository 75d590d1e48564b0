"""What a table wins in an hour, a shift, a day and a month, and how likely a loss is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.base.usage import UsageError
from puntobanco.odds.frame import Frame, Tabular
from puntobanco.odds.house_win import HouseWin
from puntobanco.odds.mix_words import MIX, periods_of, read_groups, read_risk
from puntobanco.odds.win_frames import bets_frame, periods_frame, win_periods
from puntobanco.surface.books import Rules
from puntobanco.surface.words import name_in, number_of_decks


@dataclass(frozen=True, repr=False)
class TableWin(Tabular):
    """What a table wins from patrons who bet in a known way; printed, it is a table."""

    rules: Rules
    core: HouseWin
    """The win of one coup as the engine knows it: exact mean and variance."""
    coups_per_hour: int
    periods: dict[str, int]
    """The hours of each period."""
    ruin: Fraction

    @property
    def frame(self) -> Frame:
        """The win of each period, its spread, and the chance of a loss."""
        found = win_periods(self.core, self.coups_per_hour, self.periods, self.ruin)
        return periods_frame(self.core, self.coups_per_hour, found, self.ruin)

    @property
    def bets(self) -> Frame:
        """What each bet brings in an hour."""
        return bets_frame(self.core, self.coups_per_hour)

    def _repr_html_(self) -> str:
        return self.frame.html() + self.bets.html()


def table_win(
    rules: Rules,
    bets: str | Sequence[str],
    *,
    coups_per_hour: int,
    hours: int,
    shifts: int,
    days: int,
    ruin: str,
    decks: int | None,
) -> TableWin:
    """What the table wins; `bets` are groups of patrons such as "6x banker=200@50% tie=20@10%"."""
    words = [bets] if isinstance(bets, str) else bets
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise UsageError(f"{bets!r} are not bets; write them as text: {MIX!r}")
    periods, risk = periods_of(coups_per_hour, hours, shifts, days), read_risk(str(ruin))
    groups = list(read_groups(rules.core, words, lambda name: name_in(name, rules.wagers, "wager")))
    win = HouseWin.of(rules.core, groups, decks=number_of_decks(decks, rules.decks))
    return TableWin(rules, win, coups_per_hour, periods, risk)
