"""Odds of wagers: chances, moments, covariance, short shoes, other tableaux."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.odds.tables import EVERY_TABLE, table

from puntobanco.base.cards import DECK, cards
from puntobanco.odds.composition import (
    BadCompositionError,
    Composition,
    composition_of,
    full_shoe,
    read_composition,
)
from puntobanco.odds.pricing import KIND_FACTS, Odds, Pricer, looks_at_kinds, odds, pricer_of
from puntobanco.odds.wager_odds import profit_of
from puntobanco.odds.weights import weigh
from puntobanco.rules.facts import FACTS
from puntobanco.rules.outcomes import VOID, CardMatch, all_classes, outcome
from puntobanco.rules.tableau import Row

small_shoes = st.lists(st.sampled_from(DECK), min_size=7, max_size=40)


def plain_odds(found: Odds, name: str) -> dict[Fraction, Fraction]:
    """The chance of each profit, asking the wager about every class one by one."""
    profits: dict[Fraction, Fraction] = {}
    weights = found.weights
    for number, weight in weights.as_mapping().items():
        wager = found[name].wager
        profit = Fraction(0) if number == VOID else profit_of(wager.verdict(number).end)
        profits[profit] = profits.get(profit, Fraction(0)) + Fraction(weight, weights.total)
    return profits


@pytest.mark.parametrize("name", EVERY_TABLE)
def test_the_columns_decide_as_the_wager_does(name: str) -> None:
    rules = EVERY_TABLE[name]
    found = odds(rules, full_shoe(2).without(cards("As 9h Kd")))
    for wager in rules.wagers:
        positive = {profit: chance for profit, chance in found[wager].payoffs.items() if chance}
        assert positive == plain_odds(found, wager)


def test_which_facts_look_at_suits_and_ranks() -> None:
    depend = set()
    for number in all_classes():
        seen = outcome(number)
        plain = replace(
            seen,
            player=replace(seen.player, match=CardMatch.NONE),
            banker=replace(seen.banker, match=CardMatch.NONE),
        )
        depend |= {name for name, fact in FACTS.items() if fact(seen) != fact(plain)}
    assert depend == KIND_FACTS


@settings(max_examples=25, deadline=None)
@given(small_shoes)
def test_wagers_on_values_cost_the_same_either_way(some: list[object]) -> None:
    shoe = read_composition(" ".join(map(str, some)))
    rules = table("rws-super-six-plus")
    values = [wager for wager in rules.wagers.values() if not looks_at_kinds(wager)]
    assert [wager.name for wager in values] == ["player", "banker", "tie", "super-six-plus"]
    alone = Pricer(rules.tableau, values).price(shoe)
    together = odds(rules, shoe)
    for wager in values:
        assert alone[wager.name].weights == together[wager.name].weights


@settings(max_examples=25, deadline=None)
@given(small_shoes)
def test_moments_follow_from_the_payoffs(some: list[object]) -> None:
    shoe = read_composition(" ".join(map(str, some)))
    for found in odds(table("nz-division", dragon_bonus="1", lucky_match="2"), shoe).values():
        chances = found.payoffs
        assert sum(chances.values()) == 1
        assert found.win + found.push + found.lose == 1
        mean = sum(p * c for p, c in chances.items())
        assert found.edge == -mean
        assert found.variance == sum(c * (p - mean) ** 2 for p, c in chances.items())
        assert found.third_moment == sum(c * (p - mean) ** 3 for p, c in chances.items())
        assert math.isclose(found.deviation**2, found.variance)
        if found.push < 1:
            assert found.edge_per_resolved * (found.win + found.lose) == found.edge
        if found.fair_payoff is not None:
            assert found.fair_payoff * found.win == found.lose


def test_covariance_is_that_of_the_joint_profits() -> None:
    rules = table("nz-division", dragon_bonus="1", perfect_pair="1")
    found = odds(rules, full_shoe(1).without(cards("2s 2h 7d")))
    for one in rules.wagers:
        assert found.covariance(one, one) == found[one].variance
        for two in rules.wagers:
            mean = Fraction(0)
            for number, weight in found.weights.as_mapping().items():
                ends = [found[name].wager.verdict(number).end for name in (one, two)]
                mean += weight * profit_of(ends[0]) * profit_of(ends[1])
            joint = mean / found.weights.total
            assert found.covariance(one, two) == joint - found[one].edge * found[two].edge
            assert -1.000001 <= found.correlation(one, two) <= 1.000001


def test_a_void_coup_is_a_push() -> None:
    found = odds(table("mbs"), composition_of(dict.fromkeys(cards("As Ks Qs Td 5s"), 1)))
    assert found.weights.void == 60
    assert found.weights.total == 120
    assert found["tie"].push == Fraction(1, 2)
    assert found["player"].edge == Fraction(3, 10)
    assert found["tie"].payoffs == {8: 0, 0: Fraction(1, 2), -1: Fraction(1, 2)}


def test_no_complete_coup_is_refused() -> None:
    # Four zero cards: both hands draw, and there is nothing to draw.
    with pytest.raises(BadCompositionError, match="no coup can be completed from these 4 cards"):
        odds(table("mbs"), composition_of(dict.fromkeys(cards("Ks Kh Kd Kc"), 1)))


def test_unknown_burnt_cards_change_nothing_until_the_shoe_runs_out() -> None:
    rules = table("mbs")
    full = odds(rules, full_shoe(8))
    for left in (415, 100, 6):
        burnt = odds(rules, full_shoe(8).holding(left))
        assert [each.edge for each in burnt.values()] == [each.edge for each in full.values()]
    short = odds(rules, full_shoe(8).holding(4))
    assert short.weights.void
    in_four = 0
    for number, weight in full.weights.as_mapping().items():
        if outcome(number).player.cards == outcome(number).banker.cards == 2:
            in_four += weight
    finished = Fraction(short.weights.total - short.weights.void, short.weights.total)
    assert finished == Fraction(in_four, full.weights.total)


def test_the_edge_is_a_martingale() -> None:
    # Removing a card at random must leave every edge as it was, on average.
    rules = table("rws-super-six-plus")
    shoe = Composition(tuple(number % 4 for number in range(52)), 78)
    before = odds(rules, shoe)
    for name in rules.wagers:
        after = Fraction(0)
        for each in DECK:
            count = shoe.counts[each.number]
            if count:
                after += count * odds(rules, shoe.without([each]))[name].edge
        assert after / shoe.cards == before[name].edge


def test_another_tableau_has_other_classes() -> None:
    rules = table("mbs")
    stands_on_five = replace(rules.tableau, player=(Row("0-4", "D", ()), Row("5-7", "S", ())))
    standard = weigh(full_shoe(8), rules.tableau)
    other = weigh(full_shoe(8), stands_on_five)
    assert set(other.classes) != set(standard.classes)
    assert sum(map(int, other.by_class)) == other.total == standard.total
    pricer = Pricer(stands_on_five, rules.wagers.values())
    assert pricer.price(full_shoe(8))["player"].edge != odds(rules)["player"].edge


def test_pricers_are_kept_for_the_last_tables() -> None:
    rules = table("mbs")
    assert pricer_of(rules) is pricer_of(rules)
    for _ in range(20):
        pricer_of(table("mbs"))
    assert pricer_of(rules) is pricer_of(rules)
