"""The kernels' shoes as real cards, dealt again by the rules of a table, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from puntobanco.base.cards import DECK
from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal
from puntobanco.rules.points import burn_value
from puntobanco.sim import fallback, kernel
from puntobanco.sim.cards import dealt_shoe
from puntobanco.sim.plan import ShoePlan, shoe_plan

SEED, FIRST, SHOES = 2**63 + 11, 5, 12


def _dealt_by_the_rules(rules: HouseRules, plan: ShoePlan, number: int) -> Iterator[int]:
    """Burn, deal coup after coup, and stop where the cut card says so."""
    shoe = dealt_shoe(plan, rules.tableau, SEED, number)
    cards, marker = list(shoe.cards), plan.cards - plan.marker_from_back
    used = {"none": 0, "one": 1, "by-value": 1 + burn_value(cards[0])}[plan.burn.value]
    assert used == shoe.burnt
    last = False
    while not last:
        begun = used
        dealt = deal(rules.tableau, cards[used:])
        assert dealt.next_slot is None
        used = len(cards) - len(dealt.unused)
        yield dealt.coup.outcome_class
        # It lay before this coup, or came out in the one before; or it came out in this one.
        last = begun >= marker if plan.one_more else used > marker


@pytest.mark.parametrize("burn", ["by-value", "one-card"])
@pytest.mark.parametrize(("decks", "marker", "one_more"), [(8, 20, True), (4, 40, False)])
def test_kernels_deal_as_the_rules_do(burn: str, decks: int, marker: int, one_more: bool) -> None:
    rules = book_named("nz-division").configure({"decks": str(decks), "burn": burn})
    assert isinstance(rules, HouseRules)
    plan = shoe_plan(rules, marker_from_back=marker, one_more=one_more)
    codes = np.empty((plan.coups_most, kernel.LANES), np.int16)
    nothing, tags = np.empty((0, 0), np.int64), np.zeros(13, np.int64)
    rows = kernel.deal_block(
        np.uint64(SEED), FIRST, 1, SHOES, plan.setup(), plan.limit_array(), codes, tags,
        nothing, nothing,
    )  # fmt: skip
    with np.errstate(over="ignore"):
        by_numpy = fallback.deal_block(
            np.uint64(SEED), FIRST, SHOES, plan.setup(), plan.limit_array()
        )
    for lane in range(SHOES):
        by_the_rules = list(_dealt_by_the_rules(rules, plan, FIRST + lane))
        for dealt in (codes[:rows, lane], by_numpy[:, lane]):
            assert by_the_rules == [int(number) for number in dealt if number != kernel.ENDED]


@pytest.mark.parametrize("decks", [4, 8])
def test_a_shoe_has_every_card_as_often_as_it_has_decks(decks: int) -> None:
    rules = book_named("nz-division").configure({"decks": str(decks)})
    assert isinstance(rules, HouseRules)
    plan = shoe_plan(rules)
    shoes = [dealt_shoe(plan, rules.tableau, 1, number) for number in range(20)]
    for shoe in shoes:
        assert Counter(shoe.cards) == dict.fromkeys(DECK, decks)
    assert shoes[3] == dealt_shoe(plan, rules.tableau, 1, 3)
    assert len({shoe.cards for shoe in shoes}) == 20
