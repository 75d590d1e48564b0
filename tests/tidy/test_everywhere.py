"""A run of the tests is the same on every machine, and leaves nothing running, even when killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ODD = {
    "TZ": "Pacific/Chatham",
    "LC_ALL": "de_DE.ISO-8859-1",
    "COLUMNS": "20",
    "HOME": "/nowhere",
    "PUNTO_HOUSE": "http://127.0.0.1:1",
    "PUNTO_PLAIN": "1",
    "HTTP_PROXY": "http://127.0.0.1:1",
    "FORCE_COLOR": "1",
}
PROBE = """
import os, signal, tempfile, time

def test_what_a_test_sees():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert os.umask(0o022) == 0o022
    assert time.tzname[0] == "UTC"
    assert not [name for name in os.environ if name.startswith("PUNTO_") or "PROXY" in name]
    assert "COLUMNS" not in os.environ and "FORCE_COLOR" not in os.environ
    assert os.path.isdir(os.environ["HOME"])
    own = os.stat(tempfile.gettempdir())
    assert own.st_uid == os.getuid() and not own.st_mode & 0o022  # no other user's files in it
"""
KILLED = """
import subprocess, sys
from tests import warden
warden.start()
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
print(child.pid, flush=True)
sys.stdin.read()
"""


def test_the_environment_of_a_person_changes_nothing(tmp_path: Path) -> None:
    probe = tmp_path / "test_probe.py"
    probe.write_text(PROBE, "utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest"),
            *("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), str(probe)),
        ],
        cwd=ROOT,
        env={**os.environ, **ODD},
        preexec_fn=lambda: (signal.signal(signal.SIGINT, signal.SIG_IGN), os.umask(0o077))[0],
        start_new_session=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_a_killed_run_leaves_nothing_running() -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", KILLED],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdin is not None
    assert run.stdout is not None
    child = int(run.stdout.readline())
    run.kill()
    run.wait()
    run.stdin.close()
    run.stdout.close()
    last = time.monotonic() + 60
    while _lives(child):
        assert time.monotonic() < last, "it still runs"
        time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        return "(sleep) Z" not in Path(f"/proc/{process}/stat").read_text("utf-8")
    except OSError:
        return False


def test_a_measured_time_is_judged_in_prove_only() -> None:
    """A file that measures a time also asks whether the machine is quiet."""
    measuring = re.compile(
        r"\b(perf_counter|process_time|thread_time|clock_gettime)\w*\([^)]*\) - "
        r"|assert time\.monotonic\(\)"
    )
    asked = re.compile(r"\bis_long\(\)|mark\.long\b")
    soak = ROOT / "tests" / "soak"  # runs in `make prove` only
    unasked = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.parent != soak
        and measuring.search(text := path.read_text("utf-8"))
        and not asked.search(text)
    ]
    assert not unasked, "judge measured times under `if is_long():` (tests/sizes.py)"


def test_a_wait_does_not_end_before_a_slow_machine_is_done() -> None:
    """A wait ends after `patience.SECONDS`; a number of its own is too little on some machine."""
    short = re.compile(
        r"asyncio\.timeout\([0-9.]+\)|wait_for\(.*, [0-9.]+\)"
        r"|for \w+ in range\([0-9_]{2,}\):\n(?:.*\n){0,3}.*sleep\(0?\.[0-9]+\)"
    )
    apart = ("soak", "simulation")  # a quiet machine; a clock of their own
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {each[0]}"
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.parent.name not in apart
        for each in short.finditer(path.read_text("utf-8"))
    ]
    assert not found, "wait with `until` or `patience.SECONDS` of tests/patience.py"
