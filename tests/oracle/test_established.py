"""Decided wagers, cell by cell, and what an interruption does."""

from collections.abc import Sequence
from itertools import product

import pytest

from tests.sizes import first_of

from .established import (
    FACE,
    Card,
    decided,
    decided_in_order,
    established,
    final_outcomes,
    plain_hand,
)
from .interruption import choice_offered, interruption
from .reading import cards
from .settle import offered

SSP, WINS_ON, MBS, NZ = "rws-super-six-plus", "rws-wins-on", "mbs", "nz-division"
MAIN = {"player", "banker", "tie"}
PAIRS = {"player-pair", "banker-pair"}
FAMILY = {name for name in offered(WINS_ON, {}) if "-wins-on:" in name}
SIDES = {"P": "player", "B": "banker", "T": "tie"}


def wins_on(text: str) -> set[str]:
    """Read "P1-3 B1,2 T0,8,9" as names of wagers."""
    names = set()
    for part in text.split():
        for piece in part[1:].split(","):
            first, _, last = piece.partition("-")
            for points in range(int(first), int(last or first) + 1):
                names.add(f"{SIDES[part[0]]}-wins-on:{points}")
    return names


def two(points: int) -> list[str]:
    """Return two cards without a pair that have this total."""
    return plain_hand(points, 2)


def check(
    player: Sequence[Card], banker: Sequence[Card], pairs: set[str], lost: set[str], *, six: bool
) -> None:
    """Assert exactly which wagers both RWS games have decided, all but pairs being lost."""
    plain = decided(SSP, {}, player, banker)
    assert plain.keys() == pairs | ({"super-six-plus"} if six else set())
    assert plain.get("super-six-plus", "lose") == "lose"
    rich = decided(WINS_ON, {}, player, banker)
    assert rich.keys() == pairs | lost
    assert {rich[name] for name in lost} <= {"lose"}


@pytest.mark.parametrize("first", first_of([None, 0, 9, *range(1, 9)], 3))
@pytest.mark.parametrize("second", first_of([None, 0, 9, *range(1, 9)], 3))
def test_one_card_in_each_hand_decides_nothing(first: int | None, second: int | None) -> None:
    player = [None if first is None else two(first)[1]]
    banker = [None if second is None else two(second)[1]]
    check(player, banker, set(), set(), six=False)


@pytest.mark.parametrize("seen", range(10))
def test_a_second_card_alone_decides_nothing(seen: int) -> None:
    check([None, two(seen)[1]], [], set(), set(), six=False)
    check([], [None, two(seen)[1]], set(), set(), six=False)


@pytest.mark.parametrize(
    ("points", "still_open"),
    [(6, "P6 B7,8,9 T6"), (7, "P7 B8,9 T7"), (8, "P8 B9 T8"), (9, "P9 T9")],
)
def test_player_seen_and_standing(points: int, still_open: str) -> None:
    for banker in range(10):
        lost = FAMILY - wins_on(still_open)
        check(two(points), [two(banker)[1]], {"player-pair"}, lost, six=True)


@pytest.mark.parametrize("points", range(6))
def test_player_seen_and_drawing(points: int) -> None:
    for banker in range(10):
        check(two(points), [two(banker)[1]], {"player-pair"}, set(), six=False)


@pytest.mark.parametrize(
    ("points", "lost"),
    [
        *[(points, "") for points in range(5)],
        (5, "P3 T3"),
        (6, "P3-5 T3-5"),
        (7, "P1-7 B1-6,8,9 T0-6,8,9"),
        (8, "P1-8 B1-7,9 T0-7,9"),
        (9, "P1-9 B1-8 T0-8"),
    ],
)
def test_banker_seen_first(points: int, lost: str) -> None:
    check([], two(points), {"banker-pair"}, wins_on(lost), six=points >= 7)
    check([None, None], two(points), {"banker-pair"}, wins_on(lost), six=points >= 7)


@pytest.mark.parametrize(
    ("player", "row"),
    [
        (0, "T8 | P1 B1,2 T0,1,8,9 | P1-3 B1-4 T0-3,8,9 | P1-5 B1-5 T0-5,8,9"),
        (1, "T9 | P1,2 B1-3 T0-2,9 | P1-4 B1-4 T0-4,9 | P1-6 B1-5,7 T0-5,9"),
        (2, "B1 T0 | P1-3 B1-3 T0-3 | P1-5 B1-4,6 T0-4 | P1-6 B1-5,7,8 T0-5,7"),
        (3, "P1 T1 | P1-4 T1-3 | P1-5 T1-4,6 | P1-6 T1-5,7,8"),
        (4, "P2 T2 | P2-4 T2,3,5 | P2-5 T2-4,6,7 | P2-6 T2-5,7-9"),
        (5, "P3 | P3,4 T3,5,6 | P3-5 T3,4,6-8 | P3-6 B1 T0,3-5,7-9"),
    ],
)
def test_four_cards_with_player_to_draw(player: int, row: str) -> None:
    for banker, cell in enumerate(["", "", "", *row.split("|")]):
        six = (player, banker) == (2, 5)
        check(two(player), two(banker), PAIRS, wins_on(cell), six=six)
    check(two(player), two(7), PAIRS, FAMILY - wins_on("B7 P8,9 T7"), six=True)


