"""The pictures of the pages are drawn by the commands that the pages show."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.blocks import PAGES, ROOT
from tools import docs_pictures

CHOOSER = (ROOT / "tests" / "browser" / "chosen.py").read_text("utf-8")
TAKEN_BY_A_BROWSER = {
    *(f"{name}.png" for name in re.findall(r'^    "([\w-]+)": "', CHOOSER, re.MULTILINE)),
    *re.findall(r'SHOWN / "([\w-]+\.png)"', CHOOSER),
    "ruling.png",  # tests/browser/ruling_picture.py
}


def test_every_picture_has_a_command_or_comes_from_a_browser() -> None:
    by_command: set[str] = set()
    for page in PAGES:
        shown = set(re.findall(r"pictures/([\w-]+\.png)", page.read_text("utf-8")))
        drawn = {name for name, _ in docs_pictures.drawn(page)}
        assert shown <= drawn | TAKEN_BY_A_BROWSER, page
        by_command |= drawn
    kept = {each.name for each in Path(ROOT / "docs" / "pictures").glob("*.png")}
    assert kept == by_command | TAKEN_BY_A_BROWSER
