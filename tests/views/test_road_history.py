"""Counts, streaks and named shapes of a shoe."""

from __future__ import annotations

import pytest

from puntobanco.views.roads.history import GoodRoad, good_roads, statistics
from puntobanco.views.roads.shoe_roads import Bead, Streak, beads, streaks


def test_counts_of_a_small_shoe() -> None:
    shoe = (
        Bead("T", natural=True, total=9),
        Bead("P", player_pair=True, total=6),
        Bead("P", banker_pair=True, player_pair=True, natural=True, total=8),
        Bead("T", total=0),
        Bead("P", total=7),
        Bead("B", total=5),
        Bead("B", total=4),
    )
    facts = statistics(shoe)
    counts = facts.counts
    assert (counts.coups, counts.player, counts.tie, counts.banker) == (7, 3, 2, 2)
    assert (counts.player_pairs, counts.banker_pairs, counts.naturals) == (2, 1, 2)
    assert (facts.streaks, counts.longest_player, counts.longest_banker) == (2, 3, 2)
    assert (counts.streak_side, counts.streak_length) == ("banker", 2)
    assert facts.current == Streak("B", 2)
    assert not facts.results_only


def test_an_empty_shoe_and_one_of_ties_have_no_streak() -> None:
    for text in ("", "TTT"):
        facts = statistics(beads(text))
        counts = facts.counts
        assert (counts.coups, counts.tie, facts.streaks) == (len(text), len(text), 0)
        assert (facts.current, counts.longest_banker, counts.longest_player) == (None, 0, 0)


def test_letters_alone_say_nothing_of_pairs() -> None:
    assert statistics(beads("BPT")).results_only


@pytest.mark.parametrize(
    ("count", "coups", "percent"), [(1, 8, 13), (1, 3, 33), (2, 3, 67), (0, 5, 0), (5, 5, 100)]
)
def test_shares_are_rounded_to_the_nearest_percent(count: int, coups: int, percent: int) -> None:
    facts = statistics(beads("B" * count + "P" * (coups - count)))
    assert facts.counts.banker_percent == percent


def test_a_share_of_nothing_is_nought() -> None:
    assert statistics(()).counts.banker_percent == 0


# Each shape where it is just there, and just not there.
SHAPES = [
    (GoodRoad.LONG_BANKER, "BBTBB", "BBB"),
    (GoodRoad.LONG_BANKER, "PBBBBB", "BBBBP"),
    (GoodRoad.LONG_PLAYER, "BPPPP", "BPPP"),
    (GoodRoad.SINGLE_CHOP, "BPTBP", "BPB"),
    (GoodRoad.SINGLE_CHOP, "BBPBPB", "BPBPP"),
    (GoodRoad.DOUBLE_CHOP, "BBPPBBPP", "BBPPBBP"),
    (GoodRoad.DOUBLE_CHOP, "PBBPPBBPP", "BBPPBBPPP"),
    (GoodRoad.BANKER_HALL_TWO_ROOMS, "BPPBPP", "PBBPBB"),
    (GoodRoad.PLAYER_HALL_TWO_ROOMS, "PBBPBB", "BPPBPP"),
    (GoodRoad.BANKER_HALL_TWO_ROOMS, "PPBPPBPP", "BPPBP"),
    (GoodRoad.AFTER_BANKER_CHOP, "BPPBPBPPP", "BPBPPB"),
    (GoodRoad.AFTER_BANKER_CHOP, "BPPBPBPPPB", "BPPBPBPPPBB"),
    (GoodRoad.AFTER_BANKER_CHOP, "BBPBPBPBP", "BBPBPBP"),
    (GoodRoad.AFTER_PLAYER_CHOP, "PBBPBPBBB", "PBBPPBPBBB"),
    (GoodRoad.AFTER_BANKER_RUN, "BBPBBBPB", "BBPBBBP"),
    (GoodRoad.AFTER_BANKER_RUN, "BPBBPBBPPB", "BBPBPPB"),
    (GoodRoad.AFTER_PLAYER_RUN, "PPBPPBBP", "PPBPB"),
    (GoodRoad.CLAP, "BBPP", "BBP"),
    (GoodRoad.CLAP, "BPPPBB", "BPP"),
    (GoodRoad.SLOPE, "BPPBBBPPPP", "BPPBBBPPP"),
    (GoodRoad.SLOPE, "PPBBPPPBBBBPPPPP", "BPPBBB"),
]


@pytest.mark.parametrize(("shape", "present", "absent"), SHAPES)
def test_shapes_are_named_when_there_and_only_then(
    shape: GoodRoad, present: str, absent: str
) -> None:
    assert shape in good_roads(streaks(beads(present)))
    assert shape not in good_roads(streaks(beads(absent)))


def test_every_shape_is_tried() -> None:
    assert {shape for shape, _, _ in SHAPES} == set(GoodRoad)


def test_shapes_change_name_with_the_sides_and_come_the_rarer_first() -> None:
    assert good_roads(streaks(beads("BPBPBPBP"))) == (
        GoodRoad.SINGLE_CHOP,
        GoodRoad.AFTER_BANKER_CHOP,
        GoodRoad.AFTER_PLAYER_CHOP,
    )
    assert good_roads(()) == ()
