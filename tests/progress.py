"""What a run with several workers shows while it goes on: folder, count, failures, time."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

import pytest

EVERY_SECONDS = 5.0
"""How often a line is written where it cannot be written over."""


class Progress:
    """Replaces the dots by a line that says where the run is."""

    def __init__(self, config: pytest.Config) -> None:
        config.option.verbose = min(config.option.verbose, -1)
        config.inicfg["console_output_style"] = "classic"
        self._began = time.monotonic()
        self._last = 0.0
        self._all = 0
        self._done = 0
        self._failed = 0
        self._folders = Counter[str]()
        self._is_terminal = sys.stdout.isatty()

    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """A worker knows what there is to run."""
        self._all = len(ids)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Write no dot for what passes."""
        if report.passed and report.when == "call":
            return "passed", "", ""
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test, and say so from time to time."""
        if report.failed:
            self._failed += 1
            sys.stdout.write(f"\nFAILED {report.nodeid}\n")
        if report.when != "teardown":
            return
        self._done += 1
        folder = "/".join(report.nodeid.split("::")[0].split("/")[:2])
        self._folders[folder] += 1
        now = time.monotonic()
        if now - self._last >= (0.2 if self._is_terminal else EVERY_SECONDS):
            self._last = now
            self._write(folder)

    def _write(self, folder: str) -> None:
        seconds = int(time.monotonic() - self._began)
        line = f"{seconds // 60:2}:{seconds % 60:02}  {self._done:,} of {self._all:,}  {folder}"
        line += f"  {self._failed} failed" if self._failed else ""
        if self._is_terminal:
            sys.stdout.write(f"\r{line:78}")
        else:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def pytest_sessionfinish(self) -> None:
        """Leave the line."""
        if self._is_terminal:
            sys.stdout.write("\r" + " " * 78 + "\r")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """How many tests of which folder there were."""
        parts = [f"{folder} {count}" for folder, count in sorted(self._folders.items())]
        terminalreporter.write_line("tests run: " + ", ".join(parts))
