"""What shows only after many coups."""
