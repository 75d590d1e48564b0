"""Sentences for the events of the house and of its shoe port.

The template of an event has the event's tag as its code. Each slot of a template is the field of
that name, in words.
"""

from __future__ import annotations

from typing import Any

import msgspec

from puntobanco.fair.events import ShoeCommitted, ShoeCut, ShoeRevealed
from puntobanco.house import events as h
from puntobanco.house.roles import EVERYWHERE
from puntobanco.sayings.catalogue import ENGLISH, slots
from puntobanco.sayings.saying import Saying, Value, known, say

DIGEST_SHOWN = 12
"""How many characters of a digest a sentence shows; the event has all of it."""


def house_said(event: Any) -> Saying | None:
    """What is said of an event of the house or of its shoes; None for anything else."""
    code = _code(event) if isinstance(event, msgspec.Struct) else ""
    if code not in ENGLISH:
        return None
    return Saying(code, {slot: _in_words(slot, event) for slot in slots(ENGLISH[code])})


def _code(event: msgspec.Struct) -> str:
    match event:
        case h.PersonAdded(is_device=True):
            return "house.device-added"
        case h.TableClosing(lifted=True):
            return "house.table-opening"
        case ShoeCommitted() | ShoeCut() | ShoeRevealed():
            return str(event.__struct_config__.tag).replace("-", ".", 1)
        case _:
            return f"house.{event.__struct_config__.tag}"


def _in_words(slot: str, event: Any) -> Value:
    if slot == "where":
        table = event.table
        return say("where.every-table") if table == EVERYWHERE else table or say("person.house")
    value: Value = getattr(event, slot)
    if slot == "role":
        return known("role", event.role)
    return str(value)[:DIGEST_SHOWN] if slot in ("edition", "after") else value
