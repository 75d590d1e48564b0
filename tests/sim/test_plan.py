"""Plans: what a table's rules make of a shoe."""

from __future__ import annotations

import dataclasses

import pytest

from puntobanco.base.clauses import c
from puntobanco.books import BOOKS, book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.tableau import Row
from puntobanco.sim.plan import BadPlanError, ShoePlan, shoe_plan, tableau_limits

STANDARD = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8)


def _rules(book: str, **options: str) -> HouseRules:
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = book_named(book).configure(chosen)
    assert isinstance(rules, HouseRules)
    return rules


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_draws_by_the_same_limits(book: str) -> None:
    assert tableau_limits(_rules(book).tableau) == STANDARD


def test_limits_draw_as_the_tableau_does() -> None:
    tableau = _rules("mbs").tableau
    limits = tableau_limits(tableau)
    for total in range(10):
        assert tableau.player_draws[total] == (total <= limits[11])
        for third in range(11):
            assert tableau.banker_draws[total][third] == (total <= limits[third])


def test_a_tableau_with_holes_is_refused() -> None:
    tableau = _rules("mbs").tableau
    rows = (Row("0-3", "S", c("x")), Row("4-5", "D", c("x")), Row("6-7", "S", c("x")))
    with pytest.raises(BadPlanError, match="draws on a total above one on which it stands"):
        tableau_limits(dataclasses.replace(tableau, player=rows))


@pytest.mark.parametrize(
    ("options", "burn", "continuous"),
    [
        ({}, Burn.BY_VALUE, False),
        ({"burn": "one-card"}, Burn.ONE, False),
        ({"equipment": "batch-shuffler"}, Burn.BY_VALUE, False),
        ({"equipment": "continuous-shuffler"}, Burn.BY_VALUE, True),
    ],
)
def test_the_tables_options_make_the_shoe(
    options: dict[str, str], burn: Burn, continuous: bool
) -> None:
    plan = shoe_plan(_rules("nz-division", **options))
    assert (plan.burn, plan.continuous, plan.decks) == (burn, continuous, 8)


def test_a_book_without_a_burn_burns_nothing() -> None:
    assert shoe_plan(_rules("mbs", decks="6")).burn is Burn.NONE


@pytest.mark.parametrize(("decks", "marker", "head"), [(8, 20, 60), (4, 20, 30), (6, 200, 17)])
def test_the_head_is_what_every_shoe_has(decks: int, marker: int, head: int) -> None:
    """With 11 cards burnt and six cards each, coup number `head` still begins by the marker."""
    plan = ShoePlan(decks, Burn.BY_VALUE, marker, STANDARD)
    assert plan.head == head
    assert 11 + 6 * (head - 1) <= 52 * decks - marker


@pytest.mark.parametrize("marker", [-1, 0, 10, 405, 416])
def test_a_marker_outside_the_shoe_is_refused(marker: int) -> None:
    with pytest.raises(BadPlanError, match="give 11 to 404 with 8 decks"):
        ShoePlan(8, Burn.NONE, marker, STANDARD)


def test_a_book_may_ask_for_more_behind_the_marker() -> None:
    with pytest.raises(BadPlanError, match="give 20 or more"):
        shoe_plan(_rules("nz-division"), marker_from_back=19)


def test_a_plan_survives_being_written_down() -> None:
    plan = shoe_plan(_rules("nz-division"))
    assert ShoePlan.from_form(plan.form()) == plan
