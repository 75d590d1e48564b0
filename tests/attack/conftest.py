"""Folders for houses that are attacked."""

from tests.server.conftest import folder

__all__ = ["folder"]
