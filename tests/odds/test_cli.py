"""The odds commands: what they write, and one sentence for every mistake."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cyclopts import CycloptsError
from tests.odds.tables import table

from puntobanco.base.usage import UsageError
from puntobanco.cli.odds.command import app
from puntobanco.odds.comparison import break_even
from puntobanco.odds.pricing import odds


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line and return what it wrote."""

    def run(*words: str) -> str:
        app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
        return capsys.readouterr().out

    return run


def test_json_has_the_agreed_form(ask: Any) -> None:
    found = json.loads(ask("mbs", "--json"))
    assert list(found) == ["book", "options", "cards", "wagers"]
    assert found["book"] == "mbs"
    options = {"decks": "8", "equipment": "shoe", "places": "9", "style": "face-up"}
    assert found["options"] == options
    assert found["cards"] == 416
    banker = found["wagers"]["banker"]
    assert list(banker) == ["edge", "win", "push", "lose", "variance", "payoffs"]
    assert list(banker["payoffs"]) == ["19/20", "0", "-1"]
    exact = odds(table("mbs"))["banker"]
    assert Fraction(banker["edge"]) == exact.edge
    assert Fraction(banker["variance"]) == exact.variance
    assert sum(Fraction(chance) for chance in banker["payoffs"].values()) == 1
    assert found["wagers"]["player-pair"]["edge"] == "43/415"
    assert found["wagers"]["player-pair"]["push"] == "0/1"


def test_decks_seen_and_burnt_cards(ask: Any) -> None:
    six = json.loads(ask("mbs", "--decks", "6", "--json"))
    assert (six["cards"], six["options"]["decks"]) == (312, "6")
    seen = json.loads(ask("mbs", "--seen", "As", "Kd 10h", "--json"))
    assert seen["cards"] == 413
    burnt = json.loads(ask("mbs", "--seen", "As", "--burnt", "5", "--json"))
    assert burnt["cards"] == 415


def test_a_shoe_from_a_file_or_in_words(ask: Any, tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    file.write_text('{"As": 1, "Ks": 1, "Qs": 1, "Td": 1, "5s": 1}')
    outputs = {
        ask("mbs", "--shoe", shoe, "--json")
        for shoe in (str(file), file.read_text(), "As Ks Qs Td 5s")
    }
    assert len(outputs) == 1
    found = json.loads(outputs.pop())
    assert found["wagers"]["player"]["edge"] == "3/10"
    assert found["wagers"]["tie"]["payoffs"] == {"8": "0/1", "0": "1/2", "-1": "1/2"}


def test_csv_is_exact(ask: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(ask("rws-wins-on", "--csv"))))
    found = odds(table("rws-wins-on"))
    assert [row["wager"] for row in rows] == list(found)
    for row in rows:
        assert Fraction(row["variance_exact"]) == found[row["wager"]].variance
        assert float(row["edge"]) == float(found[row["wager"]].edge)


def test_the_page_and_markdown(ask: Any) -> None:
    page = ask("mbs")
    assert "MBS Baccarat: 416 cards, a full shoe of 8 decks" in page
    assert "1.057906" in page
    assert "| banker | 1 to 1 less 5 % | 45.8597 |" in ask("mbs", "--markdown")
    details = ask("nz-division", "dragon-bonus=1", "--wager", "dragon-bonus:player")
    assert "30 ... 1 to 1" in details
    even = break_even(odds(table("nz-division", dragon_bonus="1"))["dragon-bonus:player"])
    assert f"{float(even[Fraction(30)]):.4f}" in details
    assert "banker" not in details


def test_all_wagers_and_one_more(ask: Any) -> None:
    lucky = "lucky: banker_total == 6 pays 5"
    found = ask("mbs", "--wager", "all", lucky)
    assert all(f"\n{name} " in found for name in ("player", "banker-pair", "lucky"))
    assert "Differs from the book: lucky is not a wager of the book." in found
    again = ask("mbs", "--wager", "tie: tie pays 9")
    assert "Differs from the book: tie is redefined." in again