@pytest.mark.parametrize(("player", "still_open"), [(6, "P6 B7,8,9 T6"), (7, "P7 B8,9 T7")])
def test_four_cards_with_banker_alone_to_draw(player: int, still_open: str) -> None:
    for banker in range(6):
        check(two(player), two(banker), PAIRS, FAMILY - wins_on(still_open), six=True)


def test_a_finished_coup_decides_everything_but_pushes() -> None:
    for player, banker in product(range(10), repeat=2):
        if max(player, banker) >= 8 or min(player, banker) >= 6:
            pushed = {"player", "banker"} if player == banker else set()
            for book in (SSP, WINS_ON):
                found = decided(book, {}, two(player), two(banker))
                assert found.keys() == offered(book, {}) - pushed


def test_after_players_third_card() -> None:
    for player, banker, third in product(range(6), range(8), range(10)):
        hand = [*two(player), FACE[third] + "h"]
        final = (player + third) % 10
        if {n for _, _, _, n in final_outcomes(hand, two(banker))} == {2}:
            found = decided(WINS_ON, {}, hand, two(banker))
            assert found.keys() == offered(WINS_ON, {}) - (
                {"player", "banker"} if final == banker else set()
            )
        else:
            own = f"P{final}" if final else ""
            higher = f"B{final + 1}-9" if final < 9 else ""
            still_open = wins_on(f"{own} {higher} T{final}")
            check(hand, two(banker), PAIRS, FAMILY - still_open, six=final >= 6)


def test_a_pair_is_won_at_the_third_card() -> None:
    assert decided(SSP, {}, cards("9,9"), cards("3"))["player-pair"] == "win"
    assert decided(SSP, {}, cards("10,J"), cards("3"))["player-pair"] == "lose"


def test_player_nine_decides_neither_side() -> None:
    assert not MAIN & decided(SSP, {}, cards("4,5"), cards("K")).keys()


def test_impossible_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="may not draw"):
        final_outcomes(cards("4,5,K"), [])
    with pytest.raises(ValueError, match="may not draw"):
        final_outcomes(cards("K,7"), cards("2,4,K"))


def test_a_card_dealt_unseen_still_counts_as_drawn() -> None:
    drawn = decided(WINS_ON, {}, [*two(0), None], [*two(6), None])
    # Banker on 6 drew, so Player's unseen third card is worth 6 or 7.
    assert FAMILY - drawn.keys() == wins_on("P6,7 B7-9 T6,7")


@pytest.mark.parametrize(
    ("fifth", "lost"),
    [
        ("K", ""),
        ("A", "B1 T0"),
        ("2", "P1 B1,2 T0,1"),
        ("3", "P1,2 B1-3 T0-2"),
        ("4", "P1-3 B1-4 T0-3"),
        ("5", "P1-4 T1-4"),
        ("6", "P2-5 T2-5"),
        ("7", "P3-5 T3-5"),
        ("8", "P4,5 T4,5"),
        ("9", "P5 T5"),
    ],
)
def test_a_fifth_card_flashed_over_four_unseen_ones(fifth: str, lost: str) -> None:
    order = [None, None, None, None, *cards(fifth)]
    assert decided_in_order(WINS_ON, {}, order) == dict.fromkeys(wins_on(lost), "lose")
    assert decided_in_order(SSP, {}, order) == {}


@pytest.mark.parametrize("book", [SSP, WINS_ON])
def test_interruption_turns_on_one_whole_hand(book: str) -> None:
    for first, third, second, fourth in product([None, "9s"], repeat=4):
        whole = (first and third) or (second and fourth)
        answer = interruption(book, {}, [first, third], [second, fourth])
        assert answer == ("finish" if whole else "void")
    assert interruption(book, {}, cards("9,9"), cards("3")) == "finish"
    assert interruption(book, {}, cards("9"), cards("3")) == "void"


def test_interruption_by_staked_bets_only() -> None:
    seen = cards("4,5"), cards("3")
    assert interruption(SSP, {}, *seen, staked={"player", "banker", "tie"}) == "void"
    assert interruption(SSP, {}, *seen, staked={"banker", "super-six-plus"}) == "finish"
    assert not established(SSP, {}, *seen, staked=set())


@pytest.mark.parametrize("book", [MBS, NZ])
def test_interruption_elsewhere(book: str) -> None:
    assert interruption(book, {}, cards("9,9"), cards("3")) == "not in these rules"


@pytest.mark.parametrize(
    ("clause", "choices"),
    [
        ("5.7.1", "yes yes no no"),
        ("5.8", "yes yes yes no"),
        ("5.9", "yes yes no no"),
        ("5.10.1", "yes yes yes yes"),
        ("5.12", "yes yes yes yes"),
        ("5.5.3", "no no no no"),
    ],
)
def test_who_gets_the_choice(clause: str, choices: str) -> None:
    cases = product((False, True), repeat=2)
    for (is_established, reconstructable), expected in zip(cases, choices.split(), strict=True):
        offer = choice_offered(
            clause, is_established=is_established, reconstructable=reconstructable
        )
        assert offer == (expected == "yes")
