"""Results folded from a log: void coups leave none, marked coups keep theirs."""

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.views.results import Dealt, results

BANKER = "card Kh · Kd · 6s · 7c\nend player 6, banker 7 banker\n"


def test_void_coups_have_no_result_and_others_keep_theirs() -> None:
    played = run_script(
        f"book nz-division\nbet S1 player 100\nclose\n{BANKER}"
        "bet S1 player 100\nclose\ncard 9h · 9d\nnoticed wrong-area restorable=no\n"
        f"close\n{BANKER}"
        "card 9c\nopen\nclose\ncard 2h · Td · 3h\nend player 9, banker 5 player\n",
        BOOKS,
    )
    found = results(played.log)
    assert [(each.number, each.bead.outcome, each.dealt) for each in found] == [
        (1, "B", Dealt.WITH_BETS),
        (3, "B", Dealt.FREE),
        (4, "P", Dealt.NO_BET),
    ]
    assert found[2].bead.natural
    assert found[2].bead.total == 9


def test_a_coup_settled_anew_shows_what_it_came_to() -> None:
    played = run_script(
        f"book mbs\nbet S1 banker 100\nclose\n{BANKER}"
        "misread B2 5c\ncard 2d\nend player 6, banker 7",
        BOOKS,
    )
    (only,) = results(played.log)
    assert [card.text for card in only.coup.banker] == ["Kd", "5c", "2d"]
