"""Names that both databases can keep and find again."""

from __future__ import annotations

NAME_BYTES_MAX = 200
"""What both databases can index."""


def is_name(text: str) -> bool:
    """Whether a text can be a key: not empty, not long, Unicode without a NUL."""
    try:
        size = len(text if text.isascii() else text.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= NAME_BYTES_MAX and "\x00" not in text
