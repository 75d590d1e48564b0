"""The example books, without being installed: coup, odds, simulator, log, and published edges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Punto, punto

from puntobanco.library.finding import find_book
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules

__all__ = ["punto"]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "books"
FILES = sorted(EXAMPLES.glob("*.toml"))
EDGES = [
    ("ez", "dragon-7", 7.611),
    ("ez", "panda-8", 10.188),
    ("ez", "banker", 1.018),
    ("ez", "player", 1.235),
    ("tiger", "banker", 1.458),
    ("nz-either-pair", "either-pair", 13.710),
]
"""Published for 8 decks, in per cent, to three places."""


def path(name: str) -> str:
    return str(EXAMPLES / f"{name}.toml")


def offered(name: str) -> HouseRules:
    """An example with everything on offer."""
    options = {"either-pair": "on"} if name == "nz-either-pair" else {}
    rules = find_book(path(name)).configure({"decks": "8", **options})
    assert isinstance(rules, HouseRules), rules
    return rules


@pytest.mark.parametrize(("name", "wager", "edge"), EDGES)
def test_edges_agree_with_published_ones(name: str, wager: str, edge: float) -> None:
    assert round(float(odds(offered(name))[wager].edge) * 100, 3) == edge


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_checked_without_a_word(punto: Punto, file: Path) -> None:
    ran = punto("book", "check", str(file))
    assert (ran.code, ran.out.count("\n")) == (0, 1), ran.out


def test_a_coup_of_ez_is_settled_by_the_file(punto: Punto) -> None:
    words = ("Kd", "9s", "6h", "3c", "--bet", "banker=100")  # Banker 2, draws against a standing 6
    ran = punto("coup", path("ez"), *words, "5d", "dragon-7=10", "--json")
    coup = json.loads(ran.out)
    assert (coup["winner"], coup["banker_total"], len(coup["banker"])) == ("banker", 7, 3)
    settled = {line["wager"]: line for line in coup["settlements"]}
    assert (settled["banker"]["result"], settled["banker"]["clauses"]) == ("push", ["E.2"])
    assert (settled["dragon-7"]["profit"], settled["dragon-7"]["clauses"]) == ("400.00", ["E.3"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_shown_simulated_and_played(punto: Punto, file: Path) -> None:
    assert find_book(str(file)).title in punto("book", "show", str(file)).out
    assert punto("book", "clauses", str(file)).code == 0
    simulated = punto("sim", str(file), "--shoes", "20", "--seed", "1", "--json")
    assert simulated.code == 0, simulated.err
    assert punto("rule", str(file), "surplus-card", "--fact", "next_opened=yes").code in (0, 2)


def test_the_other_examples_settle_their_own_wagers(punto: Punto) -> None:
    six = ("Kd", "9s", "2h", "7c")  # Player 2, Banker 6: Player draws, Banker stands
    ran = punto(
        "coup", path("tiger"), *six, "3s", "--bet", "banker=100", "small-tiger=10", "--json"
    )
    settled = {line["wager"]: line for line in json.loads(ran.out)["settlements"]}
    assert (settled["banker"]["profit"], settled["small-tiger"]["profit"]) == ("50.00", "220.00")
    words = ("either-pair=on", "8s", "2h", "8d", "7c")
    bets = ("--bet", "player=100", "either-pair=10", "--json")
    ran = punto("coup", path("nz-either-pair"), *words, *bets)
    settled = {line["wager"]: line for line in json.loads(ran.out)["settlements"]}
    assert settled["either-pair"]["profit"] == "50.00"
    assert settled["either-pair"]["clauses"] == ["H.2"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_under_a_file_is_explained_without_it(
    punto: Punto, file: Path, tmp_path: Path
) -> None:
    copy, log = tmp_path / "own.toml", tmp_path / "game.log"
    copy.write_bytes(file.read_bytes())
    played = punto("play", "auto", str(copy), "--seats", "1", "--seed", "5", "--log", str(log))
    assert played.code == 0, played.err
    copy.unlink()
    told = punto("explain", str(log), "--coup", "3")
    assert told.code == 0, told.err
    assert "Coup 3" in told.out


def test_what_a_command_suggests_names_the_file(punto: Punto) -> None:
    file = path("nz-either-pair")
    assert f"`punto odds scales {file}`" in punto("odds", file, "--wager", "player").out
    assert f"punto rule {file} NAME" in punto("rule", file).out
    assert "how much on dragon-7?" in punto("coup", path("ez"), "--bet", "dragon-7").err
    assert "dragon-7 is a wager" in punto("odds", path("ez"), "dragon-7=30").err


def test_a_script_names_a_file(punto: Punto, tmp_path: Path) -> None:
    script = tmp_path / "ez.play"
    script.write_text(
        f"book {path('ez')}\nbet S1 dragon-7 10\nclose\n"
        "card Kd · 9s · 6h · 3c · 5d\nend player 6, banker 7\npay S1 dragon-7 410.00 [E.3]\n",
        "utf-8",
    )
    assert punto("play", "script", str(script)).code == 0


def test_a_file_with_a_mistake_is_answered_in_a_line(punto: Punto, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        (EXAMPLES / "ez.toml").read_text("utf-8").replace("40 to 1", "40 zu 1"), "utf-8"
    )
    for words in (("odds",), ("coup",), ("book", "show"), ("sim",)):
        ran = punto(*words, str(wrong))
        assert ran.code == 2, ran
        assert "wrong.toml:24:" in ran.err
        assert "`40 zu 1` is not a payoff" in ran.err
    ran = punto("book", "check", str(wrong))
    assert ran.code == 1
    assert ran.out.startswith(f"{wrong}:24:")
