"""The oracle's cards and drawing rules against worked cases and the charts' other column."""

from itertools import product

import pytest

from .game import (
    TooFewCardsError,
    burn_value,
    deal,
    deal_values,
    is_natural,
    is_triple,
    pair_kind,
    total,
    value,
    winner,
)
from .reading import cards, hands


def test_values_of_the_thirteen_ranks() -> None:
    assert [value(rank + "s") for rank in "A23456789TJQK"] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        0,
        0,
        0,
        0,
    ]
    assert [burn_value(rank + "h") for rank in "A29TJQK"] == [1, 2, 9, 10, 10, 10, 10]
    with pytest.raises(ValueError, match="is not a card"):
        value("1s")


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("A,7", 8),
        ("10,7", 7),
        ("K,Q", 0),
        ("9,7", 6),
        ("9,8", 7),
        ("2,5", 7),
        ("9,9,9", 7),
        ("10,10,9", 9),
        ("10,K,10", 0),
    ],
)
def test_totals(hand: str, points: int) -> None:
    assert total(cards(hand)) == points


def test_first_and_third_cards_are_players() -> None:
    assert deal(cards("9,3,K,2")) == (cards("9,K"), cards("3,2"), [])
    assert deal(cards("9,3,9,K,5,5")) == (cards("9,9"), cards("3,K"), cards("5,5"))


@pytest.mark.parametrize("player", range(10))
@pytest.mark.parametrize("banker", range(10))
def test_player_draws_on_five_or_less_unless_a_natural_shows(player: int, banker: int) -> None:
    _, _, count, _ = deal_values((player, banker, 0, 0, 8, 0))
    assert count == (3 if player <= 5 and banker <= 7 else 2)


@pytest.mark.parametrize(
    ("banker", "stands_against"),
    [
        (0, ""),
        (1, ""),
        (2, ""),
        (3, "8"),
        (4, "0189"),
        (5, "012389"),
        (6, "01234589"),
        (7, "0123456789"),
    ],
)
def test_banker_stands_as_the_chart_lists_it(banker: int, stands_against: str) -> None:
    for player in range(6):
        stood = ""
        for third in range(10):
            _, _, _, count = deal_values((player, banker, 0, 0, third, 0))
            stood += str(third) if count == 2 else ""
        assert stood == stands_against


@pytest.mark.parametrize("player", [6, 7, 8, 9])
def test_banker_against_a_standing_player(player: int) -> None:
    drawn = [banker for banker in range(10) if deal_values((player, banker, 0, 0, 1, 1))[3] == 3]
    assert drawn == ([0, 1, 2, 3, 4, 5] if player <= 7 else [])


def test_cards_and_values_are_dealt_alike() -> None:
    ranks = "TA23456789"
    for number in range(100_000):
        digits = [int(digit) for digit in f"{number:05}"] + [number % 7]
        player, banker, rest = deal([ranks[digit] + "c" for digit in digits])
        expected = (total(player), total(banker), len(player), len(banker))
        assert deal_values(digits) == expected
        assert len(rest) == 6 - len(player) - len(banker)


@pytest.mark.parametrize("short", ["", "9,3,K", "2,K,3,7", "A,3,K,A,3"])
def test_a_coup_without_enough_cards_is_not_dealt(short: str) -> None:
    with pytest.raises(TooFewCardsError):
        deal(cards(short) if short else [])


def test_winner_and_natural() -> None:
    assert winner(*hands("K,6 v K,7")) == "banker"
    assert winner(*hands("4,5 v K,7")) == "player"
    assert winner(*hands("K,6 v 2,4")) == "tie"
    assert is_natural(cards("A,7"))
    assert not is_natural(cards("2,3,3"))


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("10h,Jh", "none"),
        ("Qh,Kh", "none"),
        ("8h,8s", "mixed"),
        ("Kc,Kd", "mixed"),
        ("8h,8d", "coloured"),
        ("Kc,Ks", "coloured"),
        ("8h,8h", "perfect"),
        ("5s,Ks,5s", "none"),
        ("6d,6d,6d", "perfect"),
    ],
)
def test_kind_of_pair(hand: str, kind: str) -> None:
    assert pair_kind(cards(hand)) == kind


def test_triple_needs_rank_and_suit() -> None:
    assert is_triple(cards("6d,6d,6d"))
    assert not is_triple(cards("6d,6d,6h"))
    assert not is_triple(cards("6d,6d"))


@pytest.mark.parametrize(("hand", "impossible"), [(0, "3489"), (1, "49")])
def test_triples_that_cannot_be_dealt(hand: int, impossible: str) -> None:
    never = ""
    for rank in "A23456789TJQK":
        like = rank + "d"
        others = [cards(",".join(three)) for three in product("KA23456789", repeat=3)]
        if hand == 0:
            orders = [[like, one, like, two, like, last] for one, two, last in others]
        else:
            orders = [[one, like, two, like, last, like] for one, two, last in others]
            orders += [[one, like, two, like, like, last] for one, two, last in others]
        if not any(is_triple(deal(order)[hand]) for order in orders):
            never += rank
    assert never == impossible
