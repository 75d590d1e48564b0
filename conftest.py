"""Every run of the tests: the same on every machine, of a chosen size, with nothing left behind.

Options: `--profile quick|test|prove|full` and `--size NAME=NUMBER` say how much is tried
(`tests/sizes.toml`), `--seed` where seeded runs begin, `--shuffled SEED` runs in another order.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # where pytest was not started as a module

from tests import sizes, warden  # noqa: E402
from tests.progress import Progress  # noqa: E402

UNSET = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "LANGUAGE", "BROWSER", "PAGER",
         "MPLBACKEND", "MPLCONFIGDIR", "PYTHONWARNINGS", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8",
         "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONHASHSEED")  # fmt: skip
"""What a person may have set for another purpose, and would change what a test sees."""
PREFIXES = ("PUNTO_", "XDG_", "LC_", "NUMBA_", "GIT_")
SUFFIXES = ("_proxy", "_PROXY")
MEMORY = Path("/dev/shm")  # noqa: S108  # the tests' own folders in it have random names
ROOM = 4 << 30
"""Bytes that must be free there: three workers were seen to need 1."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)
"""What a background job or `nohup` may have us ignore; processes that tests start inherit that."""


def _own_folder() -> Path:
    """Where temporary files go: a folder of this user alone, in memory where that has room.

    Thousands of houses are synced: a disk takes minutes. And PostgreSQL locks one file of a fixed
    name in it, which a second user of the machine could not open.
    """
    roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    base, own = (MEMORY if roomy else Path(tempfile.gettempdir())), f"punto-{os.getuid()}"
    folder = base if base.name == own else base / own
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _same_everywhere() -> None:
    """Take away what differs between machines and people; workers of xdist inherit most of it."""
    for name in tuple(os.environ):
        if name in UNSET or name.startswith(PREFIXES) or name.endswith(SUFFIXES):
            del os.environ[name]
    os.environ |= {"TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    time.tzset()
    os.umask(0o022)
    os.environ["TMPDIR"] = str(_own_folder())
    tempfile.tempdir = None
    sys.dont_write_bytecode = False
    for each in SIGNALS:
        if signal.getsignal(each) is signal.SIG_IGN and each is not signal.SIGPIPE:
            signal.signal(each, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


_same_everywhere()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("puntobanco")
    group.addoption("--profile", choices=sizes.PROFILES, default="test", help="how much is tried")
    group.addoption("--size", action="append", default=[], help="NAME=NUMBER of tests/sizes.toml")
    group.addoption("--seed", type=int, default=None, help="where seeded runs begin")
    group.addoption("--shuffled", type=int, default=None, help="run in another order, by this seed")


def is_worker(config: pytest.Config) -> bool:
    """Whether this is a worker of xdist."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    try:
        sizes.choose(config.option.profile, config.option.seed, config.option.size)
    except sizes.UnknownSizeError as error:
        raise pytest.UsageError(str(error)) from None
    if sizes.is_long() and config.option.timeout is None:
        config.option.timeout = 0.0  # a slice may take as long as it needs
    settings.register_profile(
        "house",
        deadline=None,  # a busy machine is no defect
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=not sizes.is_long(),  # `make prove` looks for new examples
        database=None,
    )
    settings.load_profile("house")
    if is_worker(config):
        return
    config.stash[_WARDEN] = warden.start()
    home = config.stash[_HOME] = tempfile.TemporaryDirectory(prefix="puntobanco-home-")
    os.environ["HOME"] = home.name
    if getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(Progress(config))


_WARDEN = pytest.StashKey[subprocess.Popen[str]]()
_HOME = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_unconfigure(config: pytest.Config) -> None:
    watching = config.stash.get(_WARDEN, None)
    if watching is not None:
        left, _ = watching.communicate("")
        config.stash[_HOME].cleanup()
        if left.strip():
            print(f"ended what was left running:\n{left}", end="")  # noqa: T201


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not sizes.is_long():
        left_out = [each for each in items if each.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [each for each in items if not each.get_closest_marker("long")]
    if config.option.shuffled is None:
        return
    chance = random.Random(config.option.shuffled)
    items[:] = _shuffled(items, chance, depth=1)


def _shuffled(items: list[pytest.Item], chance: random.Random, depth: int) -> list[pytest.Item]:
    """Folders, files and tests in another order; a folder stays together, as its house does."""
    parts = [
        [*group] for _, group in groupby(items, key=lambda each: each.nodeid.split("/")[:depth])
    ]
    if len(parts) == 1 and depth > 4:
        parts = [[each] for each in items]
    elif depth <= 4:
        parts = [_shuffled(part, chance, depth + 1) for part in parts]
    chance.shuffle(parts)
    return [each for part in parts for each in part]


def pytest_xdist_auto_num_workers() -> int:
    """Workers of `-n auto`: three for two cores, because a test of pages or servers often waits."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(2, (cores or 1) * 3 // 2)


def pytest_collection_finish() -> None:
    """What collecting made stays; looking through it again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        chosen = "" if sizes.profile() == "test" else f" --profile {sizes.profile()}"
        line = f".venv/bin/python -m pytest{chosen} '{item.nodeid}'"
        report.sections.append(("To run it alone", line))
    return report
