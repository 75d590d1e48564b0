"""Tests of what programs reach a house with."""
