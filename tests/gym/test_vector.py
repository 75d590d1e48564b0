"""Many compiled seats: each is the faithful one, coup by coup, for the same cards and actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

import puntobanco.gym
from puntobanco.base.cards import Card
from puntobanco.books import BOOKS
from puntobanco.gym.table import TableEnvironment
from puntobanco.gym.vector import TableVectorEnvironment
from puntobanco.rules.settings import Limit, Limits, TableSettings
from puntobanco.sim.cards import dealt_shoe

SEED = 11


def made(seats: int, **given: Any) -> TableVectorEnvironment:
    found = gymnasium.make_vec(puntobanco.gym.ENVIRONMENT, seats, **given).unwrapped
    assert isinstance(found, TableVectorEnvironment)
    return found


class GivenShoe(TableEnvironment):
    """The faithful seat, dealt the shoe that it is given."""

    cards: tuple[Card, ...] = ()

    def _shuffled(self) -> list[Card]:
        return list(self.cards)


def assert_same(many: dict[str, Any], seat: int, one: dict[str, Any]) -> None:
    for name, seen in one.items():
        assert np.array_equal(many[name][seat], seen), name


POOR, RICH = 12, 5_000
"""Minimums that a patron brings: soon ruined, or there to the end of the shoe."""
TABLES: list[tuple[str, dict[str, str], int]] = [
    *((book, {}, POOR) for book in BOOKS),
    ("nz-division", {"dragon-bonus": "1", "banker": "half-on-six"}, RICH),
    ("mbs", {"decks": "6"}, RICH),
]


@pytest.mark.parametrize(("book", "options", "minimums"), TABLES)
def test_every_seat_is_the_faithful_one(book: str, options: dict[str, str], minimums: int) -> None:
    given: dict[str, Any] = {"book": book, "options": options, "minimums": minimums}
    seats = 2
    many = made(seats, **given)
    seen, info = many.reset(seed=SEED)
    actions = _actions(many, seats)
    faithful = [GivenShoe(**given) for _ in range(seats)]
    for seat, each in enumerate(faithful):
        _sit(each, many, info["shoe"][seat])
        assert_same(seen, seat, each.reset()[0])
    ended = np.zeros(seats, bool)
    episodes = 0
    while episodes < (seats if minimums == RICH else 2 * seats):
        action = next(actions)
        seen, rewards, over, cut, info = many.step(action)
        assert not cut.any()
        for seat, each in enumerate(faithful):
            if ended[seat]:  # a new shoe: the action is ignored
                _sit(each, many, info["shoe"][seat])
                assert_same(seen, seat, each.reset()[0])
                assert (rewards[seat], over[seat]) == (0, False)
                continue
            one, reward, done, _, told = each.step(action[seat])
            assert (rewards[seat], over[seat]) == (reward, done)
            assert info["refused"][seat] == bool(told["refused"])
            assert_same(seen, seat, one)
        ended = over
        episodes += int(over.sum())
    assert many.observation_space.contains(seen)


def _sit(seat: GivenShoe, many: TableVectorEnvironment, shoe: int) -> None:
    assert many.seed is not None
    seat.cards = dealt_shoe(many.plan, many.rules.tableau, many.seed, int(shoe)).cards


def _actions(many: TableVectorEnvironment, seats: int) -> Iterator[Any]:
    chance = np.random.default_rng(5)
    wagers, most = many.single_action_space.nvec  # type: ignore[attr-defined]
    while True:
        action = np.stack([chance.integers(0, wagers, seats), chance.integers(0, most, seats)], 1)
        hand = chance.random(seats) < 0.5  # often a hand, whose stake stays after a tie
        action[hand, 0] = chance.integers(1, 3, int(hand.sum()))
        yield action


def test_what_the_table_refuses_is_refused_here_too() -> None:
    settings = TableSettings(limits=Limits(hand=Limit(10_00, 40_00)))
    many = made(2, settings=settings)
    many.reset(seed=1)
    _, rewards, _, _, info = many.step(np.array([[1, 8], [1, 3]]))
    assert info["refused"].tolist() == [True, False]
    assert rewards[0] == 0


def test_the_same_seed_gives_the_same_shoes_and_another_does_not() -> None:
    def plates(seed: int) -> Any:
        many = made(600)  # more than one block of shoes
        many.reset(seed=seed)
        for _ in range(30):
            seen, *_ = many.step(np.zeros((600, 2), np.int64))
        return seen["bead_plate"][:, :, 0]

    first = plates(3)
    assert np.array_equal(first, plates(3))
    assert not np.array_equal(first, plates(4))
    assert len({row.tobytes() for row in first}) > 590


def test_a_view_is_overwritten_and_a_copy_is_not() -> None:
    nothing = np.zeros((2, 2), np.int64)
    for copy in (True, False):
        many = made(2, copy=copy)
        seen, _ = many.reset(seed=1)
        many.step(nothing)
        assert bool(seen["bead_plate"].any()) is not copy


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"book": "nz-division", "options": {"ante": "10"}}, "an Ante has no compiled seat"),
        (
            {"book": "nz-division", "options": {"equipment": "continuous-shuffler"}},
            "a continuous shuffler has no compiled seat",
        ),
        ({"num_envs": 0}, "num_envs is 1 or more"),
    ],
)
def test_what_cannot_be_compiled_is_said(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TableVectorEnvironment(**given)


def test_actions_outside_the_space_are_refused() -> None:
    many = made(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        many.step(np.zeros((2, 2), np.int64))
    many.reset(seed=1)
    with pytest.raises(ValueError, match="have the shape"):
        many.step(np.zeros((3, 2), np.int64))
    with pytest.raises(ValueError, match="an action is below"):
        many.step(np.array([[9, 0], [0, 0]]))
