"""JSON on the standard output, for programs."""

from __future__ import annotations

import sys
from typing import Any

import msgspec


def write_json(value: Any) -> None:
    """Write one JSON value and a newline."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.write(f"{text}\n")
