"""Pictures: convergence of returns, bankroll fans, histograms of final bankrolls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.base.nouns import how_many
from puntobanco.odds.sheets import pictures
from puntobanco.sim.session_kernel import END, OVER_RUINED
from puntobanco.sim.sessions import SessionPlan

_PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)
_ACROSS = 3
"""Panels beside each other."""


def plot_convergence(
    history: Sequence[tuple[int, Mapping[str, float]]],
    exact: Mapping[str, tuple[float, float]],
    path: Path,
) -> None:
    """Each wager's return as coups accumulate, within two standard errors of the exact one.

    `history`: coups so far with each wager's return; `exact`: expected return and deviation.
    """
    plt = pictures.pyplot()
    coups = np.array([coups for coups, _ in history], float)
    across = min(_ACROSS, len(exact))
    down = math.ceil(len(exact) / across)
    figure, axes = plt.subplots(down, across, sharex=True, squeeze=False, layout="constrained")
    figure.set_size_inches(1 + 3.1 * across, 0.8 + 1.9 * down)
    for axis in axes.flat[len(exact) :]:
        axis.set_visible(False)
    for axis, (name, (expected, deviation)) in zip(axes.flat, exact.items(), strict=False):
        shade = pictures.colour(name)
        spread = 2 * deviation / np.sqrt(coups)
        axis.fill_between(
            coups, 100 * (expected - spread), 100 * (expected + spread), color=shade, alpha=0.15,
            linewidth=0,
        )  # fmt: skip
        axis.axhline(100 * expected, linewidth=0.8, color=pictures.INK)
        axis.plot(
            coups, [100 * means[name] for _, means in history], color=shade, marker="o",
            markersize=2.5,
        )  # fmt: skip
        axis.set_title(f"{name}  exact {100 * expected:+.2f} %", color=shade)
        axis.set_xscale("log")
    for axis in axes[-1]:
        axis.set_xlabel("coups")
    figure.suptitle(
        "Return in per cent of the stake; the band is two standard errors around the exact one",
        fontsize=9, color=pictures.SOFT, x=0.01, ha="left",
    )  # fmt: skip
    pictures.save(figure, path)


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
    histogram.hist(final, bins=30, color=shade, alpha=0.75)
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
    histogram.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    pictures.save(figure, path)


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
    for chance, row in zip(_PROBABILITIES, quantiles, strict=True):
        words = "half are below" if chance == 0.5 else f"{chance:.0%} are below"
        pictures.label(axis, (float(coups[-1]), float(row[-1])), words, pictures.SOFT)
    last = float(coups[-1])
    axis.set_xlim(0, last * 1.3)
    axis.set_xticks([last * part / 3 for part in range(4)])
    axis.set_title("Bankroll as the session goes on")
    axis.set_xlabel("coups")
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
