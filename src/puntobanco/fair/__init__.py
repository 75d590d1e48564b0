"""Random shoes that anybody can check: shuffled, committed to, dealt, and opened at the end."""
