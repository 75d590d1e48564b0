"""The archive and those who check it."""
