"""`punto odds table` and `punto odds bankroll`: what a table earns, and what ruin would take."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from cyclopts import Parameter

from puntobanco.base.money import UnreadableAmountError
from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError
from puntobanco.cli.odds.words import Whole, Words, user_errors
from puntobanco.cli.output import OutputForm, check_file, write_frames, write_json
from puntobanco.cli.wager_words import WagerWords, wager_named
from puntobanco.cli.words import read_bets, read_rules
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.figures import exact
from puntobanco.odds.frame import Column, Frame, Value, number, share, text, whole
from puntobanco.odds.house_win import FEE, BadMixError, Group, HouseWin, MixedBet
from puntobanco.odds.portfolio import Portfolio
from puntobanco.odds.risk import bankroll_for, loss_chance
from puntobanco.rules.book import HouseRules

_TEXT, _ALL = OutputForm(), WagerWords()
_BOUND = Fraction(196, 100)
"""Deviations within which 95 of 100 normal results lie."""
_MODEL = (
    (
        "Theoretical win and deviation are exact for this model: coups are independent, each "
        "from a full shoe; patrons decide independently; each bets on Player or Banker, not both; "
        "every bet is as large as the average."
    ),
    "95 % bounds, chance of a loss: normal approximation. Bankroll: diffusion approximation.",
)


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
        for name, most in (("coups_per_hour", 1000), ("hours", 24), ("shifts", 24), ("days", 366)):
            value = getattr(self, name)
            if not 1 <= value <= most:
                option = name.replace("_", "-")
                raise UserError(f"--{option} {value} cannot be; give 1 to {most}")
        day = self.hours * self.shifts
        if day > 24:
            words = f"{how_many(self.shifts, 'shift')} of {how_many(self.hours, 'hour')}"
            raise UserError(f"{words} are longer than a day; give fewer")
        return {"hour": 1, "shift": self.hours, "day": day, "month": day * self.days}


_TIME = TimeWords()


def table(
    book: str,
    *options: str,
    bet: Words = (),
    time: TimeWords = _TIME,
    ruin: str = "1%",
    decks: Whole | None = None,
    wagers: WagerWords = _ALL,
    plot: Path | None = None,
    form: OutputForm = _TEXT,
) -> None:
    """Show what a table wins in an hour, a shift, a day and a month, and how likely a loss is.

    `6x` begins a group of six patrons who bet alike; `banker=200@50%` is an average bet of 200 in
    half of the coups. Without `@` a bet is laid in every coup.

    Examples:
        punto odds table mbs --bet 6x banker=200@50% player=200@40% tie=20@10%

        punto odds table mbs --bet 5x banker=100@55% 1x banker=5000 -o win.xlsx

        punto odds table mbs --bet 7x banker=150@50% --shifts 2 --plot win.png

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        bet: The bets: groups of patrons such as 6x, then WAGER=AVERAGE@SHARE for each.
        time: How long the table is open.
        ruin: Show the bankroll that is lost within the period with this chance only.
        decks: Decks in the shoe, 1 to 16, instead of the table's.
        wagers: Wagers that no book has, and other payoffs.
        plot: Draw a picture of win and risk: .png, .svg or .pdf.
        form: How it is written.
    """
    rules = wagers.read(read_rules(book, options)).rules
    periods = time.periods()
    if plot is not None:
        from puntobanco.odds.sheets.pictures import NEEDS, PICTURES  # noqa: PLC0415  # only for pictures

        check_file(plot, PICTURES, NEEDS)
    risk = _read_risk(ruin)
    try:
        with user_errors():
            win = HouseWin.of(rules, list(_read_groups(rules, bet)), decks=decks)
    except BadMixError as error:
        raise UserError(str(error)) from None
    pace = time.coups_per_hour
    if form.json:
        write_json(_form(win, pace, periods, risk))
    else:
        write_frames([_periods_frame(win, pace, periods, risk), _bets_frame(win, pace)], form)
    if plot is not None:
        _draw(win, pace, periods, plot)


def _read_share(words: str) -> Fraction:
    """A percentage as a part of one; without its sign, 0.5 could be meant for a half."""
    if not re.fullmatch(r"\d{1,3}(?:\.\d{1,9})?%", words, re.ASCII):
        raise UserError(f"`{words}` is not a percentage; write 50% or 0.1%")
    return Fraction(words.removesuffix("%")) / 100


def _read_risk(words: str) -> Fraction:
    risk = _read_share(words)
    if not 0 < risk < 1:
        raise UserError(f"a risk of {words} cannot be; give more than 0 % and less than 100 %")
    return risk


def _read_groups(rules: HouseRules, words: Sequence[str]) -> Iterator[Group]:
    """Groups of patrons from words such as 6x banker=200@50% tie=20@10%."""
    patrons, bets = 1, list[MixedBet]()
    for word in words:
        if counted := re.fullmatch(r"(\d{1,6})[x\u00d7]", word.lower(), re.ASCII):
            if bets:
                yield Group(patrons, tuple(bets))
            patrons, bets = int(counted[1]), []
        else:
            bets.append(_read_bet(rules, word))
    if not bets:
        raise UserError(
            "say what the patrons bet, for example "
            "--bet 6x banker=200@50% player=200@40% tie=20@10%"
        )
    yield Group(patrons, tuple(bets))


def _read_bet(rules: HouseRules, word: str) -> MixedBet:
    wager, equals, rest = word.rpartition("=")
    amount, at, part = rest.partition("@")
    if not equals:
        raise UserError(
            f"`{word}` is not a bet; write WAGER=AVERAGE@SHARE, such as banker=200@50%, "
            "after a number of patrons such as 6x"
        )
    try:
        average = rules.settings.currency.read(amount)
    except UnreadableAmountError as error:
        raise UserError(f"`{word}`: {error}") from None
    return MixedBet(wager_named(rules, wager), average, _read_share(part) if at else Fraction(1))


def _money(name: str, heading: str = "", *, spare: int = 0) -> Column:
    """A column of amounts; a fraction of the smallest unit is rounded for show only."""
    return Column(name, heading, lambda value: f"{round(value):,}", numeric=True, spare=spare)


def _periods_frame(
    win: HouseWin, coups_per_hour: int, periods: dict[str, int], risk: Fraction
) -> Frame:
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
    title = f"{win.rules.book.title}: {played}"
    return Frame(columns, rows, title, (*_MODEL, *_ever(win, risk)))


def _ever(win: HouseWin, risk: Fraction) -> tuple[str, ...]:
    bankroll = bankroll_for(risk, win.mean, win.variance)
    if bankroll is None:
        return ("This table loses money in the long run: no bankroll is enough.",)
    amount = f"{math.ceil(bankroll / win.rules.settings.currency.units_per_one):,}"
    return (f"A bankroll of {amount} is ever lost with a chance of {_percent(risk)}.",)


def _percent(risk: Fraction) -> str:
    return f"{float(100 * risk):g} %"


def _bets_frame(win: HouseWin, coups_per_hour: int) -> Frame:
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
        Column("average", show=lambda value: f"{float(value):,.2f}", numeric=True),
        share("share", "of coups %", 2),
        _money("staked", "staked an hour"),
        share("edge", "edge %"),
        _money("win", "win an hour"),
        share("part", "of the win %", 2, spare=1),
    ]
    return Frame(columns, rows, "Bets")


def _form(
    win: HouseWin, coups_per_hour: int, periods: dict[str, int], risk: Fraction
) -> dict[str, Any]:
    one = win.rules.settings.currency.units_per_one

    def period(hours: int) -> dict[str, Any]:
        coups = Fraction(hours * coups_per_hour)
        bankroll = bankroll_for(risk, win.mean, win.variance, coups)
        return {
            "hours": hours,
            "coups": int(coups),
            "staked": exact(win.staked * coups / one),
            "win": exact(win.mean * coups / one),
            "variance": exact(win.variance * coups / one**2),
            "loss_chance_normal": loss_chance(win.mean, win.variance, coups),
            "bankroll_diffusion": None if bankroll is None else float(bankroll / one),
        }

    ever = bankroll_for(risk, win.mean, win.variance)
    return {
        "book": win.rules.book.name,
        "options": dict(win.rules.options),
        "patrons": win.patrons,
        "risk": exact(risk),
        "periods": {name: period(hours) for name, hours in periods.items()},
        "bankroll_ever_diffusion": None if ever is None else float(ever / one),
        "bets": [
            {
                "patrons": line.patrons,
                "wager": line.bet.wager,
                "average": exact(Fraction(line.bet.average, one)),
                "share": exact(line.bet.share),
                "edge": exact(line.edge),
                "win_per_coup": exact(line.win / one),
            }
            for line in win.lines
        ],
    }


def _draw(win: HouseWin, coups_per_hour: int, periods: dict[str, int], path: Path) -> None:
    from puntobanco.odds.files import CannotWriteError  # noqa: PLC0415  # only for pictures
    from puntobanco.odds.sheets.win_plot import plot_win  # noqa: PLC0415  # as above

    try:
        plot_win(win, coups_per_hour, periods, path)
    except CannotWriteError as error:
        raise UserError(str(error)) from None


_RISKS = ("20%", "10%", "5%", "1%", "0.1%")


def bankroll(
    book: str,
    *options: str,
    bet: Words = (),
    coups: Whole = 300,
    ruin: Words = _RISKS,
    decks: Whole | None = None,
    wagers: WagerWords = _ALL,
    form: OutputForm = _TEXT,
) -> None:
    """Show the bankroll with which a patron is ruined so seldom: the inverse of the risk of ruin.

    Examples:
        punto odds bankroll mbs --bet banker=100 --coups 300

        punto odds bankroll mbs --bet banker=100 tie=10 --ruin 1%

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        bet: WAGER=AMOUNT: what is staked on every coup.
        coups: How many coups are played.
        ruin: The risks of ruin that are asked for.
        decks: Decks in the shoe, 1 to 16, instead of the table's.
        wagers: Wagers that no book has, and other payoffs.
        form: How it is written.
    """
    rules = wagers.read(read_rules(book, options)).rules
    stakes = read_bets(rules, bet)
    if not stakes:
        raise UserError("say what is staked on every coup, for example --bet banker=100")
    if coups < 1:
        raise UserError(f"--coups {coups} cannot be; give 1 or more")
    risks = [_read_risk(words) for words in ruin]
    with user_errors():
        found = Portfolio(rules, stakes).odds(full_shoe(decks or rules.decks))
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
    if form.json:
        write_json(
            {
                "book": rules.book.name,
                "coups": coups,
                "mean_per_coup": exact(found.mean / one),
                "variance_per_coup": exact(found.variance / one**2),
                "bankrolls_diffusion": {str(float(row[0] or 0)): row[1] for row in rows},
            }
        )
        return
    write = rules.settings.currency.write
    named = ", ".join(f"{name} {write(stake)}" for name, stake in stakes.items())
    note = (
        f"A coup costs {float(-found.mean / one):,.4f} on average, deviation "
        f"{found.deviation / one:,.2f}: both exact. Bankroll: diffusion approximation."
    )
    title = f"{rules.book.title}: {named} on each of {how_many(coups, 'coup')}"
    write_frames([Frame(columns, rows, title, (note,))], form)
