"""What a table wins, in tables: by period with its risk, and by bet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puntobanco.base.forms import form_of
from puntobanco.base.nouns import how_many
from puntobanco.odds.frame import Column, Frame, Value, number, share, text, whole
from puntobanco.odds.house_win import FEE, HouseWin
from puntobanco.odds.risk import bankroll_for, loss_chance

_BOUND = Fraction(196, 100)
"""Deviations within which 95 of 100 normal results lie."""
_MODEL = (
    (
        "Theoretical win and deviation are exact for this model: coups are independent, each "
        "from a full shoe; patrons decide independently; each bets on Player or Banker, not both; "
        "every bet is as large as the average."
    ),
    (
        "loss %: the chance that the period ends with a loss. 95 % from, to: the bounds of 95 of "
        "100 periods. Both by the normal approximation."
    ),
)


def _money(name: str, heading: str = "", *, spare: int = 0) -> Column:
    """A column of amounts, rounded for show only."""
    return number(name, heading, ",.0f", spare=spare)


@dataclass(frozen=True, slots=True)
class Period:
    """What a table wins in so many hours, and its risk; money in whole amounts, not units."""

    name: str
    hours: int
    coups: int
    staked: Fraction
    win: Fraction
    variance: Fraction
    deviation: float
    loss_chance: float
    """The chance that it ends with a loss, by the normal approximation."""
    bankroll: float | None
    """What the House needs for the risk asked for, by diffusion; None where nothing is enough."""


def win_periods(
    win: HouseWin, coups_per_hour: int, hours: Mapping[str, int], risk: Fraction
) -> list[Period]:
    """The win of each period, by name and hours."""
    one = win.rules.settings.currency.units_per_one
    found = []
    for name, each in hours.items():
        coups = Fraction(each * coups_per_hour)
        needed = bankroll_for(risk, win.mean, win.variance, coups)
        found.append(
            Period(
                name=name,
                hours=each,
                coups=int(coups),
                staked=win.staked * coups / one,
                win=win.mean * coups / one,
                variance=win.variance * coups / one**2,
                deviation=math.sqrt(win.variance * coups) / one,
                loss_chance=loss_chance(win.mean, win.variance, coups),
                bankroll=None if needed is None else float(needed / one),
            )
        )
    return found


def periods_frame(
    win: HouseWin, coups_per_hour: int, periods: Sequence[Period], risk: Fraction
) -> Frame:
    """The win of each period, its spread, and the chance of a loss."""
    rows: list[list[Value]] = []
    for each in periods:
        mean, bound = float(each.win), float(_BOUND) * each.deviation
        figures: list[Value] = [each.staked, each.win, each.deviation, mean - bound, mean + bound]
        rows.append([each.name, each.coups, *figures, each.loss_chance, each.bankroll])
    columns = [
        text("period"),
        whole("coups"),
        _money("staked"),
        _money("win", "theoretical win"),
        _money("deviation"),
        _money("low", "95 % from", spare=2),
        _money("high", "to", spare=2),
        share("loss_chance", "loss %", 2),
        _money("bankroll", f"bankroll for {_percent(risk)}", spare=1),
    ]
    played = f"{how_many(win.patrons, 'patron')}, {how_many(coups_per_hour, 'coup')} an hour"
    needed = (
        f"bankroll for {_percent(risk)}: what the House needs so that it loses all of it within "
        f"the period with a chance of {_percent(risk)}, by the diffusion approximation."
    )
    title = f"{win.rules.book.title}: {played}"
    return Frame(columns, rows, title, (*_MODEL, needed, *_ever(win, risk)))


def _ever(win: HouseWin, risk: Fraction) -> tuple[str, ...]:
    bankroll = bankroll_for(risk, win.mean, win.variance)
    if bankroll is None:
        return ("This table loses money in the long run: no bankroll is enough.",)
    amount = f"{math.ceil(bankroll / win.rules.settings.currency.units_per_one):,}"
    return (f"With a bankroll of {amount}, the chance of ever losing it is {_percent(risk)}.",)


def _percent(risk: Fraction) -> str:
    return f"{float(100 * risk):g} %"


def bets_frame(win: HouseWin, coups_per_hour: int) -> Frame:
    """What each bet brings the House in an hour."""
    one = win.rules.settings.currency.units_per_one
    rows: list[list[Value]] = [
        [
            line.patrons,
            line.bet.wager,
            Fraction(line.bet.average, one),
            line.bet.share,
            line.staked * coups_per_hour / one,
            line.edge,
            line.win * coups_per_hour / one,
            line.win / win.mean if win.mean else None,
        ]
        for line in win.lines
    ]
    if win.fees:
        part = win.fees / win.mean if win.mean else None
        earned = win.fees * coups_per_hour / one
        rows.append([win.patrons, FEE, None, None, None, None, earned, part])
    columns = [
        whole("patrons"),
        text("wager"),
        number("average", "", ",.2f"),
        share("share", "of coups %", 2),
        _money("staked", "staked an hour"),
        share("edge", "edge %"),
        _money("win", "win an hour"),
        share("part", "of the win %", 2, spare=1),
    ]
    return Frame(columns, rows, "Bets")


def win_form(win: HouseWin, periods: Sequence[Period], risk: Fraction) -> dict[str, Any]:
    """The win of each period and what each bet brings, for programs."""
    one = win.rules.settings.currency.units_per_one
    ever = bankroll_for(risk, win.mean, win.variance)
    return {
        "book": win.rules.book.name,
        "options": dict(win.rules.options),
        "patrons": win.patrons,
        "risk": risk,
        "periods": {
            each.name: {
                **form_of(each, "hours", "coups", "staked", "win", "variance"),
                "loss_chance_normal": each.loss_chance,
                "bankroll_diffusion": each.bankroll,
            }
            for each in periods
        },
        "bankroll_ever_diffusion": None if ever is None else float(ever / one),
        "bets": [
            {
                "patrons": line.patrons,
                "wager": line.bet.wager,
                "average": Fraction(line.bet.average, one),
                "share": line.bet.share,
                "edge": line.edge,
                "win_per_coup": line.win / one,
            }
            for line in win.lines
        ],
    }
