"""What a table earns: exact against settlement of every choice, and chances against simulation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import pytest
from tests.odds.tables import table

from puntobanco.odds.composition import full_shoe
from puntobanco.odds.house_win import BadMixError, Group, HouseWin, MixedBet
from puntobanco.odds.portfolio import Portfolio
from puntobanco.odds.pricing import odds
from puntobanco.odds.risk import bankroll_for, loss_chance, ruin_chance
from puntobanco.odds.weights import weigh
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.settlement import settle
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.session_kernel import END, OVER_RUINED
from puntobanco.sim.sessions import SessionPlan, play_sessions

HALF, THIRD, TENTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10)


def bet(wager: str, average: int, share: Fraction = Fraction(1)) -> MixedBet:
    return MixedBet(wager, average, share)


def test_one_patron_who_always_bets_is_a_portfolio() -> None:
    rules = table("mbs")
    group = Group(1, (bet("banker", 100_00), bet("tie", 10_00), bet("player-pair", 5_00)))
    win = HouseWin.of(rules, [group])
    known = Portfolio(rules, {"banker": 100_00, "tie": 10_00, "player-pair": 5_00}).odds()
    assert (win.mean, win.variance) == (-known.mean, known.variance)
    assert win.staked == known.staked


@pytest.mark.parametrize(
    ("rules", "groups"),
    [
        (
            table("mbs"),
            [
                Group(2, (bet("banker", 100_00, HALF), bet("player", 60_00, THIRD))),
                Group(1, (bet("tie", 20_00, TENTH), bet("player-pair", 5_00, HALF))),
            ],
        ),
        (
            table("nz-division", ante="10"),
            [Group(2, (bet("banker", 100_00, HALF), bet("tie", 20_00, TENTH)))],
        ),
    ],
    ids=["mbs", "with an Ante"],
)
def test_mean_and_variance_are_those_of_every_choice_settled(
    rules: HouseRules, groups: list[Group]
) -> None:
    """Every combination of all patrons' choices, settled on every class of outcomes."""
    weights = weigh(full_shoe(8), rules.tableau).as_mapping()
    patrons = [settled(rules, group, weights) for group in groups for _ in range(group.patrons)]
    mean = square = Fraction(0)
    total = sum(weights.values())
    for combination in itertools.product(*patrons):
        chance = math.prod(each for each, _ in combination)
        results = [-sum(nets) for nets in zip(*(nets for _, nets in combination), strict=True)]
        pairs = list(zip(results, weights.values(), strict=True))
        mean += chance * Fraction(sum(net * weight for net, weight in pairs), total)
        square += chance * Fraction(sum(net * net * weight for net, weight in pairs), total)
    win = HouseWin.of(rules, groups)
    assert win.mean == mean
    assert win.variance == square - mean**2


def settled(
    rules: HouseRules, group: Group, classes: Iterable[OutcomeClass]
) -> list[tuple[Fraction, list[int]]]:
    """Every choice of one patron, spelled out plainly: its chance, and its net in every class."""
    found = []
    for laid in itertools.product((True, False), repeat=len(group.bets)):
        stakes = {b.wager: b.average for b, on in zip(group.bets, laid, strict=True) if on}
        hands = {b.wager: b.share for b in group.bets if b.wager in ("player", "banker")}
        on_hands = [name for name in stakes if name in hands]
        if len(on_hands) > 1:
            continue
        chance = hands[on_hands[0]] if on_hands else 1 - sum(hands.values(), Fraction(0))
        for b, on in zip(group.bets, laid, strict=True):
            if b.wager not in hands:
                chance *= b.share if on else 1 - b.share
        found.append((chance, [settle(rules, number, stakes).net for number in classes]))
    return found


def test_the_lines_add_up_to_the_win() -> None:
    rules = table("rws-super-six-plus")
    group = Group(7, (bet("banker", 150_00, HALF), bet("super-six-plus", 10_00, TENTH)))
    win = HouseWin.of(rules, [group, Group(1, (bet("player", 5_000_00),))])
    assert sum(line.win for line in win.lines) == win.mean
    assert win.lines[1].edge == odds(rules)["super-six-plus"].edge
    assert win.patrons == 8


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        (Group(0, (bet("banker", 100),)), "a group has 1 patron or more, not 0"),
        (Group(1, (bet("tie", 1), bet("tie", 2))), "tie is given twice"),
        (Group(1, (bet("tie", 1, Fraction(2)),)), "cannot be bet in 200% of the coups"),
        (Group(1, (bet("player", 1, HALF), bet("banker", 1))), "the shares add up to 150 %"),
    ],
)
def test_bets_that_nobody_makes_are_refused(group: Group, sentence: str) -> None:
    with pytest.raises(BadMixError, match=sentence):
        HouseWin.of(table("mbs"), [group])


def test_chances_are_those_of_the_normal_distribution() -> None:
    one = Fraction(1)
    assert loss_chance(one, one, one) == pytest.approx(0.158655, abs=1e-6)
    assert loss_chance(-one, one, one) == pytest.approx(0.841345, abs=1e-6)
    assert loss_chance(one, Fraction(0), one) == 0
    assert ruin_chance(one, one, one) == pytest.approx(math.exp(-2))
    # A walk without drift touches a line twice as often as it ends behind it.
    assert ruin_chance(Fraction(0), one, one, one) == pytest.approx(2 * 0.158655, abs=1e-5)
    far = ruin_chance(-one, one, Fraction(10**6), Fraction(10))
    assert far == 0


@pytest.mark.parametrize("coups", [None, Fraction(300), Fraction(10**6)])
@pytest.mark.parametrize("risk", [Fraction(1, 5), Fraction(1, 100), Fraction(1, 10**6)])
def test_the_bankroll_for_a_risk_is_the_inverse_of_ruin(
    coups: Fraction | None, risk: Fraction
) -> None:
    mean, variance = Fraction(1, 80), Fraction(9, 10)
    bankroll = bankroll_for(risk, mean, variance, coups)
    assert bankroll is not None
    assert ruin_chance(mean, variance, bankroll, coups) == pytest.approx(float(risk), rel=1e-6)


def test_no_bankroll_is_enough_for_ever_against_an_edge() -> None:
    assert bankroll_for(Fraction(1, 100), Fraction(-1, 80), Fraction(1)) is None


def test_the_bankroll_is_lost_about_as_often_in_simulated_sessions() -> None:
    rules = table("mbs")
    coup = Portfolio(rules, {"banker": 100_00}).odds()
    needed = bankroll_for(Fraction(1, 10), coup.mean, coup.variance, Fraction(300))
    assert needed is not None
    plan = SessionPlan(
        rules=rules, shoes=shoe_plan(rules), wagers=("banker",), bankroll=int(needed),
        base=100_00, coups=300, clamp=True,
    )  # fmt: skip
    records = play_sessions(plan, 7, 10_000, LocalThreads(1))
    ruined = np.mean(records[:, END] == OVER_RUINED)
    # The patron is ruined when less than a stake is left, one stake before nothing is.
    assert 0.085 < ruined < 0.125
