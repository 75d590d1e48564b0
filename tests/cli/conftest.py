"""Running `punto`, or a part of it, in this process, as a shell would."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest
from cyclopts import App

from puntobanco.base.usage import UsageError
from puntobanco.cli.app import main


class Ran(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Punto = Callable[..., Ran]
Part = Callable[..., tuple[int, str]]


@pytest.fixture
def punto(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Punto:
    """Run a command line; the words are given one by one."""

    def run(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["punto", *words])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def part(app: App, capsys: pytest.CaptureFixture[str]) -> Part:
    """Runs one command's part: its exit code and what it wrote, or the user's mistake and 2."""

    def run(*words: object) -> tuple[int, str]:
        try:
            app([str(word) for word in words], exit_on_error=False, print_error=False)
        except SystemExit as end:
            return int(end.code or 0), capsys.readouterr().out
        except UsageError as error:
            return 2, str(error)
        return 0, capsys.readouterr().out

    return run
