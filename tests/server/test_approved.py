"""Only approved software runs: one byte changed anywhere, and no house opens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.server.casino import running
from puntobanco.server.operations import approved
from puntobanco.server.operations.approved import (
    PACKAGE,
    NotApprovedError,
    approve,
    digests,
    problems,
)
from tests.server.conftest import BrokenStoreError, house, run
from tests.sizes import size_of

EVERY = size_of("file_every")
"""One file in so many is changed."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the program that may be spoilt."""
    copy = tmp_path / "program" / "puntobanco"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_one_byte_in_any_file_is_found(package: Path, tmp_path: Path) -> None:
    approve(tmp_path, package)
    assert problems(tmp_path, package=package) == []
    names = sorted(digests(package))
    assert any(name.endswith(".toml") for name in names), "rule books' registers are files, too"
    for name in names[::EVERY]:
        path = package.parent / name
        whole = path.read_bytes()
        at = len(whole) // 2
        path.write_bytes(whole[:at] + bytes([(whole[at] if whole else 0) ^ 1]) + whole[at + 1 :])
        assert problems(tmp_path, package=package) == [f"{name} was changed"]
        path.write_bytes(whole)
    assert problems(tmp_path, package=package) == []


def test_files_that_are_missing_or_new_are_found(package: Path, tmp_path: Path) -> None:
    digest = approve(tmp_path, package)
    (package / "books" / "mbs.py").unlink()
    (package / "books" / "mine.py").write_text("", "utf-8")
    assert problems(tmp_path, digest, package) == [
        "puntobanco/books/mbs.py is missing",
        "puntobanco/books/mine.py was never approved",
    ]


def test_a_list_made_anew_is_found_by_its_digest(package: Path, tmp_path: Path) -> None:
    assert problems(tmp_path, package=package) == []
    digest = approve(tmp_path, package)
    assert problems(tmp_path, digest, package) == []
    (package / "version.py").write_text("", "utf-8")
    approve(tmp_path, package)
    assert problems(tmp_path, package=package) == []
    assert problems(tmp_path, digest, package)[0].endswith(
        f"is not the list with the digest {digest[:16]}..."
    )
    (tmp_path / approved.LIST).unlink()
    assert problems(tmp_path, digest, package)[0].endswith("nothing was approved")


def test_an_independent_tool_finds_the_same(package: Path, tmp_path: Path) -> None:
    tool = shutil.which("sha256sum")
    assert tool is not None, "sha256sum is part of every Linux"
    approve(tmp_path, package)
    command = (tool, "--check", "--quiet", str(tmp_path / approved.LIST))
    assert subprocess.run(command, cwd=package.parent, check=False).returncode == 0
    with (package / "rules" / "tableau.py").open("a") as file:
        file.write("\n")
    found = subprocess.run(command, cwd=package.parent, check=False, capture_output=True, text=True)
    assert found.returncode == 1
    assert found.stdout == "puntobanco/rules/tableau.py: FAILED\n"


def test_a_changed_program_opens_no_house(package: Path, tmp_path: Path) -> None:
    folder = tmp_path / "house"
    approve(folder, package)
    with (package / "books" / "mbs.py").open("a") as file:
        file.write("\n")
    served = subprocess.run(
        (sys.executable, "-m", "puntobanco", "serve", str(folder), "--port", "0"),
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert served.returncode != 0
    assert "open at" not in served.stdout
    words = " ".join((served.stderr + served.stdout).split())
    assert "not the program that was approved" in words
    assert not (folder / "house.db").exists(), "nothing was begun"


def test_a_running_house_looks_again_and_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PROGRAM_SECONDS", 0.01)

    async def scenario() -> None:
        approve(folder)
        async with house(folder) as opened:
            (task,) = [each for each in opened._tasks if each.get_name() == "_look_at_program"]
            with (folder / approved.LIST).open("a") as file:
                file.write(f"{'0' * 64}  puntobanco/more.py\n")
            with pytest.raises(BrokenStoreError, match=r"puntobanco/more.py is missing"):
                await task
        with pytest.raises(NotApprovedError):
            async with house(folder):
                pass

    run(scenario())
