"""What sessions came to: chances and means with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.base.money import Currency
from puntobanco.odds.frame import Column, Frame, Value, text
from puntobanco.sim.sessions import Ending, SessionPlan

Z95 = 1.959963984540054
"""Standard deviations on each side of a normal variable that hold 95 % of it."""

_ENDINGS = {
    Ending.TIME: "played to the end",
    Ending.RUINED: "risk of ruin",
    Ending.STOP_LOSS: "stopped at the loss",
    Ending.WIN_GOAL: "reached the goal",
}
_QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the interval that holds the true one in 95 of 100 such runs."""

    value: float
    low: float
    high: float
    """Both infinite where one session says nothing of the interval."""

    def form(self, show: Callable[[float], float | str] = float) -> dict[str, float | str | None]:
        """The figure for machines."""
        ends = {"low": self.low, "high": self.high}
        known = {name: show(end) if math.isfinite(end) else None for name, end in ends.items()}
        return {"value": show(self.value), **known}

    def row(self, name: str, show: Callable[[float], str]) -> list[Value]:
        """The figure for people: its name, value and interval, where there is one."""
        ends = (self.low, self.high)
        known = all(map(math.isfinite, ends))
        return [name, show(self.value), " to ".join(map(show, ends)) if known else None]


def _chance(part: float) -> str:
    return f"{part:.3%}"


def share(part: int, whole: int) -> Estimate:
    """A chance estimated from a count, with Wilson's interval, which is sound near 0 and 1 too."""
    chance, square = part / whole, Z95**2
    centre = (chance + square / (2 * whole)) / (1 + square / whole)
    spread = Z95 * math.sqrt(chance * (1 - chance) / whole + square / (4 * whole**2))
    half = spread / (1 + square / whole)
    return Estimate(chance, max(0.0, min(chance, centre - half)), max(chance, centre + half))


def mean(values: npt.NDArray[Any]) -> Estimate:
    """A mean with the interval of its normal limit."""
    middle = float(values.mean())
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(middle, middle - half, middle + half)


def ratio(upper: npt.NDArray[Any], lower: npt.NDArray[Any]) -> Estimate:
    """A ratio of two means, with the interval from its linear part."""
    below = float(lower.mean())
    if not below:
        return Estimate(0.0, 0.0, 0.0)
    value = float(upper.mean()) / below
    around = mean((upper - value * lower) / below)
    return Estimate(value, value + around.low, value + around.high)


@dataclass(frozen=True)
class SessionResults:
    """What the sessions of a plan came to; money in units of the table."""

    sessions: int
    coups: int
    endings: dict[Ending, Estimate]
    final: Estimate
    quantiles: dict[float, float]
    drawdown: Estimate
    drawdown_95: float
    coups_each: Estimate
    hours: Estimate
    cost_per_hour: Estimate
    lost_per_unit_staked: Estimate

    @property
    def ruin(self) -> Estimate:
        """The risk of ruin: too little left for the smallest stake."""
        return self.endings[Ending.RUINED]

    def form(self, currency: Currency) -> dict[str, Any]:
        """The results for machines; money as texts with the digits of the currency."""

        def money(units: float) -> str:
            return currency.write(round(units))

        return {
            "sessions": self.sessions,
            "coups": self.coups,
            "endings": {ending.word: chance.form() for ending, chance in self.endings.items()},
            "risk_of_ruin": self.ruin.form(),
            "final_bankroll": self.final.form(money),
            "final_quantiles": {
                f"{place:g}": money(value) for place, value in self.quantiles.items()
            },
            "drawdown": self.drawdown.form(money),
            "drawdown_95": money(self.drawdown_95),
            "coups_per_session": self.coups_each.form(),
            "hours_on_table": self.hours.form(),
            "cost_per_hour": self.cost_per_hour.form(money),
            "lost_per_unit_staked": self.lost_per_unit_staked.form(),
        }

    def frame(self, currency: Currency, title: str, notes: Sequence[str]) -> Frame:
        """The results for people, each with its interval."""

        def money(units: float) -> str:
            return f"{Decimal(currency.write(round(units))):,}"

        rows = [each.row(_ENDINGS[ending], _chance) for ending, each in self.endings.items()]
        rows.append(self.final.row("final bankroll", money))
        for place, value in self.quantiles.items():
            rows.append([f"  {place:.0%} end below", money(value), None])
        rows += [
            self.drawdown.row("deepest fall from a peak", money),
            ["  95% fall less than", money(self.drawdown_95), None],
            self.hours.row("hours on the table", "{:.2f}".format),
            self.cost_per_hour.row("cost per hour", money),
            self.lost_per_unit_staked.row("lost of each unit staked", _chance),
        ]
        columns = [text("figure"), Column("value", numeric=True)]
        columns.append(Column("interval", "95 % interval", numeric=True))
        return Frame(columns, rows, title, notes)


def session_results(
    plan: SessionPlan, records: npt.NDArray[np.int64], coups_per_hour: float = 70.0
) -> SessionResults:
    """Sum up the records of sessions."""
    number = len(records)
    left, falls, staked, each, ends = np.ascontiguousarray(records.T[[0, 3, 4, 5, 7]])
    bankrolls, drawdowns, coups = left.astype(float), falls.astype(float), each.astype(float)
    lost, endings = plan.bankroll - bankrolls, np.bincount(ends, minlength=len(Ending) + 1)
    return SessionResults(
        sessions=number,
        coups=int(each.sum()),
        endings={ending: share(int(endings[ending.value]), number) for ending in Ending},
        final=mean(bankrolls),
        quantiles=dict(zip(_QUANTILES, np.quantile(bankrolls, _QUANTILES).tolist(), strict=True)),
        drawdown=mean(drawdowns),
        drawdown_95=float(np.quantile(drawdowns, 0.95)),
        coups_each=mean(coups),
        hours=mean(coups / coups_per_hour),
        cost_per_hour=ratio(lost, coups / coups_per_hour),
        lost_per_unit_staked=ratio(lost, staked.astype(float)),
    )
