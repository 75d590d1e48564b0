"""`punto odds table` and `punto odds bankroll`: what they write, and what they refuse."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.odds.tables import table

import puntobanco as pb
from puntobanco.base.usage import UsageError
from puntobanco.cli.odds.command import app
from puntobanco.odds.pricing import odds

MIX = ("--bet", "6x", "banker=200@50%", "player=200@40%", "tie=20@10%")


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    return capsys.readouterr().out


def test_a_table_earns_what_its_bets_say(capsys: pytest.CaptureFixture[str]) -> None:
    form = json.loads(ask(capsys, "table", "mbs", *MIX, "--json"))
    edges = {name: each.edge for name, each in odds(table("mbs")).items()}
    hour = 70 * 6 * (100 * edges["banker"] + 80 * edges["player"] + 2 * edges["tie"])
    assert Fraction(form["periods"]["hour"]["win"]) == hour
    assert Fraction(form["periods"]["month"]["win"]) == 720 * hour
    assert form["periods"]["day"]["coups"] == 1680
    assert 0 < form["periods"]["month"]["loss_chance_normal"] < 1e-6
    assert [each["patrons"] for each in form["bets"]] == [6, 6, 6]
    quoted = ask(capsys, "table", "mbs", "--bet", " ".join(MIX[1:]), "--json")
    assert json.loads(quoted) == form
    in_python = pb.book("mbs").rules().win(" ".join(MIX[1:]))
    assert [row["win"] for row in in_python.to_dicts()] == [
        Fraction(each["win"]) for each in form["periods"].values()
    ]


def test_other_groups_other_hours_and_another_wager(capsys: pytest.CaptureFixture[str]) -> None:
    seven = "dragon-7: banker_wins & banker_total == 7 & banker_cards == 3 pays 40"
    words = ("--bet", "2x", "player=100", "1x", "dragon-7=25@20%", "--wager", seven)
    time = ("--coups-per-hour", "40", "--hours", "10", "--shifts", "2", "--days", "7")
    form = json.loads(ask(capsys, "table", "mbs", *words, *time, "--decks", "6", "--json"))
    assert [(each["patrons"], each["wager"]) for each in form["bets"]] == [
        (2, "player"),
        (1, "dragon-7"),
    ]
    assert form["periods"]["month"]["coups"] == 40 * 10 * 2 * 7
    assert float(Fraction(form["bets"][1]["edge"])) == pytest.approx(0.076062, abs=1e-6)


def test_the_page_says_what_is_approximate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = ask(capsys, "table", "mbs", *MIX)
    assert "normal approximation" in out
    assert "diffusion" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "loses money in the long run" in ask(
        capsys, "table", "mbs", "--bet", "tie=10", "--pay", "tie=11"
    )


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_is_what_its_name_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"win.{ending}"
    ask(capsys, "table", "mbs", *MIX, "--plot", str(path))
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}
    assert path.read_bytes().startswith(begins[ending])


def test_a_bankroll_for_a_risk(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(ask(capsys, "bankroll", "mbs", "--bet", "banker=100", "--json"))
    amounts = list(found["bankrolls_diffusion"].values())
    assert amounts == sorted(amounts)
    assert found["bankrolls_diffusion"]["0.01"] == pytest.approx(4422.59, abs=0.01)
    out = ask(capsys, "bankroll", "mbs", "--bet", "banker=100", "--ruin", "1%", "--coups", "1000")
    assert "on each of 1,000 coups" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("table", "mbs"), "say what the patrons bet"),
        (("table", "mbs", "--bet", "6x"), "say what the patrons bet"),
        (("table", "mbs", "--bet", "banker"), "write WAGER=AVERAGE@SHARE"),
        (("table", "mbs", "--bet", "banker=x@50%"), "is not an amount"),
        (("table", "mbs", "--bet", "banker=5@x"), "`x` is not a percentage; write 50% or 0.1%"),
        (("table", "mbs", "--bet", "banker=5@0.5"), "`0.5` is not a percentage; write 50%"),
        (("table", "mbs", "--bet", "banker=5@120%"), "banker cannot be bet in 120% of the coups"),
        (("table", "mbs", "--bet", "bankr=5"), "did you mean banker"),
        (("table", "mbs", "--bet", "banker=5@60%", "player=5@60%"), "add up to 120 %"),
        (
            ("table", "mbs", *MIX, "--hours", "25"),
            "hours of a shift must be a whole number from 1 to 24",
        ),
        (("table", "mbs", *MIX, "--decks", "0"), "a shoe has 1 to 16 decks, not 0"),
        (("bankroll", "mbs", "--bet", "tie=10", "--decks", "0"), "a shoe has 1 to 16 decks, not 0"),
        (("table", "mbs", *MIX, "--hours", "10"), "3 shifts of 10 hours are longer than a day"),
        (("table", "mbs", *MIX, "--ruin", "100%"), "a risk of 100% is not possible"),
        (("table", "mbs", *MIX, "--plot", "win.doc"), "use .png, .svg, .pdf"),
        (("bankroll", "mbs"), "say what is staked on every coup"),
        (("bankroll", "mbs", "--bet", "tie=1", "--coups", "0"), "--coups must be 1 or more, not 0"),
    ],
)
def test_a_mistake_is_answered_with_what_would_be_right(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(UsageError, match=re.escape(sentence)):
        ask(capsys, *words)
