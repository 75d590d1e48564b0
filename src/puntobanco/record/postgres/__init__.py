"""The shared store."""
