"""Every planted bug is caught by the test that its patch names.

A patch says what it breaks, which test must fail, and perhaps with which options. It is applied to
a copy of the program, and that one test is run against the copy. `make test` plants every n-th
(`planted` in tests/sizes.toml); `--size planted=1 -k natural` those whose names hold that word.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.sizes import size_of

ROOT = Path(__file__).resolve().parents[2]
PATCHES = sorted(Path(__file__).parent.glob("*.patch"))
FAILED = 1
"""What pytest says when tests ran and some failed; not that none was found or could be read."""


@dataclass(frozen=True)
class Planted:
    """One bug."""

    what: str
    test: str
    options: tuple[str, ...]
    file: str
    hunks: tuple[tuple[str, str], ...]
    """What stands there, and what the bug makes of it."""

    @classmethod
    def read(cls, path: Path) -> Planted:
        """Take a patch apart."""
        head, _, diff = path.read_text("utf-8").partition("\n\n")
        said = dict(line.split(": ", 1) for line in head.splitlines())
        lines = diff.splitlines(keepends=True)
        file = lines[1].split()[1].removeprefix("b/")
        hunks: list[list[str]] = []
        for line in lines[2:]:
            if line.startswith("@@"):
                hunks.append([])
            else:
                hunks[-1].append(line)
        both = (
            (
                "".join(line[1:] for line in hunk if line[0] in " -"),
                "".join(line[1:] for line in hunk if line[0] in " +"),
            )
            for hunk in hunks
        )
        options = tuple(said.get("with", "").split())
        return cls(said["what"], said["test"], options, file, tuple(both))

    def plant(self, root: Path) -> None:
        """Put the bug into a copy of the program."""
        path = root / self.file
        text = path.read_text("utf-8")
        for good, bad in self.hunks:
            assert text.count(good) == 1, f"the patch no longer fits {self.file}: make it anew"
            text = text.replace(good, bad)
        path.write_text(text, "utf-8")


def test_there_are_a_hundred_and_each_fits() -> None:
    numbers = [path.name.partition("-")[0] for path in PATCHES]
    assert numbers == [f"{each:03}" for each in range(1, len(PATCHES) + 1)], "one number, one bug"
    planted = [Planted.read(path) for path in PATCHES]
    assert len({(each.file, each.hunks) for each in planted}) >= 100
    misfits = [
        path.name
        for path, each in zip(PATCHES, planted, strict=True)
        for good, _ in each.hunks
        if (ROOT / each.file).read_text("utf-8").count(good) != 1
    ]
    assert misfits == [], "these patches no longer fit: make them anew"


@pytest.mark.parametrize("path", PATCHES[:: size_of("planted")], ids=lambda path: path.stem)
def test_a_planted_bug_is_caught_by_name(path: Path, tmp_path: Path) -> None:
    planted = Planted.read(path)
    # compiled files come along with the times of their sources: only the patched one is compiled
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("web"))
    planted.plant(tmp_path)
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", *planted.options)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, planted.test],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == FAILED, f"{planted.what}: not caught\n{done.stdout[-2000:]}"
