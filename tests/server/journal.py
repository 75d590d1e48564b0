"""The journal and the counters of a house, as whoever runs it reads them."""

from __future__ import annotations

import io
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
import structlog

from puntobanco.server.casino.running import Casino
from puntobanco.server.operations import journal

_COUNT = re.compile(r'^punto_refusals_total\{code="([^"]*)",process="1"\} ([0-9.]+)$', re.MULTILINE)


class Journal(io.StringIO):
    """What was written to the journal."""

    def lines(self, event: str = "refused") -> list[dict[str, Any]]:
        """The lines of a kind."""
        found = [msgspec.json.decode(line) for line in self.getvalue().splitlines()]
        return [line for line in found if line["event"] == event]


@contextmanager
def keeping() -> Iterator[Journal]:
    """Keep what is written to the journal meanwhile."""
    root, written = logging.getLogger(), Journal()
    handlers, level = root.handlers[:], root.level
    journal.configure(written)
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("puntobanco.server") and hasattr(module, "_log"):
                fresh = structlog.get_logger(name)  # one that was used before writes elsewhere
                if isinstance(module._log, type(fresh)):
                    patch.setattr(module, "_log", fresh)
        yield written
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def counted(casino: Casino) -> dict[str, int]:
    """How often something was turned away, by code, where it was."""
    found = {code: int(float(n)) for code, n in _COUNT.findall(casino.metrics.text().decode())}
    return {code: number for code, number in found.items() if number}
