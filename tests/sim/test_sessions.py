"""Sessions: plans stake as their names say, money is settled as at the table, ruin is exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.base.money import Direction, Rounding, Units
from puntobanco.books import book_named
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.settings import TableSettings
from puntobanco.rules.settlement import settle
from puntobanco.sim import session_kernel
from puntobanco.sim.card_count import count_for
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import BadPlanError, shoe_plan
from puntobanco.sim.session_results import mean, ratio, session_results, share
from puntobanco.sim.sessions import (
    Ending,
    Pick,
    SessionPlan,
    begin,
    play_sessions,
    traced_sessions,
)
from puntobanco.sim.staking import Staking

Integers = npt.NDArray[np.int64]
_PLAYER_WINS, _BANKER_WINS, _TIE = 9 * 90 + 1, 1 * 90 + 9, 7 * 90 + 7


def _rules(book: str = "mbs", settings: TableSettings | None = None, **options: str) -> HouseRules:
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = book_named(book).configure(chosen, settings)
    assert isinstance(rules, HouseRules)
    return rules


def _plan(rules: HouseRules | None = None, **changes: object) -> SessionPlan:
    rules = rules or _rules()
    fields = {
        "rules": rules,
        "shoes": shoe_plan(rules),
        "wagers": ("player",),
        "bankroll": 100_000_00,
        "base": 100_00,
        "coups": 100,
    }
    return SessionPlan(**{**fields, **changes})  # type: ignore[arg-type]  # fields by name


def _follow(plan: SessionPlan, classes: list[int]) -> tuple[list[int], Integers]:
    """What a plan stakes on given coups, one at a time, and the session's record."""
    record = np.zeros((1, session_kernel.RECORD), np.int64)
    memories = begin(plan, record)
    nothing = np.empty((0, 0), np.int64)
    stakes = []
    for number in classes:
        before = record[0, session_kernel.STAKED]
        session_kernel.follow_named(
            np.array([[number]], np.int16), 1, 1, nothing, nothing, **plan.arrays,
            base=plan.base, records=record, memories=memories, step=1, traces=nothing,
        )  # fmt: skip
        stakes.append(int(record[0, session_kernel.STAKED] - before) // plan.base)
    return stakes, record[0]


_WIN, _LOSS, _PUSH = _PLAYER_WINS, _BANKER_WINS, _TIE


@pytest.mark.parametrize(
    ("staking", "coups", "stakes"),
    [
        (Staking.FLAT, [_WIN, _LOSS, _PUSH, _LOSS], [1, 1, 1, 1]),
        (Staking.MARTINGALE, [_LOSS, _LOSS, _PUSH, _LOSS, _WIN, _WIN], [1, 2, 4, 4, 8, 1]),
        (Staking.PAROLI, [_WIN, _WIN, _PUSH, _WIN, _WIN, _LOSS, _WIN], [1, 2, 4, 4, 1, 2, 1]),
        (Staking.DALEMBERT, [_LOSS, _LOSS, _WIN, _PUSH, _WIN, _WIN], [1, 2, 3, 2, 2, 1]),
        (
            Staking.FIBONACCI,
            [_LOSS, _LOSS, _LOSS, _LOSS, _LOSS, _WIN, _WIN],
            [1, 1, 2, 3, 5, 8, 3],
        ),
        # The line 1 2 3 4; 1 2 3 4 5; 2 3 4; 2 3 4 6; 3 4; and a new one
        (
            Staking.LABOUCHERE,
            [_LOSS, _WIN, _LOSS, _WIN, _PUSH, _WIN, _WIN],
            [5, 6, 6, 8, 7, 7, 5],
        ),
        (
            Staking.ONE_THREE_TWO_SIX,
            [_WIN, _WIN, _WIN, _WIN, _WIN, _LOSS, _WIN],
            [1, 3, 2, 6, 1, 3, 1],
        ),
    ],
)
def test_plans_stake_as_their_names_say(
    staking: Staking, coups: list[int], stakes: list[int]
) -> None:
    assert _follow(_plan(staking=staking), coups)[0] == stakes


@pytest.mark.parametrize(("pick", "chosen"), [(Pick.FOLLOW, "pbbpp"), (Pick.OPPOSE, "pppbb")])
def test_the_last_winner_is_followed_or_opposed_and_a_tie_changes_nothing(
    pick: Pick, chosen: str
) -> None:
    plan = _plan(wagers=("player", "banker"), pick=pick)
    coups = [_BANKER_WINS, _TIE, _PLAYER_WINS, _TIE, _PLAYER_WINS]
    rules, held = plan.rules, plan.bankroll
    for number, name in zip(coups, chosen, strict=True):
        wager = {"p": "player", "b": "banker"}[name]
        held += settle(rules, OutcomeClass(number), {wager: plan.base}).net
    assert _follow(plan, coups)[1][session_kernel.BANKROLL] == held


_ROUNDINGS = [
    Rounding(),
    Rounding(50),
    Rounding(500, Direction.NEAREST),
    Rounding(100, Direction.UP),
]


@pytest.mark.parametrize("rounding", _ROUNDINGS, ids=str)
@pytest.mark.parametrize("base", [100_00, 105_50, 333_00])
def test_money_is_settled_as_at_the_table(rounding: Rounding, base: int) -> None:
    rules = _rules(
        "nz-division", TableSettings(rounding=rounding), dragon_bonus="1", ante="10",
        ante_waiver="200",
    )  # fmt: skip
    coups = [_PLAYER_WINS, _BANKER_WINS, _TIE, 40 * 90 + 6, 46 * 90 + 3, 8 * 90 + 8]
    for wager in rules.wagers:
        plan = _plan(rules, wagers=(wager,), base=base)
        _, record = _follow(plan, coups)
        main = rules.wagers[wager].kind.is_main
        settled = [settle(rules, OutcomeClass(number), {wager: base}) for number in coups]
        if not main:  # laid beside a main wager, which owes the Ante
            assert all(each.ante is None or not each.ante.amount for each in settled)
        held = plan.bankroll + sum(each.net for each in settled)
        assert record[session_kernel.BANKROLL] == held, wager


def test_goals_and_ruin_end_a_session() -> None:
    plan = _plan(bankroll=300_00, stop_loss=200_00, win_goal=200_00)
    for coups, ending, left in (
        ([_WIN, _WIN, _WIN], Ending.WIN_GOAL, 500_00),
        ([_LOSS, _LOSS, _LOSS], Ending.STOP_LOSS, 100_00),
    ):
        _, record = _follow(plan, coups)
        assert (record[session_kernel.END], record[session_kernel.BANKROLL]) == (ending.value, left)
        assert record[session_kernel.COUPS] == 2
    _, record = _follow(_plan(bankroll=300_00), [_LOSS] * 5)
    assert record[session_kernel.END] == Ending.RUINED.value
    assert record[session_kernel.DRAWDOWN] == 300_00


def test_what_is_left_is_staked_when_the_plan_wants_more() -> None:
    stakes, record = _follow(_plan(bankroll=600_00, staking=Staking.MARTINGALE), [_LOSS] * 3)
    assert stakes == [1, 2, 3]
    assert record[session_kernel.END] == Ending.RUINED.value


def _played(plan: SessionPlan, sessions: int, threads: int = 1, seed: int = 3) -> Integers:
    executor = LocalThreads(threads)
    try:
        return play_sessions(plan, seed, sessions, executor)
    finally:
        executor.close()


def test_one_thread_and_two_play_the_same_sessions() -> None:
    plan = _plan(coups=200, staking=Staking.LABOUCHERE, clamp=True, bankroll=5_000_00)
    assert np.array_equal(_played(plan, 3000), _played(plan, 3000, threads=2))
    assert np.array_equal(_played(plan, 3000)[:100], _played(plan, 100))


def ruin_chance(
    profits: Mapping[Units, Fraction], bankroll: Units, least: Units, coups: int
) -> Fraction:
    """The chance that fewer than `least` units are left at some time within so many coups.

    `profits` has the chance of each profit of a coup. It holds for a continuous shuffler, which
    deals every coup from the full shoe.
    """
    playing: dict[Units, Fraction] = {bankroll: Fraction(1)}
    ruined = Fraction(0)
    for _ in range(coups):
        after: dict[Units, Fraction] = {}
        for held, chance in playing.items():
            for profit, part in profits.items():
                left = held + profit
                if left < least:
                    ruined += chance * part
                else:
                    after[left] = after.get(left, Fraction(0)) + chance * part
        playing = after
    return ruined


def test_flat_betting_is_ruined_as_often_as_it_must_be() -> None:
    """A continuous shuffler makes coups independent, so that a table of chances is exact."""
    rules = _rules("nz-division", equipment="continuous-shuffler", banker="half-on-six")
    plan = _plan(rules, wagers=("banker",), bankroll=400_00, coups=60)
    known = odds(rules)["banker"].payoffs
    profits = {int(profit * plan.base): chance for profit, chance in known.items()}
    exact = float(ruin_chance(profits, plan.bankroll, plan.base, plan.coups))
    found = share(int((_played(plan, 60_000)[:, 7] == Ending.RUINED.value).sum()), 60_000)
    deviation = math.sqrt(exact * (1 - exact) / 60_000)
    assert abs(found.value - exact) < 4 * deviation
    assert 0.05 < exact < 0.95


def test_flat_betting_loses_the_edge_of_what_is_staked() -> None:
    plan = _plan(bankroll=1_000_000_00, coups=300)
    results = session_results(plan, _played(plan, 4000))
    edge = float(odds(plan.rules)["player"].edge)
    lost = results.lost_per_unit_staked
    half = (lost.high - lost.low) / 2
    assert abs(lost.value - edge) < 2 * half
    assert results.coups == 4000 * 300
    assert results.hours.value == pytest.approx(300 / 70)


def _skip_odd(memory, base, coup, bankroll, profit, winner, count, left):  # type: ignore[no-untyped-def]  # compiled
    memory[0] += 1
    return 0, base if memory[0] % 2 == 1 else 0


def _sideways(memory, base, coup, bankroll, profit, winner, count, left):  # type: ignore[no-untyped-def]  # compiled
    return 5, base


def test_a_plan_of_ones_own_is_compiled_and_followed() -> None:
    records = _played(_plan(own=_skip_odd), 600)
    assert (records[:, session_kernel.BETS] == 50).all()
    assert (records[:, session_kernel.STAKED] == 50 * 100_00).all()


def test_a_plan_of_ones_own_cannot_bet_on_what_it_was_not_given() -> None:
    with pytest.raises(BadPlanError, match="in coup 1 of session 1, bets on wager 5 of 1"):
        _played(_plan(own=_sideways), 10)


def test_a_stake_above_the_maximum_is_named_with_its_coup() -> None:
    plan = _plan(staking=Staking.MARTINGALE, bankroll=10_000_000_00, coups=2000)
    with pytest.raises(BadPlanError, match=r"in coup \d+ of session \d+, stakes 102400.00, above"):
        _played(plan, 512)
    assert _played(_plan(staking=Staking.MARTINGALE, coups=2000, clamp=True), 512).size


def test_a_stake_below_the_minimum_is_named_with_its_coup() -> None:
    with pytest.raises(BadPlanError, match=r"stakes 50.00, below the minimum of 100.00"):
        _played(_plan(base=50_00), 10)
    assert (_played(_plan(base=50_00, clamp=True), 10)[:, session_kernel.STAKED] == 100_00_00).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"wagers": ("lucky",)}, "offers no wager 'lucky'"),
        ({"bankroll": 50_00}, "give a stake above zero and a bankroll not below it"),
        ({"base": 0}, "give a stake above zero"),
        ({"base": 33}, "is not a stake in chips of 0.50"),
        ({"coups": 0}, "coups, not 0"),
        ({"pick": Pick.FOLLOW}, "needs wagers player,banker"),
        ({"staking": Staking.BY_COUNT}, "needs 13 tags"),
        ({"own": lambda memory: (0, 0)}, "a plan of your own takes memory"),
    ],
)
def test_plans_that_cannot_be_played_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadPlanError, match=message):
        _plan(None, **changes)