def test_bets_together_with_the_ante(ask: Any) -> None:
    words = ("nz-division", "ante=10", "--bet", "banker=100", "tie=20")
    found = json.loads(ask(*words, "--json"))
    bets = found["bets"]
    assert bets["stakes"] == {"banker": "100.00", "tie": "20.00"}
    assert sum(Fraction(chance) for chance in bets["net"].values()) == 1
    mean = sum(Fraction(net) * Fraction(chance) for net, chance in bets["net"].items())
    assert Fraction(bets["mean"]) == mean
    assert Fraction(bets["edge"]) == -mean / 120
    assert list(bets["covariance"]) == ["banker tie"]
    alone = found["with_ante"]["player"]
    assert Fraction(alone["edge"]) == Fraction(found["wagers"]["player"]["edge"]) + Fraction(1, 10)
    page = ask(*words)
    assert "With the Ante, at the table's minimum" in page
    assert "Together: banker 100.00, tie 20.00" in page


def test_try_prices_and_prints_lines(ask: Any) -> None:
    condition = "banker_wins & banker_total == 6 & banker_cards == 3"
    page = ask("try", condition, "--pays", "25")
    assert "56.795809" in page
    assert "Win(Payoff(25))" in page
    sought = json.loads(ask("try", condition, "--edge", "5%", "--json"))
    assert abs(Fraction(sought["edge"]) - Fraction(1, 20)) < Fraction(1, 100)
    assert sought["lines"] == [{"when": condition, "end": "56 to 1"}]
    two = json.loads(ask("try", "player_match == 3", "player_pair", "--pays", "25", "5", "--json"))
    assert list(two["payoffs"]) == ["25", "5", "-1"]


def test_try_points_to_the_command_that_prices_a_whole_wager(ask: Any) -> None:
    with pytest.raises(
        UsageError, match=r'punto odds mbs --wager "ez: banker_wins pays 1, tie push'
    ):
        ask("try", "banker_wins pays 1, tie pushes", "--wager-name", "ez")


def test_studies_as_json(ask: Any) -> None:
    removal = json.loads(ask("removal", "mbs", "--wager", "tie", "--json"))
    assert sum(Fraction(effect) for effect in removal["tie"].values()) == 0
    decks = json.loads(ask("decks", "mbs", "--wager", "player-pair", "--json"))
    assert decks["player-pair"]["8"] == "43/415"
    scales = json.loads(ask("scales", "nz-division", "--json"))
    assert list(scales["tie"]) == ["standard", "tie=9"]
    words = ("--wager", "banker", "--shoes", "2", "--decks", "1", "--marker", "20")
    count = json.loads(ask("count", "mbs", *words, "--json"))
    assert count["banker"]["trial"]["shoes"] == 2
    assert sum(count["banker"]["tags"].values()) == 0
    along = json.loads(ask("along", "mbs", "--decks", "1", "--wager", "tie", "--json"))
    assert along[0]["unseen"] == 52
    assert list(along[0]["edges"]) == ["tie"]


@pytest.mark.parametrize(
    "words",
    [
        ("removal", "mbs"),
        ("decks", "mbs"),
        ("scales", "mbs"),
        ("count", "mbs", "--wager", "tie", "--shoes", "1", "--decks", "1"),
        ("along", "mbs", "--decks", "1", "--wager", "tie"),
    ],
)
def test_studies_in_every_form(ask: Any, words: tuple[str, ...]) -> None:
    assert "tie" in ask(*words)
    assert ask(*words, "--markdown").count("| tie") >= 1
    rows = list(csv.reader(io.StringIO(ask(*words, "--csv"))))
    assert len({len(row) for row in rows}) == 1


def test_along_a_real_shoe(ask: Any, tmp_path: Path) -> None:
    file = tmp_path / "shoe.txt"
    file.write_text("9s 2h 4d 3c Kd As 9h 9d Kc Kh 2s 2d 5c 6h 7s 8d")
    found = json.loads(ask("along", "mbs", "--cards", str(file), "--marker", "0", "--json"))
    assert found[0]["player"] == ["9s", "4d", "Kd"]
    assert found[0]["unseen"] == 416


