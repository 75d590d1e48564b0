"""The command `punto roads` as its users meet it."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from puntobanco.cli.roads import _read, _show
from puntobanco.views.roads.shoe_roads import beads, cells_of, roads


def punto(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with pipes for its output."""
    return subprocess.run(
        [sys.executable, "-m", "puntobanco", "roads", *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_json_has_the_published_form() -> None:
    answer = punto("TBBPTB", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    # A2 B1 C1: Big Eye Boy at C1, A against B: blue. Small Road can be asked, Cockroach Pig not.
    assert json.loads(answer.stdout) == {
        "bead_plate": {
            "cells": [[0, 0, "T"], [0, 1, "B"], [0, 2, "B"], [0, 3, "P"], [0, 4, "T"], [0, 5, "B"]]
        },
        "big_road": {"cells": [[0, 0, "B", 1], [0, 1, "B", 0], [1, 0, "P", 1], [2, 0, "B", 0]]},
        "big_eye_boy": {"marks": "b", "cells": [[0, 0, "b"]]},
        "small_road": {"marks": "", "cells": []},
        "cockroach_pig": {"marks": "", "cells": []},
        "next_banker": {"big_eye_boy": "b", "small_road": "r", "cockroach_pig": None},
        "next_player": {"big_eye_boy": "r", "small_road": "b", "cockroach_pig": None},
    }


def test_an_empty_shoe_and_waiting_ties_have_a_form() -> None:
    empty = cells_of(roads(()))
    assert empty["big_road"] == empty["bead_plate"] == {"cells": []}
    assert set(empty["next_banker"].values()) == {None}
    assert cells_of(roads(beads("TT")))["big_road"] == {"cells": [[0, 0, "T", 2]]}
    assert json.loads(punto("", "--json").stdout) == empty


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("BPXT", "`X` in column 3 of `BPXT`"),
        ("B,P,9", "`9` in column 1"),
        ("nothing.csv", "nothing.csv cannot be read"),
    ],
)
def test_a_wrong_letter_is_refused_in_one_sentence(text: str, start: str) -> None:
    answer = punto(text)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.removeprefix("punto: ").startswith(start)
    assert answer.stderr.count("\n") == 1


def test_a_pipe_gets_letters_and_no_colour() -> None:
    answer = punto("BPT")
    assert answer.returncode == 0
    assert answer.stdout.isascii()
    assert "\x1b" not in answer.stdout
    assert answer.stdout == punto("BPT", "--plain").stdout


@pytest.mark.parametrize(
    ("plain", "no_color", "coloured"),
    [(False, False, True), (True, False, False), (False, True, False)],
)
def test_a_terminal_gets_colour_unless_it_is_not_wanted(
    plain: bool, no_color: bool, coloured: bool
) -> None:
    out = StringIO()
    console = Console(
        file=out, force_terminal=True, width=80, color_system="truecolor", no_color=no_color
    )
    _show(beads("BPPB"), console, plain=plain)
    assert ("\x1b[" in out.getvalue()) == coloured
    assert ("Big Eye Boy b" in out.getvalue()) == (not coloured)


def test_a_picture_is_written_to_the_file(tmp_path: Path) -> None:
    target = tmp_path / "roads.svg"
    answer = punto("BPT", "--svg", str(target))
    assert (answer.returncode, answer.stdout) == (0, f"The roads are drawn in {target}.\n")
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    both = punto("BPT", "--svg", str(target), "--json")
    assert json.loads(both.stdout)["bead_plate"]["cells"][2] == [0, 2, "T"]


def test_a_file_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    answer = punto("BPT", "--svg", str(tmp_path / "none" / "roads.svg"))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "roads.svg cannot be written" in answer.stderr
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["bppt", "B,P,P,T", "b p p t", "banker;player;p;tie"])
def test_common_notations_are_read(text: str) -> None:
    assert tuple(_read(text, "mbs")[0]) == beads("BPPT")


def test_a_recorded_shoe_is_drawn_from_a_file_and_from_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("player;banker\n9s 4d Kd;2h 3c\n9\u2660 9h;2c 3d 5s\n", "utf-8")
    answer = punto(str(file), "--json")
    assert [cell[2] for cell in json.loads(answer.stdout)["bead_plate"]["cells"]] == ["B", "P"]
    assert "row 3: 5s was not due" in answer.stderr
    piped = subprocess.run(
        [sys.executable, "-m", "puntobanco", "roads", "-", "--json"],
        input=file.read_text("utf-8"), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert piped.stdout == answer.stdout


def test_of_several_shoes_the_last_is_drawn_and_named(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("shoe,result\nA,P\nB,T\nB,B\n", "utf-8")
    answer = punto(str(file), "--json")
    assert [cell[2] for cell in json.loads(answer.stdout)["bead_plate"]["cells"]] == ["T", "B"]
    assert answer.stderr == "punto: this record has 2 shoes; the roads are of the last, B\n"


def test_a_picture_of_dots_is_written(tmp_path: Path) -> None:
    target = tmp_path / "roads.png"
    answer = punto("BBPPTTBPBBBBBBBBBP", "--png", str(target), "--theme", "light")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "use .png" in punto("BPT", "--png", str(tmp_path / "roads.jpg")).stderr


def test_help_says_that_roads_are_history() -> None:
    answer = punto("--help")
    assert answer.returncode == 0
    assert "history, not a forecast" in answer.stdout


def test_an_impossible_shoe_is_answered_as_replay_answers_it(tmp_path: Path) -> None:
    file = tmp_path / "shoe.csv"
    file.write_text("9s 4d Kd;2h 3c\n9s 9h;2c 3d 5s\n", "utf-8")
    answers = [
        subprocess.run(
            [sys.executable, "-m", "puntobanco", command, str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        for command in ("roads", "replay")
    ]
    assert [each.returncode for each in answers] == [1, 1]
    assert answers[0].stderr == answers[1].stderr
    assert "1 problem in this shoe" in answers[0].stderr
    assert "row 2: 5s was not due" in answers[0].stderr
    assert "Big Road" in answers[0].stdout  # drawn all the same
