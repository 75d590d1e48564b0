"""Tests of the running house."""
