"""Wrong input in every command: one sentence, exit code 2, no traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App
from tests.cli.conftest import Punto

from puntobanco.cli.app import app
from puntobanco.cli.lazy import COMMANDS

RECORD = "player;banker\n9♠ 4♦ K♦;2♥ 3♣\n8♥ K♣;7♦ Q♠\n"


def commands(found: App, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], App]]:
    """A command and those below it that do something, with the words that call them."""
    if found.default_command is not None:
        yield words, found
    for name in found:
        if not name.startswith("-"):
            yield from commands(found[name], (*words, name))


@pytest.mark.parametrize("top", COMMANDS["punto"])
def test_every_number_is_asked_for_alike(punto: Punto, top: str) -> None:
    asked = 0
    for words, command in commands(app[top], (top,)):
        arguments = command.assemble_argument_collection()
        needed = [part for each in arguments if each.required for part in (each.name, "mbs")]
        for each in arguments:
            if each.hint in (int, float, int | None, float | None):
                ran = punto(*words, *needed, each.name, "many")
                assert ran.code == 2
                assert "`many` is not a " in ran.err, ran
                assert ran.err.count("\n") == 1, ran
                asked += 1
    assert asked or top not in ("coup", "odds", "play", "sim", "explain", "log", "serve", "train")


@pytest.mark.parametrize(
    "line",
    [
        "replay FILE",
        "roads FILE",
        "roads FILE.csv",
        "odds mbs --shoe FILE",
        "odds along mbs --cards FILE",
        "odds FILE.toml",
        "book check FILE",
        "explain FILE",
        "play script FILE",
        "verify FILE",
        "verify LOG --key FILE",
        "verify LOG --witness FILE",
        "log tree check FILE --head FILE --key " + "a" * 64,
        "fair verify FILE",
        "fair card FILE",
        "sim mbs --coups 10 --resume FILE",
    ],
)
@pytest.mark.parametrize("data", [b"\xff\x00\xff\x10", b"\x00B\x00P", b"PK\x03\x04\xb0\x81"])
def test_a_file_that_is_not_text_is_named(
    punto: Punto, tmp_path: Path, line: str, data: bytes
) -> None:
    log = tmp_path / "game.log"
    if "LOG" in line:
        assert punto("play", "auto", "mbs", "--seed", "1", "--log", str(log), "--chain").code == 0
    file = tmp_path / f"binary{'.' if '.' in line else ''}{line.partition('.')[2]}"
    file.write_bytes(data)
    words = [word.replace("LOG", str(log)) for word in line.split()]
    ran = punto(*(str(file) if word.startswith("FILE") else word for word in words))
    assert (ran.code, ran.out) == (2, "") or (ran.code == 1 and not ran.err), ran
    assert (ran.err or ran.out).count("\n") == 1 or words[0] == "fair", ran


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_record_is_read_whatever_program_saved_it(
    punto: Punto, tmp_path: Path, encoding: str, end: str
) -> None:
    file = tmp_path / "shoe.csv"
    file.write_bytes(RECORD.replace("\n", end).encode(encoding))
    ran = punto("replay", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Statistics: 2 coups\n")
    assert "9s 4d Kd - 2h 3c" in ran.out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("coup mbs 9s 2h 4d 3c Kd --bet", "--bet needs a value; punto coup --help has examples"),
        ("odds mbs --seen", "--seen needs a value; punto odds"),
        ("odds mbs --pay", "--pay needs a value; punto odds"),
        ("odds try tie --pays 8 --edge 5%", "you gave 1 condition and 1 payoff"),
        ("odds try tie --pays 8 --wager-name a!", "'a!' cannot name a wager; use letters"),
        ("odds own.doc", "A file is named with its ending: ./own.toml"),
        ("odds mbs =3", "`=3` is not an option; write NAME=VALUE"),
        ("odds mbs ties=3", "there is no option or setting 'ties'"),
        ("odds mbs --pay banker=1-less-200%", "is not a payoff"),
        ("odds mbs --wager x:-tie-pays-1-less-200%", "give a commission of 1% to 99%"),
        ("sim mbs --coups 1e9 --resume /nowhere/run.json", "there is no folder /nowhere"),
        ("book show mbs tie=9", "in `punto odds`, --pay tie=9 changes what it pays"),
    ],
)
def test_a_mistake_is_named(punto: Punto, line: str, sentence: str) -> None:
    ran = punto(*(word.replace("-tie-", " tie ").replace("-1-less-", " 1 less ")
                  for word in line.split()))  # fmt: skip
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_an_option_is_named_once_among_those_possible(punto: Punto) -> None:
    names = punto("odds", "mbs", "zzzz=3").err.partition("choose from ")[2].rstrip().split(", ")
    assert len(names) > 20
    assert len(names) == len(set(names))


def test_one_is_singular(punto: Punto) -> None:
    assert "tie has 1 payoff (8 to 1), not 2" in punto("odds", "mbs", "--pay", "tie=8,9").err
    ran = punto("sim", "mbs", "--coups", "2", "--seed", "8")
    assert "with 1 degree of freedom" in ran.out


def test_cards_that_were_not_due_are_named(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("9s 2h 4d 3c Kd 5s 6s\n", "utf-8")
    assert "row 1: 5s 6s were not due" in punto("replay", str(file)).err


def test_roads_beside_a_study_fit_the_terminal(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("BBPPTPBP" * 10, "utf-8")
    for columns in (60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        ran = punto("replay", str(file), "--roads")
        assert "Cockroach Pig" in ran.out
        assert max(map(len, ran.out.splitlines())) <= columns


@pytest.mark.parametrize("words", ["odds mbs", "--help", "sim mbs --coups 10"])
def test_a_closed_output_is_an_error(words: str) -> None:
    command = f'"{sys.executable}" -m puntobanco {words} >&-'
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == ("punto: the standard output is closed; send it to a file or /dev/null\n")


def test_a_closed_input_is_an_empty_one() -> None:
    command = f'"{sys.executable}" -m puntobanco train mbs --seed 7 <&-'
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Nothing was answered." in ran.stdout
