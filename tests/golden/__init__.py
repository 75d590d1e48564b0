"""Golden playthroughs: whole scripts with the event logs they must produce."""
