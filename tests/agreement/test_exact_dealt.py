"""Every ordered deal of a small shoe, settled, comes to the exact odds of every wager."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from puntobanco.base.cards import DECK, Card
from puntobanco.odds.composition import composition_of
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.settlement import settle, settle_stake
from puntobanco.rules.wagers import Result
from tests.odds.tables import EVERY_TABLE

STAKE = 2_000
"""Units in which every payoff of every book is whole."""


def some_cards(size: int, seed: int) -> list[Card]:
    """Cards of a few ranks, so that pairs, triples and every total turn up."""
    chance = random.Random(100 * size + seed)  # a test's own fixed choice
    ranks = chance.sample(range(13), chance.randint(2, 6))
    return chance.choices([each for each in DECK if each.rank.number in ranks], k=size)


def deal_every_order(rules: HouseRules, cards: list[Card]) -> Counter[OutcomeClass]:
    """How many of all ordered deals of six cards end in each class."""
    found: Counter[OutcomeClass] = Counter()
    for order, copies in Counter(permutations(cards, 6)).items():
        found[deal(rules.tableau, order).coup.outcome_class] += copies
    return found


def check_table(rules: HouseRules, cards: list[Card], dealt: Counter[OutcomeClass]) -> None:
    exact = odds(rules, composition_of(Counter(cards)))
    for name, wager in rules.wagers.items():
        profits: Counter[Fraction] = Counter()
        results: Counter[Result] = Counter()
        for number, copies in dealt.items():
            settled = settle_stake(rules, wager, number, STAKE)
            assert not settled.shortfall
            profits[Fraction(settled.profit, STAKE)] += copies
            results[settled.result] += copies
        total = dealt.total()
        found = exact[name]
        mean = sum(profit * copies for profit, copies in profits.items()) / Fraction(total)
        square = sum(profit**2 * copies for profit, copies in profits.items()) / Fraction(total)
        assert found.edge == -mean, name
        assert found.variance == square - mean**2, name
        assert found.win == Fraction(results[Result.WIN], total), name
        assert found.push == Fraction(results[Result.PUSH], total), name
        assert found.lose == Fraction(results[Result.LOSE], total), name
        positive = {profit: chance for profit, chance in found.payoffs.items() if chance}
        assert positive == {p: Fraction(copies, total) for p, copies in profits.items()}, name


@pytest.mark.parametrize(
    ("size", "seed"), [(size, seed) for seed in range(1, 4) for size in (6, 7, 8, 9)]
)
def test_every_wager_of_every_book(size: int, seed: int) -> None:
    cards = some_cards(size, seed)
    rules = EVERY_TABLE["mbs"]
    dealt = deal_every_order(rules, cards)
    for each in EVERY_TABLE.values():
        assert each.tableau.player_draws == rules.tableau.player_draws
        assert each.tableau.banker_draws == rules.tableau.banker_draws
        check_table(each, cards, dealt)


@pytest.mark.parametrize("book", ["mbs", "rws-super-six-plus", "nz-division lucky-match=2"])
def test_settling_each_of_720_deals_one_by_one(book: str) -> None:
    rules = EVERY_TABLE[book]
    cards = some_cards(6, 11)
    stakes = dict.fromkeys(rules.wagers, STAKE)
    won = Counter[str]()
    for order in permutations(cards, 6):
        for line in settle(rules, deal(rules.tableau, order).coup.outcome_class, stakes).stakes:
            won[line.wager] += line.profit
    exact = odds(rules, composition_of(Counter(cards)))
    for name in rules.wagers:
        assert exact[name].edge == Fraction(-won[name], 720 * STAKE)
