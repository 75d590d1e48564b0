"""Recorded shoes: every common notation is read, and what cannot have happened is named."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

import puntobanco as pb

CARDS = "9s 2h 4d 3c Kd"


@pytest.mark.parametrize(
    "text",
    [
        "BPTB",
        "b,p,t,b",
        "B;P;T;B",
        "B\nP\nT\nB",
        "banker\nplayer\ntie\nbanker",
        "result\nB\nP\nT\nB",
        "coup,winner\n1,Banker\n2,Player\n3,Tie\n4,Banker",
        "1;B\n2;P\n3;T\n4;B",
        "B P T B",
        "# a note\nBP\nTB",
    ],
)
def test_results_are_read_in_every_common_form(tmp_path: Path, text: str) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text(text, "utf-8")
    shoe = pb.shoe(file)
    assert "".join(each.bead.outcome for each in shoe.coups) == "BPTB"
    assert not shoe.problems


@pytest.mark.parametrize(
    "text",
    [
        CARDS,
        "9s,2h,4d,3c,Kd",
        "9♠ 2♥ 4♦ 3♣ K♦",
        "9S 2H 4D 3C kd",
        "player,banker\n9s 4d Kd,2h 3c",
        "9s 4d Kd;2h 3c",
        "9s4dKd;2h3c",
        "player cards,banker cards\n9♠4♦K♦,2h3c",
        "9s2h4d3cKd",
        "1;9s 4d Kd;2h 3c",
        "cards,result\n9s 2h 4d 3c Kd,B",
        "p1,b1,p2,b2,p3,b3\n9s,2h,4d,3c,Kd,",
        f"\ufeffcards\n{CARDS}",
        'cards,result\n"9s,2h,4d,3c,Kd",B',
    ],
)
def test_cards_are_read_in_every_common_form(tmp_path: Path, text: str) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text(text, "utf-8")
    shoe = pb.shoe(file)
    assert [each.coup for each in shoe.coups] == [pb.coup(CARDS).core]
    assert not shoe.problems
    assert shoe.edges(["tie"]).rows[0][-1] == pb.book("mbs").rules().odds()["tie"].edge
    assert shoe.bets(banker=100).to_dicts()[0]["net"] == Decimal("95.00")


@pytest.mark.parametrize(
    ("text", "row", "reason"),
    [
        ("9s 4d Kd;2h 3c 5s", 1, "5s was not due: Banker stands on 5"),
        ("9s 4d;2h 3c", 1, "a third card is missing: Player draws on 3"),
        ("9s 2h 4d 3c", 1, "Player's third card is missing"),
        ("9s 2h 4d 3c Kd 5s", 1, "5s was not due"),
        ("cards,result\n9s 2h 4d 3c Kd,P", 2, "the result is written as P, but Player 3"),
        ("9s 4d Kd;2h 3c\n" * 9, 9, "9s appears for the 9th time; there are 8 in 8 decks"),
        ("result,natural,total\nB,yes,7", 2, "a natural is 8 or 9, not 7"),
        ("result,player_total,banker_total\nB,7,5", 2, "7 to 5 is P, but B is written"),
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, text: str, row: int, reason: str) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text(text, "utf-8")
    problem = pb.shoe(file).problems[0]
    assert problem.row == row
    assert reason in problem.reason


def test_a_card_that_was_not_due_counts_as_seen(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    unseen = []
    for text in ("cards\n8h 7d Kc Qs 2c\n5c Ah 3s 6d", "8h Kc 2c;7d Qs\n5c 3s;Ah 6d"):
        file.write_text(text, "utf-8")
        unseen.append([row["unseen"] for row in pb.shoe(file).edges().to_dicts()])
    assert unseen == [[416, 411]] * 2


def test_the_edges_end_where_a_card_comes_too_often(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("9s 4d Kd;2h 3c\n" * 9, "utf-8")
    note = pb.shoe(file).edges().notes[-1]
    assert note == ("Edges end with row 9: 9s was seen more often than the shoe has it (8 times).")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no coup in this record"),
        ("B\nX", "row 2: `X` is neither a result (B, P or T) nor cards"),
        ("9s 2h", "row 1: only 2 cards; "),
        ("9s 4d 2c 2d;2h 3c", "row 1: Player has 4 cards"),
    ],
)
def test_what_cannot_be_read_is_answered(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(pb.UsageError) as raised:
        pb.shoe(file)
    assert sentence in str(raised.value)


def test_a_log_is_no_shoe_and_a_shoe_no_log(tmp_path: Path) -> None:
    shoe, log = tmp_path / "shoe.csv", tmp_path / "game.log"
    shoe.write_text("B\nP\n", "utf-8")
    pb.Game("mbs").bet(1, "tie", 100).close().save(log)
    with pytest.raises(pb.UsageError, match=r"the log of a game, not .* puntobanco\.replay"):
        pb.shoe(log)
    with pytest.raises(
        pb.UsageError, match=r"for a recorded shoe: puntobanco\.shoe\('.*shoe\.csv'\)"
    ):
        pb.replay(shoe)


def test_columns_that_mean_nothing_are_named(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("dealer,result,pairs\nS1,B,BP\nS1,P,\n", "utf-8")
    assert pb.shoe(file).statistics.notes[-1] == "Columns that were not read: dealer, pairs."


def test_results_alone_decide_what_does_not_depend_on_cards(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("BBPT", "utf-8")
    shoe = pb.shoe(file)
    assert shoe.bets(banker=100).to_dicts()[0]["net"] == Decimal("90.00")
    with pytest.raises(pb.UsageError, match="depends on the cards"):
        shoe.bets(player_pair=5)
    with pytest.raises(pb.UsageError, match="results only"):
        shoe.edges()


def test_where_the_column_shoe_changes_another_shoe_begins(tmp_path: Path) -> None:
    nines = "".join(f"A,{number},9s 9s Kd Kd\n" for number in range(1, 5))
    file = tmp_path / "shoe.csv"
    file.write_text(f"shoe,coup,cards\n{nines}B,1,9s 2h 4d 3c Kd\n", "utf-8")
    shoe = pb.shoe(file)
    assert not shoe.problems, "eight nines of spades of one shoe, and one of the next"
    assert [row["unseen"] for row in shoe.edges().to_dicts()] == [416, 412, 408, 404, 416]
    assert [row["shoe"] for row in shoe.edges().to_dicts()] == [*"AAAA", "B"]
    assert shoe.statistics.title == "Statistics: 5 coups of 2 shoes"
    assert [bead.outcome for bead in shoe.roads.beads] == ["B"], "roads are of the last shoe"