@pytest.mark.parametrize("sessions", [0, -1, 10**8])
def test_numbers_of_sessions_that_make_no_sense_are_refused(sessions: int) -> None:
    with pytest.raises(BadPlanError, match="cannot be played"):
        _played(_plan(), sessions)


def test_a_counter_stakes_less_often_and_at_a_better_price() -> None:
    rules = _rules("nz-division", dragon_bonus="1")
    tags, threshold = count_for(rules, "dragon-bonus:banker")
    flat = _plan(rules, wagers=("dragon-bonus:banker",), base=5_00, coups=400)
    counting = _plan(
        rules, wagers=("dragon-bonus:banker",), base=5_00, coups=400, staking=Staking.BY_COUNT,
        tags=tags, threshold=threshold // 2,
    )  # fmt: skip
    plain = session_results(flat, _played(flat, 6000))
    records = _played(counting, 6000)
    chosen = session_results(counting, records)
    bets = records[:, session_kernel.BETS].sum() / records[:, session_kernel.COUPS].sum()
    assert 0.001 < bets < 0.3
    assert chosen.lost_per_unit_staked.high < plain.lost_per_unit_staked.low


def test_traces_begin_with_the_bankroll_and_end_with_the_final_one() -> None:
    plan = _plan(coups=120, bankroll=1_000_00)
    coups, traces = traced_sessions(plan, 3, 512)
    assert (traces[:, 0] == plan.bankroll).all()
    assert coups[-1] == 120
    assert np.array_equal(traces[:, -1], _played(plan, 512)[:, 0])


def test_intervals_hold_what_they_should() -> None:
    generator = np.random.default_rng(2)
    inside = {"share": 0, "mean": 0, "ratio": 0}
    for _ in range(400):
        found = share(int(generator.binomial(500, 0.03)), 500)
        inside["share"] += found.low <= 0.03 <= found.high
        sample = generator.normal(5, 2, 100)
        found = mean(sample)
        inside["mean"] += found.low <= 5 <= found.high
        found = ratio(2 * sample + generator.normal(0, 1, 100), sample)
        inside["ratio"] += found.low <= 2 <= found.high
    assert all(365 <= number <= 396 for number in inside.values()), inside
