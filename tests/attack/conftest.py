"""Folders for houses that are attacked, and their journals."""

from tests.server.conftest import folder, kept

__all__ = ["folder", "kept"]
