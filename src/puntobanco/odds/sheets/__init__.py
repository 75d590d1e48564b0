"""Sheets, plots and pictures of odds."""
