"""`punto coup`: deals, explains, settles, and says in one sentence what is wrong."""

import json

import pytest
from tests.cli.conftest import Punto


def test_a_coup_for_machines(punto: Punto) -> None:
    ran = punto("coup", "mbs", "9s", "2h", "4d", "3c", "Kd", "--bet", "banker=100", "--json")
    assert ran.code == 0, ran.err
    coup = json.loads(ran.out)
    assert coup["player"] == ["9s", "4d", "Kd"]
    assert coup["banker"] == ["2h", "3c"]
    assert (coup["player_total"], coup["banker_total"], coup["winner"]) == (3, 5, "banker")
    assert coup["unused"] == []
    (line,) = coup["settlements"]
    assert line["wager"] == "banker"
    assert line["stake"] == "100.00"
    assert line["result"] == "win"
    assert line["profit"] == "95.00"
    assert line["commission"] == "5.00"
    assert line["returned"] == "195.00"
    assert "4.1[Banker]" in line["clauses"]


def test_a_loss_has_a_minus_sign(punto: Punto) -> None:
    ran = punto("coup", "mbs", "9s 2h Kd 3c", "--bet", "banker=100", "tie=10", "--json")
    assert [line["profit"] for line in json.loads(ran.out)["settlements"]] == ["-100.00", "-10.00"]


def test_a_coup_for_people_says_why_and_cites(punto: Punto) -> None:
    ran = punto("coup", "rws-super-six-plus", "9s 2h 4d 3c 4h Kd", "--bet", "banker=100")
    assert ran.code == 0, ran.err
    assert "Player draws on 3. [3.12[P0-5]]" in ran.out
    assert "Banker draws on 5 against Player's third card worth 4. [3.12[B5]]" in ran.out
    assert "\x1b" not in ran.out


def test_the_ante_is_part_of_the_net(punto: Punto) -> None:
    ran = punto("coup", "nz-division", "ante=10", "4s Kd 5h 7c", "--bet", "player=100")
    assert "Net 90.00" in ran.out


def test_a_seed_repeats(punto: Punto) -> None:
    words = ("coup", "mbs", "--random", "--seed", "7", "--json")
    assert punto(*words).out == punto(*words).out


BAD = [
    (("coup", "mbs", "9x"), "`9x` is not a card"),
    (("coup", "mbs", "9s 2h 4d"), "only 3 cards; "),
    (("coup", "mbs", "9s 2h 4d 3c"), "add Player's third card"),
    (("coup", "mbs", "9s 2h Kd 3c 4c"), "4c too many: the coup is over after 4 cards"),
    (("coup", "mbs", "decks=4", "9s 9s 9s 9s 9s"), "9s is given 5 times; there are 4 in 4 decks"),
    (("coup", "mbs"), "no cards given"),
    (("coup", "nobook", "9s"), "there is no book 'nobook'"),
    (("coup", "mbs", "deck=8", "9s"), "did you mean decks?"),
    (("coup", "mbs", "decks=99", "9s"), "give a whole number from 4 to 10"),
    (("coup", "mbs", "decks=", "9s"), "write NAME=VALUE"),
    (("coup", "mbs", "decks=8", "decks=8", "9s"), "given twice"),
    (("coup", "mbs", "--random", "9s"), "cards or --random"),
    (("coup", "mbs", "9s 2h Kd 3c", "--seed", "7"), "--seed goes with --random"),
    (("coup", "mbs", "9s 2h Kd 3c", "--bet", "bonker=10"), "did you mean banker?"),
    (("coup", "mbs", "9s 2h Kd 3c", "--bet", "banker=1", "banker=2"), "bet twice"),
    *(
        (("coup", "mbs", "9s 2h Kd 3c", "--bet", f"banker={amount}"), says)
        for amount, says in (
            ("-5", "not above zero"),
            ("0", "not above zero"),
            ("1.005", "finer than the smallest unit"),
            ("9" * 40, "too large"),
            ("NaN", "is not an amount"),
            ("ten", "is not an amount"),
        )
    ),
    (("coup", "nz-division", "perfect-pair=1", "any-pair=1", "9s"), "[11A.1A, 11C.2]"),
    (("nothing",), "nothing"),
    (("coup", "mbs", "9s 2h Kd 3c", "--bte", "banker=1"), "--bet"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_gets_one_sentence_and_exit_code_2(
    punto: Punto, words: tuple[str, ...], says: str
) -> None:
    ran = punto(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert says in ran.err
    assert ran.err.startswith("punto: ")
    assert ran.err.count("\n") == 1
