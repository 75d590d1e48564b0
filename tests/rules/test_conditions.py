"""Conditions over facts: what they hold for, what they ask, and how they read."""

from __future__ import annotations

from itertools import product

import pytest

from puntobanco.rules.conditions import AtLeast, Condition, Is
from puntobanco.rules.rulings import Irregularity, Remedy, must, rule

ONE, TWO, SIX = Is("one"), Is("two"), Is("total", 6)


@pytest.mark.parametrize(("one", "two"), list(product((0, 1), repeat=2)))
def test_a_condition_holds_as_its_signs_say(one: int, two: int) -> None:
    facts = {"one": one, "two": two}
    assert bool((ONE & TWO).holds(facts)) is (one == two == 1)
    assert bool((ONE | TWO).holds(facts)) is (one == 1 or two == 1)
    assert bool((~ONE).holds(facts)) is (one == 0)


@pytest.mark.parametrize("total", range(10))
def test_a_number_is_met_exactly_or_at_least(total: int) -> None:
    facts = {"total": total}
    assert SIX.holds(facts) is (total == 6)
    assert AtLeast("total", 6).holds(facts) is (total >= 6)


@pytest.mark.parametrize(
    ("condition", "asks", "reads"),
    [
        (ONE | TWO, ["one", "two"], "one | two"),
        ((ONE | TWO) & SIX, ["one", "two", "total"], "(one | two) & total == 6"),
        (~(ONE | SIX), ["one", "total"], "~(one | total == 6)"),
        (~ONE & AtLeast("total", 8), ["one", "total"], "~one & total >= 8"),
    ],
)
def test_a_condition_says_what_it_asks_and_can_be_read(
    condition: Condition, asks: list[str], reads: str
) -> None:
    assert list(condition.facts()) == asks
    assert str(condition) == reads


@pytest.mark.parametrize(
    ("known", "could"),
    [
        ({}, True),
        ({"seen": True}, True),
        ({"seen": False}, False),
        ({"seen": True, "due": True}, False),
        ({"seen": True, "due": False}, True),
    ],
)
def test_a_row_could_fit_while_an_answer_is_left_that_lets_it_rule(
    known: dict[str, bool], could: bool
) -> None:
    stands = must(Remedy.LET_STAND)
    asking = rule(Irregularity.OTHER, when=Is("seen") & ~Is("due"), do=(stands,))
    assert asking.could_fit(known) is could
    assert rule(Irregularity.OTHER, do=(stands,)).could_fit(known), "it asks for nothing"
