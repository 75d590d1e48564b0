"""Stakes priced together, as they are settled: Ante, waiver, commission and rounding included."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from puntobanco.base.money import Units
from puntobanco.base.nouns import how_many
from puntobanco.odds.composition import Composition
from puntobanco.odds.figures import percent
from puntobanco.odds.frame import Column, Frame, Value, number, share, text
from puntobanco.odds.portfolio import Portfolio, PortfolioOdds
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.risk import bankroll_for
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import WagerKind


def stakes_answer(
    rules: HouseRules, stakes: Mapping[str, Units], shoe: Composition
) -> tuple[dict[str, Any], list[Frame]]:
    """What the stakes together do, and each main wager with its Ante, for machines and people."""
    form: dict[str, Any] = {}
    frames = []
    write = rules.settings.currency.write
    if rules.ante is not None:
        alone = _at_minimum(rules, shoe)
        form["with_ante"] = {
            name: _portfolio_form(rules, {name: stake}, each)
            for name, (stake, each) in alone.items()
        }
        rows = [
            (name, write(stake), write(rules.ante.due({name: stake})), each.edge)
            for name, (stake, each) in alone.items()
        ]
        columns = [text("wager"), _money("stake"), _money("ante", "Ante")]
        columns.append(share("edge", "edge %", 6))
        frames.append(Frame(columns, rows, "With the Ante, at the table's minimum"))
    if stakes:
        together = Portfolio(rules, stakes).odds(shoe)
        odds = Pricer(rules.tableau, [rules.wagers[name] for name in stakes]).price(shoe)
        form["bets"] = _portfolio_form(rules, stakes, together)
        form["bets"]["covariance"] = {
            f"{one} {two}": odds.covariance(one, two)
            for one, two in itertools.combinations(stakes, 2)
        }
        frames.append(_together(rules, stakes, together))
        if len(stakes) > 1:
            frames.append(_correlations(odds))
    return form, frames


def _money(name: str, heading: str = "") -> Column:
    return Column(name, heading, numeric=True)


def _at_minimum(rules: HouseRules, shoe: Composition) -> dict[str, tuple[Units, PortfolioOdds]]:
    """Each main wager alone at the table's minimum, with the Ante that it then costs."""
    found = {}
    for name, wager in rules.wagers.items():
        if wager.kind is not WagerKind.SIDE:
            stake = rules.settings.limits.of(wager.kind).minimum
            found[name] = stake, Portfolio(rules, {name: stake}).odds(shoe)
    return found


def _portfolio_form(
    rules: HouseRules, stakes: Mapping[str, Units], odds: PortfolioOdds
) -> dict[str, Any]:
    currency = rules.settings.currency
    return {
        "stakes": {name: currency.write(stake) for name, stake in stakes.items()},
        "edge": odds.edge,
        "mean": odds.mean / 10**currency.digits,
        "variance": odds.variance / 100**currency.digits,
        "losing": odds.losing,
        "net": {currency.write(net): chance for net, chance in odds.distribution.items()},
    }


def _together(rules: HouseRules, stakes: Mapping[str, Units], odds: PortfolioOdds) -> Frame:
    write = rules.settings.currency.write
    named = ", ".join(f"{name} {write(stake)}" for name, stake in stakes.items())
    rows = [(write(net), chance) for net, chance in odds.distribution.items()]
    unit = 10**rules.settings.currency.digits
    note = (
        f"Edge {percent(odds.edge, 6)} % of {write(odds.staked)} staked, "
        f"deviation {odds.deviation / unit:.2f}; "
        f"the coup loses money in {percent(odds.losing)} % and wins in {percent(odds.winning)} %."
    )
    columns = [_money("net"), share("chance", "chance %", 6)]
    return Frame(columns, rows, f"Together: {named}", (note,))


def _correlations(odds: Odds) -> Frame:
    names = list(odds)
    columns = [text("correlation"), *(number(name, name, "+.4f") for name in names)]
    return Frame(columns, [[one, *(odds.correlation(one, two) for two in names)] for one in names])


def bankrolls_answer(
    rules: HouseRules,
    stakes: Mapping[str, Units],
    shoe: Composition,
    coups: int,
    risks: Sequence[Fraction],
) -> tuple[dict[str, Any], Frame]:
    """The bankroll for each risk of ruin, for programs and people; `stakes` lie on every coup."""
    found = Portfolio(rules, stakes).odds(shoe)
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
    return page, Frame(columns, rows, title, (note,))
