"""What a table wins, in tables: by period with its risk, and by bet."""

from __future__ import annotations

import math
from fractions import Fraction

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


def periods_frame(
    win: HouseWin, coups_per_hour: int, periods: dict[str, int], risk: Fraction
) -> Frame:
    """The win of each period, its spread, and the chance of a loss."""
    one = win.rules.settings.currency.units_per_one
    rows: list[list[Value]] = []
    for name, hours in periods.items():
        coups = Fraction(hours * coups_per_hour)
        mean, deviation = win.mean * coups / one, math.sqrt(win.variance * coups) / one
        bound = float(_BOUND) * deviation
        bankroll = bankroll_for(risk, win.mean, win.variance, coups)
        rows.append(
            [
                name,
                int(coups),
                win.staked * coups / one,
                mean,
                deviation,
                float(mean) - bound,
                float(mean) + bound,
                loss_chance(win.mean, win.variance, coups),
                None if bankroll is None else float(bankroll / one),
            ]
        )
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
