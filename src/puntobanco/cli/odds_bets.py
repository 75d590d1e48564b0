"""Stakes priced together, as they are settled: Ante, waiver, commission and rounding included."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from puntobanco.base.money import Units
from puntobanco.cli.odds_output import Grid
from puntobanco.odds.composition import Composition
from puntobanco.odds.figures import exact, percent
from puntobanco.odds.portfolio import Portfolio, PortfolioOdds
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import WagerKind


def bets_form(rules: HouseRules, stakes: Mapping[str, Units], shoe: Composition) -> dict[str, Any]:
    """What the stakes together do, and each main wager with its Ante, for machines."""
    form: dict[str, Any] = {}
    if rules.ante is not None:
        form["with_ante"] = {
            name: _portfolio_form(rules, {name: stake}, each)
            for name, (stake, each) in _at_minimum(rules, shoe).items()
        }
    if stakes:
        form["bets"] = _portfolio_form(rules, stakes, Portfolio(rules, stakes).odds(shoe))
        odds = _unit_odds(rules, stakes, shoe)
        form["bets"]["covariance"] = {
            f"{one} {two}": exact(odds.covariance(one, two))
            for one, two in itertools.combinations(stakes, 2)
        }
    return form


def bets_grids(rules: HouseRules, stakes: Mapping[str, Units], shoe: Composition) -> list[Grid]:
    """The same for people."""
    grids = []
    write = rules.settings.currency.write
    if rules.ante is not None:
        rows = [
            [name, write(stake), write(rules.ante.due({name: stake})), percent(each.edge, 6)]
            for name, (stake, each) in _at_minimum(rules, shoe).items()
        ]
        headings = ["wager", "stake>", "Ante>", "edge %>"]
        grids.append(Grid(headings, rows, "With the Ante, at the table's minimum"))
    if stakes:
        grids += _together(rules, stakes, Portfolio(rules, stakes).odds(shoe))
        if len(stakes) > 1:
            grids.append(_correlations(_unit_odds(rules, stakes, shoe)))
    return grids


def _at_minimum(rules: HouseRules, shoe: Composition) -> dict[str, tuple[Units, PortfolioOdds]]:
    """Each main wager alone at the table's minimum, with the Ante that it then costs."""
    found = {}
    for name, wager in rules.wagers.items():
        if wager.kind is not WagerKind.SIDE:
            stake = rules.settings.limits.of(wager.kind).minimum
            found[name] = stake, Portfolio(rules, {name: stake}).odds(shoe)
    return found


def _unit_odds(rules: HouseRules, stakes: Mapping[str, Units], shoe: Composition) -> Odds:
    return Pricer(rules.tableau, [rules.wagers[name] for name in stakes]).price(shoe)


def _portfolio_form(
    rules: HouseRules, stakes: Mapping[str, Units], odds: PortfolioOdds
) -> dict[str, Any]:
    currency = rules.settings.currency
    return {
        "stakes": {name: currency.write(stake) for name, stake in stakes.items()},
        "edge": exact(odds.edge),
        "mean": exact(odds.mean / 10**currency.digits),
        "variance": exact(odds.variance / 100**currency.digits),
        "losing": exact(odds.losing),
        "net": {currency.write(net): exact(chance) for net, chance in odds.distribution.items()},
    }


def _together(rules: HouseRules, stakes: Mapping[str, Units], odds: PortfolioOdds) -> list[Grid]:
    write = rules.settings.currency.write
    named = ", ".join(f"{name} {write(stake)}" for name, stake in stakes.items())
    rows = [[write(net), percent(chance, 6)] for net, chance in odds.distribution.items()]
    unit = 10**rules.settings.currency.digits
    note = (
        f"Edge {percent(odds.edge, 6)} % of {write(odds.staked)} staked, "
        f"deviation {odds.deviation / unit:.2f}; "
        f"the coup loses money in {percent(odds.losing)} % and wins in {percent(odds.winning)} %."
    )
    return [Grid(["net>", "chance %>"], rows, f"Together: {named}", (note,))]


def _correlations(odds: Odds) -> Grid:
    names = list(odds)
    rows = [[one, *(f"{odds.correlation(one, two):+.4f}" for two in names)] for one in names]
    return Grid(["correlation", *(f"{name}>" for name in names)], rows)
