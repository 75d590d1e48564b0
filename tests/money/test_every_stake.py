"""Payouts to the unit: all stakes from 1 to a million, against integer arithmetic written apart.

That a wager ends as the second implementation says, on each of the 3,066 outcome classes, is shown
in tests/agreement. Here are the amounts: whatever a wager looks at, a win is a payoff, perhaps less
a commission, and a rounding; each such triple is walked through every stake up to `stakes`.
Below a million, wins that a whole unit always pays are walked to a tenth of it; from a million on
all of them all the way. Up to `split_stakes` every stake is also laid in two parts, in
every way, and may not pay more for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.base.money import UNITS_MAX, Direction, Payoff, Rounding
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.settlement import SettledStake, settle_stake
from puntobanco.rules.wagers import Wager, Win
from tests.agreement.coups import reachable
from tests.agreement.test_engine_and_oracle import TABLES, configured
from tests.oracle import settle as oracle
from tests.rules.test_settlement import rules_of
from tests.sizes import size_of

MILLION = 1_000_000
STAKES = size_of("stakes")
SPLIT = size_of("split_stakes")
ROUNDINGS = [Rounding(to, way) for to, way in product((1, 5, 50, 100), Direction)]
DELICATE = (Win(Payoff(1), Payoff(1, 20)), Win(Payoff(1, 2)))
"""The wins that a whole unit does not always pay."""
_Units = npt.NDArray[np.int64]


@cache
def wins() -> dict[Win, tuple[str, dict[str, str], str]]:
    """Every kind of win of every book and scale, with a wager that has it."""
    found: dict[Win, tuple[str, dict[str, str], str]] = {}
    for book, options in TABLES:
        for wager in configured(book, options).wagers.values():
            for line in wager.lines:
                if isinstance(line.end, Win):
                    found.setdefault(line.end, (book, options, wager.name))
    return found


@cache
def winning(win: Win, rounding: Rounding) -> tuple[HouseRules, Wager, OutcomeClass]:
    """A table that rounds so, a wager of it and a coup by which it wins so."""
    book, options, name = wins()[win]
    rules = rules_of(book, rounding, **{key.replace("-", "_"): v for key, v in options.items()})
    wager = rules.wagers[name]
    number = next(each for each in reachable() if wager.verdict(each).end == win)
    return rules, wager, number


def won(win: Win, stakes: range, rounding: Rounding) -> list[SettledStake]:
    """What the engine makes of these stakes when they win so."""
    rules, wager, number = winning(win, rounding)
    return [settle_stake(rules, wager, number, stake) for stake in stakes]


def rounded(top: _Units, bottom: int, rounding: Rounding) -> _Units:
    """top/bottom to a multiple, in whole numbers and from the words of the setting alone."""
    step = bottom * rounding.to
    match rounding.direction:
        case Direction.DOWN:
            multiples = top // step
        case Direction.UP:
            multiples = -(-top // step)
        case Direction.NEAREST:
            multiples = (2 * top + step) // (2 * step)
    return multiples * rounding.to


def walk(win: Win, rounding: Rounding, most: int) -> int:
    """Compare every stake up to this one; how many were compared."""
    percent = 5 if win.commission else 0
    gain, per = win.payoff.gain, win.payoff.stake
    for first in range(1, most + 1, 50_000):
        stakes = range(first, min(first + 50_000, most + 1))
        lines = won(win, stakes, rounding)
        stake = np.arange(stakes.start, stakes.stop, dtype=np.int64)
        gross, due = gain * stake * 100, gain * stake * (100 - percent)  # in 1/(100 per) units
        profit = rounded(due, 100 * per, rounding)
        commission = (gross - due) // (100 * per)
        up = profit * 100 * per > due
        outlay = np.where(up, -(-gross // (100 * per)), gross // (100 * per))
        ours = np.array([(x.profit, x.commission, x.breakage) for x in lines], dtype=np.int64)
        theirs = np.stack([profit, commission, outlay - commission - profit], axis=1)
        differing = np.flatnonzero((ours != theirs).any(axis=1))
        assert not differing.size, (win, rounding, lines[int(differing[0])], theirs[differing[0]])
    return most


def test_these_are_all_the_ways_to_win() -> None:
    """Every payoff of the second implementation's tables is walked, and every commission."""
    walked = {win.net for win in wins()}
    tables: tuple[Mapping[Any, int], ...] = (
        *oracle.WINS_ON.values(),
        *oracle.PERFECT_PAIR.values(),
        *oracle.LUCKY_MATCH.values(),
        *oracle.DRAGON_BONUS.values(),
        oracle.ANY_PAIR,
    )
    told = {Fraction(pays) for table in tables for pays in table.values()}
    told |= {Fraction(1), Fraction(19, 20), Fraction(1, 2), Fraction(2), Fraction(12), Fraction(20)}
    told |= {Fraction(8), Fraction(9), Fraction(11)}
    assert walked == told


@pytest.mark.parametrize(
    "rounding", ROUNDINGS, ids=lambda each: f"{each.to}-{each.direction.value}"
)
def test_every_win_pays_every_stake_to_the_unit(rounding: Rounding) -> None:
    others = STAKES if STAKES >= MILLION else STAKES // 10
    compared = 0
    for win in wins():
        compared += walk(win, rounding, max(STAKES, 3000) if win in DELICATE else others)
    assert compared >= len(wins()) * others


