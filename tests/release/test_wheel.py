"""What is released: built by hatchling, installed into an empty environment, and run from there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).parent / "uv"
LOCK = ROOT / "requirements.lock"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def ran(*command: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run outside the tree, so that nothing of it is found by accident."""
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd="/", env=CLEAN
    )


def done(*command: str | Path, typed: str = "") -> str:
    """What a command that must succeed wrote."""
    found = ran(*command, typed=typed)
    assert found.returncode == 0, f"{command}\n{found.stdout}\n{found.stderr}"
    return found.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    done(UV, "build", "--quiet", "--out-dir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel, and what it needs in locked versions."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    done(UV, "venv", "--quiet", "--python", sys.executable, folder)
    programs = folder / "bin"
    done(
        UV,
        "pip",
        "install",
        "--quiet",
        "--python",
        programs / "python",
        "--constraint",
        LOCK,
        wheel,
    )
    return programs


def test_both_forms_carry_the_version_of_pyproject(built: Path) -> None:
    names = {path.name for path in built.iterdir() if not path.name.startswith(".")}
    assert names == {f"puntobanco-{VERSION}.tar.gz", f"puntobanco-{VERSION}-py3-none-any.whl"}


def test_the_wheel_has_the_whole_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        extra = {
            name.split(".dist-info/")[1] for name in packed.namelist() if ".dist-info/" in name
        }
        licence = packed.read(f"puntobanco-{VERSION}.dist-info/licenses/LICENSE")
    wanted = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "puntobanco").rglob("*")
        if path.is_file() and not {"__pycache__", ".numba_cache"} & set(path.parts)
    }
    assert {"puntobanco/server/web/train.html", "puntobanco/py.typed"} <= names
    assert names == wanted
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert {"METADATA", "RECORD", "WHEEL", "entry_points.txt"} <= extra


def test_the_sdist_has_what_make_needs(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    needed = {"pyproject.toml", "Makefile", "requirements.lock", "requirements-uv.lock"}
    needed |= {"README.md", "LICENSE", "CHANGELOG.md", "Containerfile", ".importlinter", ".ci/run"}
    needed |= {"tools/sbom.py", "tests/release/test_wheel.py", "src/puntobanco/cli/app.py"}
    assert needed <= names


def test_only_locked_versions_come_with_it(installed: Path) -> None:
    found = done(UV, "pip", "freeze", "--quiet", "--python", installed / "python")
    have = {line for line in found.split("\n") if line and not line.startswith("puntobanco ")}
    pinned = set(re.findall(r"^([a-z0-9._-]+==[^\s;\\]+)", LOCK.read_text("utf-8"), re.MULTILINE))
    assert have <= pinned
    assert {"numpy", "msgspec", "cyclopts", "rich"} <= {line.partition("==")[0] for line in have}
    assert not {"fastapi", "numba", "gymnasium"} & {line.partition("==")[0] for line in have}


def test_a_package_that_is_not_what_the_lock_says_is_not_installed(
    wheel: Path, tmp_path: Path
) -> None:
    text = LOCK.read_text("utf-8")
    pin = re.search(r"^rich==.*?(?=^[a-z])", text, re.MULTILINE | re.DOTALL)
    assert pin is not None
    other = re.sub(r"[0-9a-f]{64}", "0" * 64, pin[0])
    (tmp_path / "other.lock").write_text(text.replace(pin[0], other), "utf-8")
    python = tmp_path / "environment"
    done(UV, "venv", "--quiet", "--python", sys.executable, python)
    words = ("pip", "install", "--python", python, "--constraint", tmp_path / "other.lock", wheel)
    refused = ran(UV, *words)
    assert refused.returncode == 1
    assert "Hash mismatch for `rich==" in refused.stderr


def test_the_installed_command_works(installed: Path) -> None:
    punto = installed / "punto"
    assert done(punto, "--version").strip() == VERSION
    settled = done(punto, "coup", "mbs", "9s 2h 4d 3c Kd", "--bet", "banker=100")
    assert "95.00" in settled
    assert "nz-division" in done(punto, "book", "list")
    trained = done(punto, "train", "mbs", "--seed", "7", "--questions", "1", typed="no\n")
    assert "1 of 1 right" in trained


def test_what_needs_an_extra_says_which(installed: Path, tmp_path: Path) -> None:
    served = ran(installed / "punto", "serve", tmp_path / "house")
    assert served.returncode == 2
    assert "install puntobanco[server]" in served.stderr
    gym = ran(installed / "python", "-c", "import puntobanco.gym")
    assert "install puntobanco[gym]" in gym.stderr


def test_it_runs_without_being_installed(wheel: Path) -> None:
    run = done(UV, "tool", "run", "--constraint", LOCK, "--from", wheel, "punto", "--version")
    assert run.strip() == VERSION
