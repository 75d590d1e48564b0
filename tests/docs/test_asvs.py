"""docs/asvs.md names every requirement of levels 1 and 2, and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "asvs.md").read_text("utf-8")
ROWS = [line.split("|")[1:-1] for line in PAGE.splitlines() if line.count("|") == 5]
LAST = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1
4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2
7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1
16.2:5 16.3:4 16.4:3 16.5:3
"""
"""By section of ASVS 5.0.0, its last requirement of level 1 or 2; those of level 3 come after it.
Chapters 10 and 17 have one row each."""
WANTED = {
    f"{section}.{number}"
    for section, last in (each.split(":") for each in LAST.split())
    for number in range(1, int(last) + 1)
}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def named(cell: str) -> list[str]:
    """The requirements of a row: single ones and ranges."""
    found = list[str]()
    for first, last in re.findall(r"(\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))?", cell):
        between = numbers(first), numbers(last or first)
        within = [each for each in WANTED if between[0] <= numbers(each) <= between[1]]
        found += within if last else [first]
    return found


def test_every_requirement_stands_in_one_row() -> None:
    found = [each for _, cell, _, _ in ROWS for each in named(cell)]
    assert len(found) == len(set(found)), "one stands in two rows"
    assert sorted(WANTED - set(found), key=numbers) == []
    further = {each for _, cell, _, _ in ROWS if "+" in cell for each in named(cell)}
    assert set(found) - WANTED == further, "only those of level 3 have a +"


def test_every_state_is_one_and_each_accepted_row_has_its_reason() -> None:
    reasons = re.findall(r"^- \*\*\((\w)\).*\(([\d., ]+)\)\.\*\*", PAGE, re.MULTILINE)
    told = {each: letter for letter, cell in reasons for each in named(cell)}
    for _, cell, state, evidence in ROWS[2:]:
        assert state.strip() in ("met", "none", "front", "accepted"), cell
        for each in named(cell) if state.strip() == "accepted" else ():
            assert f"({told[each]})" in evidence, each


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))))
def test_a_file_that_is_named_exists(name: str) -> None:
    places = ("", "src/puntobanco", "src/puntobanco/server", "tests/attack")
    assert any((ROOT / place / name).exists() for place in places)
