"""Pictures: convergence of returns, bankroll fans, histograms of final bankrolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.odds.files import CannotWriteError
from puntobanco.sim.sessions import SessionPlan

_PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)


def plot_convergence(
    history: Sequence[tuple[int, Mapping[str, float]]],
    exact: Mapping[str, tuple[float, float]],
    path: Path,
) -> None:
    """Each wager's return as coups accumulate, within two standard errors of the exact one.

    `history`: coups so far with each wager's return; `exact`: expected return and deviation.
    """
    pyplot = _pyplot()
    coups = np.array([coups for coups, _ in history], float)
    figure, axes = pyplot.subplots(len(exact), 1, sharex=True, squeeze=False, layout="constrained")
    figure.set_size_inches(8, 1 + 1.8 * len(exact))
    for axis, (name, (expected, deviation)) in zip(axes[:, 0], exact.items(), strict=True):
        spread = 2 * deviation / np.sqrt(coups)
        axis.fill_between(coups, expected - spread, expected + spread, alpha=0.2)
        axis.axhline(expected, linewidth=1, color="grey")
        axis.plot(coups, [means[name] for _, means in history], marker=".")
        axis.set_title(f"{name}: return per unit, and two standard errors", loc="left")
    axes[-1, 0].set_xscale("log")
    axes[-1, 0].set_xlabel("coups")
    _save(figure, path)


def plot_sessions(
    plan: SessionPlan,
    records: npt.NDArray[np.int64],
    traces: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    path: Path,
) -> None:
    """A fan of bankrolls over time, and the histogram of final bankrolls."""
    pyplot = _pyplot()
    one = plan.rules.settings.currency.units_per_one
    figure, (fan, histogram) = pyplot.subplots(1, 2, figsize=(12, 5), layout="constrained")
    coups, bankrolls = traces
    quantiles = np.quantile(bankrolls / one, _PROBABILITIES, axis=0)
    for outer, alpha in ((0, 0.2), (1, 0.3)):
        fan.fill_between(coups, quantiles[outer], quantiles[-1 - outer], alpha=alpha, color="C0")
    fan.plot(coups, quantiles[2], color="C0")
    fan.set_title("bankroll: 5, 25, 50, 75 and 95 of 100 sessions are below", loc="left")
    fan.set_xlabel("coups")
    histogram.hist(records[:, 0] / one, bins=60)
    histogram.axvline(plan.bankroll / one, color="grey", linewidth=1)
    histogram.set_title(f"final bankroll of {len(records):,} sessions", loc="left")
    _save(figure, path)


def _pyplot() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415  # an optional extra, slow to import
    except ImportError as error:
        message = "a picture needs matplotlib; install puntobanco[plots]"
        raise CannotWriteError(message) from error
    mpl.use("Agg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    return plt


def _save(figure: Any, path: Path) -> None:
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotWriteError(f"{path} cannot be written: {reason}") from error
