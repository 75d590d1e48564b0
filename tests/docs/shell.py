"""Running what the documentation tells people to type, as a shell in a folder would."""

from __future__ import annotations

import io
import os
import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.docs.workshop import OpenHouse, copy_of

from puntobanco.cli.app import main

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "http://127.0.0.1:8000"
"""Where every page says that the house is."""
SPEAKS_TO_A_HOUSE = re.compile(r"^punto admin |--at |curl ")
NEEDS_A_SHELL = re.compile(r"[|<>;$]|&&|^(?!punto\b)")


@dataclass
class Shell:
    """A folder, and whoever types in it."""

    folder: Path
    furnished: Callable[[], Path]
    open_house: Callable[[], OpenHouse]
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    typed: list[str] = field(default_factory=list)

    def run(self, line: str) -> str:
        """What one command prints; it must end well."""
        self.typed.append(line)
        if line.startswith("make "):
            return self._make(line)
        if line.startswith("punto serve"):
            return self._serve(line)
        opened = any(each.startswith("punto serve") for each in self.typed)
        if not opened and ("house/" in line or re.search(r"(\bbackup|--folder) house\b", line)):
            self._furnish("house")  # a page that opens a house of its own must go on with it
        if "fairness.json" in line:
            copy = self.furnished() / "fairness.json"
            (self.folder / copy.name).write_bytes(copy.read_bytes())
        if SPEAKS_TO_A_HOUSE.search(line):
            line = self._speak(line)
        out = self._in_bash(line) if NEEDS_A_SHELL.search(line) else self._here(line)
        self._remember_passwords(line, out)
        return out

    def _make(self, line: str) -> str:
        """What make is told to do exists; that it works is shown by whoever runs this test."""
        makefile = (ROOT / "Makefile").read_text("utf-8")
        for target in line.split()[1:]:
            assert re.search(f"^{target}:", makefile, re.MULTILINE), f"make knows no {target}"
        return ""

    def _serve(self, line: str) -> str:
        """A house that was open for an afternoon; that it opens is shown by another test."""
        words = shlex.split(line)[2:]
        named = [word for word in words if not word.startswith("-")]
        self._furnish(named[0] if named else "house")
        return ""

    def _furnish(self, name: str) -> None:
        if not (self.folder / name).exists():
            copy_of(self.furnished() / "house", self.folder / name)

    def _speak(self, line: str) -> str:
        """Let a command meet the house that is open for all tests, as whoever it names."""
        house = self.open_house()
        words = shlex.split(line)
        name = words[words.index("--name") + 1] if "--name" in words else "admin"
        self.monkeypatch.setenv("PUNTO_HOUSE", house.address)
        self.monkeypatch.setenv("PUNTO_PASSWORD", house.passwords[name])
        self.monkeypatch.setenv("PUNTO_NEW_PASSWORD", f"my own {secrets.token_hex(8)}")
        return line.replace(ADDRESS, house.address)

    def _remember_passwords(self, line: str, out: str) -> None:
        """Whoever was added, or has chosen a password, can be asked for on later lines."""
        if told := re.search(r"^(\S+) is added; password for one use: (\S+)", out, re.MULTILINE):
            self.open_house().passwords[told[1]] = told[2]
        if line.startswith("punto admin own-password"):
            name = line.partition("--name ")[2] or "admin"
            self.open_house().passwords[name] = os.environ["PUNTO_NEW_PASSWORD"]

    def _here(self, line: str) -> str:
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        self.monkeypatch.setattr(sys, "argv", shlex.split(line))
        self.capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        finally:
            os.environ.pop("PUNTO_PLAIN", None)
        out, err = self.capsys.readouterr()
        assert code == 0, f"{line}\n{err or out}"
        return out

    def _in_bash(self, line: str) -> str:
        program = f'punto() {{ {sys.executable} -m puntobanco "$@"; }}; set -e -o pipefail; {line}'
        ran = subprocess.run(
            ["/bin/bash", "-c", program],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert ran.returncode == 0, f"{line}\n{ran.stderr}"
        return ran.stdout
