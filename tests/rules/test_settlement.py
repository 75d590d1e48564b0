"""Settlement: cases a second implementation does not reach, void coups, rounding, the Ante."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.cards import cards
from puntobanco.base.money import Direction, Rounding
from puntobanco.books import BOOKS, book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup, Winner, deal
from puntobanco.rules.outcomes import VOID, OutcomeClass, outcome
from puntobanco.rules.settings import TableSettings
from puntobanco.rules.settlement import settle
from puntobanco.rules.wagers import Result


def rules_of(name: str, rounding: Rounding | None = None, **options: str) -> HouseRules:
    settings = TableSettings(rounding=rounding or Rounding())
    chosen = {option.replace("_", "-"): value for option, value in options.items()}
    rules = book_named(name).configure(chosen, settings)
    assert isinstance(rules, HouseRules), rules
    return rules


def coup(player: str, banker: str) -> DealtCoup:
    return DealtCoup(cards(player), cards(banker))


@pytest.mark.parametrize("name", BOOKS)
def test_a_void_coup_returns_every_stake(name: str) -> None:
    rules = rules_of(name)
    settled = settle(rules, VOID, dict.fromkeys(rules.wagers, 777))
    assert {line.result for line in settled.stakes} == {Result.PUSH}
    assert settled.net == 0
    assert all(line.returned == 777 for line in settled.stakes)
    assert {line.clauses for line in settled.stakes} == {rules.book.void_clauses}


@given(st.integers(0, 8099), st.integers(1, 10**6), st.integers(1, 200), st.sampled_from(Direction))
def test_what_the_house_lays_out_is_accounted_for(
    number: int, stake: int, to: int, direction: Direction
) -> None:
    rules = rules_of("rws-wins-on", Rounding(to, direction))
    for line in settle(rules, OutcomeClass(number), dict.fromkeys(rules.wagers, stake)).stakes:
        if line.result is not Result.WIN:
            assert line.commission == line.breakage == line.shortfall == 0
            continue
        wager = rules.wagers[line.wager]
        end = wager.verdict(OutcomeClass(number)).end
        gross = Fraction(stake) * end.payoff.ratio  # type: ignore[union-attr]
        outlay = line.profit + line.commission + line.breakage
        assert abs(outlay - gross) < 1
        assert line.profit + line.shortfall == gross - line.commission


def test_a_cent_on_banker_shows_what_could_not_be_paid() -> None:
    rules = rules_of("mbs")
    number = coup("Ks 6h", "Kd 7c").outcome_class
    line = settle(rules, number, {"banker": 1}).stakes[0]
    assert (line.profit, line.commission, line.breakage) == (0, 0, 1)
    assert line.shortfall == Fraction(19, 20)
    assert "default:2" in line.clauses


def test_the_ante_is_taken_win_lose_or_stand_off_and_returned_from_a_void_coup() -> None:
    rules = rules_of("nz-division", ante="10")
    win, loss = coup("4s 5h", "Kd 7c"), coup("Ks 6h", "Kd 7c")
    tie = coup("Ks 6h", "2d 4c")
    assert settle(rules, win.outcome_class, {"player": 100_00}).net == 90_00
    assert settle(rules, loss.outcome_class, {"player": 100_00}).net == -110_00
    assert settle(rules, tie.outcome_class, {"player": 100_00}).net == -10_00
    void = settle(rules, VOID, {"player": 100_00})
    assert void.net == 0
    assert void.ante is not None
    assert not void.ante.collected


def test_a_lucky_triple_replaces_the_lucky_match() -> None:
    rules = rules_of("nz-division", lucky_match="1")
    triple = coup("6d 6d 6d", "Kd 7c").outcome_class
    line = settle(rules, triple, {"lucky-match:player": 10_00}).stakes[0]
    assert line.profit == 1000_00
    assert "11D.9" in line.clauses
    both = coup("6d 6d 6d", "5h 5h 2c").outcome_class
    lines = settle(rules, both, {"lucky-match:player": 10, "lucky-match:banker": 10}).stakes
    assert [line.profit for line in lines] == [1000, 250]


def test_a_dragon_bonus_natural_tie_pushes_and_any_other_tie_loses() -> None:
    rules = rules_of("nz-division", dragon_bonus="1")
    natural = coup("4s 5h", "Td 9c").outcome_class
    other = coup("Ks 6h", "2d 4c").outcome_class
    for hand in ("player", "banker"):
        stake = {f"dragon-bonus:{hand}": 10}
        assert settle(rules, natural, stake).stakes[0].result is Result.PUSH
        assert settle(rules, other, stake).stakes[0].result is Result.LOSE


def test_dealing_stops_when_the_coup_is_over() -> None:
    tableau = book_named("mbs").tableau
    dealt = deal(tableau, cards("9s 3h Kd 2c 5d 5h"))
    assert (dealt.coup.winner, dealt.next_slot, len(dealt.unused)) == (Winner.PLAYER, None, 2)
    short = deal(tableau, cards("2s 3h 3d 4c"))
    assert short.next_slot is not None
    assert short.next_slot.value == "P3"


@given(st.integers(0, 8099))
def test_a_class_goes_both_ways(number: int) -> None:
    assert outcome(OutcomeClass(number)).number == number
