"""Stakes priced together, as they are settled: Ante, waiver, commission and rounding included."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from puntobanco.base.money import Units
from puntobanco.odds.composition import Composition
from puntobanco.odds.figures import percent
from puntobanco.odds.frame import Column, Frame, number, share, text
from puntobanco.odds.portfolio import Portfolio, PortfolioOdds
from puntobanco.odds.pricing import Odds, Pricer
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
