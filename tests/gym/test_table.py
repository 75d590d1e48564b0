"""The Gymnasium environment: passes the official checker, and is the table itself."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import puntobanco.gym
from puntobanco.base.cards import cards
from puntobanco.books import BOOKS, register_of
from puntobanco.gym.roads import roads_of
from puntobanco.gym.table import CONTINUOUS_COUPS, Stage, TableEnvironment
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.coup import deal
from puntobanco.rules.settings import Limit, Limits, TableSettings
from puntobanco.rules.settlement import settle
from puntobanco.views.roads.shoe_roads import beads


def made(**given: Any) -> TableEnvironment:
    found = gymnasium.make(puntobanco.gym.ENVIRONMENT, **given).unwrapped
    assert isinstance(found, TableEnvironment)
    return found


def action(environment: TableEnvironment, wager: str, minimums: int = 1) -> np.ndarray[Any, Any]:
    return np.array([1 + environment.wagers.index(wager), minimums - 1])


NOTHING = np.array([0, 0])


@pytest.mark.parametrize("book", BOOKS)
def test_the_official_checker_has_nothing_to_say(book: str) -> None:
    check_env(made(book=book))  # a warning is an error in these tests


@pytest.mark.parametrize(
    ("book", "options"),
    [("nz-division", {"style": "B", "dragon-bonus": "1"}), ("nz-division", {"ante": "10"})],
)
def test_the_checker_is_content_with_options_too(book: str, options: dict[str, str]) -> None:
    check_env(made(book=book, options=options))


def test_it_is_made_by_name_alone_and_its_wrappers_are_content() -> None:
    environment = gymnasium.make("puntobanco.gym:puntobanco/Table-v0", render_mode="ansi")
    environment.reset(seed=1)
    for _ in range(5):
        environment.step(environment.action_space.sample())
    assert "Bead Plate" in str(environment.render())
    environment.close()


def played(seed: int, **given: Any) -> list[tuple[float, dict[str, Any]]]:
    environment = made(**given)
    _, info = environment.reset(seed=seed)
    environment.action_space.seed(seed)
    steps, ended = [], False
    while not ended:
        seen, reward, over, cut, info = environment.step(environment.action_space.sample())
        assert environment.observation_space.contains(seen)
        steps.append((reward, info))
        ended = over or cut
    assert seen["stage"] == Stage.OVER or cut
    return steps


@pytest.mark.parametrize("book", BOOKS)
def test_a_shoe_is_the_same_for_a_seed_and_cites_its_book(book: str) -> None:
    first = played(3, book=book, minimums=5_000)
    assert first == played(3, book=book, minimums=5_000)
    assert first != played(4, book=book, minimums=5_000)
    assert len(first) > 55
    register = register_of(book)
    for _, info in first:
        assert info["clauses"]
        assert all(each in register.clauses or each in DEFAULTS for each in info["clauses"])


@pytest.mark.parametrize("book", BOOKS)
def test_rewards_are_what_the_settlement_says(book: str) -> None:
    environment = made(book=book, minimums=5_000)
    environment.reset(seed=11)
    rules, over, staked = environment.rules, False, 0
    while not over:
        _, reward, over, _, info = environment.step(action(environment, "banker", 2))
        assert info["refused"] == ""
        coup = deal(rules.tableau, _order(info)).coup
        assert coup.winner.value == info["winner"]
        line = settle(rules, coup.outcome_class, {"banker": 2 * environment.minimum}).stakes[0]
        assert reward == line.profit / environment.minimum
        assert [each["profit"] for each in info["settlement"]] == [line.profit]
        staked += 1
    assert staked > 55


def _order(info: dict[str, Any]) -> Any:
    player, banker = info["player"], info["banker"]
    first = [player[0], banker[0], player[1], banker[1]]
    return cards(" ".join([*first, *player[2:], *banker[2:]]))


def test_what_the_table_refuses_is_not_staked() -> None:
    settings = TableSettings(limits=Limits(hand=Limit(10_00, 40_00)))
    environment = made(settings=settings)
    environment.reset(seed=1)
    _, reward, _, _, info = environment.step(action(environment, "player", 9))
    assert reward == 0
    assert info["refused"] == "90.00 on Player is above the maximum of 40.00."
    assert info["settlement"] == []


def test_an_ante_is_paid_with_a_stake_and_not_without() -> None:
    environment = made(book="nz-division", options={"ante": "10"})
    environment.reset(seed=2)
    _, reward, *_, info = environment.step(action(environment, "player"))
    profit = sum(each["profit"] for each in info["settlement"])
    assert reward == (profit - 10_00) / environment.minimum
    _, reward, *_ = environment.step(NOTHING)
    assert reward == 0


def test_ruin_ends_the_episode() -> None:
    environment = made(minimums=1, stake_most=20)
    for seed in range(40):
        environment.reset(seed=seed)
        seen, reward, over, _, _ = environment.step(action(environment, "tie", 10))
        if reward < 0:
            assert over
            assert seen["stage"] == Stage.OVER
            assert seen["rack"][0] == 0
            return
    raise AssertionError("a tie came forty times")


def test_a_continuous_shuffler_is_cut_off() -> None:
    environment = made(book="nz-division", options={"equipment": "continuous-shuffler"})
    environment.reset(seed=1)
    for _ in range(CONTINUOUS_COUPS - 1):
        assert environment.step(NOTHING)[2:4] == (False, False)
    assert environment.step(NOTHING)[2:4] == (False, True)


def test_the_roads_are_those_of_the_board() -> None:
    seen = roads_of(beads("BBPPPTB"), 10)
    assert seen["bead_plate"][:8, 0].tolist() == [2, 2, 1, 1, 1, 3, 2, 0]
    assert seen["big_road"].tolist()[:4] == [2, -3, 1, 0]
    assert seen["big_eye_boy"].tolist()[:3] == [1, 2, 2]


def test_it_is_drawn_as_text() -> None:
    environment = made(render_mode="ansi")
    environment.reset(seed=5)
    environment.step(action(environment, "player"))
    drawn = environment.render()
    assert drawn is not None
    assert "Big Road" in drawn
    assert "Rack " in drawn
    assert made().render() is None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"options": {"decks": "99"}}, "decks=99 is not allowed"),
        ({"minimums": 0}, "1 or more"),
    ],
)
def test_what_cannot_be_made_is_said(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        made(**given)


def test_without_the_extra_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import puntobanco.gym"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "needs the package gymnasium; install puntobanco[gym]" in ran.stderr
