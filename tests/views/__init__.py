"""Tests of what readers of a log are shown."""
