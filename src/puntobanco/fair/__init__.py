"""Random shoes that anyone can check: shuffled, committed to, dealt, and opened at the end."""
