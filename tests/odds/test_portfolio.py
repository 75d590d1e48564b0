"""Stakes together: joint distribution, Ante and waiver, commission and rounding."""

from __future__ import annotations

from fractions import Fraction

from tests.odds.tables import table

from puntobanco.base.cards import cards
from puntobanco.base.money import Rounding
from puntobanco.books import book_named
from puntobanco.odds.composition import composition_of, full_shoe
from puntobanco.odds.portfolio import Portfolio
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settings import TableSettings


def test_one_stake_has_the_odds_of_its_wager() -> None:
    rules = table("rws-super-six-plus")
    for name, wager in odds(rules).items():
        alone = Portfolio(rules, {name: 100_00}).odds()
        assert alone.edge == wager.edge
        assert alone.variance == wager.variance * 100_00**2
        assert alone.losing == wager.lose
        assert alone.winning == wager.win


def test_variance_of_two_stakes_has_their_covariance() -> None:
    rules = table("nz-division", dragon_bonus="2")
    unit = odds(rules)
    both = Portfolio(rules, {"banker": 2000, "dragon-bonus:banker": 1000}).odds()
    expected = (
        4 * unit["banker"].variance
        + unit["dragon-bonus:banker"].variance
        + 4 * unit.covariance("banker", "dragon-bonus:banker")
    )
    assert both.variance == expected * 1000**2
    assert both.mean == -2000 * unit["banker"].edge - 1000 * unit["dragon-bonus:banker"].edge


def test_opposite_stakes_cost_the_commission_alone() -> None:
    both = Portfolio(table("mbs"), {"player": 100_00, "banker": 100_00}).odds()
    banker = odds(table("mbs"))["banker"].win
    tie = odds(table("mbs"))["tie"].win
    assert both.distribution == {-5_00: banker, 0: 1 - banker}
    assert tie < both.distribution[0]
    assert both.losing == banker


def test_the_ante_is_paid_win_or_lose() -> None:
    rules = table("nz-division", ante="10.00")
    unit = odds(rules)["banker"]
    alone = Portfolio(rules, {"banker": 100_00}).odds()
    assert alone.edge == unit.edge + Fraction(1, 10)
    assert alone.losing == unit.lose + unit.push
    two = Portfolio(rules, {"banker": 100_00, "tie": 10_00}).odds()
    assert two.mean == -(100_00 * unit.edge + 10_00 * odds(rules)["tie"].edge + 10_00)


def test_a_waiver_ends_the_ante() -> None:
    rules = table("nz-division", ante="10.00", ante_waiver="500.00")
    unit = odds(rules)["player"].edge
    assert Portfolio(rules, {"player": 499_00}).odds().edge == unit + Fraction(10, 499)
    assert Portfolio(rules, {"player": 500_00}).odds().edge == unit


def test_a_void_coup_returns_the_ante() -> None:
    rules = table("nz-division", ante="10.00")
    shoe = composition_of(dict.fromkeys(cards("As Ks Qs Td 5s"), 1))
    found = Portfolio(rules, {"tie": 10_00}).odds(shoe)
    assert found.distribution == {-20_00: Fraction(1, 2), 0: Fraction(1, 2)}


def test_rounding_is_an_edge() -> None:
    settings = TableSettings(rounding=Rounding(to=100))
    rules = book_named("mbs").configure({}, settings)
    assert isinstance(rules, HouseRules)
    banker = odds(rules)["banker"]
    rounded = Portfolio(rules, {"banker": 10_00}).odds()
    assert rounded.distribution[9_00] == banker.win
    assert rounded.edge == banker.edge + banker.win * Fraction(1, 20)
    assert Portfolio(rules, {"banker": 20_00}).odds().edge == banker.edge


def test_another_shoe_is_weighed_without_settling_again() -> None:
    rules = table("mbs")
    portfolio = Portfolio(rules, {"player": 100})
    for decks in (1, 6):
        assert portfolio.odds(full_shoe(decks)).edge == odds(rules, full_shoe(decks))["player"].edge