@pytest.mark.parametrize("win", DELICATE, ids=str)
def test_the_delicate_wins_pay_a_million_stakes_to_the_unit(win: Win) -> None:
    assert walk(win, Rounding(), min(MILLION, 20 * STAKES))


def test_random_stakes_up_to_the_greatest_amount_pay_to_the_unit() -> None:
    random = Random(7)
    for win, rounding in product(wins(), ROUNDINGS):
        for _ in range(10):
            stake = random.randint(1, UNITS_MAX)
            (line,) = won(win, range(stake, stake + 1), rounding)
            due = win.payoff.ratio * stake * Fraction(19 if win.commission else 20, 20)
            assert abs(due - line.profit) < rounding.to
            assert line.profit % rounding.to == 0
            way = {Direction.DOWN: line.profit <= due, Direction.UP: line.profit >= due}
            assert way.get(rounding.direction, True), (line, due)
            assert abs(line.profit + line.commission + line.breakage - win.payoff.on(stake)) < 1


# --- a stake in parts -----------------------------------------------------------------------------


def paid_by(win: Win, rounding: Rounding, most: int) -> _Units:
    """What stakes of 0, 1, 2 ... win."""
    profits = [line.profit for line in won(win, range(1, most + 1), rounding)]
    return np.array([0, *profits], dtype=np.int64)


def gained_by_two(paid: _Units) -> tuple[int, int, int]:
    """The least and most that two parts win above the whole, over all splits; and how many."""
    least = most = splits = 0
    for whole in range(2, len(paid)):
        smaller = paid[1 : whole // 2 + 1]
        larger = paid[whole - 1 : whole - whole // 2 - 1 : -1]
        gained = smaller + larger - paid[whole]
        least, most = min(least, int(gained.min())), max(most, int(gained.max()))
        splits += gained.size
    return least, most, splits


def is_rounded(win: Win, rounding: Rounding) -> bool:
    """Whether some stake cannot be paid exactly."""
    return (win.net / rounding.to).denominator > 1


@pytest.mark.parametrize("to", [1, 5, 50, 100])
def test_splitting_a_stake_never_pays_more(to: int) -> None:
    """Rounding down, as tables do unless told otherwise: all pairs of parts of every stake."""
    assert Rounding().direction is Direction.DOWN
    splits = kinds = 0
    for win in wins():
        if is_rounded(win, Rounding(to)):
            _, gained, counted = gained_by_two(paid_by(win, Rounding(to), SPLIT))
            assert gained == 0, (win, to)
            splits, kinds = splits + counted, kinds + 1
    assert kinds >= len(DELICATE)
    assert splits == kinds * (SPLIT**2 // 4)


@pytest.mark.parametrize("win", DELICATE, ids=str)
def test_many_parts_pay_no_more_either(win: Win) -> None:
    paid, random = paid_by(win, Rounding(), 2_000).tolist(), Random(8)
    for _ in range(10 * SPLIT):
        whole = left = random.randint(1, 2_000)
        parts = 0
        while left:
            part = random.randint(1, left)
            parts += paid[part]
            left -= part
        assert parts <= paid[whole], whole


@pytest.mark.parametrize("direction", [Direction.NEAREST, Direction.UP])
def test_what_splitting_wins_where_a_table_rounds_otherwise_is_known(direction: Direction) -> None:
    """Two parts then win up to one step more than the whole, and no more than that."""
    for win, to in product(DELICATE, (1, 5, 50)):
        _, gained, _ = gained_by_two(paid_by(win, Rounding(to, direction), 1_000))
        assert gained == to, (win, to)


@pytest.mark.parametrize(
    "rounding", ROUNDINGS, ids=lambda each: f"{each.to}-{each.direction.value}"
)
def test_no_rounding_errs_by_a_step_or_in_the_other_direction(rounding: Rounding) -> None:
    """Down keeps less than a step, up gives less than one, nearest at most half, which goes up."""
    stake = np.arange(SPLIT + 1, dtype=np.int64)
    for win in wins():
        part = win.net.denominator  # amounts are in such parts of a unit
        kept = win.net.numerator * stake - part * paid_by(win, rounding, SPLIT)
        step = part * rounding.to
        match rounding.direction:
            case Direction.DOWN:
                held = (kept >= 0) & (kept < step)
            case Direction.UP:
                held = (kept <= 0) & (kept > -step)
            case Direction.NEAREST:
                held = (2 * kept >= -step) & (2 * kept < step)
        assert held.all(), (win, rounding, stake[~held][:3])
        assert bool(kept.any()) == is_rounded(win, rounding), (win, rounding)


def test_the_breakage_account_holds_exactly_what_rounding_kept() -> None:
    """What the float paid out went to racks, commission and breakage, to the unit."""
    for win, rounding in product(DELICATE, ROUNDINGS):
        lines = won(win, range(1, 1_001), rounding)
        outlay = sum(line.profit + line.commission + line.breakage for line in lines)
        gross = sum((win.payoff.on(line.stake) for line in lines), Fraction(0))
        assert abs(outlay - gross) < len(lines)
        for line in lines:
            assert -rounding.to <= line.breakage <= rounding.to


def test_wagers_are_many() -> None:
    names = {name for book, options in TABLES for name in configured(book, options).wagers}
    assert len(names) > 35
    assert all(isinstance(each, Wager) for each in configured("mbs", {}).wagers.values())
