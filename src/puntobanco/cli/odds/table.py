"""`punto odds table` and `punto odds bankroll`: what a table earns, and what ruin would take."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import OutputForm, check_file, write_answer
from puntobanco.cli.wager_words import WagerWords, changed, wager_named
from puntobanco.cli.words import Decks, Whole, read_bets, read_rules
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.house_win import HouseWin
from puntobanco.odds.mix_words import MIX, periods_of, read_groups, read_risk
from puntobanco.odds.stakes_frames import bankrolls_answer
from puntobanco.odds.win_frames import bets_frame, periods_frame, win_form, win_periods


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
    choice = wagers.read(read_rules(book, options))
    rules = choice.rules
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
        write_answer(form, win_form(win, found, risk), frames, changed(choice))
    finally:  # drawn even if `| head` has read enough
        if plot is not None:
            from puntobanco.odds.sheets.win_plot import plot_win  # noqa: PLC0415  # as above

            plot_win(win, pace, periods, plot)


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
    choice = wagers.read(read_rules(book, options))
    rules = choice.rules
    stakes = read_bets(rules, bet)
    if not stakes:
        raise UsageError("say what is staked on every coup, for example --bet banker=100")
    within("--coups", coups, 1)
    risks = [read_risk(words) for words in ruin]
    shoe = full_shoe(rules.decks if decks is None else decks)
    page, frame = bankrolls_answer(rules, stakes, shoe, coups, risks)
    write_answer(form, page, [frame], changed(choice))
