"""Accounts at the cage, and their statements."""
