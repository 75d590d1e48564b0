"""Tests of random shoes that anybody can check."""
