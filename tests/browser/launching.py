"""The browser of the tests, and the program it looks at: `punto serve --demo` on a free port."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests import patience

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows and costs a third less than a whole browser."""
MISSING = "no browser to test the pages with; as root: apt-get install chromium-headless-shell"
ARGUMENTS = ("--no-sandbox", "--disable-gpu")
_OPEN = re.compile(r"The house is open at (\S+?)/? ")
_PERSON = re.compile(r"^(\S+)\s+(\S{16})\s+[\w-]+")


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser for a while; no other event loop runs in this thread meanwhile."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=patience.MILLISECONDS)  # a slow machine is no defect
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield made
        made.close()


@dataclass
class Program:
    """A demonstration house in a process of its own."""

    process: subprocess.Popen[str]
    url: str = ""
    passwords: dict[str, str] = field(default_factory=dict)
    """Who can sign in, as far as the program says so."""

    @classmethod
    def start(cls, folder: Path, port: int = 0) -> Program:
        """Open the house, and wait until it says where it is."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", str(folder), str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}/src:{ROOT}", "PYTHONUNBUFFERED": "1"},
        )
        made, said = cls(process), list[str]()
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if person := _PERSON.match(line):
                made.passwords[person[1]] = person[2]
            if found := _OPEN.search(line):
                made.url = found[1]
                return made
        made.kill()
        raise AssertionError("the house did not open: " + "".join(said))

    def kill(self) -> None:
        """End it as a power cut does; what it had acknowledged is on disk."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
