"""Running `punto` in this process, as a shell would."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from puntobanco.cli.app import main


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Punto = Callable[..., Ran]


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
