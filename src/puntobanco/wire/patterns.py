"""How names and ids are written: for what is sent, and for what is said of it."""

from __future__ import annotations

ID_PATTERN = r"^[A-Za-z0-9._-]{1,64}$"
NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$"
TABLE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"
WHERE_PATTERN = r"^(\*|[A-Za-z0-9][A-Za-z0-9_-]{0,31})$"
"""A table, or everywhere."""
