"""Nothing here but the launcher knows the program: what it says is a second opinion."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("*.py"))
KNOWN = ("tests.outside", "tests.sizes")
"""What else of this repository may be used."""


def imported(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_the_launcher_imports_the_program(path: Path) -> None:
    names = imported(path)
    used = {each for each in names if each.split(".")[0] == "puntobanco"}
    assert bool(used) is (path.name == "launcher.py"), used
    ours = {each for each in names if each.startswith("tests")}
    assert all(each.startswith(KNOWN) for each in ours), ours