def test_a_sheet_is_written(ask: Any, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert ask("sheet", "mbs", "-o", str(file)) == f"{file}\n"
    assert file.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mbs", "--decks", "17"), "a shoe has 1 to 16 decks, not 17"),
        (("mbs", "--decks", "0"), "a shoe has 1 to 16 decks, not 0"),
        (("mbs", "--decks", "2.5"), "`2.5` is not a whole number; write digits, such as 8"),
        (("mbs", "--decks", "-3"), "a shoe has 1 to 16 decks, not -3"),
        (("mbs", "--decks", "8", "--shoe", "{}"), "give --decks or --shoe, not both"),
        (("mbs", "--shoe", '{"As": -1}'), "-1 of As is not possible; give 0 to 16"),
        (("mbs", "--shoe", '{"As": 0.5}'), "0.5 of As is not a whole number; give 0 to 16"),
        (("mbs", "--shoe", "Ks Kh Kd Kc"), "no coup can be completed from these 4 cards; add some"),
        (("mbs", "--shoe", "Ks Kh Kd"), "a complete coup needs at least 4 cards, not 3"),
        (("mbs", "--seen", "As", "Xs"), "card 2: `Xs` is not a card;"),
        (("mbs", "--burnt", "-1"), "--burnt must be 0 or more, not -1"),
        (("mbs", "--burnt", "414"), "--burnt 414 leaves no coup in 416 cards; give 0 to 412"),
        (
            ("mbs", "--wager", "panda: player_wins & player_total == 8"),
            "is missing at the end; write `panda: player_wins & player_total == 8 pays 40`",
        ),
        (("mbs", "--wager", "panda"), "this table offers no wager `panda`; choose from"),
        (("mbs", "--bet", "tie"), "`tie` is not a bet; write WAGER=AMOUNT"),
        (
            ("mbs", "--json", "--csv"),
            "give one of --json, --csv, --markdown and -o FILE, not several",
        ),
        (("nothing",), "there is no book 'nothing'; choose from"),
        (("mbs", "decks=40"), "decks=40 is not allowed"),
        (("try", "tie"), "or --edge to seek the first: you gave 1 condition and 0 payoffs"),
        (("try", "mbs", "tie", "--pays", "9"), "mbs is a book; name it with --book mbs"),
        (("try", "lucky: tie pays 9"), 'punto odds mbs --wager "lucky: tie pays 9"'),
        (("try", "--pays", "3"), "you gave 0 conditions and 1 payoff"),
        (("try", "tie", "--pays", "x"), "`x` is not a payoff; write 25, 0.95 or 1/2"),
        (("try", "tei", "--pays", "9"), "column 1: there is no fact 'tei'; did you mean tie?"),
        (("try", "tie &", "--pays", "9"), "column 6: a fact such as banker_total was expected"),
        (("try", "tie & ~tie", "--pays", "9"), "no coup from this shoe satisfies the conditions"),
        (("try", "tie & ~tie", "--edge", "9"), "no coup satisfies the first condition"),
        (("try", "tie", "--edge", "x"), "`x` is not a percentage; write 5 or 2.5%"),
        (
            ("count", "mbs", "--marker", "500"),
            "--marker must be 0 to 415 cards, not 500",
        ),
        (("count", "mbs", "--shoes", "0"), "--shoes must be 1 or more, not 0"),
        (
            ("along", "mbs", "--marker", "500"),
            "--marker must be 0 to 415 cards, not 500",
        ),
        (("along", "mbs", "--cards", "/nowhere"), "/nowhere cannot be read: there is no such file"),
        (("scales", "mbs", "--decks", "99"), "a shoe has 1 to 16 decks, not 99"),
        (
            ("sheet", "mbs", "-o", "/nowhere/x.html"),
            "/nowhere/x.html cannot be written: there is no folder",
        ),
    ],
)
def test_mistakes_get_one_sentence(ask: Any, words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises((UsageError, CycloptsError)) as caught:
        ask(*words)
    said = str(caught.value)
    assert sentence in said
    assert "\n" not in said.strip()


def test_a_full_shoe_needs_neither_compiler_nor_arrays() -> None:
    code = (
        "import sys; from puntobanco.cli.odds.command import app; "
        "app(['mbs', '--json'], result_action='return_value'); "
        "app(['mbs', '--seen', 'As', '--json'], result_action='return_value'); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'rich.table')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
