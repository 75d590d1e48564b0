"""Houses served on this machine by the real command, from outside: started, paused, killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SECONDS = 60.0
"""How long a house may take to open or to end on a busy machine."""
OPEN = re.compile(r"The house is open at https?://[^: ]+:(\d+)")


@dataclass
class Served:
    """A `punto serve` that was started."""

    pid: int
    folder: Path
    out: Path
    machine: Machine
    code: int | None = None

    @property
    def said(self) -> str:
        """Everything it printed so far."""
        return self.out.read_text("utf-8") if self.out.exists() else ""

    @property
    def port(self) -> int:
        """Where it listens."""
        found = OPEN.search(self.said)
        assert found, self.said
        return int(found[1])

    def is_open(self) -> bool:
        """Wait until it is open, or has ended."""
        last = time.monotonic() + SECONDS
        while time.monotonic() < last:
            if OPEN.search(self.said):
                return True
            if self.has_ended():
                return False
            time.sleep(0.01)
        raise AssertionError(f"neither open nor ended: {self.said}")

    def has_ended(self) -> bool:
        """Whether it is gone by now."""
        if self.code is None:
            self.code = self.machine.ask(ended=self.pid)
        return self.code is not None

    def send(self, number: int) -> None:
        """Send a signal to it alone."""
        os.kill(self.pid, number)

    def ended(self, number: int = signal.SIGKILL) -> int:
        """Its exit code, once it has ended by a signal; SIGTERM closes the house."""
        if not self.has_ended():
            self.send(number)
        last = time.monotonic() + SECONDS
        while not self.has_ended():
            assert time.monotonic() < last, f"it does not end: {self.said}"
            time.sleep(0.005)
        assert self.code is not None
        return self.code


@dataclass
class Machine:
    """Starts houses in a folder of its own."""

    ground: Path
    process: subprocess.Popen[str]
    living: list[Served] = field(default_factory=list)
    count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, **wanted: Any) -> Any:
        """What the launcher answers."""
        with self.lock:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(json.dumps(wanted) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def punto(self, *words: str, folder: Path | None = None, **more: Any) -> Served:
        """Start the command."""
        self.count += 1
        out = self.ground / f"said-{self.count}"
        out.touch()
        pid = self.ask(punto=list(words), out=str(out), **more)
        found = Served(pid, folder or self.ground, out, self)
        self.living.append(found)
        return found

    def serve(self, folder: Path, *words: str, **more: Any) -> Served:
        """Start a house on a free port."""
        return self.punto("serve", str(folder), "--port", "0", *words, folder=folder, **more)

    def end_all(self) -> None:
        """Kill whatever a test has left running."""
        for each in self.living:
            if not each.has_ended():
                with suppress(ProcessLookupError):
                    each.send(signal.SIGCONT)
                    each.ended()
        self.living.clear()

    def copy(self, house: Path, name: str) -> Path:
        """A closed house, copied to be maltreated."""
        target = self.ground / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(house, target)
        return target


@contextmanager
def started(ground: Path) -> Iterator[Machine]:
    """A machine, until everything on it is ended; PYTHONPATH may name another program to serve."""
    given = filter(None, [os.environ.get("PYTHONPATH")])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.outside.launcher"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*given, f"{ROOT / 'src'}", f"{ROOT}"])},
    )
    machine = Machine(ground, process)
    try:
        yield machine
    finally:
        machine.end_all()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.wait(SECONDS)
        process.stdout.close()
