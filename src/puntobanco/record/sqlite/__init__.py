"""The embedded store."""
