"""Whether what is written is plain: no colour, no boxes, nothing that moves."""

from __future__ import annotations

import os
from typing import TextIO

VARIABLE = "PUNTO_PLAIN"
"""Set by `--plain`, or by a user who wants every command plain."""


def is_plain(stream: TextIO) -> bool:
    """Whether to write plainly: on request, with NO_COLOR, or without a terminal."""
    asked = any(os.environ.get(name) for name in (VARIABLE, "NO_COLOR"))
    return asked or os.environ.get("TERM") == "dumb" or not stream.isatty()
