"""A tableau says what is wrong with its rows, why it draws, and where the next card goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puntobanco.base.clauses import c
from puntobanco.books import BOOKS, book_named
from puntobanco.rules.slots import Slot
from puntobanco.rules.tableau import Row, Tableau

GOOD = Tableau(
    player_natural_clauses=c("n1"),
    banker_natural_clauses=c("n2"),
    player=(
        Row("0-5", "D", c("1"), c("draw"), c("stand")),
        Row("6-7", "S", c("2"), c("d"), c("s")),
    ),
    banker=(
        Row("0-2", "D", c("3"), c("draw"), c("stand")),
        Row("3-6", "DDDDDDDDSD", c("4"), c("draw"), c("stand")),
        Row("7", "S", c("5"), c("draw"), c("stand")),
    ),
    banker_alone=(Row("0-5", "D", c("6"), c("draw")), Row("6-7", "S", c("7"), (), c("stand"))),
)


def test_good_rows_have_no_problem() -> None:
    assert GOOD.problems() == ()


@pytest.mark.parametrize(
    ("part", "rows", "problems"),
    [
        (
            "player",
            (Row("0-6", "D", ()),),
            ("tableau.player speaks of totals [0, 1, 2, 3, 4, 5, 6], not of 0-7 once each",),
        ),
        (
            "banker",
            (Row("0-7", "D", ()), Row("7", "S", ())),
            ("tableau.banker speaks of totals [0, 1, 2, 3, 4, 5, 6, 7, 7], not of 0-7 once each",),
        ),
        ("banker", (Row("0-7", "DS", ()),), ("tableau.banker row 0-7 has 2 columns",)),
        (
            "banker_alone",
            (Row("0-6", "X", ()), Row("7", "DDDDDDDDDD", ())),
            (
                "tableau.banker_alone row 0-6 has 1 columns",
                "tableau.banker_alone row 7 has 10 columns",
            ),
        ),
        (
            "player",
            (Row("0-6", "XX", ()),),
            (
                "tableau.player speaks of totals [0, 1, 2, 3, 4, 5, 6], not of 0-7 once each",
                "tableau.player row 0-6 has 2 columns",
            ),
        ),
    ],
)
def test_what_is_wrong_with_rows_is_said(
    part: str, rows: tuple[Row, ...], problems: tuple[str, ...]
) -> None:
    assert replace(GOOD, **{part: rows}).problems() == problems  # type: ignore[arg-type]


def test_problems_of_several_parts_are_all_said() -> None:
    broken = replace(GOOD, player=(Row("0-7", "DD", ()),), banker_alone=(Row("0-7", "?", ()),))
    assert broken.problems() == (
        "tableau.player row 0-7 has 2 columns",
        "tableau.banker_alone row 0-7 has 1 columns",
    )


def test_a_decision_cites_what_says_draw_or_stand() -> None:
    assert GOOD.player_decision(3, 0).clauses == c("1", "draw")
    assert GOOD.player_decision(6, 0).clauses == c("2", "s")
    assert GOOD.banker_decision(0, 4, 1).clauses == c("4", "draw")
    assert GOOD.banker_decision(0, 4, 8).clauses == c("4", "stand")
    assert GOOD.banker_decision(6, 5, None).clauses == c("6", "draw")
    assert GOOD.banker_decision(6, 6, None).clauses == c("7", "stand")


def test_a_row_of_one_letter_holds_whatever_player_drew() -> None:
    assert GOOD.banker_decision(0, 1, 5).sentence == "Banker draws on 1 whatever Player drew"
    against = "Banker stands on 4 against Player's third card worth 8"
    assert GOOD.banker_decision(0, 4, 8).sentence == against


@pytest.mark.parametrize("name", BOOKS)
def test_the_next_card_goes_where_the_totals_of_two_cards_send_it(name: str) -> None:
    tableau = book_named(name).tableau
    for one in range(10):
        for two in range(10):
            total = (one + two) % 10
            natural = total >= 8
            slot = tableau.next_slot([one, two], [0, 0])
            due = None if natural else Slot.P3 if total <= 5 else Slot.B3
            assert slot is due, (one, two)
            slot = tableau.next_slot([0, 7], [one, two])
            assert slot is (Slot.B3 if total <= 5 else None), (one, two)
    # a third card makes no natural, and takes none away
    assert tableau.next_slot([0, 2], [0, 5, 4]) is Slot.P3
    assert tableau.next_slot([0, 2, 9], [0, 5, 4]) is None
