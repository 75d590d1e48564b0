"""Names that both databases can keep and find again, and the ids that only the house uses."""

from __future__ import annotations

NAME_BYTES_MAX = 200
"""What both databases can index."""
OWN_IDS = "house:"
"""How the id of a request begins that the house itself makes. No client can write one: an id of
theirs has no colon."""
MACHINE = "table"
"""The actor of what the server itself does at a table."""
HOUSE_ACTORS = frozenset({MACHINE, "founding", "system"})
"""Who acts under such ids; nobody in the house can have such a name."""


def own_id(kind: str, *parts: object) -> str:
    """The id of something that the house does by itself.

    >>> own_id("auto", 17, 0)
    'house:auto:17:0'
    """
    return OWN_IDS + ":".join((kind, *map(str, parts)))


def is_name(text: str) -> bool:
    """Whether a text can be a key: not empty, not long, Unicode without a NUL."""
    try:
        size = len(text if text.isascii() else text.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= NAME_BYTES_MAX and "\x00" not in text
