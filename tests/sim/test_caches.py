"""Without a home that can be written, pictures are drawn and kernels compiled all the same."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from puntobanco.caches import private_folder, settle_cache


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_of_ones_own_is_used_again(temporary: Path) -> None:
    folder = private_folder("numba")
    assert folder.parent == temporary
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder("numba") == folder


def test_what_somebody_else_could_write_to_is_not_used(temporary: Path) -> None:
    private_folder("numba").chmod(0o777)
    other = private_folder("numba")
    assert other.stat().st_mode & 0o777 == 0o700
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir(0o700)
    (temporary / f"puntobanco-plots-{os.getuid()}").symlink_to(elsewhere)
    assert private_folder("plots").resolve() != elsewhere


def test_a_place_that_can_be_written_is_left_alone(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOME_CACHE", raising=False)
    monkeypatch.setenv("HOME", "/dev/null/home")
    settle_cache("SOME_CACHE", "some", temporary)
    assert "SOME_CACHE" not in os.environ
    settle_cache("SOME_CACHE", "some", Path("/dev/null/package"))
    assert os.environ.pop("SOME_CACHE").startswith(str(temporary))


def test_a_home_that_may_not_be_entered_is_passed_over(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = os.stat

    def closed(path: Any, **given: Any) -> os.stat_result:
        if "closed" in str(path):
            raise PermissionError(13, "Permission denied")
        return look(path, **given)

    monkeypatch.delenv("SOME_CACHE", raising=False)
    monkeypatch.setattr(Path, "home", lambda: temporary / "closed")
    monkeypatch.setattr(os, "stat", closed)
    settle_cache("SOME_CACHE", "some")
    assert os.environ.pop("SOME_CACHE").startswith(str(temporary))


def test_a_picture_needs_no_home(tmp_path: Path) -> None:
    words = ["odds", "table", "mbs", "--bet", "banker=100", "--plot", str(tmp_path / "win.png")]
    settings = {name: value for name, value in os.environ.items() if name != "MPLCONFIGDIR"}
    ran = subprocess.run(
        [sys.executable, "-m", "puntobanco", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**settings, "HOME": "/dev/null/home", "TMPDIR": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
