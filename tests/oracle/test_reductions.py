"""Cut stakes, the Ante, roles and the shoe against worked cases of the clause registers."""

from fractions import Fraction

import pytest

from .reductions import (
    ante_allowed,
    ante_net,
    ante_owed,
    banker_acceptable,
    burn_count,
    cut_allowed,
    is_payable,
    largest_payable,
    marker_allowed,
    offer_order,
    pro_rata,
    reduce_box,
    reduce_table,
    seated_first,
    valid_part,
)


@pytest.mark.parametrize(
    ("stakes", "light", "limit", "minimum", "plays"),
    [
        ([6000, 6000], 0, 8000, 100, [4000, 4000]),
        ([9900, 300], 0, 5000, 200, [4800, 200]),
        ([9950, 50], 0, 5000, 200, [4950, 50]),
        ([8000, 4000], 1000, 8000, 100, [6000, 3000]),
        ([5000], 0, 5000, 100, [5000]),
        # Shares of a third are rounded down, one unit of the room stays unused.
        ([200, 200, 200], 0, 400, 100, [133, 133, 133]),
        # Holding the 300 at 200 pushes the 410 under the minimum only at the second pass.
        ([2000, 410, 300], 0, 1320, 200, [920, 200, 200]),
        # Floors alone exceed the limit: the floors play.
        ([300, 300, 300], 0, 500, 200, [200, 200, 200]),
        ([1000], 0, 50, 200, [200]),
        # Stakes under the minimum are exempt even when they alone exceed the limit.
        ([150, 150, 400], 0, 250, 200, [150, 150, 200]),
        ([150, 150], 0, 250, 200, [150, 150]),
    ],
)
def test_pro_rata(
    stakes: list[int], light: int, limit: int, minimum: int, plays: list[int]
) -> None:
    assert pro_rata(stakes, light, limit, minimum) == plays


def test_only_the_heavier_side_of_a_box_is_cut() -> None:
    assert reduce_box([1000], [8000, 4000], 8000, 100) == ([1000], [6000, 3000])
    assert reduce_box([8000, 4000], [1000], 8000, 100) == ([6000, 3000], [1000])
    assert reduce_box([500], [700, 300], 600, 100) == ([500], [700, 300])


def test_seated_players_come_first_before_the_close() -> None:
    assert seated_first([(True, 6000), (False, 6000)], 0, 8000) == [6000, 2000]
    assert seated_first([(False, 6000), (True, 6000)], 0, 8000) == [2000, 6000]
    assert seated_first([(True, 9000), (False, 100)], 0, 8000) == [8000, 0]
    assert seated_first([(True, 300), (False, 700)], 0, 1000) == [300, 700]
    assert seated_first([(False, 400), (True, 300), (False, 700)], 200, 1000) == [400, 300, 500]


def test_payable_means_a_mix_of_chips() -> None:
    assert [amount for amount in range(12) if is_payable(amount, (3, 5))] == [
        0,
        3,
        5,
        6,
        8,
        9,
        10,
        11,
    ]
    assert not is_payable(Fraction(57, 2), (1,))
    assert is_payable(7500, (2500, 10000))
    assert not is_payable(2850, (100, 500, 2500))


def test_banker_wager_must_be_payable_exactly() -> None:
    assert [stake for stake in (10, 20, 30, 40) if banker_acceptable(stake, (1, 5, 25))] == [20, 40]
    assert [valid_part(stake, (1, 5, 25)) for stake in (10, 20, 30, 45)] == [0, 20, 20, 40]
    # The same in cents, with chips from one dollar.
    assert valid_part(3000, (100, 500, 2500)) == 2000
    # 95 of 100 cannot be made of 25s; 475 of 500 can.
    assert not banker_acceptable(100, (25, 100))
    assert valid_part(900, (25, 100)) == 500


def test_largest_payable_takes_broken_shares() -> None:
    assert largest_payable(Fraction(119, 2), (1,)) == 40
    assert largest_payable(Fraction(39, 2), (1,)) == 0


def test_table_differential() -> None:
    cut = ([1000], [6000, 3000])
    assert reduce_table([1000], [8000, 4000], 8000, commission=True) == cut
    assert reduce_table([1000], [8000, 4000], 8000, commission=False) == cut
    # No floor at a minimum; a third each of 100 is 33, or 20 where 5% must be payable.
    assert reduce_table([], [200, 200, 200], 100, commission=False) == ([], [33, 33, 33])
    assert reduce_table([], [200, 200, 200], 100, commission=True) == ([], [20, 20, 20])
    assert reduce_table([200, 200, 200], [], 100, commission=True) == ([33, 33, 33], [])
    # Exactly at the maximum nothing is cut, payable or not.
    assert reduce_table([500], [1210], 710, commission=True) == ([500], [1210])


def test_ante_is_an_eighth_of_the_minimum_at_most() -> None:
    assert ante_allowed(1250, 10000)
    assert not ante_allowed(1251, 10000)


@pytest.mark.parametrize(
    ("stakes", "waiver", "owed"),
    [
        ({"player": 100}, None, 10),
        ({"player": 100, "banker": 100, "tie": 5}, None, 10),
        ({"banker": 1000}, 1000, 0),
        ({"banker": 999}, 1000, 10),
        ({"banker": 600, "player": 600}, 1000, 10),
        ({"tie": 5, "dragon-bonus:player": 2000}, 1000, 10),
        ({}, None, 0),
    ],
)
def test_who_owes_the_ante(stakes: dict[str, int], waiver: int | None, owed: int) -> None:
    assert ante_owed(stakes, 10, waiver) == owed


@pytest.mark.parametrize(("profit", "net"), [(100, 90), (-100, -110), (0, -10)])
def test_the_ante_is_always_collected(profit: int, net: int) -> None:
    profits = {"player": Fraction(profit)}
    assert ante_net(profits, 10, 10, void=False) == net
    assert ante_net(profits, 10, 10, void=True) == 0
    assert ante_net(profits, 10, 0, void=False) == 0
    assert ante_net(profits, 0, 0, void=False) == profit


def test_cards_are_offered_to_the_highest_bettor_first() -> None:
    assert offer_order([(2, 300), (5, 500)]) == [5, 2]
    assert offer_order([(7, 500), (4, 500), (2, 500)]) == [2, 4, 7]
    assert offer_order([(3, 300), (5, 500), (2, 300)]) == [5, 2, 3]
    assert offer_order([(None, 900), (6, 200), (1, 100)]) == [6, 1]
    assert offer_order([(1, 200), (2, 300), (1, 200)]) == [1, 2]
    assert offer_order([(1, 0), (2, 1)]) == [2]
    assert offer_order([]) == []


@pytest.mark.parametrize(
    ("card", "count"), [("As", 2), ("3h", 4), ("7d", 8), ("Td", 11), ("Qc", 11), ("Ks", 11)]
)
def test_burn(card: str, count: int) -> None:
    assert burn_count(card, "by-value") == count
    assert burn_count(card, "one-card") == 1


def test_cut_and_marker() -> None:
    allowed = [place for place in range(417) if cut_allowed(place, 416)]
    assert (allowed[0], allowed[-1], len(allowed)) == (52, 364, 313)
    assert not marker_allowed(19, 416)
    assert marker_allowed(20, 416)
