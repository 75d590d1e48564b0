"""JSON on the standard output, for programs."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import msgspec


def write_json(value: Any) -> None:
    """Write one JSON value and a newline; an exact number is numerator/denominator."""
    text = msgspec.json.format(msgspec.json.encode(value, enc_hook=_exactly), indent=2).decode()
    sys.stdout.write(f"{text}\n")


def _exactly(value: object) -> str:
    from puntobanco.odds.figures import exact  # noqa: PLC0415  # only where there are odds

    if isinstance(value, Fraction):
        return exact(value)
    raise NotImplementedError(f"{type(value).__name__} has no written form")
