"""The one kind of error that a user's mistake ends in, whichever room notices it."""

from __future__ import annotations


class UsageError(ValueError):
    """Something handed in cannot be used; the message says what would be right."""
