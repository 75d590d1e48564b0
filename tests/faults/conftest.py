"""Folders and databases for houses that are mistreated."""

from tests.record.conftest import postgres, postgres_address
from tests.server.conftest import folder, punto

__all__ = ["folder", "postgres", "postgres_address", "punto"]
