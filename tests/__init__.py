"""Tests, by room; the second implementation of the rules is in `oracle`."""
