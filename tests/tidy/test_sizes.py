"""The sizes of the proofs stand in one file, are all used, grow with the profile, and are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests import sizes

ROOT = Path(__file__).parents[2]
TABLE = sizes.read()


@pytest.mark.parametrize("name", TABLE)
def test_a_longer_profile_tries_more(name: str) -> None:
    entry = TABLE[name]
    assert list(entry) == ["counts", *sizes.PROFILES]
    numbers = [int(entry[each]) for each in sizes.PROFILES]
    if "every n-th" in str(entry["counts"]):
        numbers.reverse()
    assert numbers == sorted(numbers)
    assert min(numbers) > 0


def test_every_size_is_used_and_every_used_one_is_known() -> None:
    used = {
        found
        for path in (ROOT / "tests").rglob("*.py")
        for found in re.findall(r'size_of\("(\w+)"\)', path.read_text("utf-8"))
    }
    assert used == set(TABLE)


def test_the_page_of_proofs_asks_for_what_the_file_says() -> None:
    text = (ROOT / "docs" / "proof.md").read_text("utf-8")
    asked = [row.split("|")[2] for row in text.splitlines() if row.startswith("| ")]
    told = dict(re.findall(r"`(\w+)` ([\d,]*\d)", " ".join(asked)))
    assert len(told) > 40
    for name, number in told.items():
        assert int(number.replace(",", "")) == TABLE[name]["full"], name


def test_no_test_reads_how_much_it_tries_from_the_environment() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        found = re.findall(r'environ[^\n]*"PUNTO_(\w+)"', path.read_text("utf-8"))
        assert set(found) <= {"LEASE_SECONDS", "NEW_PASSWORD", "PLAIN"}, path


@pytest.mark.parametrize("wrong", ["kills", "kills=many", "killls=3"])
def test_a_wrong_size_is_answered_with_the_right_ones(wrong: str) -> None:
    with pytest.raises(sizes.UnknownSizeError, match="NAME=NUMBER; the names are attempts, "):
        sizes.choose("test", None, [wrong])
