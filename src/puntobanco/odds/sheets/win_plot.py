"""A picture of what a table earns: the win with its spread, and the chance of a loss, by hours."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from puntobanco.odds.house_win import HouseWin
from puntobanco.odds.risk import loss_chance
from puntobanco.odds.sheets import pictures

_POINTS = 200
_HALF, _MOST = 0.6745, 1.96
"""Deviations within which one half, and 95 of 100, of all normal results lie."""


def plot_win(win: HouseWin, coups_an_hour: int, periods: Mapping[str, int], path: Path) -> None:
    """Draw it; `periods` has the hours of each, the longest last."""
    plt = pictures.pyplot()
    figure, (fan, risk) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    one = win.rules.settings.currency.units_per_one
    _fan(fan, win, coups_an_hour, periods, one)
    _risk(risk, win, coups_an_hour, periods)
    pictures.save(figure, path)


def _fan(
    axis: Any, win: HouseWin, coups_an_hour: int, periods: Mapping[str, int], one: int
) -> None:
    last = max(periods.values())
    hours = [last * step / _POINTS for step in range(_POINTS + 1)]
    mean = [float(win.mean) * coups_an_hour * each / one for each in hours]
    spread = [math.sqrt(float(win.variance) * coups_an_hour * each) / one for each in hours]
    for wide, shade, words in ((_MOST, 0.15, "95 of 100"), (_HALF, 0.3, "half of all")):
        low = [m - wide * s for m, s in zip(mean, spread, strict=True)]
        high = [m + wide * s for m, s in zip(mean, spread, strict=True)]
        axis.fill_between(hours, low, high, color=pictures.SIDES["tie"], alpha=shade, linewidth=0)
        pictures.label(axis, (last, low[-1]), words, pictures.SOFT)
    axis.plot(hours, mean, color=pictures.SIDES["tie"])
    pictures.label(axis, (last, mean[-1]), f"theoretical win\n{mean[-1]:,.0f}")
    axis.axhline(0, color=pictures.INK, linewidth=0.8)
    axis.set_title("Win of the table")
    axis.set_xlabel("hours of play")
    axis.set_xlim(0, last * 1.34)
    axis.set_xticks(_ticks(last))
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def _ticks(last: int) -> list[float]:
    return [last * part / 4 for part in range(5)]


def _risk(axis: Any, win: HouseWin, coups_an_hour: int, periods: Mapping[str, int]) -> None:
    first, last = min(periods.values()), max(periods.values())
    steps = [first * (last / first) ** (step / _POINTS) for step in range(_POINTS + 1)]

    def chance(hours: float) -> float:
        return loss_chance(win.mean, win.variance, Fraction(hours) * coups_an_hour)

    axis.plot(steps, [100 * chance(each) for each in steps], color=pictures.SIDES["banker"])
    for name, hours in periods.items():
        share = 100 * chance(hours)
        axis.plot([hours], [share], "o", color=pictures.SIDES["banker"], markersize=4)
        right = hours * 3 > last
        pictures.label(
            axis,
            (hours, share),
            f"{name}: {share:.2f} %" if share >= 0.01 else f"{name}: below 0.01 %",
            xytext=(2, 14) if right else (6, 5),
            ha="right" if right else "left",
        )
    axis.set_title("Chance of a loss, per cent (normal approximation)")
    axis.set_xlabel("hours of play")
    axis.set_xscale("log")
    axis.set_xticks(list(periods.values()), [f"{hours:,}" for hours in periods.values()])
    axis.minorticks_off()
    axis.set_ylim(0)
