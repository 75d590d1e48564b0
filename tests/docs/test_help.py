"""Help: every command has examples, every example runs, and `punto` alone says what is next."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.shell import ROOT, Shell
from tests.sizes import first_of
from tools import docs_commands

from puntobanco.base.cards import DECK
from puntobanco.cli.app import app
from puntobanco.cli.examples import examples_of
from puntobanco.cli.welcome import WELCOME

GROUPS = (
    ("book", "coup", "rule", "roads", "replay", "completion"),
    ("odds",),
    ("sim",),
    ("play", "explain", "train"),
    ("log", "fair", "verify"),
    ("admin",),
    ("backup", "restore"),
    ("software",),
)
"""Commands whose examples follow upon each other."""
ALONE = {"serve"}
"""Stays until it is told to end; tested by itself."""
ADJUST = 'punto admin cage adjust guest1 25.00 --less --reason "again" --name cashier1'
WITHOUT_JSON = {
    "play": "a game",
    "serve": "a server",
    "odds sheet": "a page",
    "log export": "lines that are JSON anyway",
    "book export": "JSON anyway",
    "book new": "a file to edit",
    "completion": "a script for a shell",
}
PLAN = "def stake(memory, base, coup, bankroll, profit, winner, count, left):\n    return 0, base\n"


def examples(name: str) -> Iterator[str]:
    for _, command in docs_commands.commands(app[name]):
        assert command.default_command is not None
        yield from examples_of(command.default_command)


def test_every_command_is_in_a_group() -> None:
    named = {name for group in GROUPS for name in group}
    assert {name for name in app if not name.startswith("-")} == named | ALONE


def test_every_command_has_examples() -> None:
    for path, command in docs_commands.commands(app):
        assert command.default_command is not None
        assert examples_of(command.default_command), f"punto {' '.join(path)} has no example"


def test_every_answer_has_a_form_for_machines() -> None:
    sections = re.split(r"^## punto ", docs_commands.page(), flags=re.MULTILINE)[1:]
    without = {section.splitlines()[0] for section in sections if "  --json" not in section}
    assert without == set(WITHOUT_JSON)


def test_every_parameter_is_explained() -> None:
    page = docs_commands.page()
    assert not re.findall(r"^  (?:[A-Z]{2}|--)[^:\n]*:?(?: \[.*)?$", page, re.MULTILINE)


@pytest.mark.parametrize("group", GROUPS, ids=" ".join)
def test_examples_run(shell: Shell, group: tuple[str, ...]) -> None:
    (shell.folder / "tests").symlink_to(ROOT / "tests")
    (shell.folder / "examples").symlink_to(ROOT / "examples")
    (shell.folder / "my_plan.py").write_text(PLAN, "utf-8")
    (shell.folder / "shoe.txt").write_text(" ".join(card.text for card in DECK), "utf-8")
    (shell.folder / "shoe.csv").write_text("player,banker\n9s 4d Kd,2h 3c\n", "utf-8")
    shell.monkeypatch.setenv("PUNTO_NEW_PASSWORD", "a password of my own")
    waiting = ""
    for example in (each for name in group for each in examples(name)):
        if "cage disagree" in example:  # what was agreed to waits no more: ask for it again
            waiting = _asked_for(shell.run(ADJUST))
        out = shell.run(example.replace("1f7e1ab9460a253e", waiting))
        waiting = _asked_for(out) or waiting
        assert out or "export" in example, example


def _asked_for(out: str) -> str:
    found = re.search(r"cage agree (\w+)", out)
    return found[1] if found else ""


def test_what_punto_alone_names_runs(shell: Shell) -> None:
    assert shell.run("punto") == WELCOME
    lines = [
        line[10:53].rstrip() for line in WELCOME.splitlines() if line[10:].startswith("punto ")
    ]
    assert len(lines) == 15
    for line in lines:
        assert shell.run(line) or "serve" in line, line


@pytest.mark.long
@pytest.mark.parametrize("example", first_of(examples("serve")))
def test_a_house_opens_and_closes(example: str, tmp_path: Path) -> None:
    line = re.sub(r" --port \d+", "", example).removeprefix("punto ") + " --port 0"
    with subprocess.Popen(
        [sys.executable, "-m", "puntobanco", *line.split()],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
    ) as served:
        assert served.stdout is not None
        shown = ""
        while "The house is open at" not in shown:
            told = served.stdout.readline()
            assert told, shown
            shown += told
        assert re.search(r"admin +\S+ +administrator", shown)
        assert ("guest1" in shown) == ("--demo" in example)
        served.send_signal(signal.SIGINT)
        rest = served.stdout.read()
        assert served.wait(60) == 0
        assert shown.startswith("Opening the house in ")
        assert re.match(r"Closing the house\.\nThe house is closed\.\n", rest), rest
