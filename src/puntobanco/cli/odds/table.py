"""`punto odds table` and `punto odds bankroll`: what a table earns, and what ruin would take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from cyclopts import Parameter

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.json_output import form_of
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import OutputForm, check_file, write_answer
from puntobanco.cli.wager_words import WagerWords, wager_named
from puntobanco.cli.words import Decks, Whole, read_bets, read_rules
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.frame import Frame, Value, number, share
from puntobanco.odds.house_win import HouseWin
from puntobanco.odds.mix_words import MIX, periods_of, read_groups, read_risk
from puntobanco.odds.portfolio import Portfolio
from puntobanco.odds.risk import bankroll_for
from puntobanco.odds.win_frames import Period, bets_frame, periods_frame, win_periods


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class TimeWords:
    """How long the table is open."""

    coups_per_hour: Whole = 70
    """How many coups are dealt in an hour."""
    hours: Whole = 8
    """Hours of a shift."""
    shifts: Whole = 3
    """Shifts of a day."""
    days: Whole = 30
    """Days of a month."""

    def periods(self) -> dict[str, int]:
        """The hours of each period, the longest last."""
        return periods_of(self.coups_per_hour, self.hours, self.shifts, self.days)


def table(
    book: Book,
    *options: Option,
    bet: Words = (),
    time: TimeWords = TimeWords(),
    ruin: str = "1%",
    decks: Decks = None,
    wagers: WagerWords = WagerWords(),
    plot: Path | None = None,
    form: OutputForm = OutputForm(),
) -> None:
    """Show what a table wins in an hour, a shift, a day and a month, and how likely a loss is.

    `6x` begins a group of six patrons who bet alike; `banker=200@50%` is an average bet of 200 in
    half of the coups. Without `@` a bet is laid in every coup.

    Examples:
        punto odds table mbs --bet 6x banker=200@50% player=200@40% tie=20@10%
        punto odds table mbs --bet 5x banker=100@55% 1x banker=5000 -o win.xlsx
        punto odds table mbs --bet 7x banker=150@50% --shifts 2 --plot win.png

    Args:
        bet: The bets: groups of patrons such as 6x, then WAGER=AVERAGE@SHARE for each.
        ruin: Show the bankroll that is lost within the period with this chance only.
        plot: Draw a picture of win and risk: .png, .svg or .pdf.
    """
    rules = wagers.read(read_rules(book, options)).rules
    periods, risk = time.periods(), read_risk(ruin)
    if plot is not None:
        from puntobanco.odds.sheets.pictures import NEEDS, PICTURES  # noqa: PLC0415  # only for pictures

        check_file(plot, PICTURES, NEEDS)
    if not bet:
        raise UsageError(f"say what the patrons bet: --bet {MIX}")
    groups = list(read_groups(rules, bet, lambda name: wager_named(rules, name)))
    win = HouseWin.of(rules, groups, decks=decks)
    pace = time.coups_per_hour
    found = win_periods(win, pace, periods, risk)
    try:
        frames = [periods_frame(win, pace, found, risk), bets_frame(win, pace)]
        write_answer(form, _form(win, found, risk), frames)
    finally:  # drawn even if `| head` has read enough
        if plot is not None:
            from puntobanco.odds.sheets.win_plot import plot_win  # noqa: PLC0415  # as above

            plot_win(win, pace, periods, plot)


def _form(win: HouseWin, periods: Sequence[Period], risk: Fraction) -> dict[str, Any]:
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


_RISKS = ("20%", "10%", "5%", "1%", "0.1%")


def bankroll(
    book: Book,
    *options: Option,
    bet: Words = (),
    coups: Whole = 300,
    ruin: Words = _RISKS,
    decks: Decks = None,
    wagers: WagerWords = WagerWords(),
    form: OutputForm = OutputForm(),
) -> None:
    """Show the bankroll with which a patron is ruined so seldom: the inverse of the risk of ruin.

    Examples:
        punto odds bankroll mbs --bet banker=100 --coups 300
        punto odds bankroll mbs --bet banker=100 tie=10 --ruin 1%

    Args:
        bet: WAGER=AMOUNT: what is staked on every coup.
        coups: How many coups are played.
        ruin: The risks of ruin that are asked for.
    """
    rules = wagers.read(read_rules(book, options)).rules
    stakes = read_bets(rules, bet)
    if not stakes:
        raise UsageError("say what is staked on every coup, for example --bet banker=100")
    within("--coups", coups, 1)
    risks = [read_risk(words) for words in ruin]
    found = Portfolio(rules, stakes).odds(full_shoe(rules.decks if decks is None else decks))
    one, played = rules.settings.currency.units_per_one, Fraction(coups)
    rows: list[list[Value]] = []
    for risk in risks:
        needed = bankroll_for(risk, found.mean, found.variance, played)
        assert needed is not None, "within a number of coups some bankroll is enough"
        rows.append([risk, math.ceil(needed) / one, float(needed / found.staked)])
    columns = [
        share("risk", "risk of ruin %", 2),
        number("bankroll", "", ",.2f"),
        number("stakes", "in stakes", ",.1f"),
    ]
    page = {
        "book": rules.book.name,
        "coups": coups,
        "mean_per_coup": found.mean / one,
        "variance_per_coup": found.variance / one**2,
        "bankrolls_diffusion": {str(float(row[0] or 0)): row[1] for row in rows},
    }
    write = rules.settings.currency.write
    named = ", ".join(f"{name} {write(stake)}" for name, stake in stakes.items())
    note = (
        f"A coup costs {float(-found.mean / one):,.4f} on average, deviation "
        f"{found.deviation / one:,.2f}: both exact. Bankroll: diffusion approximation."
    )
    title = f"{rules.book.title}: {named} on each of {how_many(coups, 'coup')}"
    write_answer(form, page, [Frame(columns, rows, title, (note,))])
