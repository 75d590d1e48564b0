"""The page that follows a coup through the code names files and functions that exist."""

from __future__ import annotations

import ast
import re

from tests.docs.blocks import ROOT

PAGE = ROOT / "docs" / "a-coup.md"
SOURCE = ROOT / "src" / "puntobanco"
PLACE = re.compile(r"`([\w/.-]+\.(?:py|js))(?::([\w.]+))?`")


def names_in(text: str) -> set[str]:
    """The functions, classes and methods of a module."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
            found |= {
                f"{node.name}.{each.name}"
                for each in ast.walk(node)
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


def test_every_step_of_the_way_is_there() -> None:
    places = PLACE.findall(PAGE.read_text("utf-8"))
    assert len(places) > 20
    for file, name in places:
        path = SOURCE / file
        assert path.is_file(), file
        assert not name or name in names_in(path.read_text("utf-8")), f"{file}:{name}"
