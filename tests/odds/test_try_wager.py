"""Designing a wager: its odds, the payoff for a wanted edge, its lines for a book."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.odds.tables import table

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff, UnreadablePayoffError, read_payoff
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.pricing import Pricer, odds
from puntobanco.odds.try_wager import (
    BadWagerError,
    as_code,
    design,
    nearest_payoff,
    read_percentage,
)
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Is
from puntobanco.rules.text.condition_text import read_condition
from puntobanco.rules.wagers import Line, Lose, Otherwise, Push, Wager, WagerKind, Win

THREE_CARD_SIX = "banker_wins & banker_total == 6 & banker_cards == 3"
TWO_CARD_SIX = "banker_wins & banker_total == 6 & banker_cards == 2"


def price(wager: Wager) -> WagerOdds:
    return Pricer(table("mbs").tableau, [wager]).price(full_shoe(8))[wager.name]


def test_a_wager_written_as_in_a_book_has_the_same_odds() -> None:
    tried = design(
        [(read_condition(TWO_CARD_SIX), Payoff(12)), (read_condition(THREE_CARD_SIX), Payoff(20))]
    )
    assert price(tried).edge == odds(table("rws-super-six-plus"))["super-six-plus"].edge


def test_pushes_come_after_wins() -> None:
    tried = design([(read_condition("player_wins"), Payoff(1))], [read_condition("tie")])
    assert price(tried).edge == odds(table("mbs"))["player"].edge


@pytest.mark.parametrize("wanted", ["0", "2.5", "5%", "10", "40"])
@pytest.mark.parametrize("text", [THREE_CARD_SIX, "tie & player_total == 6", "player_match == 4"])
def test_the_payoff_nearest_a_wanted_edge(text: str, wanted: str) -> None:
    condition, edge = read_condition(text), read_percentage(wanted)
    start = price(design([(condition, Payoff(1))]))
    found = nearest_payoff(start, edge, start.win).gain

    def distance(gain: int) -> Fraction:
        return abs(price(design([(condition, Payoff(gain))])).edge - edge)

    assert distance(found) <= distance(found + 1)
    assert found == 1 or distance(found) <= distance(found - 1)


def test_no_payoff_helps_what_never_happens() -> None:
    never = design([(read_condition("player_total == 3 & tie & player_cards == 2"), Payoff(1))])
    with pytest.raises(BadWagerError, match="no coup satisfies the first condition"):
        nearest_payoff(price(never), Fraction(0), price(never).win)


def test_the_printed_lines_can_be_pasted_into_a_book() -> None:
    tried = design(
        [
            (read_condition("player_pair & ~(tie | banker_total >= 8)"), Payoff(7)),
            (read_condition(THREE_CARD_SIX), Payoff(1, 2)),
        ],
        [read_condition("tie")],
        name="my-wager",
    )
    words = (
        AllOf,
        AnyOf,
        AtLeast,
        Is,
        Line,
        Lose,
        Otherwise,
        Payoff,
        Push,
        Wager,
        WagerKind,
        Win,
        c,
    )
    pasted = eval(as_code(tried), {each.__name__: each for each in words})  # noqa: S307  # that is the claim
    assert pasted == tried


@pytest.mark.parametrize("text", ["0", "-1", "1/0", "1.5.2", "0.0", "", "x", "1 2", "9" * 12])
def test_bad_payoffs(text: str) -> None:
    with pytest.raises(UnreadablePayoffError, match=r"is not a payoff; write 25, 0\.95 or 1/2"):
        read_payoff(text)


@pytest.mark.parametrize("text", ["", "x", "5 per cent", "1e3", "%"])
def test_bad_percentages(text: str) -> None:
    with pytest.raises(BadWagerError, match="is not a percentage"):
        read_percentage(text)


def test_a_wager_needs_a_way_to_win() -> None:
    with pytest.raises(BadWagerError, match="needs a condition on which it wins"):
        design([])
