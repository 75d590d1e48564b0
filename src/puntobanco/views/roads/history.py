"""What a shoe has shown so far: counts, streaks and the shapes that lobbies call good roads.

All of it is history. Coups are as good as independent, so nothing here says what comes next. A page
or drawing that shows it must show `NOT_A_FORECAST` with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique

from puntobanco.views.roads.shoe_roads import NAMES, Bead, Side, Streak, streaks
from puntobanco.wire.forms import StatisticsForm

NOT_A_FORECAST = "Roads are history, not a forecast."


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts of one shoe, and what a drawing says beside them."""

    counts: StatisticsForm
    streaks: int
    current: Streak | None
    results_only: bool
    """Nothing but the results was known: no pair and no natural could be counted."""


def statistics(some: Sequence[Bead]) -> Statistics:
    """Count one shoe."""
    runs = streaks(some)
    coups, results = len(some), [bead.outcome for bead in some]
    player, tie, banker = (results.count(letter) for letter in ("P", "T", "B"))

    def percent(count: int) -> int:
        """A count's share of all coups, rounded to the nearest whole."""
        return (200 * count + coups) // (2 * coups) if coups else 0

    def longest(side: Side) -> int:
        return max((run.length for run in runs if run.side == side), default=0)

    current = runs[-1] if runs else None
    counts = StatisticsForm(
        coups=coups,
        player=player,
        tie=tie,
        banker=banker,
        player_pairs=sum([bead.player_pair for bead in some]),
        banker_pairs=sum([bead.banker_pair for bead in some]),
        naturals=sum([bead.natural for bead in some]),
        player_percent=percent(player),
        tie_percent=percent(tie),
        banker_percent=percent(banker),
        longest_player=longest("P"),
        longest_banker=longest("B"),
        streak_side=NAMES[current.side].lower() if current else "",
        streak_length=current.length if current else 0,
    )
    return Statistics(counts, len(runs), current, all(bead.total is None for bead in some))


@unique
class GoodRoad(Enum):
    """A named shape at the right end of the Big Road; the value is how to call it in English."""

    SLOPE = "slope"
    DOUBLE_CHOP = "double chop"
    SINGLE_CHOP = "single chop"
    BANKER_HALL_TWO_ROOMS = "one hall two rooms, Banker once"
    PLAYER_HALL_TWO_ROOMS = "one hall two rooms, Player once"
    AFTER_BANKER_CHOP = "after Banker chop"
    AFTER_PLAYER_CHOP = "after Player chop"
    LONG_BANKER = "long Banker"
    LONG_PLAYER = "long Player"
    AFTER_BANKER_RUN = "after Banker run"
    AFTER_PLAYER_RUN = "after Player run"
    CLAP = "clap"


def good_roads(runs: Sequence[Streak]) -> tuple[GoodRoad, ...]:
    """The shapes that the last streaks make, the rarer first.

    No authority defines them; the definitions here are the ones most lobbies print.
    """
    lengths = [run.length for run in runs]
    last = lengths[-4:]
    found = {
        # four streaks, each one win longer than the one before
        GoodRoad.SLOPE: len(last) == 4 and last == list(range(last[0], last[0] + 4)),
        GoodRoad.DOUBLE_CHOP: last == [2, 2, 2, 2],
        GoodRoad.SINGLE_CHOP: last == [1, 1, 1, 1],
        GoodRoad.BANKER_HALL_TWO_ROOMS: last == [1, 2, 1, 2] and runs[-1].side == "P",
        GoodRoad.PLAYER_HALL_TWO_ROOMS: last == [1, 2, 1, 2] and runs[-1].side == "B",
        GoodRoad.AFTER_BANKER_CHOP: _always_chopped(runs, "B"),
        GoodRoad.AFTER_PLAYER_CHOP: _always_chopped(runs, "P"),
        GoodRoad.LONG_BANKER: bool(runs) and runs[-1].side == "B" and lengths[-1] >= 4,
        GoodRoad.LONG_PLAYER: bool(runs) and runs[-1].side == "P" and lengths[-1] >= 4,
        GoodRoad.AFTER_BANKER_RUN: _came_again(runs, "B"),
        GoodRoad.AFTER_PLAYER_RUN: _came_again(runs, "P"),
        # two neighbours of two or more
        GoodRoad.CLAP: len(last) >= 2 and min(last[-2:]) >= 2,
    }
    return tuple([shape for shape in GoodRoad if found[shape]])


def _always_chopped(runs: Sequence[Streak], side: Side) -> bool:
    """The last three finished streaks of this side had one win, and none has run since."""
    own = [run.length for run in runs if run.side == side]
    if runs and runs[-1].side == side and own.pop() > 1:
        return False
    return own[-3:] == [1, 1, 1]


def _came_again(runs: Sequence[Streak], side: Side) -> bool:
    """This side has come again after two streaks of its own of two wins or more."""
    own = [run.length for run in runs if run.side == side]
    return len(own) >= 3 and runs[-1].side == side and min(own[-3:-1]) >= 2
