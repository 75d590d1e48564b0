"""The roads of a shoe: computed, read back, drawn."""
