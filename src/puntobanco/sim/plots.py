"""Pictures: convergence of returns, bankroll fans, histograms of final bankrolls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puntobanco.base.nouns import how_many
from puntobanco.odds.pricing import Odds
from puntobanco.odds.sheets import pictures
from puntobanco.sim.counting import CountingRun
from puntobanco.sim.engines import Engine, dealt_shoes
from puntobanco.sim.plan import ENDED, Integers, ShoePlan
from puntobanco.sim.profits import ProfitColumn, mean_returns
from puntobanco.sim.session_kernel import END, OVER_RUINED
from puntobanco.sim.sessions import SessionPlan

History: TypeAlias = Sequence[tuple[int, Mapping[str, float]]]
"""Coups so far with each wager's return."""
_FIRST_SHOES, _FIRST_COUPS = 4096, 1000
_PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)
_ACROSS = 3
"""Panels beside each other."""
_LABELS = 14
"""So many labels of two lines fit above one another."""


def first_returns(
    plan: ShoePlan, seed: int, columns: Sequence[ProfitColumn], coups: int
) -> History:
    """The returns of a run's first coups, dealt again: a run itself reports only large parts."""
    blocks = dealt_shoes(plan, seed, 0, min(_FIRST_SHOES, coups), Engine.NUMPY)
    classes = np.concatenate([codes.T[codes.T != ENDED] for codes in blocks])[:coups]
    start = min(_FIRST_COUPS, max(1, len(classes) // 10))
    places = np.unique(np.geomspace(start, len(classes), 80).astype(int))
    sums = {each.wager.name: np.cumsum(each.whole[classes]) / each.unit for each in columns}
    return [
        (int(place), {name: float(total[place - 1] / place) for name, total in sums.items()})
        for place in places
    ]


def plot_run(
    run: CountingRun,
    counts: Integers,
    history: History,
    columns: Sequence[ProfitColumn],
    known: Odds,
    path: Path,
) -> None:
    """The returns of a run as its coups accumulated: its first coups one by one, then as noted."""
    names = [each.wager.name for each in columns]
    expected = {name: (float(-known[name].edge), known[name].deviation) for name in names}
    coups = int(counts.sum())
    first = first_returns(run.plan, run.seed, columns, coups)
    later = [each for each in history if each[0] > first[-1][0]]
    last = (coups, mean_returns(columns, counts))
    plot_convergence([*first, *later, last], expected, path)


def plot_convergence(
    history: History,
    exact: Mapping[str, tuple[float, float]],
    path: Path,
) -> None:
    """Each wager's return as coups accumulate, within two standard errors of the exact one.

    `exact`: expected return and deviation.
    """
    plt = pictures.pyplot()
    coups = np.array([coups for coups, _ in history], float)
    along = np.geomspace(coups[0], coups[-1], 100)
    across = min(_ACROSS, len(exact))
    down = math.ceil(len(exact) / across)
    figure, axes = plt.subplots(down, across, sharex=True, squeeze=False, layout="constrained")
    figure.set_size_inches(1 + 3.1 * across, 0.8 + 1.9 * down)
    for axis in axes.flat[len(exact) :]:
        axis.set_visible(False)
    for axis, (name, (expected, deviation)) in zip(axes.flat, exact.items(), strict=False):
        shade = pictures.colour(name)
        spread = 2 * deviation / np.sqrt(along)
        axis.fill_between(
            along, 100 * (expected - spread), 100 * (expected + spread), color=shade, alpha=0.15,
            linewidth=0,
        )  # fmt: skip
        axis.axhline(100 * expected, linewidth=0.8, color=pictures.INK)
        axis.plot(coups, [100 * means[name] for _, means in history], color=shade, linewidth=1.2)
        axis.set_title(f"{name}  exact {100 * expected:+.2f} %", color=shade)
        axis.set_xscale("log")
        axis.xaxis.set_major_formatter(lambda value, _: _short(value))
        axis.xaxis.set_minor_formatter(lambda _value, _place: "")
    for axis in axes.flat[max(0, len(exact) - across) : len(exact)]:  # nothing stands below these
        axis.tick_params(labelbottom=True)
        axis.set_xlabel("coups")
    figure.suptitle(
        "Return in per cent of the stake; the band is two standard errors around the exact one",
        fontsize=9, color=pictures.SOFT, x=0.01, ha="left",
    )  # fmt: skip
    pictures.save(figure, path)


def _short(coups: float) -> str:
    """A number of coups in few signs.

    >>> _short(1e4), _short(1e7), _short(1e11)
    ('10,000', '10 M', '100,000 M')
    """
    return f"{coups:,.0f}" if coups < 1e6 else f"{coups / 1e6:,.0f} M"


def plot_sessions(
    plan: SessionPlan,
    records: npt.NDArray[np.int64],
    traces: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    path: Path,
) -> None:
    """A fan of bankrolls over time, and the histogram of final bankrolls."""
    plt = pictures.pyplot()
    one = plan.rules.settings.currency.units_per_one
    figure, (fan, histogram) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    shade = pictures.colour(plan.wagers[0])
    _fan(fan, traces, one, shade)
    fan.axhline(plan.bankroll / one, color=pictures.INK, linewidth=0.8)
    final = records[:, 0] / one
    histogram.hist(final, bins=_bins(final, 2 * plan.base / one), color=shade, alpha=0.75)
    histogram.axvline(plan.bankroll / one, color=pictures.INK, linewidth=0.8)
    ahead = float(np.mean(final > plan.bankroll / one))
    ruined = float(np.mean(records[:, END] == OVER_RUINED))
    pictures.label(
        histogram, (plan.bankroll / one, 1), "brought", xycoords=histogram.get_xaxis_transform(),
        va="top",
    )  # fmt: skip
    words = f"ahead {100 * ahead:.1f} %, ruined {100 * ruined:.1f} %"
    words = f"{how_many(len(records), 'session')}: {words}"
    histogram.set_title(words)
    histogram.set_xlabel("final bankroll")
    histogram.set_ylabel("sessions")
    for axis in (histogram.xaxis, histogram.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    pictures.save(figure, path)


def _bins(final: npt.NDArray[np.float64], step: float) -> npt.NDArray[np.float64]:
    """About 30 bins of whole steps: results lie on a grid, and other bins would beat against it."""
    low, high = float(final.min()), float(final.max())
    width = step * max(1, math.ceil((high - low) / (30 * step)))
    return np.arange(low, high + 2 * width, width)


def _end_labels(ends: Sequence[float], apart: float) -> list[tuple[float, str]]:
    r"""What stands at the end of each quantile; those closer than `apart` share one label.

    >>> _end_labels([0.0, 0.0, 0.5, 9.0, 20.0], 1.0)
    [(0.0, '5%, 25%, half\nare below'), (9.0, '75% are below'), (20.0, '95% are below')]
    """
    names = ["half" if chance == 0.5 else f"{chance:.0%}" for chance in _PROBABILITIES]
    groups: list[tuple[float, list[str]]] = []
    for end, name in zip(ends, names, strict=True):
        if groups and end - groups[-1][0] < apart:
            groups[-1][1].append(name)
        else:
            groups.append((end, [name]))
    return [
        (end, f"{', '.join(some)}{chr(10) if len(some) > 1 else ' '}are below")
        for end, some in groups
    ]


def _fan(
    axis: Any,
    traces: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    one: int,
    shade: str,
) -> None:
    coups, bankrolls = traces
    quantiles = np.quantile(bankrolls / one, _PROBABILITIES, axis=0)
    for outer, alpha in ((0, 0.15), (1, 0.3)):
        axis.fill_between(
            coups, quantiles[outer], quantiles[-1 - outer], alpha=alpha, color=shade, linewidth=0
        )
    axis.plot(coups, quantiles[2], color=shade)
    ends = [float(row[-1]) for row in quantiles]
    for end, words in _end_labels(ends, (axis.get_ylim()[1] - axis.get_ylim()[0]) / _LABELS):
        pictures.label(axis, (float(coups[-1]), end), words, pictures.SOFT)
    last = float(coups[-1])
    axis.set_xlim(0, last * 1.3)
    axis.set_xticks([last * part / 3 for part in range(4)])
    axis.set_title("Bankroll as the session goes on")
    axis.set_xlabel("coups")
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
