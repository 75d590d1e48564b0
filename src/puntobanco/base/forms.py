"""Values as programs read them."""

from __future__ import annotations

from typing import Any


def form_of(value: object, *names: str) -> dict[str, Any]:
    """The attributes of a value that programs read, by name, in this order."""
    return {name: getattr(value, name) for name in names}
