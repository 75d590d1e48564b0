"""Results of a shoe: void coups leave none, and a coup settled anew shows what it came to."""

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.views.roads.shoe_roads import Bead
from tests.views.logs import Log, read

BANKER = "card Kh · Kd · 6s · 7c\nend player 6, banker 7 banker\n"


def beads_of(script: str) -> dict[int, Bead]:
    played = run_script(script, BOOKS)
    assert played.rules is not None
    *_, (reading, _) = read(Log("script", played.rules, tuple(played.log)))
    return reading.memory.beads


def test_void_coups_have_no_result_and_others_keep_theirs() -> None:
    found = beads_of(
        f"book nz-division\nbet S1 player 100\nclose\n{BANKER}"
        "bet S1 player 100\nclose\ncard 9h · 9d\nnoticed wrong-area restorable=no\n"
        f"close\n{BANKER}"
        "card 9c\nopen\nclose\ncard 2h · Td · 3h\nend player 9, banker 5 player\n"
    )
    assert {coup: bead.outcome for coup, bead in found.items()} == {1: "B", 3: "B", 4: "P"}
    assert found[4] == Bead("P", natural=True, total=9)


def test_a_coup_settled_anew_shows_what_it_came_to() -> None:
    found = beads_of(
        f"book mbs\nbet S1 banker 100\nclose\n{BANKER}misread B2 8c\nend player 6, banker 8\n"
    )
    assert found == {1: Bead("B", natural=True, total=8)}
